// The small board of the profile editor: the start position, to click on the piece that is meant.

import type { JSX } from "preact";
import { Board, type Mark } from "../../board/Board";
import type { PieceType } from "../../wire/types";
import type { Start } from "./useJudgement";

interface StartBoardProps {
  start: Start | null;
  manifest: readonly PieceType[];
  /** Why there is no position. */
  failure: string;
  chosen: string | null;
  /** Squares with entries of their own, and squares with a problem. */
  given: readonly string[];
  troubled: readonly string[];
  onSquare(square: string): void;
}

export function StartBoard({ start, manifest, failure, chosen, given, troubled, onSquare }: StartBoardProps): JSX.Element {
  if (!start) return <div class="start-board empty-board small muted" aria-busy={failure === ""}>{failure}</div>;
  const marks: Mark[] = [
    ...given.map((square): Mark => ({ square, kind: "aura" })),
    ...troubled.map((square): Mark => ({ square, kind: "problem" })),
    ...(chosen ? [{ square: chosen, kind: "chosen" } as const] : []),
  ];
  return (
    <div class="start-board">
      <Board label="Start position: choose a piece" testId="start-board" width={start.width} height={start.height} pieces={start.pieces}
        manifest={manifest} marks={marks} onSquare={onSquare} />
    </div>
  );
}
