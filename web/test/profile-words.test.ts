// What a profile gives, in the words of the catalogue.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { KindGroup } from "../src/models/kinds";
import { givenBy } from "../src/models/profile-words";

const kind = (id: string, label: string, form: KindGroup["kinds"][number]["form"], description = "") => ({ id, label, description, form, notes: [] });
const GROUPS: KindGroup[] = [{ title: "All", kinds: [
  kind("HpBonus", "Hit points", { control: "number", min: -9, max: 99, step: 1 }),
  kind("DamageResistance", "Resistance", { control: "number", min: 0, max: 1, step: 0.05 }),
  kind("CaptureFlags", "Captures", { control: "flags", words: [] }),
  kind("DirectionAdditions", "Directions", { control: "directions", words: [] }),
  kind("exploding", "Exploding", { control: "none" }, "It blows up."),
] }];

test("each entry says who gets what, and what that does", () => {
  const profile = {
    id: "p", name: "P",
    customModifiers: [{ id: "mine", name: "Mine", description: "My words.", primitives: [] }],
    perType: [
      { pieceType: "knight", kind: "HpBonus", value: 1 },
      { pieceType: "shogi-pawn", color: "white" as const, kind: "DamageResistance", value: 0.5 },
      { pieceType: "rook", kind: "exploding" },
      { pieceType: "queen", kind: "mine" },
    ],
    perInstance: [
      { square: "e2", kind: "CaptureFlags", value: ["CANNOT_BE_CAPTURED", "CANNOT_CAPTURE"] },
      { square: "e7", kind: "CaptureFlags", value: 5 },
      { square: "c1", kind: "DirectionAdditions", value: "orthogonal" },
    ],
  };
  assert.deepEqual(givenBy(profile as never, GROUPS).map(({ whom, what, text }) => `${whom}: ${what}${text && `. ${text}`}`), [
    "Knights: Hit points +1",
    "White shogi pawns: Resistance 50 %",
    "Rooks: Exploding. It blows up.",
    "Queens: Mine. My words.",
    "The piece from e2: Captures cannot be captured, cannot capture",
    "The piece from e7: Captures cannot be captured, may capture its own side",
    "The piece from c1: Directions orthogonal",
  ]);
});

test("what nobody knows is told by its id", () => {
  assert.deepEqual(givenBy({ id: "p", name: "P", perType: [{ pieceType: "king", kind: "odd", value: 2 }] }, []), [
    { whom: "Kings", what: "odd 2", text: "Nobody knows this kind." },
  ]);
});
