import assert from "node:assert/strict";
import { test } from "node:test";

import * as projects from "../src/models/project";

const den = { name: "den.variant.yaml", text: "kind: variant\nid: den\n" };
const imp = { name: "imp.piece.yaml", text: "id: imp\n" };
const trial = { name: "den.scenario.yaml", text: "variant: den\n" };
const project: projects.Project = { documents: [den, imp, trial], active: 1 };

test("the kind of a document is its own word, then the ending of its name", () => {
  assert.equal(projects.kindOf(den), "variant");
  assert.equal(projects.kindOf(imp), "piece");
  assert.equal(projects.kindOf({ name: "x.yaml", text: "" }), null);
  assert.equal(projects.kindOf({ name: "x.json", text: '{\n  "kind": "tile"' }), "tile");
});

test("the variant of a project is what is played, with the others beside it", () => {
  assert.equal(projects.playedIndex(project), 0);
  assert.deepEqual(projects.bundle(project, 0), { text: den.text, name: den.name, documents: [imp.text] });
  assert.equal(projects.playedIndex({ documents: [imp], active: 0 }), 0);
});

test("names stay different", () => {
  const twice = projects.withDocument(project, imp);
  assert.equal(twice.documents[3]?.name, "imp-2.piece.yaml");
  assert.equal(twice.active, 3);
  assert.equal(projects.withName(twice, 3, "den.variant.yaml").documents[3]?.name, "den-2.variant.yaml");
  assert.equal(projects.withName(twice, 3, "  ").documents[3]?.name, "imp-2.piece.yaml");
});

test("removing a document keeps the one that is written", () => {
  assert.equal(projects.withoutDocument(project, 0).active, 0);
  assert.equal(projects.withoutDocument({ ...project, active: 2 }, 2).active, 1);
});

test("a template is filled in", () => {
  const draft = projects.filled(
    "# yaml-language-server: x\nid: {{id}}\nname: {{name}}\n# {{file}}",
    "piece",
    "war-bear",
  );
  assert.equal(draft.text, "id: war-bear\nname: War bear\n# war-bear.piece.yaml");
});

test("what is kept is read again, and what is broken is no project", () => {
  assert.deepEqual(projects.parseProject(projects.formatProject(project)), project);
  for (const text of [null, "", "{", "[]", '{"documents": []}', '{"documents": [{"name": 1}]}', '"x"', "null"])
    assert.equal(projects.parseProject(text), null);
  assert.equal(projects.parseProject('{"documents": [{"name": "a", "text": "b"}], "active": 9}')?.active, 0);
});

test("a document goes through a link alone, several go together", () => {
  assert.deepEqual(projects.fromShared(projects.sharedText(project)), project);
  assert.equal(projects.sharedText({ documents: [den], active: 0 }), den.text);
  assert.deepEqual(projects.fromShared(den.text), { documents: [den], active: 0 });
  assert.equal(projects.fromShared('{"kind": "tile"}').documents[0]?.name, "shared.tile.json");
});

test("problems of documents beside the judged one are told where they are", () => {
  const told = (message: string) => projects.elsewhere({ ...project, active: 0 }, 0, message);
  assert.deepEqual(told("documents[0]:3:5: no such way"), { index: 1, line: 3, column: 5, message: "no such way" });
  assert.deepEqual(told("imp.piece:2:1: no such way\nat all"), { index: 1, line: 2, column: 1, message: "no such way\nat all" });
  for (const message of ["documents[1]:3:5: a scenario does not go along", "ghost.piece:2:1: x", "the key `id` is missing", "12:3: x"]) assert.equal(told(message), null);
});
