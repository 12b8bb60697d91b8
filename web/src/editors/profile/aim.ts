// What the next entry would be: for whom, and what. Pure.

import type { Receiver } from "../../models/clipboard";
import type { Color, Gift, Listing } from "../../models/profile";

export interface Aim {
  listing: Listing;
  pieceType: string;
  color: Color;
  /** The square of a single piece; may be half typed. */
  square: string;
  gift: Gift;
}

export const isSquare = (text: string): boolean => /^[a-p](?:1[0-6]|[1-9])$/.test(text);

/** For whom something is added or pasted now. */
export function receiverOf({ listing, pieceType, color, square }: Aim): Receiver {
  return listing === "perType" ? { pieceType, color } : { square };
}

/** Whether it is known for whom. */
export function hasReceiver(aim: Aim): boolean {
  return aim.listing === "perType" || isSquare(aim.square);
}
