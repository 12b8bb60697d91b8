// Pieces that were seen on a board: who has died since is still called by its name.

import { useRef } from "preact/hooks";
import type { Piece, Preview } from "../wire/types";

export type Known = Readonly<Record<number, Piece>>;

/** Pieces by their ids. */
const byId = (pieces: readonly Piece[]): Known => Object.fromEntries(pieces.map((piece) => [piece.id, piece]));

/** All pieces that were seen of one game, each as it was seen last. */
export function useKnown(shown: Preview | null): Known {
  const seen = useRef<{ game: string; known: Known }>({ game: "", known: {} });
  if (shown === null) return {};
  const game = `${shown.variant.hash} ${shown.startFen}`;
  const before = seen.current.game === game ? seen.current.known : {};
  seen.current = { game, known: { ...before, ...byId(shown.pieces) } };
  return seen.current.known;
}
