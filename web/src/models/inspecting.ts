// A piece that is looked at, in words of players: its facts, who makes them what they are, and when it acts.
// The exact names stay beside the words, for who writes rules.

import { valueText } from "../trace/values";
import { spelled } from "../ui/words";
import type { Carried, Contribution, Json, ModifierKindCard } from "../wire/types";
import { isMapping } from "./modifier";
import { FLAG_WORDS, direction, phrase } from "./reading";

/** What is inspected, as far as words are made of it. */
export interface Inspected {
  piece: { color: string };
  facts: Json;
  stored: Json;
  contributions: Readonly<Record<string, readonly Contribution[]>>;
  hooks: readonly string[];
  carries: readonly Carried[];
}

/** What helps to say things in words. */
export interface Dictionary {
  vital: readonly string[];
  kinds: readonly ModifierKindCard[];
  nameOf(id: string): string;
  describe(id: string): string;
}

export interface FactLine {
  /** The exact name of the attribute. */
  name: string;
  label: string;
  value: string;
  /** What it means, where that is known. */
  about: string;
  parts: readonly Part[];
}

/** One part of a value, and the exact name of who adds it. */
export interface Part {
  text: string;
  by: string;
}

export function factLines(piece: Inspected, known: Dictionary): FactLine[] {
  const kinds = new Map(known.kinds.map((card) => [card.attribute, card]));
  const lines = Object.entries(piece.facts).map(([name, value]): FactLine => {
    const kind = kinds.get(name);
    const isVital = known.vital.includes(name);
    const told = (found: unknown): string => (kind ? kindText(kind, found, piece.piece.color, known.nameOf) : valueText(found));
    const about = isVital ? "It dies when it has none left." : (kind?.description ?? "");
    return { name, label: spelled(name), value: told(value), about, parts: partsOf(piece, name, told, known) };
  });
  // What it lives by comes first.
  return lines.sort((one, other) => Number(known.vital.includes(other.name)) - Number(known.vital.includes(one.name)));
}

/** Who makes a value what it is: what the piece has itself, then each source. */
function partsOf(piece: Inspected, name: string, told: (value: unknown) => string, known: Dictionary): Part[] {
  const listed = piece.contributions[name] ?? [];
  if (listed.length === 0) return [];
  const base = piece.stored[name];
  const own: Part[] = base === undefined || base === null ? [] : [{ text: `${told(base)} of its own`, by: name }];
  return [...own, ...listed.map((one) => ({ text: `${signed(one.amount, told)} ${sourceText(one, known)}`, by: one.by }))];
}

const signed = (amount: unknown, told: (value: unknown) => string): string => {
  const text = told(amount);
  return typeof amount === "number" && amount >= 0 && /^\d/.test(text) ? `+${text}` : text;
};

/** On whose account something is added: `from the white bishop on c1: Standard bearers, inspire`. */
function sourceText({ by, layer, source }: Contribution, known: Dictionary): string {
  if (layer === "type") return `for all of its type: ${known.nameOf(by)}`;
  if (layer === "instance") return `for this piece alone: ${known.nameOf(by)}`;
  const where = source?.square ? ` on ${source.square}` : "";
  return source?.name ? `from the ${source.name}${where}: ${ruleWords(by, known.nameOf)}` : `by ${ruleWords(by, known.nameOf)}`;
}

/** A rule in words: the name of its document, and its own. */
function ruleWords(rule: string, nameOf: (id: string) => string): string {
  const [document = "", ...own] = rule.split("/");
  const name = nameOf(document);
  return [name === document ? spelled(document) : name, own.join(" ").replaceAll("-", " ")].filter(Boolean).join(", ");
}

// -- values of modifier kinds ----------------------------------------------------------------------

function kindText(kind: ModifierKindCard, value: unknown, color: string, nameOf: (id: string) => string): string {
  const form = kind.uiForm;
  if (form.control === "number" && form.max === 1 && typeof value === "number") return `${Math.round(value * 100)} %`;
  if (form.control === "flags" && typeof value === "number") return flagsText(value);
  if (form.control === "directions" && Array.isArray(value)) return directionsText(value, color);
  if (form.control === "piece types" && Array.isArray(value)) return value.map((type) => spelled(nameOf(String(type))).toLowerCase()).join(", ");
  return valueText(value);
}

function flagsText(bits: number): string {
  const found = FLAG_WORDS.filter((_, bit) => (bits >> bit) & 1);
  return found.join(", ") || "as usual";
}

/** Leaps in words, as the side sees the board; a full set of one shape is told as one. */
function directionsText(leaps: readonly unknown[], color: string): string {
  const pairs = leaps.filter((leap): leap is [number, number] => Array.isArray(leap) && leap.length === 2);
  const shapes = new Set(pairs.map(([df, dr]) => [Math.abs(df), Math.abs(dr)].sort().join()));
  const [shape = ""] = shapes;
  const [near = 0, far = 0] = shape.split(",").map(Number);
  const whole = near === far || near === 0 ? 4 : 8;
  if (shapes.size === 1 && pairs.length === whole) return `leaps of ${near} and ${far} in all directions${shape === "1,2" ? ", as a knight" : ""}`;
  return pairs.map(([df, dr]) => `leaps ${direction({ df, dr: color === "white" ? dr : -dr })}`).join(", ") || (isMapping(leaps) ? "" : "none");
}

// -- triggers --------------------------------------------------------------------------------------

/** Points of a move that only rules of documents hear. */
const MOMENTS: Record<string, string> = {
  "on-before-capture": "just before it captures or is captured",
  "on-death": "when it dies",
  "on-damage": "when damage is dealt",
};

/** When a piece acts, by what it carries: `When it captures: Pack hunger. Goes further with each capture.` */
export function actsOf(piece: Inspected, known: Pick<Dictionary, "describe">): string[] {
  return piece.carries.map(({ id, name, hooks }) => {
    const moments = hooks.map(hookWords).filter(Boolean);
    const head = moments.length > 0 ? `${capital(moments.join(", "))}: ${name}.` : `${name}.`;
    return [head, known.describe(id)].filter(Boolean).join(" ");
  });
}

/** A trigger in words: `1 on-capture trigger` is `when it captures`. */
export function hookWords(hook: string): string {
  const kind = /^\d+ (\S+) triggers?$/.exec(hook)?.[1] ?? hook;
  const words = MOMENTS[kind] ?? phrase({ kind });
  return words === kind.replaceAll("-", " ") ? `on ${words.replace(/^on /, "")}` : words;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
