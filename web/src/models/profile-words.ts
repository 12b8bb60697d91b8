// What a profile gives, in the words of the catalogue: who, what and how much. Pure.

import { spelled } from "../ui/words";
import { type Kind, type KindGroup, kindOf } from "./kinds";
import { type Entry, type Profile, isTypeEntry } from "./profile";
import { FLAG_WORDS, direction } from "./reading";

export interface Given {
  /** Whom it is for: `Knights`, `White pawns`, `The piece from e2`. */
  whom: string;
  /** What they get: `Exploding`, `Hit points +1`. */
  what: string;
  /** What that does; empty where the value says it all. */
  text: string;
}

/** Each entry of a profile; its own modifiers are known beside those of the groups. */
export function givenBy(profile: Profile, groups: readonly KindGroup[]): Given[] {
  const own = (profile.customModifiers ?? []).map((modifier): Kind => (
    { id: modifier.id, label: modifier.name, description: modifier.description ?? "", form: { control: "none" }, notes: [] }
  ));
  const known = [{ title: "", kinds: own }, ...groups];
  return [...(profile.perType ?? []), ...(profile.perInstance ?? [])].map((entry) => {
    const kind = kindOf(known, entry.kind);
    const value = amount(entry.value, kind);
    return { whom: whomOf(entry), what: value ? `${kind.label} ${value}` : kind.label, text: kind.description };
  });
}

function whomOf(entry: Entry): string {
  if (!isTypeEntry(entry)) return `The piece from ${entry.square}`;
  const name = `${entry.pieceType.replaceAll("-", " ")}s`;
  return spelled(entry.color && entry.color !== "both" ? `${entry.color} ${name}` : name);
}

function amount(value: unknown, kind: Kind): string {
  if (value === undefined || value === null) return "";
  if (kind.form.control === "number" && typeof value === "number") return kind.form.max <= 1 ? `${Math.round(value * 100)} %` : `${value > 0 ? "+" : ""}${value}`;
  if (kind.form.control === "flags" && typeof value === "number") return FLAG_WORDS.filter((_, bit) => (value & (1 << bit)) !== 0).join(", ");
  const words = Array.isArray(value) ? value : [value];
  return words.map((word) => (typeof word === "string" ? spelled(word).toLowerCase() : direction(word))).join(", ");
}
