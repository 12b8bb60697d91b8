// Names of squares, and where they lie. Files are a to p, ranks 1 to 16.

import type { Color, Hands, Owner, PieceType } from "../wire/types";

export interface Place {
  file: number;
  rank: number;
}

export const squareName = (file: number, rank: number): string => String.fromCharCode(97 + file) + String(rank + 1);

export function placeOf(square: string): Place {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

/** Column and row from the upper left corner, as the board is turned. */
export function cellOf(square: string, width: number, height: number, isFlipped: boolean): { column: number; row: number } {
  const { file, rank } = placeOf(square);
  return isFlipped ? { column: width - 1 - file, row: rank } : { column: file, row: height - 1 - rank };
}

/** A drop as text, as in `P@e4`. */
export function dropText(manifest: readonly PieceType[], type: string, square: string): string {
  return `${manifest.find((one) => one.type === type)?.letter.toUpperCase() ?? type}@${square}`;
}

export interface FenPiece {
  id: string;
  letter: string;
  color: Owner;
  square: string;
}

/** What both sides have in hand by a position in FEN, where anything can be: `[Pp]` behind the board. */
export function handsOf(fen: string, manifest: readonly PieceType[]): Hands | undefined {
  const held = /^\S*?\[([^\]]*)\]/.exec(fen.trim())?.[1];
  if (held === undefined) return undefined;
  const types = new Map(manifest.map((type) => [type.letter, type.type]));
  const hands: Hands = { white: {}, black: {} };
  for (const [sign] of held.matchAll(/\+?[A-Za-z]/g)) {
    const hand = sign === sign.toUpperCase() ? hands.white : hands.black;
    const type = types.get(sign.toLowerCase()) ?? sign.toLowerCase();
    hand[type] = (hand[type] ?? 0) + 1;
  }
  return hands;
}

/** Whether a position in FEN leaves anything unsaid: `?` stands where it is not known who stands there. */
export const isVeiled = (fen: string): boolean => /^\S*\?/.test(fen.trim());

/** To whom the piece belongs that FEN writes so. */
function colorOf(sign: string): Owner {
  if (sign.startsWith("=")) return "neutral";
  return sign === sign.toUpperCase() ? "white" : "black";
}

/** The pieces of a position in FEN: letters, nobody's behind `=`, whole numbers for free squares, `*` for closed ones, `?` for those that are not seen. */
export function readFen(fen: string): { pieces: FenPiece[]; closed: string[]; unseen: string[]; width: number; height: number; turn: Color } {
  const [board = "", turn = "w"] = fen.trim().split(/\s+/);
  const rows = board.replace(/\[.*$/, "").split("/");
  const pieces: FenPiece[] = [];
  const closed: string[] = [];
  const unseen: string[] = [];
  let width = 0;
  rows.forEach((row, index) => {
    let file = 0;
    for (const [sign] of row.matchAll(/\d+|=?\+?[A-Za-z]~?|[*#?]/g)) {
      const square = squareName(file, rows.length - 1 - index);
      if (/^\d/.test(sign)) {
        file += Number(sign);
        continue;
      }
      if (sign === "*" || sign === "#") closed.push(square);
      else if (sign === "?") unseen.push(square);
      else pieces.push({ id: square, letter: sign.toLowerCase().replace(/[=~]/g, ""), color: colorOf(sign), square });
      file += 1;
    }
    width = Math.max(width, file);
  });
  return { pieces, closed, unseen, width, height: rows.length, turn: turn === "b" ? "black" : "white" };
}
