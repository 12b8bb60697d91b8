import assert from "node:assert/strict";
import { test } from "node:test";

import * as books from "../src/models/bookcase";

const den = { documents: [{ name: "den.variant.yaml", text: 'kind: variant\nid: den\nname: "The den"  # at home\n' }], active: 0 };
const imp = { documents: [{ name: "imp.piece.yaml", text: "kind: piece\nid: imp\n" }], active: 0 };
const both: books.Bookcase = { projects: [den, imp], open: 0 };

test("projects are opened, changed, added and removed", () => {
  assert.equal(books.opened(both), den);
  const added = books.withProject(both, den);
  assert.equal(added.open, 2);
  assert.deepEqual(books.withoutProject(added, 0), { projects: [imp, den], open: 1 });
  assert.deepEqual(books.withoutProject(books.withOpen(added, 0), 0).open, 0);
  assert.equal(books.withOpened(both, imp).projects[0], imp);
});

test("the last project stays, and a full bookcase takes no more", () => {
  const one = { projects: [den], open: 0 };
  assert.equal(books.withoutProject(one, 0), one);
  const full = { projects: Array.from({ length: books.MOST_PROJECTS }, () => den), open: 3 };
  assert.equal(books.withProject(full, imp), full);
});

test("a project is called as its variant says, and only variants can be played", () => {
  assert.equal(books.titleOf(den), "The den");
  assert.equal(books.titleOf(imp), "imp");
  assert.deepEqual(books.ownVariants(both).map((own) => own.id), ["den"]);
});

test("what is kept is read again, without what is broken", () => {
  assert.deepEqual(books.parseBookcase(books.formatBookcase(both)), both);
  const torn = JSON.stringify({ projects: [{ documents: 3 }, imp, null], open: 7 });
  assert.deepEqual(books.parseBookcase(torn), { projects: [imp], open: 0 });
  for (const text of [null, "", "[]", "{}", '{"projects": []}', '{"projects": [1]}']) assert.equal(books.parseBookcase(text), null);
});
