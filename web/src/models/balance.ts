// Sums over the games that a server plays of a variant, answer by answer, and what they say in a sentence.

import { spelled } from "../ui/words";
import type { BalanceShare } from "../wire/types";

export interface Tally {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  unfinished: number;
  failed: number;
  halfMoves: number[];
  choices: number;
  captures: number;
  endings: Map<string, number>;
  /** In how many games each rule fired, of all there are. */
  rules: Map<string, number>;
  /** The last answer: White's score, and where the next one begins. */
  share: BalanceShare | null;
}

export const nothing = (): Tally => ({
  games: 0, won: 0, drawn: 0, lost: 0, unfinished: 0, failed: 0, halfMoves: [], choices: 0, captures: 0, endings: new Map(), rules: new Map(), share: null,
});

export function withShare(before: Tally, share: BalanceShare): Tally {
  const now: Tally = { ...before, halfMoves: [...before.halfMoves], endings: new Map(before.endings), rules: new Map(before.rules), share };
  for (const rule of share.rules) if (!now.rules.has(rule)) now.rules.set(rule, 0);
  for (const game of share.games) {
    if (game.failed !== undefined || game.halfMoves === undefined) {
      now.failed += 1;
      continue;
    }
    now.games += 1;
    now.halfMoves.push(game.halfMoves);
    now.choices += game.choices ?? 0;
    now.captures += game.captures ?? 0;
    const winner = game.result?.winner ?? null;
    if (!game.result) now.unfinished += 1;
    else if (winner === null) now.drawn += 1;
    else if (winner === "white") now.won += 1;
    else now.lost += 1;
    if (game.result) {
      const ending = `${winner ? `${spelled(winner)} wins, ` : "Drawn, "}${game.result.reason}`;
      now.endings.set(ending, (now.endings.get(ending) ?? 0) + 1);
    }
    for (const rule of Object.keys(game.firings ?? {})) now.rules.set(rule, (now.rules.get(rule) ?? 0) + 1);
  }
  now.halfMoves.sort((one, other) => one - other);
  return now;
}

export const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export function verdict(tally: Tally): string {
  if (tally.share === null || tally.games === 0) return "No game could be played to its end.";
  const ended = tally.games - tally.unfinished;
  if (2 * ended < tally.games) return `Too few games came to an end to tell: ${ended} of ${tally.games}. The others were stopped on the way.`;
  const [value, low, high] = tally.share.score as [number, number, number];
  const told = `White scores ${percent(value)}, between ${percent(low)} and ${percent(high)}`;
  if (low > 0.5 || high < 0.5) return `${low > 0.5 ? "White" : "Black"} has the better of it: ${told}.`;
  return high - low > 0.2 ? `Too few games to tell: ${told}.` : `No side is seen to have the better of it: ${told}.`;
}

export const never = (tally: Tally): string[] => [...tally.rules].filter(([, games]) => games === 0).map(([rule]) => rule);

export const median = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
