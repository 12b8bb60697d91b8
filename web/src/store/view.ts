// A room as this window knows it: one value, made by the messages that were heard and by nothing else.

import { isVeiled } from "../board/squares";
import type { TakebackPending, RulesPending } from "../wire/messages";
import type { Color, Effect, Matter, Piece, RoomState, Tile, Viewer } from "../wire/types";

/** A proposal that waits for this player's word. */
export type Question = RulesPending | TakebackPending;

/** What stood on the board at some moment. */
export interface Position {
  pieces: readonly Piece[];
  tiles: readonly Tile[];
}

export interface RoomView {
  state: RoomState | null;
  side: Viewer;
  spectators: number;
  /** The number of the last broadcast that was heard. */
  seq: number;
  /** What the other player asks, by matter. */
  questions: Partial<Record<Matter, Question>>;
  /** Pieces that were ever seen here, by id: those that are gone are still spoken of. */
  known: Readonly<Record<number, Piece>>;
  /** The positions that were seen here, by the digest of the move that led to each. */
  positions: Readonly<Record<string, Position>>;
  /** The effects of the last move; the number tells one move's from another's. */
  effects: { count: number; shown: readonly Effect[] };
  /** When the clock was heard, by this window's own time. */
  clockHeard: number;
  /** How far the server's clock is ahead of this window's time; null: it was never told. */
  ahead: number | null;
  /** Something was said that the state cannot be made from: ask for it. */
  isStale: boolean;
  /** Where the players went on. */
  movedTo: string | null;
  /** Why this window is in the room no longer. */
  ended: "replaced" | "deleted" | null;
}

export const NOTHING: RoomView = {
  state: null,
  side: "none",
  spectators: 0,
  seq: 0,
  questions: {},
  known: {},
  positions: {},
  effects: { count: 0, shown: [] },
  clockHeard: 0,
  ahead: null,
  isStale: false,
  movedTo: null,
  ended: null,
};

/** The sides that this window plays. */
export function sidesOf(side: Viewer): Color[] {
  return side === "both" ? ["white", "black"] : side === "none" ? [] : [side];
}

/** The side that sits at the lower edge. */
export const homeOf = (side: Viewer): Color => (side === "black" ? "black" : "white");

export const isPlaying = (view: RoomView): boolean => view.side !== "none";

/** Whether this window may move now. */
export function isOnTurn(view: RoomView): boolean {
  return view.state !== null && !view.state.result && sidesOf(view.side).includes(view.state.turn);
}

/** Whether both seats are taken. */
export const isStarted = (state: RoomState): boolean => state.seats.white.taken && state.seats.black.taken;

/** Whether rules need the other player's word. */
export const needsConsent = (state: RoomState): boolean => state.mode === "multiplayer" && isStarted(state);

export const otherSide = (side: Color): Color => (side === "white" ? "black" : "white");

/** What a position is remembered by. */
export const momentOf = (state: RoomState, ply: number): string => state.moves[ply - 1]?.digest ?? "start";

/** The pieces that a move speaks of, by id. Where something is hidden, ids go by squares: those around the move count. */
export function knownAt(view: RoomView, ply: number): RoomView["known"] {
  if (view.state === null || !isVeiled(view.state.fen)) return view.known;
  const around = [...(piecesAt(view, ply) ?? []), ...(piecesAt(view, ply - 1) ?? [])];
  return Object.fromEntries(around.map((piece) => [piece.id, piece]));
}

/** The special squares after so many moves; for a position that was never seen here, those of the next one that was. */
export function tilesAt({ state, positions }: RoomView, ply: number): readonly Tile[] {
  if (state === null) return [];
  for (let later = ply; later < state.ply; later += 1) {
    const seen = positions[momentOf(state, later)];
    if (seen) return seen.tiles;
  }
  return state.tiles;
}

/** The pieces after so many moves with all that was known of them, if that position was seen here. */
export function piecesAt({ state, positions }: RoomView, ply: number): readonly Piece[] | null {
  return state === null ? null : (positions[momentOf(state, ply)]?.pieces ?? null);
}
