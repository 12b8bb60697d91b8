// The steps of an editor: undo and redo over whole values. Nothing is known here of what a value is.

/** Steps that one history can go back. */
export const MOST_STEPS = 50;

/** The values that were, in order, and which of them is the present one. */
export interface History<T> {
  readonly steps: readonly T[];
  readonly index: number;
}

/** A history of one value: a fresh editor, or one that was just saved or cancelled. */
export function begin<T>(value: T): History<T> {
  return { steps: [value], index: 0 };
}

/** The present value. */
export function current<T>(history: History<T>): T {
  return history.steps[history.index] as T;
}

/** The history with a new present: what was undone is gone, and the oldest value beyond the limit too. */
export function push<T>(history: History<T>, value: T): History<T> {
  const steps = [...history.steps.slice(0, history.index + 1), value].slice(-MOST_STEPS - 1); // the steps, and the present value
  return { steps, index: steps.length - 1 };
}

/** The history with a new present, unless it says the same as the old one. */
export function pushChange<T>(history: History<T>, value: T): History<T> {
  return JSON.stringify(value) === JSON.stringify(current(history)) ? history : push(history, value);
}

export function canUndo(history: History<unknown>): boolean {
  return history.index > 0;
}

export function canRedo(history: History<unknown>): boolean {
  return history.index < history.steps.length - 1;
}

/** One step back, or the same history at its beginning. */
export function undo<T>(history: History<T>): History<T> {
  return canUndo(history) ? { ...history, index: history.index - 1 } : history;
}

/** One step forward, or the same history at its end. */
export function redo<T>(history: History<T>): History<T> {
  return canRedo(history) ? { ...history, index: history.index + 1 } : history;
}

/** What a key asks of a history. */
export type HistoryKey = "undo" | "redo" | null;

/** Ctrl or Cmd with Z, and with Shift for the way forward; Ctrl+Y is redo to many people. */
export function historyKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}): HistoryKey {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && !event.shiftKey ? "redo" : null;
}
