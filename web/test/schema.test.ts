import assert from "node:assert/strict";
import { test } from "node:test";
import { type Schema, controlOf, firstValue, formOf, parseConstant, parseList, propertiesOf } from "../src/ui/schema";

const CONDITION: Schema = {
  $defs: {
    Condition: {
      allOf: [
        { if: { required: ["attr"] }, then: { $ref: "#/$defs/Attribute" } },
        { if: { required: ["all"] }, then: { $ref: "#/$defs/All" } },
      ],
      type: "object",
    },
    Attribute: {
      type: "object",
      required: ["attr", "op", "value"],
      properties: {
        attr: { type: "string", pattern: "^[A-Z][A-Za-z0-9]{0,63}$" },
        op: { enum: ["lt", "gt"], type: "string" },
        value: { allOf: [{ if: { type: "string" }, then: {} }, { if: { type: "number" }, then: {} }], type: ["string", "number", "boolean"] },
      },
    },
    All: { type: "object", required: ["all"], properties: { all: { type: "array", items: { $ref: "#/$defs/Condition" }, maxItems: 8 } } },
    Types: { allOf: [{ if: { type: "string" }, then: { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } }, { if: { type: "array" }, then: { type: "array", items: { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } } }], type: ["string", "array"] },
    Test: { if: { type: "object" }, then: { type: "object" }, else: { if: { pattern: "^\\$" }, then: {}, else: { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } } },
  },
};
const control = (schema: Schema) => controlOf(schema, CONDITION);

test("plain values have plain controls", () => {
  assert.deepEqual(control({ const: "on-capture" }), { kind: "fixed", value: "on-capture" });
  assert.deepEqual(control({ enum: ["up", "down"], type: "string" }), { kind: "choice", options: ["up", "down"] });
  assert.deepEqual(control({ type: "boolean" }), { kind: "flag" });
  assert.deepEqual(control({ type: "integer", minimum: 1, maximum: 7 }), { kind: "number", min: 1, max: 7, isWhole: true });
  assert.deepEqual(control({ type: "string", pattern: "^[A-Z][A-Za-z0-9]{0,63}$" }), { kind: "text", meaning: "attribute", longest: undefined });
  assert.deepEqual(control({ type: "array", items: { enum: ["A", "B"] } }), { kind: "words", options: ["A", "B"] });
  assert.deepEqual(control({ type: "array", items: { type: "string", pattern: "^[a-p](?:1[0-6]|[1-9])$" } }), { kind: "list", meaning: "square" });
  assert.deepEqual(control({}), { kind: "json" });
});

test("a value of several forms is told apart by a key or by its type", () => {
  const condition = control({ $ref: "#/$defs/Condition" });
  assert.ok(condition.kind === "heads");
  assert.deepEqual(condition.forms.map((form) => form.key), ["attr", "all"]);
  assert.equal(formOf(condition, { all: [] })?.key, "all");
  assert.equal(formOf(condition, 3), undefined);
  const types = control({ $ref: "#/$defs/Types" });
  assert.ok(types.kind === "shapes");
  assert.equal(formOf(types, ["queen"])?.key, "array");
  assert.deepEqual(control({ $ref: "#/$defs/Test" }), { kind: "text", meaning: "type", longest: undefined });
});

test("what is required comes first, with the words of its schema", () => {
  const schema = { type: "object", required: ["b"], properties: { a: { type: "boolean" }, b: { type: "number", description: "How much." } } };
  assert.deepEqual(propertiesOf(schema).map(({ key, isRequired, hint }) => [key, isRequired, hint]), [["b", true, "How much."], ["a", false, ""]]);
});

test("first values are allowed, and end although conditions hold conditions", () => {
  const first = (schema: Schema) => firstValue(schema, CONDITION);
  assert.deepEqual(first({ $ref: "#/$defs/Condition" }), { attr: "Hp", op: "lt", value: 1 });
  assert.equal(first({ type: "number", minimum: 2 }), 2);
  assert.equal(first({ type: "number", default: 7 }), 7);
  assert.deepEqual(first({ $ref: "#/$defs/Types" }), "queen");
  assert.deepEqual(firstValue({ $ref: "#/$defs/Loop" }, { $defs: { Loop: { allOf: [{ if: { required: ["not"] }, then: { type: "object", required: ["not"], properties: { not: { $ref: "#/$defs/Loop" } } } }] } } }) !== undefined, true);
});

test("typed texts become what they say", () => {
  assert.deepEqual(["3", "-0.5", "true", "false", "abc", "", "1e400"].map(parseConstant), [3, -0.5, true, false, "abc", "", "1e400"]);
  assert.deepEqual(parseList(" d4, e4;27 "), ["d4", "e4", 27]);
});
