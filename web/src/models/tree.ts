// The tree of a modifier's primitives: where they stand, and each change as a new tree.
//
// Which parameters hold further primitives is told by the catalogue (`ChildKeys`). Changes that would go
// deeper or grow larger than a modifier may are refused in words.

import { type Primitive, isMapping } from "./modifier";

/** Primitives of one modifier, all levels counted, and levels inside one another. */
export const MOST_PRIMITIVES = 50;
export const MOST_LEVELS = 3;

/** The primitives of a modifier. */
export type Tree = readonly Primitive[];

/** The parameters of a kind that hold primitives. */
export type ChildKeys = (kind: string) => readonly string[];

/** One step down: the list, and the place in it. The first step's list is always `primitives`. */
export interface Step {
  readonly key: string;
  readonly index: number;
}

/** The way to a primitive. */
export type Path = readonly Step[];

/** A tree that was changed, with the way to what was changed; or why it was not. */
export type Outcome = { ok: true; tree: Tree; path: Path } | { ok: false; why: string };

/** A primitive with its way, and how deep it stands, from 1. */
export interface Placed {
  path: Path;
  node: Primitive;
  level: number;
}

function isPrimitive(value: unknown): value is Primitive {
  return isMapping(value) && typeof value.kind === "string";
}

export function childrenOf(node: Primitive, key: string): readonly Primitive[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isPrimitive) : [];
}

/** The way as problems of the server write it: `primitives[0].then[1]`. */
export function formatPath(path: Path): string {
  return path.map((step) => `${step.key}[${step.index}]`).join(".");
}

/** The way to the primitive that a problem's path speaks of, and the parameter behind it, which may be empty. */
export function parsePath(text: string, tree: Tree, keys: ChildKeys): { path: Path; parameter: string } {
  const path: Step[] = [];
  let rest = text;
  for (;;) {
    const match = /^([A-Za-z]+)\[(\d+)\](?:\.|$)/.exec(rest);
    const above = nodeAt(tree, path);
    const lists = path.length === 0 ? ["primitives"] : above ? keys(above.kind) : [];
    if (!match || !lists.includes(match[1] as string)) return { path, parameter: rest };
    path.push({ key: match[1] as string, index: Number(match[2]) });
    rest = rest.slice(match[0].length);
  }
}

export function samePath(one: Path, other: Path): boolean {
  return formatPath(one) === formatPath(other);
}

/** Whether a way leads to another's primitive or to one inside it. */
export function isWithin(path: Path, outer: Path): boolean {
  return path.length >= outer.length && samePath(path.slice(0, outer.length), outer);
}

/** All primitives from top to bottom, as they are shown. */
export function walk(tree: Tree, keys: ChildKeys): Placed[] {
  const visit = (nodes: readonly Primitive[], key: string, above: Path): Placed[] =>
    nodes.flatMap((node, index) => {
      const path = [...above, { key, index }];
      const inside = keys(node.kind).flatMap((child) => visit(childrenOf(node, child), child, path));
      return [{ path, node, level: path.length }, ...inside];
    });
  return visit(tree, "primitives", []);
}

export function nodeAt(tree: Tree, path: Path): Primitive | undefined {
  let nodes: readonly Primitive[] = tree;
  let node: Primitive | undefined;
  for (const [depth, step] of path.entries()) {
    if (depth > 0) nodes = node ? childrenOf(node, step.key) : [];
    node = nodes[step.index];
  }
  return node;
}

export function countOf(tree: Tree, keys: ChildKeys): number {
  return walk(tree, keys).length;
}

export function depthOf(tree: Tree, keys: ChildKeys): number {
  return Math.max(0, ...walk(tree, keys).map((placed) => placed.level));
}

// -- changes ---------------------------------------------------------------------------------------

/** The tree with a primitive more, standing where the way leads. */
export function insert(tree: Tree, path: Path, node: Primitive, keys: ChildKeys): Outcome {
  if (path.length > 1 && !nodeAt(tree, path.slice(0, -1))) return refused("there is no such place");
  return judged(edited(tree, path, (nodes, index) => nodes.splice(index, 0, node)), path, keys);
}

export function remove(tree: Tree, path: Path): Tree {
  return edited(tree, path, (nodes, index) => nodes.splice(index, 1));
}

/** The tree with other parameters of a primitive. */
export function replace(tree: Tree, path: Path, node: Primitive): Tree {
  return edited(tree, path, (nodes, index) => nodes.splice(index, 1, node));
}

