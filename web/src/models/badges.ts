// What is written on pieces: what they cannot live without, always; and in which other numbers they differ from most.

import { spelled } from "../ui/words";
import type { Piece } from "../wire/types";

/** What a piece has of something that it cannot live without. */
export interface Vital {
  name: string;
  value: number;
  /** Whether it has less than most others. */
  isLow: boolean;
}

export interface Badged extends Pick<Piece, "id" | "type" | "color" | "square"> {
  vitals: readonly Vital[];
  badges: readonly string[];
}

const MOST = 2;

/** Pieces with what is written on them; `vital` names the attributes without which no piece lives. */
export function withBadges(pieces: readonly Piece[], vital: readonly string[] = []): Badged[] {
  const usual = usualFacts(pieces);
  return pieces.map(({ id, type, color, square, facts }) => {
    const numbers = Object.entries(facts).filter((fact): fact is [string, number] => typeof fact[1] === "number");
    const badges = numbers.filter(([name, value]) => !vital.includes(name) && usual.get(name) !== value).map(([name, value]) => `${spelled(name)} ${value}`);
    const vitals = numbers.filter(([name]) => vital.includes(name)).map(([name, value]) => ({ name, value, isLow: value < Number(usual.get(name)) }));
    return { id, type, color, square, vitals: vitals.slice(0, MOST), badges: badges.slice(0, MOST) };
  });
}

/** The commonest value of each fact. */
function usualFacts(pieces: readonly Piece[]): Map<string, unknown> {
  const counts = new Map<string, Map<unknown, number>>();
  for (const { facts } of pieces) {
    for (const [name, value] of Object.entries(facts)) {
      const known = counts.get(name) ?? new Map<unknown, number>();
      counts.set(name, known.set(value, (known.get(value) ?? 0) + 1));
    }
  }
  const commonest = (known: Map<unknown, number>): unknown => [...known].sort((a, b) => b[1] - a[1])[0]?.[0];
  return new Map([...counts].map(([name, known]) => [name, commonest(known)]));
}
