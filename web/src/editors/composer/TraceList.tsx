// What the last move in the sandbox made fire; rules of the modifier itself stand out.

import type { JSX } from "preact";
import { firedStages } from "../../models/sandbox";
import { Deaths, Stages } from "../../trace/Stages";
import type { Known } from "../../trace/useKnown";
import type { Trace } from "../../wire/types";

interface TraceListProps {
  trace: Trace | null;
  known: Known;
  move: string;
  /** The modifier whose own rules are marked. */
  ownRule: string;
}

export function TraceList({ trace, known, move, ownRule }: TraceListProps): JSX.Element {
  if (!trace) return <p class="small muted" data-testid="sandbox-trace">Make a move to see which rules fire.</p>;
  const isOwn = (rule: string): boolean => rule === ownRule || rule.startsWith(`${ownRule}/`);
  return (
    <div data-testid="sandbox-trace">
      <p class="small muted">{move}{firedStages(trace).length === 0 && ": no rule fired"}</p>
      <Deaths deaths={trace.deaths} />
      <Stages stages={trace.stages} known={known} isMarked={isOwn} />
    </div>
  );
}
