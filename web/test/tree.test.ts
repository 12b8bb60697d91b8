import assert from "node:assert/strict";
import { test } from "node:test";
import type { Primitive } from "../src/models/modifier";
import {
  type Outcome, type Path, type Tree, MOST_PRIMITIVES, countOf, depthOf, formatPath, insert, isWithin, move, nodeAt, parsePath,
  remove, replace, shift, walk,
} from "../src/models/tree";

const KEYS: Record<string, string[]> = { conditional: ["then", "else"], "on-capture": ["primitives"], "on-move": ["primitives"] };
const keys = (kind: string): string[] => KEYS[kind] ?? [];
const leaf = (attr: string): Primitive => ({ kind: "add-to-attribute", attr, delta: 1 });
const when = (...primitives: Primitive[]): Primitive => ({ kind: "on-capture", primitives });
const either = (then: Primitive[], other: Primitive[] = []): Primitive => ({ kind: "conditional", condition: {}, then, else: other });
const at = (...steps: [string, number][]): Path => steps.map(([key, index]) => ({ key, index }));
const top = (index: number): Path => at(["primitives", index]);
/** A tree as short text. */
const short = (tree: Tree): string =>
  tree
    .map((node) => {
      const lists = keys(node.kind).map((key) => `${key === "primitives" ? "" : `${key}:`}[${short((node[key] as Tree) ?? [])}]`);
      return lists.length ? `${node.kind}${lists.join("")}` : String(node.attr ?? node.kind);
    })
    .join(" ");
const done = (outcome: Outcome): string => (outcome.ok ? short(outcome.tree) : `refused: ${outcome.why}`);

test("primitives are counted on all levels, and found by their ways", () => {
  const tree = [when(leaf("A"), either([leaf("B")], [leaf("C")])), leaf("D")];
  assert.equal(countOf(tree, keys), 6);
  assert.equal(depthOf(tree, keys), 3);
  assert.deepEqual(
    walk(tree, keys).map(({ path, level }) => `${level} ${formatPath(path)}`),
    [
      "1 primitives[0]", "2 primitives[0].primitives[0]", "2 primitives[0].primitives[1]",
      "3 primitives[0].primitives[1].then[0]", "3 primitives[0].primitives[1].else[0]", "1 primitives[1]",
    ],
  );
  assert.equal(nodeAt(tree, at(["primitives", 0], ["primitives", 1], ["else", 0]))?.attr, "C");
  assert.equal(nodeAt(tree, at(["primitives", 1], ["then", 0])), undefined);
});

test("the path of a problem is split into the way and the parameter", () => {
  const tree = [when({ kind: "add-direction", directions: [{ df: 1, dr: 1 }] })];
  const parsed = (text: string) => {
    const { path, parameter } = parsePath(text, tree, keys);
    return [formatPath(path), parameter];
  };
  assert.deepEqual(parsed("primitives[0].primitives[0].directions[0].df"), ["primitives[0].primitives[0]", "directions[0].df"]);
  assert.deepEqual(parsed("primitives[0]"), ["primitives[0]", ""]);
  assert.deepEqual(parsed("primitives"), ["", "primitives"]);
  assert.deepEqual(parsed("name"), ["", "name"]);
});

test("a primitive is put in at the top, inside, and behind the end", () => {
  const tree = [when(leaf("A"))];
  assert.equal(done(insert(tree, top(0), leaf("B"), keys)), "B on-capture[A]");
  const inside = insert(tree, at(["primitives", 0], ["primitives", 9]), leaf("B"), keys);
  assert.equal(done(inside), "on-capture[A B]");
  assert.equal(inside.ok && formatPath(inside.path), "primitives[0].primitives[1]");
  assert.equal(done(insert(tree, at(["primitives", 4], ["primitives", 0]), leaf("B"), keys)), "refused: there is no such place");
});

test("nesting stops at depth three, whether put in or moved in", () => {
  const deep = [when(either([leaf("A")])), when(leaf("B"))];
  const below = at(["primitives", 0], ["primitives", 0], ["then", 0]);
  assert.equal(done(insert(deep, below, leaf("C"), keys)), "on-capture[conditionalthen:[C A]else:[]] on-capture[B]");
  assert.match(done(insert(deep, below, when(leaf("C")), keys)), /^refused: primitives stand at most 3 deep/);
  assert.match(done(move(deep, top(1), below, keys)), /^refused: primitives stand at most 3 deep/);
});

