// The board of what is written: both sides are played here, the moves stay while the document changes, and what the last
// move made fire stands below.

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { dutyOf } from "../../board/acts";
import { HandedBoard } from "../../board/HandedBoard";
import { dropText } from "../../board/squares";
import { withBadges } from "../../models/badges";
import { landedBy, wayOf } from "../../models/landing";
import { Deaths, Stages } from "../../trace/Stages";
import { type Known, useKnown } from "../../trace/useKnown";
import { valueText } from "../../trace/values";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/Toast";
import type { Explanation, LegalMove, Panel, Preview, Trace } from "../../wire/types";
import { NoAnswer } from "./NoAnswer";
import type { Found } from "./use-findings";

interface LiveBoardProps {
  found: Found<Preview>;
  /** Whether what is written cannot be played. */
  isBroken: boolean;
  moves: readonly string[];
  onMoves(moves: string[]): void;
  /** Why a move cannot be played. */
  onExplain(move: string): Promise<Explanation | undefined>;
  onOpen(origin: string): void;
}

export function LiveBoard({ found, isBroken, moves, onMoves, onExplain, onOpen }: LiveBoardProps): JSX.Element {
  const [isFlipped, setFlipped] = useState(false);
  const shown = found.value;
  const known = useKnown(shown);
  const pieces = useMemo(() => withBadges(shown?.pieces ?? [], shown?.vital), [shown]);
  if (shown === null) return <NoAnswer found={found} isBroken={isBroken} what="There is no board yet" />;
  const last = shown.moves[shown.moves.length - 1];
  const tryMove = async (move: string): Promise<void> => {
    const told = await onExplain(move);
    if (told && !told.legal)
      toast({ text: told.reason.message, detail: told.reason.rule ?? told.reason.origin ?? undefined, kind: "error" });
  };
  const play = (move: LegalMove): void => onMoves([...shown.moves.map((played) => played.move), move.move]);
  return (
    <div class="live-board" aria-busy={found.isStale}>
      {isBroken && <p class="note is-bad" role="status">There are problems: the board shows the last text without.</p>}
      <HandedBoard
        hands={shown.hands}
        turn={shown.turn}
        told={shown.variant.rulebook}
        label={`${shown.variant.name}, ${shown.turn} to move`}
        width={shown.variant.width}
        height={shown.variant.height}
        pieces={pieces}
        tiles={shown.tiles}
        manifest={shown.manifest}
        isFlipped={isFlipped}
        legal={found.isStale ? [] : shown.legal}
        movable={(piece) => piece.color === shown.turn}
        onMove={play}
        onTry={(from, to) => void tryMove(from + to)}
        onTryAct={(move) => void tryMove(move)}
        onTryDrop={(type, square) => void tryMove(dropText(shown.manifest, type, square))}
        checked={shown.checked}
        lastMove={landedBy(last ? wayOf(last.move) : null, shown.trace, shown.pieces)}
        testId="live-board"
      />
      <div class="live-controls">
        <Button kind="quiet" disabled={moves.length === 0} onClick={() => onMoves(moves.slice(0, -1))} testId="live-back">
          Take back
        </Button>
        <Button kind="quiet" disabled={moves.length === 0} onClick={() => onMoves([])} testId="live-restart">
          Start again
        </Button>
        <Button kind="quiet" onClick={() => setFlipped(!isFlipped)}>Flip</Button>
        <span class="live-moves" data-testid="live-moves">{shown.moves.map((played) => played.san).join(" ")}</span>
      </div>
      <p class="status" role="status">{statusOf(shown)}</p>
      <Panels shown={shown} />
      {shown.refused && <p class="note is-bad">{shown.refused.move}: {shown.refused.reason.message}</p>}
      {shown.trace && <LastMove shown={shown} trace={shown.trace} known={known} onOpen={onOpen} />}
    </div>
  );
}

function LastMove({ shown, trace, known, onOpen }: { shown: Preview; trace: Trace; known: Known; onOpen(origin: string): void }): JSX.Element {
  const isQuiet = trace.stages.every((stage) => stage.firings.length === 0);
  const origins = Object.fromEntries(shown.rules.rules.map((rule) => [rule.rule, rule.origin]));
  return (
    <section class="last-move" aria-label={`What ${trace.move} made fire`} data-testid="live-trace">
      <Deaths deaths={trace.deaths} />
      {isQuiet ? <p class="quiet-note">{trace.move}: no rule fired.</p> : (
        <Stages stages={trace.stages} known={known} origins={origins} onRule={(_, origin) => origin && onOpen(origin)} />
      )}
    </section>
  );
}

/** Whether anything is counted: documents that are no variants are tried beside all that is shipped. */
function hasValue({ value, values }: Panel): boolean {
  return [value, values?.white, values?.black].some((each) => each !== null && each !== undefined);
}

function Panels({ shown }: { shown: Preview }): JSX.Element | null {
  const panels = shown.panels.filter(hasValue);
  if (panels.length === 0) return null;
  return (
    <dl class="live-panels">
      {panels.map((panel) => (
        <div key={panel.name}>
          <dt>{panel.label}</dt>
          <dd>{panel.values ? `White ${valueText(panel.values.white)}, Black ${valueText(panel.values.black)}` : valueText(panel.value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function statusOf(shown: Preview): string {
  const side = shown.turn === "white" ? "White" : "Black";
  if (!shown.result) return `${side} to move${dutyOf(shown.legal)}${shown.check ? ", in check" : ""}`;
  const winner = shown.result.winner;
  return winner === null
    ? `Draw: ${shown.result.reason}`
    : `${winner === "white" ? "White" : "Black"} wins: ${shown.result.reason}`;
}
