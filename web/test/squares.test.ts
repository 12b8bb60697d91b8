import assert from "node:assert/strict";
import { test } from "node:test";
import { readFen } from "../src/board/squares";

test("a position in FEN has the pieces of both sides, those of nobody, and closed squares", () => {
  const { pieces, closed, width, height } = readFen("k6K/8/=n=+p3Q~2/*#6/8/8/8/8 w - - 0 1");
  assert.deepEqual(pieces.map(({ letter, color, square }) => `${color} ${letter} ${square}`), [
    "black k a8", "white k h8", "neutral n a6", "neutral +p b6", "white q f6",
  ]);
  assert.deepEqual(closed, ["a5", "b5"]);
  assert.deepEqual([width, height], [8, 8]);
});
