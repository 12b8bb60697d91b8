import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyModifier } from "../src/models/modifier";
import { emptyProfile } from "../src/models/profile";
import { findings, moved, plainUse, precedence, requestOf, withConfig, withPreset, withUse, withoutPreset } from "../src/rules/rules";
import type { PresetCard, ProfileFinding, ProfilesCheck } from "../src/wire/types";

const card: PresetCard = { id: "piece-hp", kind: "preset", label: "Hp", description: "", icon: "H", config: { hp: 2, squares: ["d4"] }, incompatibleWith: [], requires: [], isRuleset: false, isPython: false };

test("presets are chosen once, changed in place and left out", () => {
  const uses = withPreset(withPreset([], "piece-hp"), "atomic-chess");
  assert.deepEqual(withPreset(uses, "piece-hp"), uses);
  assert.deepEqual(withUse(uses, { id: "piece-hp", scope: "white" }).map((use) => use.scope), ["white", "both"]);
  assert.deepEqual(withoutPreset(uses, "piece-hp").map((use) => use.id), ["atomic-chess"]);
});

test("settings that say what is so anyway are not sent", () => {
  const changed = withConfig({ id: "piece-hp" }, card, "hp", 3);
  assert.deepEqual(changed.config, { hp: 3 });
  assert.equal(withConfig(changed, card, "hp", 2).config, undefined);
  assert.equal(withConfig({ id: "piece-hp" }, card, "squares", ["d4"]).config, undefined);
  assert.deepEqual(plainUse({ id: "piece-hp", scope: "both", config: {} }), { id: "piece-hp" });
  assert.deepEqual(plainUse({ id: "x", scope: "white", turnsRemaining: 3, config: { a: 1 } }), { id: "x", scope: "white", turnsRemaining: 3, config: { a: 1 } });
});

test("a stack is reordered, and its places say what they count", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(moved(["a", "b"], 5, 0), ["a", "b"]);
  assert.deepEqual([0, 1, 2].map((place) => precedence(place, 3)), ["counts least", "2 of 3", "counts most"]);
  assert.equal(precedence(0, 1), "alone");
});

test("profiles are sent with the modifiers they name, in the place of the variant's own where a game runs", () => {
  const grudge = emptyModifier("grudge", "Grudge");
  const army = { ...emptyProfile("army", "Army"), perType: [{ pieceType: "rook", kind: "grudge" }] };
  const request = requestOf({ variant: "chess", isWhole: true }, { presets: [], profiles: ["iron-knights", army] }, [grudge]);
  assert.equal(request.whole, true);
  assert.equal(request.profiles?.[0], "iron-knights");
  assert.deepEqual((request.profiles?.[1] as { customModifiers: unknown }).customModifiers, [grudge]);
});

test("findings come gravest first, each once, with what they speak of", () => {
  const problem = (more: Partial<ProfileFinding>): ProfileFinding => ({ code: "E", message: "m", severity: "error", path: "", line: null, column: null, hint: null, isFixable: false, ...more });
  const check: ProfilesCheck = {
    ok: false, profiles: [], entries: [],
    problems: [problem({ severity: "warning", message: "w", profile: "army", advice: "do" }), problem({}), problem({})],
    conflicts: [],
    presets: { presets: [], refused: [], ok: true, meetings: [{ presets: ["a", "b"], what: "movement", severity: "note", text: "n" }] },
  };
  assert.deepEqual(findings(check).map((found) => [found.severity, found.text, found.about, found.advice]), [
    ["error", "m", [], null], ["warning", "w", ["army"], "do"], ["note", "n", ["a", "b"], null],
  ]);
});
