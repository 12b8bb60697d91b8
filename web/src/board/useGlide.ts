// Pieces glide to where they went, unless motion is not wanted or they were dragged there by hand.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BoardPiece } from "./Board";

const LASTING = 140;

export function useGlide(frame: RefObject<HTMLElement | null>, pieces: readonly BoardPiece[], isFlipped: boolean): void {
  const before = useRef(new Map<BoardPiece["id"], string>());
  const wasFlipped = useRef(isFlipped);
  useLayoutEffect(() => {
    const board = frame.current;
    const known = before.current;
    before.current = new Map(pieces.map((piece) => [piece.id, piece.square]));
    const isTurned = wasFlipped.current !== isFlipped;
    wasFlipped.current = isFlipped;
    if (!board || isTurned || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const piece of pieces) {
      const old = known.get(piece.id);
      if (old !== undefined && old !== piece.square) glide(board, old, piece.square);
    }
  }, [pieces, isFlipped]);
}

function glide(board: HTMLElement, from: string, to: string): void {
  const start = board.querySelector(`[data-square="${from}"]`)?.getBoundingClientRect();
  const end = board.querySelector(`[data-square="${to}"]`);
  const rest = end?.getBoundingClientRect();
  if (!start || !rest) return;
  const shift = `translate(${start.left - rest.left}px, ${start.top - rest.top}px)`;
  end?.querySelector("[data-piece]")?.animate([{ transform: shift }, { transform: "none" }], { duration: LASTING, easing: "ease-out" });
}