test("the fifty-first primitive is refused, moves of a full tree are not", () => {
  const full = Array.from({ length: MOST_PRIMITIVES }, (_, index) => leaf(`A${index}`));
  assert.equal(done(insert(full, top(0), leaf("B"), keys)), "refused: a modifier holds at most 50 primitives");
  assert.ok(move(full, top(49), top(0), keys).ok);
});

test("moves within a list count places as they stand before the move", () => {
  const tree = [leaf("A"), leaf("B"), leaf("C")];
  assert.equal(done(move(tree, top(0), top(2), keys)), "B A C");
  assert.equal(done(move(tree, top(0), top(3), keys)), "B C A");
  assert.equal(done(move(tree, top(2), top(0), keys)), "C A B");
  assert.equal(done(move(tree, top(1), top(1), keys)), "A B C");
  assert.equal(done(move(tree, top(1), top(2), keys)), "A B C");
});

test("a primitive moves into one behind it, whose place changes as it goes", () => {
  const tree = [leaf("A"), when(leaf("B")), leaf("C")];
  const moved = move(tree, top(0), at(["primitives", 1], ["primitives", 1]), keys);
  assert.equal(done(moved), "on-capture[B A] C");
  assert.equal(moved.ok && formatPath(moved.path), "primitives[0].primitives[1]");
  assert.equal(done(move(tree, at(["primitives", 1], ["primitives", 0]), top(0), keys)), "B A on-capture[] C");
});

test("a primitive moves between the branches of a conditional", () => {
  const tree = [either([leaf("A"), leaf("B")], [leaf("C")])];
  const moved = move(tree, at(["primitives", 0], ["then", 0]), at(["primitives", 0], ["else", 1]), keys);
  assert.equal(done(moved), "conditionalthen:[B]else:[C A]");
});

test("nothing moves into itself, and nothing that is not there moves", () => {
  const tree = [when(when(leaf("A")))];
  assert.match(done(move(tree, top(0), at(["primitives", 0], ["primitives", 0]), keys)), /cannot stand inside itself/);
  assert.match(done(move(tree, top(7), top(0), keys)), /no such primitive/);
  assert.ok(isWithin(at(["primitives", 0], ["primitives", 0]), top(0)));
  assert.ok(!isWithin(at(["primitives", 10]), top(1)));
});

test("keys move a primitive up, down, in and out", () => {
  const tree = [when(leaf("A")), leaf("B"), leaf("C")];
  assert.equal(done(shift(tree, top(1), "down", keys)), "on-capture[A] C B");
  assert.equal(done(shift(tree, top(1), "up", keys)), "B on-capture[A] C");
  assert.equal(done(shift(tree, top(1), "in", keys)), "on-capture[A B] C");
  assert.equal(done(shift(tree, at(["primitives", 0], ["primitives", 0]), "out", keys)), "on-capture[] A B C");
});

test("keys say why a primitive stays where it is", () => {
  const tree = [leaf("A"), leaf("B")];
  assert.match(done(shift(tree, top(0), "up", keys)), /first/);
  assert.match(done(shift(tree, top(1), "down", keys)), /last/);
  assert.match(done(shift(tree, top(1), "in", keys)), /nothing before it can hold it/);
  assert.match(done(shift(tree, top(0), "in", keys)), /nothing before it can hold it/);
  assert.match(done(shift(tree, top(1), "out", keys)), /top already/);
});

test("primitives are taken out and changed, and the tree before stays as it was", () => {
  const tree = [when(leaf("A"), leaf("B"))];
  const before = JSON.stringify(tree);
  assert.equal(short(remove(tree, at(["primitives", 0], ["primitives", 0]))), "on-capture[B]");
  assert.equal(short(replace(tree, at(["primitives", 0], ["primitives", 1]), leaf("Z"))), "on-capture[A Z]");
  assert.equal(JSON.stringify(tree), before);
});
