// What the board of a room shows: the game as it stands, or an earlier position that is looked at.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardPiece, BoardTile } from "../../board/Board";
import { readFen } from "../../board/squares";
import { landed } from "../../models/landing";
import { isOnTurn, tilesAt, type RoomView } from "../../store/view";
import type { LegalMove, MoveRecord, Piece, PieceType, RoomState } from "../../wire/types";

export interface Shown {
  /** The number of moves that were played before the position. */
  ply: number;
  isLast: boolean;
  pieces: readonly BoardPiece[];
  tiles: readonly BoardTile[];
  lastMove: MoveRecord | null;
  checked: readonly string[];
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
      return { ply, isLast, pieces: withBadges(state.pieces), tiles: state.tiles, lastMove, checked: state.checked, legal };
    }
    const fen = lastMove?.fen ?? state.startFen;
    return { ply, isLast, ...positionOf(fen, state.manifest, tilesAt(view, ply)), lastMove, checked: lastMove?.checked ?? [], legal: [] };
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

/** Pieces with a badge for each number in which they differ from most others of the board. */
export function withBadges(pieces: readonly Piece[]): BoardPiece[] {
  const usual = usualFacts(pieces);
  return pieces.map((piece) => {
    const badges = Object.entries(piece.facts)
      .filter(([name, value]) => typeof value === "number" && usual.get(name) !== value)
      .map(([name, value]) => `${name} ${String(value)}`);
    return { id: piece.id, type: piece.type, color: piece.color, square: piece.square, badges: badges.slice(0, 2) };
  });
}

/** The commonest value of each fact. */
function usualFacts(pieces: readonly Piece[]): Map<string, unknown> {
  const counts = new Map<string, Map<unknown, number>>();
  for (const { facts } of pieces) {
    for (const [name, value] of Object.entries(facts)) {
      const known = counts.get(name) ?? new Map<unknown, number>();
      counts.set(name, known.set(value, (known.get(value) ?? 0) + 1));
    }
  }
  const commonest = (known: Map<unknown, number>): unknown => [...known].sort((a, b) => b[1] - a[1])[0]?.[0];
  return new Map([...counts].map(([name, known]) => [name, commonest(known)]));
}
