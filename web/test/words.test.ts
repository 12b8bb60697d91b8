// What documents say of themselves, where pieces come to rest, and options that are offered once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { eachOnce } from "../src/editors/code/guide";
import { repairLabel, wishedChange } from "../src/editors/code/problems";
import { aboutOf } from "../src/models/documents";
import { landed, landedBy } from "../src/models/landing";
import { namesAt } from "../src/models/names";
import { FIRST_SANDBOX, type Home, besideOf, carriersOf, firstScene, previewOf, scenesOf, variantOf } from "../src/models/sandbox";
import { emptyModifier } from "../src/models/modifier";
import { numberOf } from "../src/views/room/MoveList";
import type { Color, MoveRecord } from "../src/wire/types";
import { specialsOf } from "../src/rules/specials";

const IMP = "# yaml-language-server: x\n# Small and quick.\nkind: piece\nid: imp\nletter: i      # free\nmoves: [{leap: knight}]\n";
const SWAMP = 'kind: tile\nid: swamp\nname: "The: swamp"\ndescription: >-\n  Nobody leaves\n  in a hurry.\nrules: []\n';

test("documents tell kind, id, name and words, as YAML, as JSON text and as JSON", () => {
  assert.deepEqual(aboutOf(IMP), { kind: "piece", id: "imp", name: "imp", description: "Small and quick.", letter: "i" });
  assert.deepEqual(aboutOf(SWAMP), { kind: "tile", id: "swamp", name: "The: swamp", description: "Nobody leaves in a hurry.", letter: "" });
  const json = { kind: "tile", id: "bog", name: "Bog", description: "Wet.", letter: 3 };
  assert.deepEqual(aboutOf(json), { kind: "tile", id: "bog", name: "Bog", description: "Wet.", letter: "" });
  assert.deepEqual(aboutOf(JSON.stringify(json)), aboutOf(json));
  assert.equal(aboutOf("{broken").id, "");
});

const placed = (text: string): { square: string; type: string } => ({ square: text.split(" ")[0] ?? "", type: text.split(" ")[1] ?? "" });

test("what is special is told once, own words before those of the catalogue", () => {
  const card = { kind: "tile", icon: "", letter: "", drawing: null, isClosed: false };
  const catalog = { pieces: [], tiles: [{ ...card, id: "swamp", label: "Shipped", description: "x" }, { ...card, id: "ice", label: "Ice", description: "Slides." }] };
  const words = specialsOf(["king", "imp", "imp"], ["f4 ice", "a1 swamp", "c4 ice"].map(placed), [IMP, SWAMP], catalog);
  assert.deepEqual(words.map(({ kind, id, description }) => [kind, id, description]), [["tile", "ice", "Slides."], ["tile", "swamp", "Nobody leaves in a hurry."], ["piece", "imp", "Small and quick."], ["piece", "king", "Look at it with the right button or a long press to see where it goes."]]);
  assert.deepEqual(words.map(({ where }) => where), ["c4, f4", "a1", undefined, undefined]);
  const lake = [..."abcdefghi"].map((file) => placed(`${file}1 ice`));
  assert.equal(specialsOf([], lake, [], null)[0]?.where, "9 squares");
  assert.match(specialsOf(["ogre"], [], [], null)[0]?.description ?? "", /right button/);
});

const card = (id: string, letter: string) => ({ id, kind: "piece", label: id, description: "", icon: letter, letter, drawing: null });

test("all piece types of the game can carry a modifier, own ones with their documents", () => {
  const game: Home = { name: "Imps", variant: { kind: "variant", id: "imps" }, documents: [IMP, SWAMP], types: { i: "imp", k: "king" }, isFirst: true };
  const types = carriersOf(game, [SWAMP, IMP], [card("king", "k"), card("queen", "q")], []);
  assert.deepEqual(types.map(({ id, label, home }) => [id, label, home?.name]), [["imp", "imp (yours)", "Imps"], ["king", "king", "Imps"], ["queen", "queen", undefined]]);
  const imp = { ...FIRST_SANDBOX, carrier: types[0] ?? FIRST_SANDBOX.carrier };
  assert.deepEqual(besideOf(imp, [SWAMP, IMP]), [IMP]);
  assert.deepEqual((variantOf(imp) as { pieces: object }).pieces, { i: "imp" });
  assert.deepEqual(previewOf(emptyModifier(), { ...imp, scene: "home" }, [], [SWAMP, IMP]).documents, [IMP, SWAMP]);
  assert.equal(variantOf({ ...imp, scene: "home" }), game.variant);
  assert.equal(firstScene(imp.carrier), "home");
  assert.deepEqual(scenesOf(imp.carrier).map(({ label }) => label), ["Skirmish", "Promotion", "Start", "Imps: start"]);
});

