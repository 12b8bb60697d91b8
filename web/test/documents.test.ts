// Where a rule is written: shipped files by their names, a room's own documents by their ids.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, lineOf, ownText } from "../src/views/room/DocumentDialog";

test("shipped files name their kind and id", () => {
  assert.deepEqual(addressOf("rules/presets/piece-hp.preset.yaml:13"), { id: "piece-hp", kind: "preset", line: 13 });
  assert.equal(addressOf("<variant>.variant.yaml:6"), null);
});

test("own documents are found by the id before the slash", () => {
  const text = "kind: preset\nid: noise\nrules:\n  - id: shout\n";
  const own = [{ id: "mine", rules: [{ id: "hush" }] }, text];
  assert.deepEqual(ownText({ rule: "noise/shout", origin: "<preset>.preset.yaml:4" }, own), { title: "noise", text, line: 4 });
  assert.deepEqual(ownText({ rule: "noise/shout" }, own).line, 4);
  const found = ownText({ rule: "mine/hush", origin: "<variant>.variant.json:99" }, own);
  assert.match(found.text.split("\n")[found.line - 1] ?? "", /hush/);
  assert.equal(lineOf("a\nb", "x/none"), 1);
});
