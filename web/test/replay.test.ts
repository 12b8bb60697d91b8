// Positions made from what moves changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsOf } from "../src/models/replay";
import type { Changes, Piece, ReplayedMove, Tile } from "../src/wire/types";

const piece = (id: number, square: string): Piece => ({ id, type: "rook", color: "white", square, facts: {} });
const tile = (id: number, square: string): Tile => ({ id, type: "well", square, isClosed: false, facts: {} });
const move = (changes: Partial<Changes>): ReplayedMove => ({ changes: { pieces: {}, tiles: {}, facts: [], ...changes } }) as ReplayedMove;
const places = (things: readonly { square: string }[]): string[] => things.map(({ square }) => square);

test("pieces move, come and go", () => {
  const moves = [move({ pieces: { 1: piece(1, "a5") } }), move({ pieces: { 2: null, 3: piece(3, "c3") } })];
  const found = positionsOf({ pieces: [piece(1, "a1"), piece(2, "h8")], tiles: [], moves });
  assert.deepEqual(found.map(({ pieces }) => places(pieces)), [["a1", "h8"], ["a5", "h8"], ["a5", "c3"]]);
});

test("tiles come and go", () => {
  const moves = [move({ tiles: { 9: null, 10: tile(10, "d4") } })];
  const found = positionsOf({ pieces: [], tiles: [tile(9, "e5")], moves });
  assert.deepEqual(found.map(({ tiles }) => places(tiles)), [["e5"], ["d4"]]);
});

test("what did not change stays the same value", () => {
  const [before, after] = positionsOf({ pieces: [piece(1, "a1")], tiles: [tile(9, "e5")], moves: [move({ pieces: { 1: piece(1, "a2") } })] });
  assert.equal(before?.tiles, after?.tiles);
  assert.notEqual(before?.pieces, after?.pieces);
});

test("a match without moves has its start", () => {
  assert.equal(positionsOf({ pieces: [piece(1, "a1")], tiles: [], moves: [] }).length, 1);
});
