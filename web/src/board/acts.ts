// Acts: what can be done that is no move of a piece, such as to pass or to throw a fireball. Pure.

import { spelled } from "../ui/words";
import type { LegalMove } from "../wire/types";

/** An act that is possible now, with all its ways. */
export interface Act {
  id: string;
  ways: readonly LegalMove[];
  /** What has to be chosen on the board: who does it and to whom, one square, or nothing. */
  needs: "pair" | "square" | "nothing";
}

/** The moves that are no acts. */
export const movesOf = (legal: readonly LegalMove[]): LegalMove[] => legal.filter((move) => move.act === undefined);

/** The acts among legal moves, each once, in the order in which they come. */
export function actsOf(legal: readonly LegalMove[]): Act[] {
  const found = new Map<string, LegalMove[]>();
  for (const move of legal) {
    if (move.act !== undefined) found.set(move.act, [...(found.get(move.act) ?? []), move]);
  }
  return [...found].map(([id, ways]) => ({ id, ways, needs: needsOf(ways) }));
}

function needsOf(ways: readonly LegalMove[]): Act["needs"] {
  if (ways.some((way) => way.from !== undefined && way.to !== undefined)) return "pair";
  return ways.some((way) => way.from !== undefined || way.to !== undefined) ? "square" : "nothing";
}

/** The act that is all that can be done now, such as a part of a turn; none if there is a choice. */
export function onlyAct(legal: readonly LegalMove[]): Act | null {
  const [act, ...others] = actsOf(legal);
  return act && others.length === 0 && act.ways.length === legal.length ? act : null;
}

/** What the turn has come to, behind whose turn it is: `: duck`; empty where there is a choice. */
export function dutyOf(legal: readonly LegalMove[]): string {
  const only = onlyAct(legal);
  return only ? `: ${spelled(only.id).toLowerCase()}` : "";
}

/** The word under which an act that needs one square is aimed as pieces are dropped. */
export const AIMED = "act";

/** The ways of an act as the board takes them: those of one square lead there from nowhere. */
export function aimedAt({ ways, needs }: Act): LegalMove[] {
  return needs === "square" ? ways.map((way) => ({ ...way, from: undefined, to: way.to ?? way.from, drop: AIMED })) : [...ways];
}

/** Who can do an act that needs a pair. */
export function doersOf({ ways, needs }: Act): string[] {
  return needs === "pair" ? [...new Set(ways.flatMap((way) => way.from ?? []))] : [];
}

/** An act as it is written, with the squares that were chosen for it. */
export const actText = (act: Act, ...squares: readonly string[]): string => `${act.id}:${squares.join("x")}`;

/** What is to be done next, in words. */
export function adviceOf({ needs }: Act): string {
  return needs === "pair" ? "Choose who does it, then its target." : "Choose its square.";
}
