// What the composer does: the modifier with its history, what is chosen and dragged, and what the server says of it.

import { useMemo, useState } from "preact/hooks";
import { importText } from "../../models/exchange";
import { modifierLibrary } from "../../models/library";
import type { Modifier, Primitive } from "../../models/modifier";
import { type ChildKeys, type Direction, type Outcome, type Path, type Tree, insert, nodeAt, remove, replace, shift } from "../../models/tree";
import { toast } from "../../ui/Toast";
import type { PrimitiveCard, Problem } from "../../wire/types";
import { type Edited, useHistory } from "../useHistory";
import { firstPrimitive, keysOf, placeFor } from "./blocks";
import { type Dragged, dropped } from "./drag";
import { type Judged, problemsByPath, useValidation } from "./useValidation";

export interface Composition {
  edited: Edited<Modifier>;
  tree: Tree;
  keys: ChildKeys;
  cardOf(kind: string): PrimitiveCard | undefined;
  chosen: Path | null;
  dragged: Dragged | null;
  judged: Judged;
  /** Problems by the way of their primitive; those of the whole under the empty way. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  choose(path: Path | null): void;
  drag(dragged: Dragged | null): void;
  drop(to: Path): void;
  take(card: PrimitiveCard): void;
  shift(path: Path, direction: Direction): void;
  remove(path: Path): void;
  set(path: Path, node: Primitive): void;
  /** Open the modifier of a file; all that it holds are kept. */
  bring(text: string): void;
}

export function useComposition(first: Modifier, cards: readonly PrimitiveCard[]): Composition {
  const keys = useMemo(() => keysOf(cards), [cards]);
  const byKind = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  const edited = useHistory(first);
  const tree: Tree = edited.value.primitives;
  const [wanted, choose] = useState<Path | null>(null);
  const chosen = wanted && nodeAt(tree, wanted) ? wanted : null;
  const [dragged, drag] = useState<Dragged | null>(null);
  const judged = useValidation(edited.value);
  const put = (next: Tree): void => edited.change({ ...edited.now(), primitives: [...next] });
  const settle = (outcome: Outcome): void => {
    if (!outcome.ok) return toast({ text: `${outcome.why.charAt(0).toUpperCase()}${outcome.why.slice(1)}.`, kind: "error" });
    put(outcome.tree);
    return choose(outcome.path);
  };
  return {
    edited, tree, keys, chosen, dragged, judged, choose, drag,
    cardOf: (kind) => byKind.get(kind),
    problems: problemsByPath(judged, keys),
    drop: (to) => {
      if (dragged) settle(dropped(tree, dragged, to, keys));
      drag(null);
    },
    take: (card) => settle(insert(tree, placeFor(card, tree, chosen, keys), firstPrimitive(card), keys)),
    shift: (path, direction) => settle(shift(tree, path, direction, keys)),
    remove: (path) => {
      put(remove(edited.now().primitives, path));
      choose(null);
    },
    set: (path, node) => put(replace(edited.now().primitives, path, node)),
    bring: (text) => bring(text, edited),
  };
}

function bring(text: string, edited: Edited<Modifier>): void {
  const found = importText(text);
  if (!found.ok) return toast({ text: `Not imported: ${found.why}.`, kind: "error" });
  for (const one of found.modifiers) modifierLibrary().save(one);
  const opened = found.kind === "modifier" ? found.document : found.modifiers[0];
  if (!opened) return toast({ text: "The profile brings no modifiers along.", kind: "error" });
  edited.change(opened);
  return toast({ text: found.modifiers.length === 1 ? "1 modifier is imported." : `${found.modifiers.length} modifiers are imported into the library.`, kind: "good" });
}
