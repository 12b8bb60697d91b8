// What is written on pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { handsOf } from "../src/board/squares";
import { withBadges } from "../src/models/badges";
import { wayOf } from "../src/models/landing";
import type { Piece, PieceType } from "../src/wire/types";

const piece = (id: number, facts: object): Piece => ({ id, type: "pawn", color: "white", square: `a${id}`, facts: { ...facts } });

test("what pieces cannot live without is written on all of them, the rest where it is unusual", () => {
  const pieces = [piece(1, { Hp: 2, Fury: 0 }), piece(2, { Hp: 2, Fury: 0, BattleFury: 1 }), piece(3, { Hp: 1, Fury: 0 }), piece(4, {})];
  const told = withBadges(pieces, ["Hp"]).map(({ vitals, badges }) => [vitals.map(({ name, value, isLow }) => `${name} ${value}${isLow ? " low" : ""}`).join(), badges.join()]);
  assert.deepEqual(told, [["Hp 2", ""], ["Hp 2", ""], ["Hp 1 low", ""], ["", ""]]);
  assert.deepEqual(withBadges(pieces)[2]?.badges, ["Hp 1"]);
});

const type = (letter: string, name: string): PieceType => ({ type: name, letter, name, value: 1, drawing: null });

test("hands are read off the position", () => {
  const manifest = [type("p", "shogi-pawn"), type("n", "knight")];
  assert.deepEqual(handsOf("8/8/8/8/8/8/8/8[PPnp] w - - 0 1", manifest), { white: { "shogi-pawn": 2 }, black: { knight: 1, "shogi-pawn": 1 } });
  assert.deepEqual(handsOf("8/8[] w", manifest), { white: {}, black: {} });
  assert.equal(handsOf("8/8 w - - 0 1 [x]", manifest), undefined);
});

test("a move in UCI form tells its squares, on large boards and for drops too", () => {
  assert.deepEqual(["e2e4", "a10b9", "h7h8q", "e4e5@shot", "P@e4", "+P@d5", "pass"].map(wayOf), [
    { from: "e2", to: "e4" }, { from: "a10", to: "b9" }, { from: "h7", to: "h8" }, { from: "e4", to: "e5" }, { to: "e4" }, { to: "d5" }, null,
  ]);
});
