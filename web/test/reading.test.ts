import assert from "node:assert/strict";
import { test } from "node:test";
import type { Primitive } from "../src/models/modifier";
import { condition, phrase, read, sentence } from "../src/models/reading";

const KEYS: Record<string, string[]> = { conditional: ["then", "else"], "on-capture": ["primitives"], "on-captured": ["primitives"] };
const keys = (kind: string): string[] => KEYS[kind] ?? [];
const lines = (...tree: Primitive[]): string[] => read(tree, keys).map(({ text, level }) => "  ".repeat(level) + text);

test("a trigger with one deed is one line", () => {
  assert.deepEqual(lines({ kind: "on-capture", primitives: [{ kind: "add-to-attribute", attr: "Hp", delta: 1 }] }), ["When it captures: Hp +1"]);
});

test("branches and nesting are set in", () => {
  const inner = { kind: "conditional", condition: { attr: "Hp", op: "lt", value: 2 }, then: [{ kind: "modify-movement-range", delta: -1 }], else: [{ kind: "set-capture-flag", flags: ["CANNOT_CAPTURE", "CANNOT_BE_CAPTURED"] }] };
  assert.deepEqual(lines({ kind: "on-capture", primitives: [inner] }), [
    "When it captures:", "  While Hp is less than 2: Range −1", "  Otherwise: Cannot capture and cannot be captured",
  ]);
  assert.equal(
    sentence([{ kind: "on-capture", primitives: [inner] }, { kind: "seed-attribute", attr: "Shield", value: 3 }], keys),
    "When it captures: While Hp is less than 2: Range −1; Otherwise: Cannot capture and cannot be captured; Begins with Shield 3.",
  );
});

test("each kind says its numbers", () => {
  const said: [Primitive, string][] = [
    [{ kind: "add-to-attribute", attr: "Hp", delta: 1, max: 3 }, "Hp +1 (not above 3)"],
    [{ kind: "multiply-attribute", attr: "Hp", factor: 0.5, round: "up" }, "Hp × 0.5 (rounded up)"],
    [{ kind: "add-direction", directions: [{ df: 1, dr: 2 }, { df: 0, dr: -1, mode: "move" }] }, "also goes 1 right 2 forward and 1 back (only to move)"],
    [{ kind: "absorb-damage-with-attribute", attr: "Shield", rate: 2 }, "Shield pays for damage, 2 damage a point"],
    [{ kind: "reflect-damage", fraction: 0.5 }, "reflects 50% of damage"],
    [{ kind: "block-move-type", moveTypes: ["castle", "double-step"] }, "cannot make castling moves or double steps"],
    [{ kind: "add-aura", radius: 2, targetAttr: "HpBonus", delta: 1 }, "allies within 2 steps have HpBonus +1"],
    [{ kind: "override-promotion", to: ["knight", "rook"] }, "promotes to knight or rook"],
    [{ kind: "on-captured", target: "attacker" }, "when it is captured, for the attacker"],
    [{ kind: "on-captured", target: { relation: "ally" } }, "when it is captured, for allies"],
    [{ kind: "on-turn-end", color: "white" }, "when white's turn ends"],
    [{ kind: "on-moved-onto-square", filter: { kind: "predicate", zone: "enemy-half" } }, "when it arrives on the enemy half"],
    [{ kind: "on-moved-onto-square", filter: { kind: "squares", squares: ["d4", "e4"] } }, "when it arrives on d4 or e4"],
  ];
  for (const [node, text] of said) assert.equal(phrase(node), text);
});

test("conditions are read with their joins", () => {
  assert.equal(
    condition({ any: [{ piece: { type: "queen" } }, { all: [{ attr: "Hp", op: "ge", value: 2 }, { not: { promotedTo: "rook" } }] }] }),
    "it is a queen or Hp is at least 2 and not (it became a rook)",
  );
});

test("what is missing or unknown is read all the same", () => {
  assert.equal(phrase({ kind: "add-to-attribute" }), "… …");
  assert.equal(phrase({ kind: "some-new-thing" }), "some new thing");
  assert.equal(phrase({ kind: "constructor" }), "constructor");
  assert.deepEqual(lines({ kind: "on-capture", primitives: [] }), ["When it captures: nothing yet"]);
  assert.equal(condition(null), "…");
});
