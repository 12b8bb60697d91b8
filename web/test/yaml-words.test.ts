// Problems of form in plain words, with the repair that mends them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { repairLabel } from "../src/editors/code/problems";
import { inPlainWords } from "../src/models/yaml-words";
import type { Problem, Repair } from "../src/wire/types";

const HEAD = "kind: variant\nid: a\nname: A\n";
const KEY = "did not find expected key (while parsing a block mapping that begins on line 1)";
const DASH = "did not find expected '-' indicator (while parsing a block collection that begins on line 6)";
const VALUES = "mapping values are not allowed in this context";
const COLON = "could not find expected ':' (while scanning a simple key that begins on line 2)";

/** What the parser says of a text, and what is then told and done. */
function told(text: string, line: number, said: string): { message: string; hint: string | null; mended: string; label: string } {
  const problem: Problem = { code: "E_DOC_SYNTAX", message: `the document is not well-formed YAML: ${said}`, severity: "error", path: "", line, column: 1, hint: "x" };
  const { problems, repairs } = inPlainWords(text, { ok: false, problems: [problem], repairs: [] });
  const [found, repair] = [problems[0] as Problem, repairs[0]];
  return { message: found.message, hint: found.hint, mended: repair ? withRepair(text, repair) : text, label: repair ? repairLabel(repair) : "" };
}

function withRepair(text: string, repair: Repair): string {
  const lines = text.split("\n");
  const line = lines[repair.line - 1] ?? "";
  lines[repair.line - 1] = line.slice(0, repair.column - 1) + repair.text + line.slice(repair.endColumn - 1);
  return lines.join("\n");
}

const ROWS: [string, string, number, string, string, string, string][] = [
  ["too far under a key that has a value", `${HEAD}  extends: chess\n`, 4, VALUES, "`extends` is set in too far: by 2 spaces", "Give it no space, like `name` in line 3.", `${HEAD}extends: chess\n`],
  ["too far in an item", `${HEAD}rules:\n  - id: x\n    at: capture\n     do: []\n`, 7, VALUES, "`do` is set in too far: by 5 spaces", "Give it 4 spaces, like `at` in line 6.", `${HEAD}rules:\n  - id: x\n    at: capture\n    do: []\n`],
  ["not far enough", `${HEAD}rules:\n- id: x\n  at: capture\n do: []\n`, 7, KEY, "`do` is not set in far enough: by 1 space", "Give it 2 spaces, like `at` in line 6.", `${HEAD}rules:\n- id: x\n  at: capture\n  do: []\n`],
  ["an item beside no other", `${HEAD}rules:\n  - id: x\n    at: capture\n   - id: y\n`, 7, DASH, "`id` is set in too far: by 3 spaces", "Give it 2 spaces, like `id` in line 5.", `${HEAD}rules:\n  - id: x\n    at: capture\n  - id: y\n`],
  ["a first line that is set in", " kind: variant\nid: a\n", 2, "did not find expected <document start>", "Line 1 is set in, and the lines below it are not", "Begin it at the margin.", "kind: variant\nid: a\n"],
  ["a colon that is missing", "kind: variant\nid a\n", 2, COLON, "A colon is missing behind `id`", "Write `id: a`.", "kind: variant\nid: a\n"],
  ["a colon in a text", `${HEAD}description: Note: this\n`, 4, VALUES, "A text with a colon inside needs quotation marks", 'Write `description: "Note: this"`.', `${HEAD}description: "Note: this"\n`],
  ["a dash without a space", `${HEAD}rules:\n  -id: x\n    at: capture\n`, 6, VALUES, "A space is missing behind the dash", "Write `- id: x`.", `${HEAD}rules:\n  - id: x\n    at: capture\n`],
  ["a tab", `${HEAD}rules:\n\t- id: x\n`, 5, "found character that cannot start any token", "Line 5 begins with a tab", "Set lines in with spaces alone: two for each step.", `${HEAD}rules:\n  - id: x\n`],
];
for (const [name, text, line, said, message, hint, mended] of ROWS) {
  test(`${name} is told in plain words, and mended`, () => {
    const found = told(text, line, said);
    assert.deepEqual([found.message, found.hint, found.mended], [message, hint, mended]);
  });
}

test("what nobody can be sure of stays as the parser said it", () => {
  const found = told(`${HEAD}pieces: {c: cannon\n`, 5, "did not find expected ',' or '}'");
  assert.match(found.message, /not well-formed YAML/);
  assert.equal(found.mended, `${HEAD}pieces: {c: cannon\n`);
});

test("a repair of the margin says how far", () => {
  assert.equal(told(`${HEAD}  extends: chess\n`, 4, VALUES).label, "Begin at the margin");
  assert.equal(told(`${HEAD}rules:\n- id: x\n  at: capture\n do: []\n`, 7, KEY).label, "Set in by 2 spaces");
});

test("a problem of form in a document beside the judged one is told by its own lines", () => {
  const beside = `${HEAD}moves:\n  - {leap: knight}\n   - {leap: all}\n`;
  const problem: Problem = { code: "E_DOC_SYNTAX", message: `documents[0]:6:4: the document is not well-formed YAML: ${DASH}`, severity: "error", path: "", line: 1, column: 1, hint: "x" };
  const found = inPlainWords(HEAD, { ok: false, problems: [problem], repairs: [] }, [beside]);
  assert.match(found.problems[0]?.message ?? "", /^documents\[0\]:6:4: Line 6 is set in too far: by 3 spaces$/);
  assert.deepEqual(found.repairs, []);
});

test("a bracket that is not closed is told with the line where it opens", () => {
  const said = "did not find expected ',' or '}' (while parsing a flow mapping that begins on line 4)";
  const { message, hint } = told(`${HEAD}moves: {leap: knight\nvalue: 3\n`, 5, said);
  assert.equal(message, "The bracket `{` of line 4 is not closed");
  assert.equal(hint, "x");
});
