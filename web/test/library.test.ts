import assert from "node:assert/strict";
import { test } from "node:test";
import { MODIFIERS_KEY, MOST_DOCUMENTS, type Storage, modifierLibrary, profileLibrary } from "../src/models/library";
import { emptyModifier } from "../src/models/modifier";
import { emptyProfile } from "../src/models/profile";

const keeping = (held: Record<string, string> = {}): Storage & { held: Record<string, string> } => ({
  held,
  getItem: (key) => held[key] ?? null,
  setItem: (key, value) => { held[key] = value; },
});
const modifier = (id: string, name = id) => ({ ...emptyModifier(id, name), primitives: [{ kind: "modify-movement-range", delta: 1 }] });

test("modifiers are kept under the versioned key, once by id, sorted by name", () => {
  const storage = keeping();
  const library = modifierLibrary(() => storage);
  for (const one of [modifier("b", "Beta"), modifier("a", "Zeta"), modifier("b", "Alpha")]) assert.deepEqual(library.save(one), { ok: true });
  assert.deepEqual(Object.keys(storage.held), ["houserules:custom-modifiers:v1"]);
  assert.deepEqual(library.read().documents.map((kept) => [kept.id, kept.name]), [["b", "Alpha"], ["a", "Zeta"]]);
  library.remove("b");
  assert.deepEqual(library.read().documents.map((kept) => kept.id), ["a"]);
});

test("broken storage is an empty library, and what can be read of it is read", () => {
  const read = (text: string) => modifierLibrary(() => keeping({ [MODIFIERS_KEY]: text })).read();
  assert.deepEqual(read("{oops"), { documents: [], broken: 1 });
  assert.deepEqual(read("null"), { documents: [], broken: 1 });
  assert.deepEqual(read('"text"'), { documents: [], broken: 1 });
  const mixed = read(JSON.stringify([modifier("good"), { id: 3 }, null, { ...modifier("old"), version: 0 }, { ...modifier("bad"), primitives: [1] }]));
  assert.deepEqual(mixed.documents.map((kept) => kept.id), ["good"]);
  assert.equal(mixed.broken, 4);
  assert.equal(read(JSON.stringify({ good: modifier("good") })).documents.length, 1);
});

test("a document saved over broken storage is kept", () => {
  const storage = keeping({ [MODIFIERS_KEY]: "{oops" });
  const library = modifierLibrary(() => storage);
  assert.deepEqual(library.save(modifier("new")), { ok: true });
  assert.deepEqual(library.read(), { documents: [modifier("new")], broken: 0 });
});

test("no storage, a closed one and a full one say that nothing was kept", () => {
  assert.deepEqual(modifierLibrary(() => null).read(), { documents: [], broken: 0 });
  assert.equal(modifierLibrary(() => null).save(modifier("a")).ok, false);
  const closed: Storage = { getItem: () => { throw new Error("closed"); }, setItem: () => { throw new Error("full"); } };
  assert.deepEqual(modifierLibrary(() => closed).read().documents, []);
  assert.deepEqual(modifierLibrary(() => closed).save(modifier("a")), { ok: false, why: "the browser's storage is full or closed" });
});

test("a full library refuses one more, not a newer version of its own", () => {
  const many = Array.from({ length: MOST_DOCUMENTS }, (_, index) => modifier(`m${index}`));
  const library = modifierLibrary(() => storage);
  const storage = keeping({ [MODIFIERS_KEY]: JSON.stringify(many) });
  assert.equal(library.save(modifier("one-more")).ok, false);
  assert.equal(library.save(modifier("m3", "Newer")).ok, true);
});

test("profiles have a shelf of their own, and a modifier is no profile", () => {
  const storage = keeping({ "houserules:profiles:v1": JSON.stringify([emptyProfile(), modifier("x"), { ...emptyProfile("y"), perType: [{}] }]) });
  assert.deepEqual(profileLibrary(() => storage).read().documents.map((kept) => kept.id), ["my-profile"]);
});
