// The positions of a match that is watched again, each made from the one before by what a move changed. Pure.

import type { Changes, Piece, Replay, Tile } from "../wire/types";

export interface Position {
  pieces: readonly Piece[];
  tiles: readonly Tile[];
}

/** The position of the start, and the one after each move. */
export function positionsOf(replay: Pick<Replay, "pieces" | "tiles" | "moves">): Position[] {
  const positions: Position[] = [{ pieces: replay.pieces, tiles: replay.tiles }];
  let here = positions[0] as Position;
  for (const { changes } of replay.moves) {
    here = changed(here, changes);
    positions.push(here);
  }
  return positions;
}

function changed({ pieces, tiles }: Position, changes: Changes): Position {
  return { pieces: withChanges(pieces, changes.pieces), tiles: withChanges(tiles, changes.tiles) };
}

/** What stood there, with those that changed or came, and without those that went. */
function withChanges<T extends { id: number }>(before: readonly T[], changes: Readonly<Record<string, T | null>>): readonly T[] {
  if (Object.keys(changes).length === 0) return before;
  const known = new Map(before.map((one) => [String(one.id), one]));
  for (const [id, now] of Object.entries(changes)) {
    if (now === null) known.delete(id);
    else known.set(id, now);
  }
  return [...known.values()];
}
