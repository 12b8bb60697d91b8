import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_STEPS, begin, canRedo, canUndo, current, historyKey, push, pushChange, redo, undo } from "../src/models/history";

const after = (edits: number) => Array.from({ length: edits }, (_, i) => i + 1).reduce((steps, value) => push(steps, value), begin(0));

test("a fresh history has one step and no way back or forward", () => {
  const history = begin("a");
  assert.deepEqual(history, { steps: ["a"], index: 0 });
  assert.ok(!canUndo(history) && !canRedo(history));
  assert.equal(undo(history), history);
  assert.equal(redo(history), history);
});

test("undo and redo go through the steps and stop at the ends", () => {
  let history = after(3);
  history = undo(undo(history));
  assert.equal(current(history), 1);
  assert.ok(canUndo(history) && canRedo(history));
  assert.equal(current(redo(history)), 2);
  assert.equal(current(undo(undo(undo(history)))), 0);
  assert.equal(current(redo(redo(redo(redo(history))))), 3);
});

test("a new step cuts off what was undone", () => {
  const history = push(undo(undo(after(3))), 9);
  assert.deepEqual(history.steps, [0, 1, 9]);
  assert.ok(!canRedo(history));
});

test("sixty edits leave fifty steps back: the oldest are dropped, the present stays", () => {
  let history = after(60);
  assert.equal(history.steps.length, MOST_STEPS + 1);
  assert.equal(current(history), 60);
  let undone = 0;
  while (canUndo(history)) {
    history = undo(history);
    undone += 1;
  }
  assert.equal(undone, 50);
  assert.equal(current(history), 10);
});

test("a step after undoing at the limit does not drop more than it must", () => {
  let history = after(60);
  for (let i = 0; i < 10; i += 1) history = undo(history);
  history = push(history, 99);
  assert.equal(history.steps.length, 42);
  assert.equal(history.steps[0], 10);
  assert.equal(current(history), 99);
});

test("what says the same is no step", () => {
  const history = begin({ a: [1] });
  assert.equal(pushChange(history, { a: [1] }), history);
  assert.equal(pushChange(history, { a: [2] }).steps.length, 2);
});

test("keys ask for undo and redo on every system", () => {
  const key = (letter: string, held: string[]) =>
    historyKey({ key: letter, ctrlKey: held.includes("ctrl"), metaKey: held.includes("meta"), shiftKey: held.includes("shift"), altKey: held.includes("alt") });
  assert.equal(key("z", ["ctrl"]), "undo");
  assert.equal(key("z", ["meta"]), "undo");
  assert.equal(key("Z", ["ctrl", "shift"]), "redo");
  assert.equal(key("Z", ["meta", "shift"]), "redo");
  assert.equal(key("y", ["ctrl"]), "redo");
  assert.equal(key("z", []), null);
  assert.equal(key("z", ["ctrl", "alt"]), null);
  assert.equal(key("x", ["ctrl"]), null);
});
