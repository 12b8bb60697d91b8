// What is seen of a move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { effectsSeen } from "../src/board/effects/seen";
import type { GameEvent } from "../src/wire/types";

const event = (id: number, word: string, others: Partial<GameEvent>): GameEvent => ({ id, event: word, player: false, ...others });
const nowhere = (): undefined => undefined;

test("an ordinary capture is seen without effects", () => {
  const events = [
    event(1, "capture", { piece: 13, target: 20, square: "d5" }),
    event(2, "damage", { piece: 13, target: 20, square: "d5", amount: 1 }),
    event(3, "death", { target: 20, square: "d5" }),
    event(4, "move", { piece: 13, from: "e4", to: "d5", square: "d5" }),
  ];
  assert.deepEqual(effectsSeen({ effects: [], events }, nowhere), []);
});

test("a blow that does not kill shows its amount", () => {
  const events = [event(1, "damage", { target: 20, square: "d5", amount: 1 })];
  assert.deepEqual(effectsSeen({ effects: [], events }, nowhere), [{ kind: "damage", square: "d5", ttl: 900, data: { amount: 1 } }]);
});

test("an explosion is seen where the rule says, and deaths where nobody arrives", () => {
  const explosion = { kind: "explosion", square: "d5", ttl: 1000 };
  const events = [
    event(1, "damage", { target: 13, kind: "explosion" }),
    event(2, "death", { target: 20, square: "d5" }),
    event(3, "death", { target: 13, square: "e4" }),
  ];
  const kinds = effectsSeen({ effects: [explosion], events }, nowhere).map(({ kind, square }) => `${kind} ${square}`);
  assert.deepEqual(kinds, ["explosion d5", "death d5", "death e4"]);
});

test("damage by a rule is seen where its victim stands", () => {
  const events = [event(1, "damage", { target: 7, amount: 2 }), event(2, "damage", { target: 8, amount: 2 })];
  const found = effectsSeen({ effects: [], events }, (piece) => (piece === 7 ? "a3" : undefined));
  assert.deepEqual(found.map(({ square }) => square), ["a3"]);
});

test("what a rule shows itself is not shown twice", () => {
  const heal = { kind: "heal", square: "e2", ttl: 1000 };
  const events = [event(1, "heal", { target: 5, square: "e2", amount: 1 }), event(2, "heal", { target: 6, square: "d2", amount: 1 })];
  const found = effectsSeen({ effects: [heal], events }, nowhere);
  assert.deepEqual(found.map(({ kind, square }) => `${kind} ${square}`), ["heal e2", "heal d2"]);
});

test("newcomers are seen", () => {
  const events = [event(1, "spawn", { target: 33, square: "c8", becomes: "rook" })];
  assert.deepEqual(effectsSeen({ effects: [], events }, nowhere).map(({ kind }) => kind), ["spawn"]);
});
