import assert from "node:assert/strict";
import { test } from "node:test";
import { offsetBy } from "../src/net/time";

test("a slow answer is not taken for a slow clock of the server", () => {
  assert.equal(offsetBy(0, 100_000, 100_200, 107_000), 0);
  assert.equal(offsetBy(0, 100_000, 94_000, 100_400), 0);
});

test("a clock that is wrong is set right as far as the answer proves it", () => {
  assert.equal(offsetBy(0, 160_000, 100_000, 100_100), 59_900);
  assert.equal(offsetBy(0, 40_000, 100_000, 100_100), -59_000);
  assert.equal(offsetBy(-6_000, 100_000, 100_200, 100_300), -300);
});
