// A piece that is looked at, in words of players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Dictionary, type Inspected, actsOf, factLines, hookWords } from "../src/models/inspecting";
import { spelled } from "../src/ui/words";
import type { Contribution, ModifierKindCard } from "../src/wire/types";

const kind = (attribute: string, uiForm: object, description = ""): ModifierKindCard => ({ id: attribute, kind: "", label: "", icon: "", attribute, type: "", stackingRule: "", valueSchema: {}, uiForm: { ...uiForm }, description });
const KNOWN: Dictionary = {
  vital: ["Hp"],
  kinds: [
    kind("DamageResistance", { control: "number", max: 1 }, "So much never reaches the piece."),
    kind("CaptureFlags", { control: "flags" }),
    kind("DirectionAdditions", { control: "directions" }),
    kind("PromotionOverride", { control: "piece types" }),
  ],
  nameOf: (id) => ({ "iron-knights": "Iron knights", "standard-bearers": "Standard-bearers" })[id] ?? id,
  describe: (id) => (id === "pack-hunger" ? "Goes further with each capture." : ""),
};
const LOOKED: Inspected = { piece: { color: "white" }, facts: {}, stored: {}, contributions: {}, hooks: [], carries: [] };
const from = (by: string, layer: string, amount: unknown, square?: string): Contribution => ({ by, layer, amount, source: square ? { id: 3, name: "white bishop", square } : null });

test("names become words, and what a piece lives by comes first", () => {
  assert.deepEqual(["ShieldCharges", "Hp", "pack-hunger", "targetAttr"].map(spelled), ["Shield charges", "Hp", "Pack hunger", "Target attribute"]);
  const lines = factLines({ ...LOOKED, facts: { ShieldCharges: 1, Hp: 2 } }, KNOWN);
  assert.deepEqual(lines.map(({ name, label, value, about }) => [name, label, value, about]), [["Hp", "Hp", "2", "It dies when it has none left."], ["ShieldCharges", "Shield charges", "1", ""]]);
});

test("values of modifiers are told as they are meant", () => {
  const knight = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
  const facts = { DamageResistance: 0.5, CaptureFlags: 5, DirectionAdditions: knight, PromotionOverride: ["knight", "shogi-pawn"] };
  assert.deepEqual(factLines({ ...LOOKED, facts }, KNOWN).map((line) => line.value), ["50 %", "cannot be captured, may capture its own side", "leaps of 1 and 2 in all directions, as a knight", "knight, shogi pawn"]);
  const black = { ...LOOKED, piece: { color: "black" }, facts: { DirectionAdditions: [[0, -2]] } };
  assert.equal(factLines(black, KNOWN)[0]?.value, "leaps 2 forward");
});

test("who contributes is told by name, and the exact name stays beside it", () => {
  const contributions = { Courage: [from("standard-bearers/inspire", "rule", 1, "c1"), from("iron-knights", "type", 2), from("iron-knights", "instance", -1), from("odd-rules/add-more", "rule", 1)] };
  const [line] = factLines({ ...LOOKED, facts: { Courage: 4 }, stored: { Courage: 1 }, contributions }, KNOWN);
  assert.deepEqual(line?.parts, [
    { text: "1 of its own", by: "Courage" },
    { text: "+1 from the white bishop on c1: Standard-bearers, inspire", by: "standard-bearers/inspire" },
    { text: "+2 for all of its type: Iron knights", by: "iron-knights" },
    { text: "-1 for this piece alone: Iron knights", by: "iron-knights" },
    { text: "+1 by Odd rules, add more", by: "odd-rules/add-more" },
  ]);
});

test("triggers are told as moments of the game", () => {
  assert.deepEqual(["1 on-capture trigger", "2 on-move triggers", "1 on-before-capture trigger", "1 on-omen trigger"].map(hookWords), ["when it captures", "when it has moved", "just before it captures or is captured", "on omen"]);
  const carries = [{ id: "pack-hunger", kind: "modifier", name: "Pack hunger", hooks: ["1 on-capture trigger"] }, { id: "x", kind: "ability", name: "Cannibal", hooks: [] }];
  assert.deepEqual(actsOf({ ...LOOKED, carries }, KNOWN), ["When it captures: Pack hunger. Goes further with each capture.", "Cannibal."]);
});
