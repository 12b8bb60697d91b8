// What the board of a room shows: the game as it stands, or an earlier position that is looked at.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardPiece, BoardTile } from "../../board/Board";
import { handsOf, readFen } from "../../board/squares";
import { withBadges } from "../../models/badges";
import { landed } from "../../models/landing";
import { isOnTurn, piecesAt, tilesAt, type RoomView } from "../../store/view";
import type { Hands, LegalMove, MoveRecord, PieceType, RoomState } from "../../wire/types";

export interface Shown {
  /** The number of moves that were played before the position. */
  ply: number;
  isLast: boolean;
  pieces: readonly BoardPiece[];
  tiles: readonly BoardTile[];
  hands?: Hands;
  lastMove: MoveRecord | null;
  checked: readonly string[];
  /** The squares of which it is not known who stands there. */
  unseen: readonly string[];
  legal: readonly LegalMove[];
}

export interface Browsing {
  ply: number;
  isLast: boolean;
  go(ply: number): void;
}

/** Which ply is looked at. A new move leads back to the game, unless somebody is looking elsewhere. */
export function useBrowsing(state: RoomState | null): Browsing {
  const last = state?.ply ?? 0;
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (chosen !== null && chosen >= last) setChosen(null);
  }, [last]);
  const ply = Math.min(chosen ?? last, last);
  return { ply, isLast: ply === last, go: (to) => setChosen(to >= last ? null : Math.max(0, to)) };
}

export function useShown(view: RoomView, { ply, isLast }: Browsing): Shown | null {
  const { state } = view;
  return useMemo(() => {
    if (state === null) return null;
    const lastMove = landed(state.moves[ply - 1] ?? null, state.moves[ply - 2]?.fen ?? state.startFen);
    if (isLast) {
      const legal = isOnTurn(view) ? state.legal : [];
      return { ply, isLast, pieces: withBadges(state.pieces, state.vital), tiles: state.tiles, hands: state.hands, lastMove, checked: state.checked, unseen: readFen(state.fen).unseen, legal };
    }
    const fen = lastMove?.fen ?? state.startFen;
    const { pieces, tiles } = positionOf(fen, state.manifest, tilesAt(view, ply));
    const seen = piecesAt(view, ply);
    const hands = handsOf(fen, state.manifest);
    return { ply, isLast, pieces: seen ? withBadges(seen, state.vital) : pieces, tiles, hands, lastMove, checked: lastMove?.checked ?? [], unseen: readFen(fen).unseen, legal: [] };
  }, [state, view.side, ply, isLast]);
}

/** A position in FEN as the board takes it; types are known by their letters, and closed squares by the FEN alone. */
export function positionOf(fen: string, manifest: readonly PieceType[], special: readonly BoardTile[] = []): { pieces: BoardPiece[]; tiles: BoardTile[] } {
  const types = new Map(manifest.map((type) => [type.letter, type.type]));
  const { pieces, closed } = readFen(fen);
  const tiles = special.filter((tile) => !tile.isClosed || closed.includes(tile.square));
  const walls = closed.filter((square) => !tiles.some((tile) => tile.square === square));
  return {
    pieces: pieces.map((piece) => ({ ...piece, type: types.get(piece.letter) ?? piece.letter })),
    tiles: [...tiles, ...walls.map((square) => ({ type: "wall", square, isClosed: true }))],
  };
}
