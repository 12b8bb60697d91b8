// Where the piece of a move came to rest: on ice, or through a portal, that is not the square it went to.

import type { Color, Piece, Trace } from "../wire/types";
import { isVeiled, readFen } from "../board/squares";

export interface Way {
  from?: string;
  to?: string;
}

/** The squares of a move in UCI form; a drop has only the one it goes to. */
export function wayOf(move: string): Way | null {
  const [from, to] = [/^([a-p]\d{1,2})[a-p]\d/.exec(move)?.[1], /^(?:[a-p]\d{1,2}|\+?[A-Za-z]@)([a-p]\d{1,2})/.exec(move)?.[1]];
  return to === undefined ? null : from === undefined ? { to } : { from, to };
}

/** A move by the positions before and after it. */
export function landed<M extends Way & { side: Color; fen: string }>(move: M | null, before: string): M | null {
  if (move === null || move.to === undefined || isVeiled(move.fen)) return move;
  const own = (fen: string): string[] => readFen(fen).pieces.filter((piece) => piece.color === move.side).map((piece) => piece.square);
  const now = own(move.fen);
  if (now.includes(move.to)) return move;
  const old = new Set(own(before));
  const fresh = now.filter((square) => !old.has(square));
  return fresh.length === 1 ? { ...move, to: fresh[0] } : move;
}

/** A move by its trace and the pieces after it. */
export function landedBy(way: Way | null, trace: Trace | null, pieces: readonly Piece[]): Way | null {
  const mover = trace?.events.find((event) => event.player && event.from === way?.from)?.piece;
  const rest = pieces.find((piece) => piece.id === mover)?.square;
  return way && rest ? { ...way, to: rest } : way;
}
