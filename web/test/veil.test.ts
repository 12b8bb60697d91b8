// What is not seen: squares of a position, moves in words, and what is forgotten once everything is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isVeiled, readFen } from "../src/board/squares";
import { landed } from "../src/models/landing";
import { spokenSan } from "../src/store/news";
import { heard } from "../src/store/reducer";
import { knownAt, NOTHING, type RoomView } from "../src/store/view";
import type { Piece, RoomState } from "../src/wire/types";

const SEEN = "????????/????????/1???????/?1?3?1/4P3/8/PPPP1PPP/RNBQKBNR b KQ? - ? 1";

test("squares that are not seen are read from a position", () => {
  const { pieces, unseen, width, height } = readFen(SEEN);
  assert.deepEqual([pieces.length, width, height], [16, 8, 8]);
  assert.ok(unseen.includes("e8"));
  assert.ok(!unseen.includes("a6"));
  assert.ok(!unseen.includes("b5"));
  assert.equal(unseen.length, 16 + 7 + 3);
  assert.ok(isVeiled(SEEN));
  assert.ok(!isVeiled("4k3/8/8/8/8/8/8/4K3 w KQ? - ? 1"));
});

test("moves that are not seen are said in words", () => {
  assert.equal(spokenSan("?"), "a move that is not seen");
  assert.equal(spokenSan("?e5"), "to e5 from where it is not seen");
  assert.equal(spokenSan("e2?"), "from e2 to where it is not seen");
  assert.equal(spokenSan("e4"), "e4");
});

test("a move into the dark is left where it was told", () => {
  const move = { from: "e2", to: "e4", side: "black" as const, fen: SEEN };
  assert.equal(landed(move, SEEN), move);
});

test("what was half seen is forgotten when the state tells everything", () => {
  const piece = { id: 5, type: "king", color: "white", square: "e1", facts: {} } satisfies Piece;
  const state = (startFen: string): RoomState => ({ startFen, fen: startFen, seq: 1, ply: 0, moves: [], pieces: [piece], tiles: [] }) as unknown as RoomState;
  const before: RoomView = { ...NOTHING, state: state(SEEN), seq: 1, known: { 9: { ...piece, id: 9 } }, positions: { start: { pieces: [], tiles: [] } } };
  assert.deepEqual(knownAt({ ...before, positions: { start: { pieces: [piece], tiles: [] } } }, 0), { 5: piece });
  const after = heard(before, { type: "room.state", roomCode: "ROOM", state: state("4k3/8/8/8/8/8/8/4K3 w - - 0 1") } as never, 0);
  assert.deepEqual(Object.keys(after.known), ["5"]);
  assert.deepEqual(after.positions["start"]?.pieces, [piece]);
});
