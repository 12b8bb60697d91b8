import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Profile, emptyProfile, freeId, kindsUsed, slug, withEntry, withEntryAt, withLayout, withTexts, withoutEntry,
} from "../src/models/profile";

const start = (): Profile => emptyProfile("army", "Army");

test("entries are added, changed and taken out, and the profile before stays as it was", () => {
  const empty = start();
  const one = withEntry(empty, { pieceType: "knight", color: "both", kind: "HpBonus", value: 1 });
  const two = withEntry(one, { square: "e2", kind: "marksman", value: undefined });
  assert.deepEqual(two.perType, [{ pieceType: "knight", kind: "HpBonus", value: 1 }]);
  assert.deepEqual(two.perInstance, [{ square: "e2", kind: "marksman" }]);
  const three = withEntryAt(two, { listing: "perType", index: 0 }, { pieceType: "knight", color: "white", kind: "HpBonus", value: 2 });
  assert.deepEqual(three.perType, [{ pieceType: "knight", color: "white", kind: "HpBonus", value: 2 }]);
  assert.deepEqual(withoutEntry(three, { listing: "perInstance", index: 0 }).perInstance, []);
  assert.deepEqual(empty, start());
  assert.deepEqual(kindsUsed(three), ["HpBonus", "marksman"]);
});

test("a layout is bound and set free again", () => {
  assert.equal(withLayout(start(), "dual-king").layoutId, "dual-king");
  assert.ok(!("layoutId" in withLayout(withLayout(start(), "dual-king"), null)));
});

test("an empty description is none", () => {
  assert.ok(!("description" in withTexts(start(), { description: "" })));
  assert.equal(withTexts(start(), { name: "Other" }).name, "Other");
});

test("ids are made of names, and numbered where they are taken", () => {
  assert.equal(slug("My Army!"), "my-army");
  assert.equal(slug("Größe 3"), "gro-e-3");
  assert.equal(slug("123 go"), "go");
  assert.equal(slug("漢字"), "my-document");
  assert.match(slug("x".repeat(200)), /^x{64}$/);
  assert.equal(freeId("army", []), "army");
  assert.equal(freeId("army", ["army", "army-2"]), "army-3");
});
