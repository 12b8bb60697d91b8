// What stands where an answer would: a short word while it is awaited, the reason where there is none.

import type { JSX } from "preact";

import type { Found } from "./use-findings";

interface NoAnswerProps {
  found: Found<unknown>;
  what: string;
  /** Whether there will be none before problems are mended. */
  isBroken?: boolean;
}

export function NoAnswer({ found, what, isBroken }: NoAnswerProps): JSX.Element {
  if (isBroken) return <p class="quiet-note">{what}: mend the problems on the left first.</p>;
  if (found.error === null) return <p class="quiet-note" aria-busy="true" />;
  const first = found.error.problems.find((problem) => problem.severity !== "warning");
  return (
    <div class="quiet-note">
      <p>
        {what}: {first?.message ?? found.error.message}
      </p>
      {(first?.hint ?? found.error.hint) && <p class="hint">{first?.hint ?? found.error.hint}</p>}
      {first?.line && <p class="where">line {first.line}</p>}
    </div>
  );
}
