// The stack of what lies above the page: dialogs, drawers, menus. Escape and Back close the topmost one only.

import { useLayoutEffect, useRef } from "preact/hooks";
import { beginLayers, endLayers } from "./back";

interface Shown {
  close(): void;
  /** It was told to close, and is on its way out: a second Escape is for the one below. */
  isClosing: boolean;
}

/** How long a layer may take to go, in milliseconds; one that stays hears Escape again. */
const GOING = 150;

const stack: Shown[] = [];

function onKey(event: KeyboardEvent): void {
  const top = stack.filter((layer) => !layer.isClosing).pop();
  if (event.key !== "Escape" || event.defaultPrevented || !top) return;
  event.preventDefault();
  event.stopPropagation();
  top.isClosing = true;
  setTimeout(() => { top.isClosing = false; }, GOING);
  top.close();
}

/** Close the topmost layer, for Back; whether others stay. */
function closeTop(): boolean {
  const open = stack.filter((layer) => !layer.isClosing);
  const top = open.pop();
  if (top) {
    top.isClosing = true;
    setTimeout(() => { top.isClosing = false; }, GOING);
    top.close();
  }
  return open.length > 0;
}

/** Be a layer while the caller is mounted and `isOpen`. */
export function useLayer(close: () => void, isOpen = true): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const layer: Shown = { close: () => latest.current(), isClosing: false };
    if (stack.length === 0) {
      document.addEventListener("keydown", onKey);
      beginLayers(closeTop);
    }
    stack.push(layer);
    return () => {
      stack.splice(stack.indexOf(layer), 1);
      if (stack.length > 0) return;
      document.removeEventListener("keydown", onKey);
      endLayers();
    };
  }, [isOpen]);
}

/** Whether anything lies above the page. */
export const hasLayers = (): boolean => stack.length > 0;
