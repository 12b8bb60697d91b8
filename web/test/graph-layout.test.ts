import assert from "node:assert/strict";
import { test } from "node:test";

import { NODE, layOut } from "../src/models/graph-layout";

const node = (id: string) => ({ id, kind: "shape", label: id });
const edge = (source: string, target: string) => ({ source, target, label: "" });

test("a node stands one column after all that lead to it", () => {
  const drawing = layOut({
    name: "native",
    nodes: ["a", "b", "c", "d"].map(node),
    edges: [edge("a", "b"), edge("b", "c"), edge("a", "c"), edge("d", "c")],
  });
  const x = Object.fromEntries(drawing.nodes.map((each) => [each.id, each.x / (NODE.width + NODE.gapX)]));
  assert.deepEqual(x, { a: 0, b: 1, c: 2, d: 0 });
  assert.equal(drawing.edges.length, 4);
});

test("circles, strangers and nothing at all are drawn too", () => {
  const circle = layOut({ name: "", nodes: ["a", "b"].map(node), edges: [edge("a", "b"), edge("b", "a"), edge("a", "x")] });
  assert.equal(circle.nodes.length, 2);
  assert.equal(circle.edges.length, 2);
  assert.equal(layOut({ name: "", nodes: [], edges: [] }).nodes.length, 0);
});

test("no two nodes stand on the same place", () => {
  const names = Array.from({ length: 40 }, (_, number) => `n${number}`);
  const edges = names.slice(1).map((name, number) => edge(names[Math.floor(number / 3)] ?? "", name));
  const places = layOut({ name: "", nodes: names.map(node), edges }).nodes.map((each) => `${each.x},${each.y}`);
  assert.equal(new Set(places).size, names.length);
});