test("a shipped piece of another game brings along whom it may become, and can be tried at home", () => {
  const shogi = { id: "shogi", name: "Shogi", pieces: { p: "shogi-pawn", "+p": "tokin", k: "king" } };
  const [pawn] = carriersOf(null, [], [card("shogi-pawn", "p")], [shogi]);
  assert.ok(pawn);
  assert.equal(firstScene(pawn), "skirmish");
  assert.equal(variantOf({ ...FIRST_SANDBOX, carrier: pawn, scene: "home" }), "shogi");
  assert.deepEqual((variantOf({ ...FIRST_SANDBOX, carrier: pawn }) as { pieces: object }).pieces, { z: "shogi-pawn", y: "tokin" });
});

test("the mark of the last move stands where the piece is", () => {
  const before = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const move = (to: string, fen: string) => ({ from: "e2", to, side: "white" as const, fen });
  assert.equal(landed(move("e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"), before)?.to, "e4");
  assert.equal(landed(move("e4", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1"), before)?.to, "e6");
  assert.equal(landed(move("e4", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"), before)?.to, "e4"); // it died on the way
  assert.equal(landed(null, before), null);
  const trace = { events: [{ player: true, from: "e2", to: "e4", piece: 7 }] } as never;
  assert.deepEqual(landedBy({ from: "e2", to: "e4" }, trace, [{ id: 7, square: "e6" } as never]), { from: "e2", to: "e6" });
  assert.deepEqual(landedBy({ from: "e2", to: "e4" }, null, []), { from: "e2", to: "e4" });
});

test("nothing is offered twice", () => {
  assert.deepEqual(eachOnce([{ label: "a", n: 1 }, { label: "b", n: 2 }, { label: "a", n: 3 }]), [{ label: "a", n: 1 }, { label: "b", n: 2 }]);
  assert.deepEqual(namesAt(["extends"], { variants: ["chess", "chess", "atomic"] }), ["chess", "atomic"]);
});

test("repairs are told in words", () => {
  const label = (text: string) => repairLabel({ problem: 0, line: 1, column: 1, endColumn: 1, text });
  assert.deepEqual([" ", "    ", "}", "attributes:\n  Gold: {of: piece}\n"].map(label), ["Put a space", "Indent with spaces", "Write }", "Declare Gold"]);
});

test("a repair changes the text in which its problem was found, and no other", () => {
  const found = "moves:\n  - leap: nkight\n";
  const wish = { repair: { problem: 0, line: 2, column: 11, endColumn: 17, text: "knight" }, text: found };
  const doc = (text: string) => Text.of(text.split("\n"));
  assert.deepEqual(wishedChange(doc(found), wish), { from: 17, to: 23, insert: "knight" });
  assert.equal(wishedChange(doc("name: Other\n# pieces: {a: amazon}\n"), wish), null);
});

test("a move has the number of its row, also where a side moves twice", () => {
  const played = (sides: string): MoveRecord[] => [...sides].map((sign, index) => ({ ply: index + 1, side: (sign === "w" ? "white" : "black") as Color }) as MoveRecord);
  const numbers = (sides: string) => [...sides].map((_, index) => numberOf(played(sides), index + 1));
  assert.deepEqual(numbers("wbwb"), ["1.", "1…", "2.", "2…"]);
  assert.deepEqual(numbers("wwbbw"), ["1.", "1.", "1…", "1…", "2."]);
  assert.deepEqual(numbers("bw"), ["1…", "2."]);
  assert.equal(numberOf(played("w"), 2), "");
});