/** The tree with a primitive, and all inside it, before what stands at another place now. */
export function move(tree: Tree, from: Path, to: Path, keys: ChildKeys): Outcome {
  const node = nodeAt(tree, from);
  if (!node) return refused("there is no such primitive");
  if (to.length > from.length && isWithin(to, from)) return refused("a primitive cannot stand inside itself");
  const place = afterRemoval(to, from);
  const rest = remove(tree, from);
  if (place.length > 1 && !nodeAt(rest, place.slice(0, -1))) return refused("there is no such place");
  return judged(edited(rest, place, (nodes, index) => nodes.splice(index, 0, node)), place, keys);
}

/** Where a place is once a primitive before it is gone. */
function afterRemoval(to: Path, from: Path): Path {
  const depth = from.length - 1;
  const [gone, met] = [from[depth], to[depth]];
  const sameList = gone && met && gone.key === met.key && samePath(to.slice(0, depth), from.slice(0, depth));
  if (!sameList || met.index <= gone.index) return to;
  return to.map((step, at) => (at === depth ? { ...step, index: step.index - 1 } : step));
}

function edited(tree: Tree, path: Path, change: (nodes: Primitive[], index: number) => void): Tree {
  const [step, ...rest] = path;
  if (!step) return tree;
  const nodes = [...tree];
  const next = rest[0];
  const parent = nodes[step.index];
  if (!next) change(nodes, Math.min(step.index, nodes.length));
  else if (parent) nodes[step.index] = { ...parent, [next.key]: edited(childrenOf(parent, next.key), rest, change) };
  return nodes;
}

function judged(tree: Tree, path: Path, keys: ChildKeys): Outcome {
  if (depthOf(tree, keys) > MOST_LEVELS) return refused(`primitives stand at most ${MOST_LEVELS} deep in one another`);
  if (countOf(tree, keys) > MOST_PRIMITIVES) return refused(`a modifier holds at most ${MOST_PRIMITIVES} primitives`);
  return { ok: true, tree, path: atEnd(tree, path) };
}

/** The way with its last place inside the list, where it named one behind its end. */
function atEnd(tree: Tree, path: Path): Path {
  const last = path[path.length - 1];
  if (!last) return path;
  const parent = path.length > 1 ? nodeAt(tree, path.slice(0, -1)) : undefined;
  const siblings = path.length > 1 ? (parent ? childrenOf(parent, last.key) : []) : tree;
  return [...path.slice(0, -1), { key: last.key, index: Math.min(last.index, Math.max(0, siblings.length - 1)) }];
}

function refused(why: string): Outcome {
  return { ok: false, why };
}

// -- by keyboard -----------------------------------------------------------------------------------

/** Ways in which keys and buttons move a primitive. */
export type Direction = "up" | "down" | "in" | "out";

/** The tree with a primitive one place further: among its neighbours, into the one before, or out. */
export function shift(tree: Tree, path: Path, direction: Direction, keys: ChildKeys): Outcome {
  const to = shifted(tree, path, direction, keys);
  return typeof to === "string" ? refused(to) : move(tree, path, to, keys);
}

/** The place that a shift leads to, or why there is none. */
function shifted(tree: Tree, path: Path, direction: Direction, keys: ChildKeys): Path | string {
  const last = path[path.length - 1];
  if (!last) return "there is no such primitive";
  const above = path.slice(0, -1);
  const sibling = (index: number): Path => [...above, { key: last.key, index }];
  if (direction === "up") return last.index > 0 ? sibling(last.index - 1) : "it is the first already";
  if (direction === "down") return nodeAt(tree, sibling(last.index + 1)) ? sibling(last.index + 2) : "it is the last already";
  if (direction === "in") return insideOf(tree, sibling(last.index - 1), last.index, keys);
  const parent = above[above.length - 1];
  return parent ? [...above.slice(0, -1), { key: parent.key, index: parent.index + 1 }] : "it stands at the top already";
}

/** The end of the first list of the primitive before. */
function insideOf(tree: Tree, before: Path, index: number, keys: ChildKeys): Path | string {
  const node = index > 0 ? nodeAt(tree, before) : undefined;
  const key = node ? keys(node.kind)[0] : undefined;
  if (!node || key === undefined) return "nothing before it can hold it";
  return [...before, { key, index: childrenOf(node, key).length }];
}
