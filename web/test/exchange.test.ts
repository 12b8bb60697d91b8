import assert from "node:assert/strict";
import { test } from "node:test";
import { embedded, exportModifier, exportProfile, importText } from "../src/models/exchange";
import { emptyModifier } from "../src/models/modifier";
import { type Profile, emptyProfile } from "../src/models/profile";
import { LONGEST_CODE, documentOf, linkOf, pack, unpack } from "../src/models/share";

const grudge = { ...emptyModifier("grudge", "Grudge"), primitives: [{ kind: "modify-movement-range", delta: 1 }] };
const unused = { ...grudge, id: "unused" };
const army: Profile = { ...emptyProfile("army", "Army"), perType: [{ pieceType: "knight", kind: "grudge" }, { pieceType: "rook", kind: "HpBonus", value: 1 }] };

test("a profile travels with the descriptors that it names, and no others", () => {
  assert.deepEqual(embedded(army, [grudge, unused]).customModifiers, [grudge]);
  assert.ok(!("customModifiers" in embedded({ ...army, perType: [], customModifiers: [grudge] }, [])));
  const own = { ...grudge, name: "Own" };
  assert.deepEqual(embedded({ ...army, customModifiers: [own] }, [grudge]).customModifiers, [own]);
});

test("what is exported is imported again, with what came along", () => {
  const file = exportProfile(army, [grudge]);
  assert.equal(file.name, "army.profile.json");
  const back = importText(file.text);
  assert.ok(back.ok && back.kind === "profile");
  assert.deepEqual(back.document.perType, army.perType);
  assert.deepEqual(back.modifiers, [grudge]);
  const alone = importText(exportModifier(grudge).text);
  assert.ok(alone.ok && alone.kind === "modifier");
  assert.deepEqual(alone.document, grudge);
});

test("what is neither is refused in words", () => {
  const why = (text: string): string => {
    const found = importText(text);
    return found.ok ? "" : found.why;
  };
  assert.match(why("{"), /^this is no JSON/);
  assert.match(why("[]"), /this is neither/);
  assert.match(why('{"kind": "variant", "id": "x", "name": "X"}'), /kind variant/);
  assert.match(why('{"id": "x", "name": "X", "perType": [{"kind": 3}]}'), /neither/);
  assert.match(why('{"id": "x", "name": "X", "customModifiers": [{}]}'), /neither/);
});

test("a link carries a document in letters that need no escape", async () => {
  const text = exportProfile(army, [grudge]).text + "ü—漢字<script>";
  const code = await pack(text);
  assert.match(code, /^[A-Za-z0-9_-]+$/);
  assert.equal(await unpack(code), text);
  const link = await linkOf(text, "http://here");
  assert.equal(await documentOf(new URL(link as string).hash), text);
});

test("what is too big gets no link, and what is no document opens nothing", async () => {
  const noise = Array.from({ length: LONGEST_CODE }, (_, index) => Math.sin(index).toString(36)).join("");
  assert.equal(await linkOf(noise, "http://here"), null);
  for (const bad of ["", "#doc=", "#doc=%%%", "#doc=AAAA", "#other=abc", "#doc=a<b"]) assert.equal(await documentOf(bad), null);
});

test("a small code that unpacks to very much is refused", async () => {
  assert.equal(await unpack(await pack("a".repeat(5_000_000))), null);
});
