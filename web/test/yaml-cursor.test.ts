import assert from "node:assert/strict";
import { test } from "node:test";

import { cursorAt } from "../src/models/yaml-cursor";

/** The cursor where the bar stands. */
const at = (text: string): { path: string; at: string; prefix: string } => {
  const offset = text.indexOf("|");
  const cursor = cursorAt(text.replace("|", ""), offset);
  return { path: cursor.path.join("."), at: cursor.at, prefix: cursor.prefix };
};

const ROWS: [name: string, text: string, path: string, at: "key" | "value", prefix: string][] = [
  ["an empty text", "|", "", "key", ""],
  ["a key at the top", "kind: variant\nru|", "", "key", "ru"],
  ["a value", "kind: var|", "kind", "value", "var"],
  ["a value with nothing yet", "kind: |", "kind", "value", ""],
  ["a key below", "board:\n  wi|", "board", "key", "wi"],
  ["an empty line below", "board:\n  |", "board", "key", ""],
  ["back at the top", "board:\n  width: 8\n|", "", "key", ""],
  ["an item", "rules:\n  - |", "rules.0", "key", ""],
  ["a key of an item", "rules:\n  - id: a\n    a|", "rules.0", "key", "a"],
  ["a value of the second item", "rules:\n  - id: a\n  - at: cap|", "rules.1.at", "value", "cap"],
  ["items at the column of their key", "rules:\n- id: a\n- at: |", "rules.1.at", "value", ""],
  ["a dash in a dash", "x:\n  - - a: |", "x.0.0.a", "value", ""],
  ["brackets", "do: [{|", "do.0", "key", ""],
  ["a key in brackets", "do: [{ad|", "do.0", "key", "ad"],
  ["a value in brackets", "do: [{add: {attr: Go|", "do.0.add.attr", "value", "Go"],
  ["after a comma", "do: [{add: {attr: Gold, b|", "do.0.add", "key", "b"],
  ["the second in brackets", 'do: [{log: {text: "a, {b}: c"}}, {|', "do.1", "key", ""],
  ["brackets over lines", "do: [\n  {add:\n    {attr: |", "do.0.add.attr", "value", ""],
  ["after brackets", "do: [{a: 1}]\nwh|", "", "key", "wh"],
  ["brackets in an item", "when:\n  - event: {side: $s|", "when.0.event.side", "value", "$s"],
  ["a comment above", "# kind: x\nkind: variant # why: not\nna|", "", "key", "na"],
  ["a block of text above", "description: |\n  one: two\nid|".replace("|", ">"), "", "key", "id"],
  ["quotes", '"a: b": {"c d": |', "a: b.c d", "value", ""],
  ["a list of names", "pieces: [king, qu|", "pieces.1", "value", "qu"],
];

for (const [name, text, path, place, prefix] of ROWS)
  test(`the cursor in ${name}`, () => assert.deepEqual(at(text), { path, at: place, prefix }));

test("keys above the cursor are taken", () => {
  const text = "kind: variant\nid: x\n";
  assert.deepEqual(cursorAt(text, text.length).taken, ["kind", "id"]);
});

test("no text stops it", () => {
  const letters = ["{", "[", "}", "]", ":", " ", "-", "\n", '"', "'", "#", "a", ",", "|", "\t"];
  let seed = 7;
  for (let round = 0; round < 3000; round += 1) {
    let text = "";
    for (let length = 0; length < 40; length += 1) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      text += letters[seed % letters.length] ?? "";
    }
    const cursor = cursorAt(text, text.length);
    assert.ok(cursor.from >= 0 && cursor.from <= text.length, JSON.stringify(text));
  }
});
