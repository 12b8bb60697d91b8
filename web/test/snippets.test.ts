import assert from "node:assert/strict";
import { test } from "node:test";
import piece from "../../rete_chess/cli/commands/templates/piece.yaml";
import tile from "../../rete_chess/cli/commands/templates/tile.yaml";
import variant from "../../rete_chess/cli/commands/templates/variant.yaml";
import { shapeWords } from "../src/models/network-words";
import { type Project, filled } from "../src/models/project";
import { SNIPPETS, freeLetter, putPiece, withEntry, withItem } from "../src/models/snippets";

const TEMPLATES = { piece, tile };
const begun = (): Project => ({ documents: [filled(variant, "variant", "my-variant")], active: 0 });

function put(project: Project, id: string): Project {
  const placed = SNIPPETS.find((one) => one.id === id)?.put(project, TEMPLATES);
  assert.ok(placed?.ok, id);
  return placed.project;
}

test("an item goes to the end of its list, and makes the list where there is none", () => {
  assert.equal(withItem("rules:\n  - a\n\n# next\ntests: []\n", "rules", "  - b"), "rules:\n  - a\n  - b\n\n# next\ntests: []\n");
  assert.equal(withItem("tests: []\n", "tests", "  - a"), "tests:\n  - a\n");
  assert.equal(withItem("id: x\ntests:\n  - a", "rules", "  - b"), "id: x\n\nrules:\n  - b\n\ntests:\n  - a\n");
  assert.equal(withItem("id: x", "tests", "  - a"), "id: x\n\ntests:\n  - a\n");
  assert.equal(withItem("rules: [{id: a}]", "rules", "  - b"), null);
});

test("an entry joins a mapping in brackets, on lines, or begins one", () => {
  assert.equal(withEntry("pieces: {a: amazon} # x\n", "pieces", "w", "bear"), "pieces: {a: amazon, w: bear} # x\n");
  assert.equal(withEntry("pieces:\n  a: amazon\nid: x\n", "pieces", "w", "bear"), "pieces:\n  a: amazon\n  w: bear\nid: x\n");
  assert.equal(withEntry("extends: chess\nid: x\n", "pieces", "w", "bear"), "extends: chess\npieces: {w: bear}\nid: x\n");
});

test("a piece of one's own is a document, has a letter and a place, and is tested", () => {
  const project = put(begun(), "piece");
  assert.deepEqual(project.documents.map((draft) => draft.name), ["my-variant.variant.yaml", "my-piece.piece.yaml"]);
  const text = project.documents[0]?.text ?? "";
  assert.match(text, /^pieces: \{m: my-piece\}$/m);
  assert.match(text, /^fen: "rmbqkbnr\//m);
  assert.match(project.documents[1]?.text ?? "", /^letter: m /m);
  const twice = put(project, "piece");
  assert.match(twice.documents[0]?.text ?? "", /^pieces: \{m: my-piece, y: my-piece-2\}$/m);
  assert.equal(twice.documents[0]?.text.match(/^fen:/gm)?.length, 1);
});

test("a piece that is named already gets its document only", () => {
  const first = begun();
  const text = (first.documents[0]?.text ?? "").replace("extends: chess", "extends: chess\npieces: {w: war-bear}");
  const placed = putPiece({ documents: [{ name: "v.variant.yaml", text }], active: 0 }, "war-bear", TEMPLATES);
  assert.ok(placed.ok);
  assert.equal(placed.project.documents[0]?.text, text);
  assert.match(placed.project.documents[1]?.text ?? "", /^id: war-bear$/m);
});

test("letters are those of the name that are free", () => {
  assert.equal(freeLetter("war-bear", ""), "w");
  assert.equal(freeLetter("war-bear", "pieces: {w: wolf}\n"), "a");
  assert.equal(freeLetter("king", ""), "i");
});

test("triggers come with their test, twice under different names", () => {
  const project = put(put(begun(), "trigger-capture"), "trigger-capture");
  const text = project.documents[0]?.text ?? "";
  assert.match(text, /- id: knighted\n/);
  assert.match(text, /- id: knighted-2\n/);
  assert.equal(text.match(/a knight that captures becomes a queen/g)?.length, 2);
});

test("a project without a variant says so", () => {
  const placed = SNIPPETS[0]?.put({ documents: [{ name: "a.piece.yaml", text: "kind: piece\nid: a\n" }], active: 0 }, TEMPLATES);
  assert.deepEqual(placed, { ok: false, why: "The project has no variant to put it into." });
});

test("shapes of the network are read in words", () => {
  assert.equal(shapeWords("event.kind=? event.piece=carrier | piece.?=? | $0.?=event.side"),
    "hears of events by their kind; carried by its piece; asks for a fact of the piece, and for a fact of what was found that is the event's side");
  assert.equal(shapeWords("any event"), "hears of all events");
});
