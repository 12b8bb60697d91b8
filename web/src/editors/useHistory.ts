// A value with its history, as state of a component, and the keys that go through it.

import { useReducer, useRef } from "preact/hooks";
import { type History, begin, canRedo, canUndo, current, pushChange, redo, undo } from "../models/history";
import { useHistoryKeys } from "./keys";

export interface Edited<T> {
  value: T;
  /** The value at this very moment: several changes may come before the page is drawn anew. */
  now(): T;
  change(value: T): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
  /** Steps that undo and redo can go. */
  steps: { back: number; forward: number };
  /** Whether anything was changed since the history began, at this very moment. */
  hasChanged(): boolean;
  /** Begin a new history: after saving, or from another value. */
  restart(value: T): void;
}

export function useHistory<T>(first: T): Edited<T> {
  const place = useRef<History<T> | null>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  place.current ??= begin(first);
  const history = place.current;
  const go = (step: (before: History<T>) => History<T>): void => {
    place.current = step(place.current ?? begin(first));
    draw(undefined);
  };
  useHistoryKeys((key) => go(key === "undo" ? undo : redo));
  return {
    value: current(history),
    now: () => current(place.current ?? history),
    change: (value) => go((before) => pushChange(before, value)),
    undo: () => go(undo),
    redo: () => go(redo),
    canUndo: canUndo(history),
    canRedo: canRedo(history),
    steps: { back: history.index, forward: history.steps.length - 1 - history.index },
    hasChanged: () => canUndo(place.current ?? history),
    restart: (value) => go(() => begin(value)),
  };
}
