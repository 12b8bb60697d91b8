import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOf, meant, shownOf, typed } from "../src/models/draft";

test("what is half typed stays, whatever the value becomes", () => {
  const draft = typed("roo", "queen");
  for (const value of ["queen", "", "bishop", "roo"]) assert.equal(shownOf(leftOf(draft, value), value), "roo");
});

test("what was handed on is shown until the value answers, and never again", () => {
  const given = meant("rook", "queen");
  assert.equal(shownOf(leftOf(given, "queen"), "queen"), "rook"); // refused, or not answered yet
  const left = leftOf(given, "rook");
  assert.equal(left, null);
  assert.equal(shownOf(leftOf(left, "queen"), "queen"), "queen"); // undone
});

test("a field in which nobody types shows its value", () => {
  assert.equal(shownOf(leftOf(null, "queen"), "queen"), "queen");
});
