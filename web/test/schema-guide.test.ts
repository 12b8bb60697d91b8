import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { type Schema, keysAt, meaningAt, valuesAt } from "../src/models/schema-guide";

const variant = JSON.parse(readFileSync("../schemas/variant.schema.json", "utf8")) as Schema;
const names = (path: (string | number)[]): string[] => keysAt(variant, path).map((offer) => offer.key);
const values = (path: (string | number)[]): string[] => valuesAt(variant, path).map((offer) => offer.value);

test("the keys of a variant, the required ones marked", () => {
  assert.ok(names([]).includes("rules") && names([]).includes("extends"));
  const required = keysAt(variant, []).filter((offer) => offer.isRequired);
  assert.deepEqual(required.map((offer) => offer.key).sort(), ["id", "name"]);
});

test("keys deep inside, through references and alternatives", () => {
  assert.ok(names(["rules", 0]).includes("when"));
  assert.ok(names(["rules", 0, "do", 2]).includes("destroy"));
  assert.ok(names(["rules", 0, "do", 2, "add"]).includes("attr"));
  assert.ok(names(["attributes", "Gold"]).includes("start"));
});

test("values of an enumeration", () => {
  assert.ok(values(["rules", 0, "at"]).includes("before-capture"));
  assert.ok(values(["attributes", "Gold", "fen"]).includes("true"));
});

test("lists and mappings are told from values", () => {
  const shapes = Object.fromEntries(keysAt(variant, []).map((offer) => [offer.key, offer.shape]));
  assert.equal(shapes["rules"], "list");
  assert.equal(shapes["attributes"], "mapping");
  assert.equal(shapes["name"], "value");
});

test("a place is explained, an unknown one is not", () => {
  assert.match(meaningAt(variant, ["rules", 0, "priority"])?.text ?? "", /Lower comes first/);
  assert.equal(meaningAt(variant, ["nowhere"]), null);
});
