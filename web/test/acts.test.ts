// Acts among legal moves: which there are, what they need, and which is all that can be done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, actText, adviceOf, aimedAt, AIMED, doersOf, dutyOf, movesOf, onlyAct } from "../src/board/acts";
import type { LegalMove } from "../src/wire/types";

const made = (move: string, more: Partial<LegalMove> = {}): LegalMove => ({ move, san: move, ...more }) as LegalMove;
const step = made("e2e4", { from: "e2", to: "e4" });
const pass = made("pass", { act: "pass" });
const ducks = ["a3", "b3"].map((to) => made(`duck:${to}`, { act: "duck", to }));
const fires = [["c4", "f7"], ["c4", "e6"], ["b5", "d7"]].map(([from, to]) => made(`fireball:${from}x${to}`, { act: "fireball", from, to }));

test("acts are told apart from moves, each with what it needs", () => {
  const legal = [step, pass, ...ducks, ...fires];
  assert.deepEqual(movesOf(legal), [step]);
  assert.deepEqual(actsOf(legal).map(({ id, needs, ways }) => [id, needs, ways.length]), [["pass", "nothing", 1], ["duck", "square", 2], ["fireball", "pair", 3]]);
});

test("an act that is all that can be done is the turn's duty", () => {
  assert.equal(onlyAct(ducks)?.id, "duck");
  assert.equal(dutyOf(ducks), ": duck");
  for (const legal of [[], [step], [step, ...ducks], [pass, ...ducks]]) {
    assert.equal(onlyAct(legal), null);
    assert.equal(dutyOf(legal), "");
  }
});

test("acts are aimed as drops are, or by who does them", () => {
  const [duck, fireball] = actsOf([...ducks, ...fires]);
  assert.ok(duck && fireball);
  assert.deepEqual(aimedAt(duck).map(({ drop, to }) => [drop, to]), [[AIMED, "a3"], [AIMED, "b3"]]);
  assert.deepEqual(doersOf(duck), []);
  assert.deepEqual(doersOf(fireball), ["c4", "b5"]);
  assert.deepEqual([actText(duck, "e2"), actText(fireball, "c4", "d5")], ["duck:e2", "fireball:c4xd5"]);
  assert.deepEqual([duck, fireball].map(adviceOf), ["Choose its square.", "Choose who does it, then its target."]);
});
