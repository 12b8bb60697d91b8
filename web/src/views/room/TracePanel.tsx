// A move stage by stage: which rules fired, about which piece, and what they changed.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { changeOf } from "../../store/news";
import { Deaths, Stages } from "../../trace/Stages";
import type { Request, ServerMessage, TraceTold } from "../../wire/messages";
import type { Piece, RoomState } from "../../wire/types";
import { numberOf } from "./MoveList";

interface TracePanelProps {
  state: Pick<RoomState, "moves">;
  /** Pieces by id, also those that are gone. */
  known: Readonly<Record<number, Piece>>;
  ply: number;
  ask(request: Extract<Request, { type: "move.trace" }>): Promise<ServerMessage>;
  /** Open the document of a rule at its line. */
  onRule(rule: string, origin: string | undefined): void;
}

export function TracePanel({ state, known, ply, ask, onRule }: TracePanelProps): JSX.Element {
  const [trace, setTrace] = useState<TraceTold | string | null>(null);
  const move = state.moves[ply - 1];
  useEffect(() => {
    let isWanted = true;
    setTrace(null);
    if (!move) return undefined;
    void ask({ type: "move.trace", ply }).then((answer) => {
      if (!isWanted) return;
      if (answer.type === "move.trace") setTrace(answer);
      else if (answer.type === "nack") setTrace(answer.message);
    });
    return () => {
      isWanted = false;
    };
  }, [ply, move?.digest]);
  if (!move) return <p class="muted panel-note">Choose a move in the list to see what it set off.</p>;
  return (
    <div class="trace" data-testid="trace">
      <h3>{numberOf(state.moves, move.ply)} {move.san}</h3>
      {typeof trace === "string" && <p class="error">{trace}</p>}
      {trace !== null && typeof trace !== "string" && <Told trace={trace} known={known} onRule={onRule} />}
    </div>
  );
}

function Told({ trace, known, onRule }: { trace: TraceTold; known: TracePanelProps["known"]; onRule: TracePanelProps["onRule"] }): JSX.Element {
  const quiet = trace.stages.filter((stage) => stage.firings.length === 0).map((stage) => stage.stage);
  const isQuiet = quiet.length === trace.stages.length;
  return (
    <>
      {trace.presetEffects.map((text, index) => <p key={index} class="effect-line">{changeOf(text) ?? text}</p>)}
      <Deaths deaths={trace.deaths} />
      {isQuiet && <p class="muted">No rule fired.</p>}
      <Stages stages={trace.stages} known={known} origins={trace.origins} onRule={onRule} />
      {quiet.length > 0 && !isQuiet && <p class="muted small">Quiet: {quiet.join(", ")}</p>}
    </>
  );
}
