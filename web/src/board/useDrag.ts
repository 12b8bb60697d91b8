// Presses on the board: a short one is a click, one that goes elsewhere drags the piece, a long one without
// going anywhere and the right button ask about the piece.

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";

interface DragEvents {
  canHold(square: string): boolean;
  onHold(square: string): void;
  onDrop(from: string, to: string): void;
  onPress(square: string): void;
  onInspect?(square: string): void;
}

interface Held {
  square: string;
  piece: HTMLElement | null;
  x: number;
  y: number;
  isDragging: boolean;
  timer: number;
}

const FAR = 6;
const LONG = 550;

export interface DragHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
  onClick(event: MouseEvent): void;
  onContextMenu(event: MouseEvent): void;
}

export function useDrag(frame: RefObject<HTMLElement | null>, events: DragEvents): DragHandlers {
  const held = useRef<Held | null>(null);
  const squareAt = (x: number, y: number): string | null => {
    const under = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset["square"] !== undefined && frame.current?.contains(element));
    return under instanceof HTMLElement ? (under.dataset["square"] ?? null) : null;
  };
  const release = (): Held | null => {
    const found = held.current;
    held.current = null;
    if (found) clearTimeout(found.timer);
    if (found?.piece) {
      found.piece.style.transform = "";
      found.piece.classList.remove("dragged");
    }
    return found;
  };
  const inspect = (square: string): void => {
    if (held.current?.square !== square || held.current.isDragging) return;
    release();
    events.onInspect?.(square);
  };
  return {
    onPointerDown(event) {
      const square = squareAt(event.clientX, event.clientY);
      if (event.button !== 0 || square === null) return;
      const cell = frame.current?.querySelector<HTMLElement>(`[data-square="${square}"]`);
      const piece = events.canHold(square) ? (cell?.querySelector<HTMLElement>("[data-piece]") ?? null) : null;
      const timer = event.pointerType === "touch" ? window.setTimeout(() => inspect(square), LONG) : 0;
      held.current = { square, piece, x: event.clientX, y: event.clientY, isDragging: false, timer };
    },
    onPointerMove(event) {
      const found = held.current;
      if (!found) return;
      const [x, y] = [event.clientX - found.x, event.clientY - found.y];
      if (!found.isDragging && Math.hypot(x, y) > FAR) {
        clearTimeout(found.timer);
        if (!found.piece) return;
        found.isDragging = true;
        found.piece.classList.add("dragged");
        frame.current?.setPointerCapture(event.pointerId);
        events.onHold(found.square);
      }
      if (found.isDragging && found.piece) found.piece.style.transform = `translate(${x}px, ${y}px)`;
    },
    onPointerUp(event) {
      const found = release();
      if (!found) return;
      const square = squareAt(event.clientX, event.clientY);
      if (!found.isDragging) {
        if (square === found.square) events.onPress(square);
        return;
      }
      if (square !== null) events.onDrop(found.square, square);
    },
    onPointerCancel: release,
    onClick(event) {
      // A click without a pointer: by a screen reader or a program.
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-square]") : null;
      if (event.detail === 0 && cell?.dataset["square"]) events.onPress(cell.dataset["square"]);
    },
    onContextMenu(event) {
      const square = squareAt(event.clientX, event.clientY);
      if (square === null || !events.onInspect) return;
      event.preventDefault();
      if (held.current) release();
      events.onInspect(square);
    },
  };
}
