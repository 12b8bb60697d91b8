// What is being dragged over the tree, and what would come of dropping it.

import type { Primitive } from "../../models/modifier";
import { type ChildKeys, type Outcome, type Path, type Tree, insert, move } from "../../models/tree";

/** A primitive of the tree, or a new one from the palette. */
export type Dragged = { kind: "move"; path: Path } | { kind: "new"; primitive: Primitive };

/** The tree after a drop, or why it cannot be. */
export function dropped(tree: Tree, dragged: Dragged, to: Path, keys: ChildKeys): Outcome {
  return dragged.kind === "move" ? move(tree, dragged.path, to, keys) : insert(tree, to, dragged.primitive, keys);
}
