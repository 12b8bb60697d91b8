import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalText } from "../src/views/room/useRoom";

test("a refusal is a plain sentence; sources and what was found are behind it", () => {
  const told = refusalText({ type: "nack", code: "E_MOVE", message: "no piece can do that; found 'Qh7'", reason: { rule: "pawn", origin: "pawn.piece.yaml:8" } } as never);
  assert.deepEqual(told, { text: "No piece can do that", detail: "Rule: pawn", source: "pawn.piece.yaml:8 · found 'Qh7'", kind: "error", about: "refusal" });
  assert.deepEqual(refusalText({ type: "nack", code: "E_TURN", message: "it is not your turn" } as never), { text: "It is not your turn", detail: undefined, source: undefined, kind: "error", about: "refusal" });
});
