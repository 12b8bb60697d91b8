// The piece that is inspected: asked for by its square, and again whenever the game changes.

import { useEffect, useState } from "preact/hooks";
import type { Arrow } from "../../board/Arrows";
import type { Mark } from "../../board/Board";
import type { InspectTold, Request, ServerMessage } from "../../wire/messages";
import type { RoomState } from "../../wire/types";

export interface Inspecting {
  piece: InspectTold | null;
  open(square: string): void;
  close(): void;
}

export function useInspection(state: RoomState | null, ask: (request: Request) => Promise<ServerMessage>): Inspecting {
  const [piece, setPiece] = useState<InspectTold | null>(null);
  const open = (square: string): void => {
    if (!state?.pieces.some((found) => found.square === square)) return setPiece(null);
    void ask({ type: "piece.inspect", square }).then((answer) => setPiece(answer.type === "piece.inspect" ? answer : null));
  };
  useEffect(() => {
    if (!piece) return;
    const square = state?.pieces.find((found) => found.id === piece.piece.id)?.square;
    if (square === undefined) setPiece(null);
    else open(square);
  }, [state?.digest]);
  return { piece, open, close: () => setPiece(null) };
}

/** Where the inspected piece can go, and who contributes to it, as the board shows it. */
export function marksOf(piece: InspectTold | null): { marks: Mark[]; arrows: Arrow[] } {
  if (!piece) return { marks: [], arrows: [] };
  const sources = Object.values(piece.contributions).flat().flatMap((found) => found.source?.square ?? []);
  const others = [...new Set(sources)].filter((square) => square !== piece.square);
  const marks: Mark[] = [
    ...piece.reach.map((square): Mark => ({ square, kind: "reach" })),
    ...others.map((square): Mark => ({ square, kind: "aura" })),
    { square: piece.square, kind: "source" },
  ];
  return { marks, arrows: others.map((square) => ({ from: square, to: piece.square, kind: "aura" })) };
}
