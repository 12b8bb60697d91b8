// What an entry of a profile can give: the built-in kinds, abilities, and custom modifiers, shipped or own.

import type { AbilityCard, Card, Catalog, ModifierCard, ModifierKindCard } from "../wire/types";
import type { Modifier } from "./modifier";
import type { Gift } from "./profile";

/** How an editor asks for a value. */
export type ValueForm =
  | { control: "number"; min: number; max: number; step: number }
  | { control: "flags"; words: readonly string[] }
  | { control: "directions"; words: readonly string[] }
  | { control: "types" }
  | { control: "none" };

export interface Kind {
  id: string;
  label: string;
  description: string;
  form: ValueForm;
  /** Further words, such as its triggers. */
  notes: readonly string[];
}

export interface KindGroup {
  title: string;
  kinds: readonly Kind[];
}

/** All kinds in their groups; an own modifier hides a shipped one of its id, as it does in the game. */
export function kindGroups(catalog: Pick<Catalog, "modifierKinds" | "abilities" | "modifiers">, own: readonly Modifier[]): KindGroup[] {
  const hidden = new Set(own.map((modifier) => modifier.id));
  const groups = [
    { title: "Modifiers", kinds: catalog.modifierKinds.map(builtIn) },
    { title: "Your own", kinds: own.map(ownKind) },
    { title: "Abilities", kinds: catalog.abilities.filter((card) => !hidden.has(card.id)).map(carried) },
    { title: "Custom modifiers", kinds: catalog.modifiers.filter((card) => !hidden.has(card.id)).map(carried) },
  ];
  return groups.filter((group) => group.kinds.length > 0);
}

/** The kind of an id, also of one that nobody knows. */
export function kindOf(groups: readonly KindGroup[], id: string): Kind {
  const found = groups.flatMap((group) => group.kinds).find((kind) => kind.id === id);
  return found ?? { id, label: id, description: "Nobody knows this kind.", form: { control: "none" }, notes: [] };
}

function builtIn(card: ModifierKindCard): Kind {
  const stacking = Object.hasOwn(STACKING, card.stackingRule) ? STACKING[card.stackingRule] : undefined;
  return { ...texts(card), form: formOf(card.uiForm), notes: stacking ? [stacking] : [] };
}

/** What becomes of several entries, by the word of the catalogue. */
const STACKING: Record<string, string> = {
  sum: "Several add up.",
  or: "Of several, all flags count.",
  union: "Of several, all directions count.",
  complement: "Of several, each takes its part of what the others leave.",
  "highest precedence": "Of several, the one for a single piece counts, else the last.",
};

function carried(card: AbilityCard | ModifierCard): Kind {
  return { ...texts(card), form: { control: "none" }, notes: card.hooks.length > 0 ? [`It has ${card.hooks.join(" and ")}.`] : [] };
}

function ownKind(modifier: Modifier): Kind {
  return { id: modifier.id, label: modifier.name, description: modifier.description ?? "", form: { control: "none" }, notes: [] };
}

function texts(card: Card): Pick<Kind, "id" | "label" | "description"> {
  return { id: card.id, label: card.label, description: card.description };
}

function formOf(form: Readonly<Record<string, unknown>>): ValueForm {
  const words = Array.isArray(form.words) ? form.words.map(String) : [];
  switch (form.control) {
    case "number":
      return { control: "number", min: Number(form.min ?? -100), max: Number(form.max ?? 100), step: Number(form.step ?? 1) };
    case "flags":
      return { control: "flags", words };
    case "directions":
      return { control: "directions", words };
    case "piece types":
      return { control: "types" };
    default:
      return { control: "none" };
  }
}

/** What is given first when a kind is chosen. */
export function firstGift(kind: Kind): Gift {
  const form = kind.form;
  if (form.control === "number") return { kind: kind.id, value: form.max <= 1 ? 0.5 : Math.min(form.max, 1) };
  if (form.control === "flags" || form.control === "directions") {
    const word = form.words[0] ?? "";
    return { kind: kind.id, value: form.control === "flags" ? [word] : word };
  }
  return form.control === "types" ? { kind: kind.id, value: ["queen"] } : { kind: kind.id };
}
