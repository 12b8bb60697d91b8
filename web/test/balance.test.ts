// What is counted of games between equals, and what is said of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { median, never, nothing, verdict, withShare } from "../src/models/balance";
import type { BalanceShare } from "../src/wire/types";

const share = (score: number[], more: Partial<BalanceShare> = {}): BalanceShare => ({ games: [], next: 2, rules: ["a/one", "a/two"], pairs: [0, 0, 0, 0, 1], score, elo: [null, null, null], ...more });
const won = (game: number, winner: "white" | "black" | null, halfMoves: number) => ({ game, result: { outcome: winner ? "win" : "draw", winner, reason: "x" } as const, halfMoves, choices: 20, captures: 3, firings: { "a/one": 2 } });

test("answers are added up", () => {
  const first = withShare(nothing(), share([0.5, 0.1, 0.9], { games: [won(0, "white", 30), won(1, null, 10)] }));
  const both = withShare(first, share([0.5, 0.2, 0.8], { games: [won(2, "black", 20), { game: 3, failed: "broke" }, { ...won(4, null, 160), result: null }], next: 5 }));
  assert.deepEqual([both.games, both.won, both.drawn, both.lost, both.unfinished, both.failed], [4, 1, 1, 1, 1, 1]);
  assert.deepEqual(both.halfMoves, [10, 20, 30, 160]);
  assert.equal(median(both.halfMoves), 30);
  assert.deepEqual([...both.endings], [["White wins, x", 1], ["Drawn, x", 1], ["Black wins, x", 1]]);
  assert.equal(both.rules.get("a/one"), 4);
  assert.deepEqual(never(both), ["a/two"]);
  assert.equal(first.games, 2);
  assert.equal(both.share?.next, 5);
});

test("the verdict says no more than is known", () => {
  const said = (score: number[]): string => verdict(withShare(nothing(), share(score, { games: [won(0, "white", 30)] })));
  assert.match(said([0.9, 0.7, 1]), /^White has the better/);
  assert.match(said([0.1, 0, 0.3]), /^Black has the better/);
  assert.match(said([0.5, 0.2, 0.8]), /^Too few games/);
  assert.match(said([0.5, 0.45, 0.55]), /^No side is seen/);
  const stopped = withShare(nothing(), share([0.5, 0.45, 0.55], { games: [won(0, "white", 30), ...[1, 2, 3].map((game) => ({ ...won(game, null, 100), result: null }))] }));
  assert.match(verdict(stopped), /^Too few games came to an end to tell: 1 of 4/);
  assert.equal(verdict(nothing()), "No game could be played to its end.");
});
