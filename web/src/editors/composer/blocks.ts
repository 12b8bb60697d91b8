// What the palette offers, and where a thing taken from it goes. Pure.

import type { Primitive } from "../../models/modifier";
import { type ChildKeys, type Path, type Tree, childrenOf, nodeAt } from "../../models/tree";
import type { PrimitiveCard } from "../../wire/types";

export const GROUPS: readonly { id: PrimitiveCard["group"]; title: string; about: string }[] = [
  { id: "trigger", title: "Triggers", about: "when something happens" },
  { id: "state", title: "State", about: "what the piece has" },
  { id: "mechanic", title: "Mechanics", about: "what the piece can do" },
];

export function keysOf(cards: readonly PrimitiveCard[]): ChildKeys {
  const known = new Map(cards.map((card) => [card.id, card.childKeys]));
  return (kind) => known.get(kind) ?? [];
}

/** A primitive to begin with: the first example of its kind, with nothing inside it yet. */
export function firstPrimitive(card: PrimitiveCard): Primitive {
  const example = (card.examples[0] ?? { kind: card.id }) as Primitive;
  const empty = Object.fromEntries(card.childKeys.map((key) => [key, []]));
  return { ...structuredClone(example), ...empty };
}

/**
 * Where a thing from the palette goes: into the chosen primitive if that holds others, else behind it.
 * Triggers stand at the top: behind the one in which something is chosen.
 */
export function placeFor(card: PrimitiveCard, tree: Tree, chosen: Path | null, keys: ChildKeys): Path {
  const end: Path = [{ key: "primitives", index: tree.length }];
  const node = chosen && nodeAt(tree, chosen);
  if (!chosen || !node) return end;
  const first = chosen[0];
  if (card.group === "trigger") return first ? [{ ...first, index: first.index + 1 }] : end;
  const list = keys(node.kind)[0];
  if (list !== undefined) return [...chosen, { key: list, index: childrenOf(node, list).length }];
  const last = chosen[chosen.length - 1];
  return last ? [...chosen.slice(0, -1), { ...last, index: last.index + 1 }] : end;
}
