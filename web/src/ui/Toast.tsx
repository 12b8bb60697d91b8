// Short messages that come, are read, and go. They lie above everything and take no focus.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "./Button";
import { Icon } from "./Icon";

export interface ToastText {
  text: string;
  /** A second line, such as the rule that a refusal stands on. */
  detail?: string;
  /** Where that is written, for who points at it. */
  source?: string;
  kind?: "plain" | "error" | "good";
  /** What it is about: of one matter only the newest message stays. */
  about?: string;
  /** Something to do about it. */
  action?: { label: string; run(): void };
}

interface Shown extends ToastText {
  key: number;
}

const LASTING = 7000;
const MOST = 3;

let shown: Shown[] = [];
let count = 0;
const listeners = new Set<(toasts: Shown[]) => void>();

function tell(next: Shown[]): void {
  shown = next;
  for (const listener of listeners) listener(shown);
}

const remove = (key: number): void => tell(shown.filter((other) => other.key !== key));

/** Show a message for a while. The same text is not shown twice at once, and of one matter only the newest. */
export function toast(message: ToastText | string): void {
  const said: ToastText = typeof message === "string" ? { text: message } : message;
  count += 1;
  const key = count;
  tell([...shown.filter((other) => other.text !== said.text && (said.about === undefined || other.about !== said.about)), { ...said, key }].slice(-MOST));
  setTimeout(() => remove(key), LASTING);
}

/** Take the errors away: what they were about has passed. */
export function dismissErrors(): void {
  if (shown.some((one) => one.kind === "error")) tell(shown.filter((one) => one.kind !== "error"));
}

/** The places where toasts can stand, the topmost last: what lies below an open dialog cannot be clicked. */
const places: object[] = [];
const watchers = new Set<() => void>();

function useTopmost(): boolean {
  const [own] = useState(() => ({}));
  const [isTop, setTop] = useState(false);
  useEffect(() => {
    const look = (): void => setTop(places[places.length - 1] === own);
    const tellAll = (): void => watchers.forEach((watcher) => watcher());
    watchers.add(look);
    places.push(own);
    tellAll();
    return () => {
      watchers.delete(look);
      places.splice(places.indexOf(own), 1);
      tellAll();
    };
  }, []);
  return isTop;
}

/** The toasts, in the page and in every layer; they are shown in the topmost of these. */
export function Toasts(): JSX.Element | null {
  return useTopmost() ? <ToastList /> : null;
}

function ToastList(): JSX.Element {
  const [toasts, setToasts] = useState(shown);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listeners.add(setToasts);
    return () => void listeners.delete(setToasts);
  }, []);
  useEffect(() => {
    // Shown anew, they lie above dialogs that were opened since.
    const popover = place.current;
    if (popover?.matches(":popover-open")) popover.hidePopover();
    if (toasts.length > 0) popover?.showPopover();
  }, [toasts]);
  return (
    <div ref={place} popover="manual" class="toasts" role="status" aria-live="polite">
      {toasts.map((one) => (
        <div key={one.key} class={`toast ${one.kind ?? "plain"}`} data-testid="toast">
          <div title={one.source}>
            <p>{one.text}</p>
            {one.detail && <p class="detail">{one.detail}</p>}
          </div>
          {one.action && <button type="button" class="button quiet" onClick={() => { remove(one.key); one.action?.run(); }}>{one.action.label}</button>}
          <IconButton label="Dismiss" onClick={() => remove(one.key)}><Icon name="close" /></IconButton>
        </div>
      ))}
    </div>
  );
}
