// A piece that is carried from the hand to the board: pressed, pulled away, and let go over a square.

import { useRef } from "preact/hooks";

interface CarryEvents {
  onHold(type: string): void;
  /** Let go over a square; null: elsewhere. */
  onDrop(type: string, square: string | null): void;
}

interface Carried {
  type: string;
  figure: HTMLElement;
  x: number;
  y: number;
  isAway: boolean;
}

export interface CarryHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
}

export interface Carry {
  /** Handlers for the button of a piece type. */
  of(type: string): CarryHandlers;
  /** Whether the click that comes now is the end of a carry, and no press. */
  isEnding(): boolean;
}

const FAR = 6;

export function useCarry({ onHold, onDrop }: CarryEvents): Carry {
  const carried = useRef<Carried | null>(null);
  const hasEnded = useRef(false);
  const release = (): Carried | null => {
    const found = carried.current;
    carried.current = null;
    if (found) {
      found.figure.style.transform = "";
      found.figure.classList.remove("carried");
    }
    return found;
  };
  return {
    isEnding: () => hasEnded.current,
    of: (type) => ({
      onPointerDown(event) {
        hasEnded.current = false;
        const button = event.currentTarget instanceof HTMLButtonElement ? event.currentTarget : null;
        const figure = button?.querySelector<HTMLElement>("[data-figure]");
        if (event.button !== 0 || !button || button.disabled || !figure) return;
        carried.current = { type, figure, x: event.clientX, y: event.clientY, isAway: false };
        button.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        const found = carried.current;
        if (!found) return;
        const [x, y] = [event.clientX - found.x, event.clientY - found.y];
        if (!found.isAway && Math.hypot(x, y) > FAR) {
          found.isAway = true;
          found.figure.classList.add("carried");
          onHold(type);
        }
        if (found.isAway) found.figure.style.transform = `translate(${x}px, ${y}px)`;
      },
      onPointerUp(event) {
        const found = release();
        if (!found?.isAway) return;
        hasEnded.current = true;
        onDrop(type, squareUnder(event.clientX, event.clientY));
      },
      onPointerCancel: () => void release(),
    }),
  };
}

/** The square of a board at a place of the window. */
function squareUnder(x: number, y: number): string | null {
  const found = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset["square"] !== undefined);
  return found instanceof HTMLElement ? (found.dataset["square"] ?? null) : null;
}
