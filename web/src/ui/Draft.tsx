// Inputs that keep what is being typed to themselves until it is meant: with Enter, or when one goes elsewhere.
// So a number of three digits is one change, not three. While something is half typed, `data-draft` says so.

import type { InputHTMLAttributes, JSX } from "preact";
import { useReducer, useRef } from "preact/hooks";
import * as drafts from "../models/draft";

interface InputProps {
  id?: string;
  label?: string;
  testId?: string;
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

interface Typing {
  shown: string;
  isHalfTyped: boolean;
  type(text: string): void;
  /** Hand a text on: it is shown until the value answers. */
  hand(text: string): void;
  /** Give up what was typed. */
  drop(): void;
}

/** What is typed over a value. It is known at once, not after the next painting: keys come in between. */
function useTyping(value: string): Typing {
  const draft = useRef<drafts.Draft | null>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  draft.current = drafts.leftOf(draft.current, value);
  const shown = drafts.shownOf(draft.current, value);
  const set = (next: drafts.Draft | null): void => {
    draft.current = next;
    draw(undefined);
  };
  return {
    shown,
    isHalfTyped: shown !== value,
    type: (text) => set(drafts.typed(text, value)),
    hand: (text) => set(drafts.meant(text, value)),
    drop: () => set(null),
  };
}

/** Hand on what is half typed where the focus is, before its place goes. */
export function settleDraft(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.dataset["draft"] !== undefined) field.blur();
}

/** When what was typed is meant: the browser says so, the reader presses Enter, or goes elsewhere. */
function meant(commit: (text: string) => void): Pick<InputHTMLAttributes, "onChange" | "onBlur" | "onKeyDown"> {
  return {
    onChange: (event) => commit(event.currentTarget.value),
    onBlur: (event) => commit(event.currentTarget.value),
    onKeyDown: (event) => { if (event.key === "Enter") commit(event.currentTarget.value); },
  };
}

interface TextInputProps extends InputProps {
  value: string;
  onCommit(value: string): void;
  maxLength?: number;
  /** The id of a list of suggestions. */
  list?: string;
}

export function TextInput({ value, onCommit, label, testId, ...others }: TextInputProps): JSX.Element {
  const typing = useTyping(value);
  const commit = (text: string): void => {
    if (text === value) return typing.drop();
    typing.hand(text);
    return onCommit(text);
  };
  return (
    <input {...others} type="text" value={typing.shown} aria-label={label ?? others["aria-label"]} data-testid={testId} autocomplete="off" spellcheck={false}
      data-draft={typing.isHalfTyped ? "" : undefined} onInput={(event) => typing.type(event.currentTarget.value)} {...meant(commit)} />
  );
}

interface NumberInputProps extends InputProps {
  value: number | undefined;
  onCommit(value: number): void;
  /** What happens if the field is emptied; without it, the number comes back. */
  onClear?(): void;
  min?: number;
  max?: number;
  step?: number;
}

export function NumberInput({ value, onCommit, onClear, min, max, step, label, testId, ...others }: NumberInputProps): JSX.Element {
  const shown = value === undefined || Number.isNaN(value) ? "" : String(value);
  const typing = useTyping(shown);
  const commit = (text: string): void => {
    if (text.trim() === "" && onClear) {
      typing.hand(text);
      return onClear();
    }
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number)) return typing.drop();
    const kept = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number));
    if (kept === value) return typing.drop();
    typing.hand(String(kept));
    return onCommit(kept);
  };
  return (
    <input {...others} type="number" value={typing.shown} min={min} max={max} step={step ?? "any"} aria-label={label ?? others["aria-label"]} data-testid={testId}
      data-draft={typing.isHalfTyped ? "" : undefined} onInput={(event) => typing.type(event.currentTarget.value)} {...meant(commit)} />
  );
}
