// Pieces in words, as lists of entries name them.

import { type Entry, isTypeEntry } from "../../models/profile";
import type { PieceType } from "../../wire/types";

/** Whom an entry is for. */
export function whom(entry: Entry, manifest: readonly PieceType[]): string {
  if (!isTypeEntry(entry)) return `piece on ${entry.square}`;
  const name = (manifest.find((type) => type.type === entry.pieceType)?.name ?? entry.pieceType).toLowerCase();
  return entry.color && entry.color !== "both" ? `${entry.color} ${name}s` : `${name}s`;
}
