import assert from "node:assert/strict";
import { test } from "node:test";
import { copy, paste, pastedText } from "../src/models/clipboard";
import { type Profile, MOST_ENTRIES, emptyProfile, keyOf } from "../src/models/profile";

const profile = (more: Partial<Profile> = {}): Profile => ({ ...emptyProfile("army", "Army"), ...more });
const knight = { pieceType: "knight", kind: "HpBonus", value: 1 };

test("entries are the same by type, colour and kind, or by square and kind", () => {
  assert.equal(keyOf(knight), keyOf({ ...knight, color: "both", value: 9 }));
  assert.notEqual(keyOf(knight), keyOf({ ...knight, color: "white" }));
  assert.notEqual(keyOf(knight), keyOf({ ...knight, kind: "RangeBonus" }));
  assert.notEqual(keyOf(knight), keyOf({ ...knight, pieceType: "rook" }));
  assert.equal(keyOf({ square: "e2", kind: "HpBonus", value: 1 }), keyOf({ square: "e2", kind: "HpBonus", value: 2 }));
  assert.notEqual(keyOf({ square: "e2", kind: "HpBonus" }), keyOf({ square: "e3", kind: "HpBonus" }));
});

test("what is pasted to another type is added, and pasting again changes nothing", () => {
  const own = profile({ perType: [knight] });
  const clipboard = copy(own, [{ listing: "perType", index: 0 }]);
  const once = paste(own, clipboard, [{ pieceType: "rook", color: "white" }]);
  assert.deepEqual(once.profile.perType, [knight, { pieceType: "rook", color: "white", kind: "HpBonus", value: 1 }]);
  assert.equal(pastedText(once), "1 added");
  const twice = paste(once.profile, clipboard, [{ pieceType: "rook", color: "white" }]);
  assert.deepEqual(twice.profile, once.profile);
  assert.equal(pastedText(twice), "0 added, 1 replaced");
});

test("an entry of the same kind takes the pasted value in its own place", () => {
  const rook = { pieceType: "rook", kind: "HpBonus", value: 5 };
  const own = profile({ perType: [rook, knight] });
  const pasted = paste(own, copy(own, [{ listing: "perType", index: 1 }]), [{ pieceType: "rook" }]);
  assert.deepEqual(pasted.profile.perType, [{ ...rook, value: 1 }, knight]);
});

test("entries that were doubled by hand become one", () => {
  const own = profile({ perType: [knight, { ...knight, value: 2 }, { pieceType: "rook", kind: "HpBonus", value: 3 }] });
  const pasted = paste(own, copy(own, [{ listing: "perType", index: 2 }]), [{ pieceType: "knight" }]);
  assert.deepEqual(pasted.profile.perType?.map((entry) => [entry.pieceType, entry.value]), [["knight", 3], ["rook", 3]]);
});

test("gifts of types are pasted to squares and back, colours apart", () => {
  const own = profile({ perType: [{ ...knight, color: "black" }], perInstance: [{ square: "e2", kind: "marksman" }] });
  const clipboard = copy(own, [{ listing: "perType", index: 0 }, { listing: "perInstance", index: 0 }]);
  const there = paste(own, clipboard, [{ square: "a1" }, { square: "e2" }]).profile;
  assert.deepEqual(there.perInstance?.map((entry) => [entry.square, entry.kind, entry.value]), [
    ["e2", "marksman", undefined], ["a1", "HpBonus", 1], ["a1", "marksman", undefined], ["e2", "HpBonus", 1],
  ]);
  const back = paste(there, clipboard, [{ pieceType: "knight", color: "both" }]).profile;
  assert.equal(back.perType?.length, 3);
});

test("a kind that was copied twice is pasted once, with the last value", () => {
  const own = profile({ perType: [knight, { pieceType: "rook", kind: "HpBonus", value: 7 }] });
  const clipboard = copy(own, [{ listing: "perType", index: 0 }, { listing: "perType", index: 1 }]);
  assert.deepEqual(clipboard, [{ kind: "HpBonus", value: 7 }]);
});

test("places that are gone copy nothing, and a full list leaves gifts out", () => {
  const full = profile({ perType: Array.from({ length: MOST_ENTRIES.perType }, (_, i) => ({ pieceType: `t${i}`, kind: "HpBonus", value: 1 })) });
  assert.deepEqual(copy(full, [{ listing: "perInstance", index: 3 }]), []);
  const pasted = paste(full, [{ kind: "HpBonus", value: 2 }], [{ pieceType: "t3" }, { pieceType: "new" }]);
  assert.equal(pastedText(pasted), "0 added, 1 replaced, 1 left out: the list is full");
});
