// Keys of the editor that lies on top: undo and redo, wherever the focus is. Where a text is half typed, the
// keys belong to the text.

import { useEffect, useRef } from "preact/hooks";
import { historyKey } from "../models/history";

type Handler = (key: "undo" | "redo") => void;

const handlers: { run: Handler }[] = [];

function onKey(event: KeyboardEvent): void {
  const key = historyKey(event);
  const top = handlers[handlers.length - 1];
  const isTyping = event.target instanceof HTMLElement && event.target.closest("[data-draft], textarea, [contenteditable=true]") !== null;
  if (!key || !top || isTyping || event.defaultPrevented) return;
  event.preventDefault();
  top.run(key);
}

/** Hear undo and redo while the caller is mounted and nothing else lies above it. */
export function useHistoryKeys(run: Handler): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const handler = { run: (key: "undo" | "redo") => latest.current(key) };
    if (handlers.length === 0) document.addEventListener("keydown", onKey);
    handlers.push(handler);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length === 0) document.removeEventListener("keydown", onKey);
    };
  }, []);
}
