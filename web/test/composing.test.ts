import assert from "node:assert/strict";
import { test } from "node:test";
import { firstPrimitive, keysOf, placeFor } from "../src/editors/composer/blocks";
import { firstGift, kindGroups, kindOf } from "../src/models/kinds";
import { emptyModifier } from "../src/models/modifier";
import { FIRST_SANDBOX, fenOf, letterOf, previewOf, variantOf } from "../src/models/sandbox";
import { formatPath } from "../src/models/tree";
import type { AbilityCard, ModifierCard, ModifierKindCard, PrimitiveCard } from "../src/wire/types";

const card = (id: string, group: PrimitiveCard["group"], childKeys: string[] = [], example: object = {}): PrimitiveCard => ({
  id, kind: "primitive", label: id, description: "", icon: "", group, childKeys, isLive: true, schema: {}, examples: [{ kind: id, ...example }],
});
const CAPTURE = card("on-capture", "trigger", ["primitives"], { primitives: [{ kind: "range", delta: 1 }] });
const RANGE = card("range", "mechanic", [], { delta: 1 });
const keys = keysOf([CAPTURE, RANGE]);

test("a block from the palette is its first example, with nothing inside", () => {
  assert.deepEqual(firstPrimitive(CAPTURE), { kind: "on-capture", primitives: [] });
  assert.deepEqual(firstPrimitive(RANGE), { kind: "range", delta: 1 });
  const taken = firstPrimitive(RANGE);
  taken.delta = 9;
  assert.equal(RANGE.examples[0]?.delta, 1);
});

test("a block goes into what is chosen, behind it, or to the end; triggers stand at the top", () => {
  const tree = [{ kind: "on-capture", primitives: [{ kind: "range", delta: 1 }] }, { kind: "range", delta: 2 }];
  const place = (what: PrimitiveCard, ...chosen: [string, number][]) => formatPath(placeFor(what, tree, chosen.length ? chosen.map(([key, index]) => ({ key, index })) : null, keys));
  assert.equal(place(RANGE), "primitives[2]");
  assert.equal(place(RANGE, ["primitives", 0]), "primitives[0].primitives[1]");
  assert.equal(place(RANGE, ["primitives", 0], ["primitives", 0]), "primitives[0].primitives[1]");
  assert.equal(place(RANGE, ["primitives", 1]), "primitives[2]");
  assert.equal(place(CAPTURE, ["primitives", 0], ["primitives", 0]), "primitives[1]");
  assert.equal(place(RANGE, ["primitives", 7]), "primitives[2]");
});

const plain = { kind: "", label: "L", description: "D", icon: "" };
const CATALOG = {
  modifierKinds: [
    { ...plain, id: "HpBonus", attribute: "", type: "int", stackingRule: "sum", uiForm: { control: "number", min: -100, max: 100, step: 1 }, valueSchema: {} },
    { ...plain, id: "DamageResistance", attribute: "", type: "number", stackingRule: "complement", uiForm: { control: "number", min: 0, max: 1, step: 0.05 }, valueSchema: {} },
    { ...plain, id: "CaptureFlags", attribute: "", type: "int", stackingRule: "or", uiForm: { control: "flags", words: ["A", "B"] }, valueSchema: {} },
    { ...plain, id: "DirectionAdditions", attribute: "", type: "", stackingRule: "union", uiForm: { control: "directions", words: ["forward"] }, valueSchema: {} },
    { ...plain, id: "PromotionOverride", attribute: "", type: "", stackingRule: "?", uiForm: { control: "piece types" }, valueSchema: {} },
  ] as ModifierKindCard[],
  abilities: [{ ...plain, id: "marksman", config: {}, hooks: ["1 on-capture trigger"] }] as AbilityCard[],
  modifiers: [{ ...plain, id: "berserk", primitives: 1, hooks: [] }] as ModifierCard[],
};

test("kinds come in groups, and an own modifier hides a shipped one of its id", () => {
  const groups = kindGroups(CATALOG, [emptyModifier("berserk", "Mine")]);
  assert.deepEqual(groups.map((group) => group.title), ["Modifiers", "Your own", "Abilities"]);
  assert.equal(kindOf(groups, "berserk").label, "Mine");
  assert.deepEqual(kindOf(groups, "marksman").notes, ["It has 1 on-capture trigger."]);
  assert.deepEqual(kindOf(groups, "gone").form, { control: "none" });
});

test("each kind begins with a value that it takes", () => {
  const first = (id: string) => firstGift(kindOf(kindGroups(CATALOG, []), id)).value;
  assert.deepEqual(["HpBonus", "DamageResistance", "CaptureFlags", "DirectionAdditions", "PromotionOverride", "marksman"].map(first), [1, 0.5, ["A"], "forward", ["queen"], undefined]);
});

test("the sandbox brings the modifier along, and other pieces by a letter of their own", () => {
  const mine = { ...emptyModifier("mine", "Mine"), primitives: [{ kind: "range", delta: 1 }] };
  const request = previewOf(mine, FIRST_SANDBOX, [{ ...mine, name: "Older" }]);
  assert.equal(request.text, "chess");
  assert.deepEqual((request.profiles?.[0] as { customModifiers: unknown }).customModifiers, [mine]);
  assert.equal(letterOf({ id: "archbishop", letter: "b" }), "z");
  assert.equal(letterOf({ id: "bishop", letter: "b" }), "b");
  const amazon = { ...FIRST_SANDBOX, carrier: { id: "amazon", label: "Amazon", letter: "a", home: null } };
  assert.deepEqual((variantOf(amazon) as { pieces: object }).pieces, { a: "amazon" });
  assert.match(fenOf(amazon) ?? "", /3A4/);
  assert.match(fenOf({ ...amazon, scene: "start" }) ?? "", /RNBAKBNR/);
  assert.equal(fenOf({ ...FIRST_SANDBOX, scene: "start" }), undefined);
});
