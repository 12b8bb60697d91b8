// What is wrong with the document, line by line: a press goes there, and a known repair is one press away.

import type { JSX } from "preact";

import { repairLabel } from "../../editors/code/problems";
import { Button } from "../../ui/Button";
import type { Problem, Repair, Validation } from "../../wire/types";
import type { Found } from "./use-findings";

interface ProblemsProps {
  found: Found<Validation>;
  onReveal(line: number, column: number): void;
  onRepair(repair: Repair): void;
  /** Make a piece that is named and that nobody knows. */
  onMake(id: string): void;
}

export function Problems({ found, onReveal, onRepair, onMake }: ProblemsProps): JSX.Element {
  const problems = found.value?.problems ?? [];
  const errors = problems.filter((problem) => problem.severity !== "warning").length;
  return (
    <section class="problems" aria-label="Problems" data-testid="problems" aria-busy={found.isStale}>
      <h2 class={errors > 0 ? "is-bad" : ""}>
        <span role="status">{heading(found, errors, problems.length - errors)}</span>
      </h2>
      <ul>
        {problems.map((problem, number) => (
          <Row
            key={`${number}-${problem.code}-${problem.line}`}
            problem={problem}
            repair={found.value?.repairs.find((repair) => repair.problem === number)}
            onReveal={onReveal}
            onRepair={onRepair}
            onMake={onMake}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Omit<ProblemsProps, "found"> {
  problem: Problem;
  repair: Repair | undefined;
}

function Row({ problem, repair, onReveal, onRepair, onMake }: RowProps): JSX.Element {
  const { line, column } = problem;
  const missing = /unknown piece type '([a-z][a-z0-9-]*)'/.exec(problem.message)?.[1];
  return (
    <li class={problem.severity} data-testid="problem">
      <button type="button" class="problem-text" title={problem.exact} onClick={() => onReveal(line ?? 1, column ?? 1)}>
        <span class="sign" aria-hidden="true">{problem.severity === "warning" ? "!" : "✕"}</span>
        <span>
          {problem.message}
          {problem.hint && <span class="hint"> {problem.hint}</span>}
        </span>
        <span class="where">{line === null ? problem.code : `${problem.code} · line ${line}`}</span>
      </button>
      {repair && (
        <Button kind="quiet" testId="repair" onClick={() => onRepair(repair)}>
          {repairLabel(repair)}
        </Button>
      )}
      {!repair && missing && <Button kind="quiet" testId="make-piece" onClick={() => onMake(missing)}>Make this piece</Button>}
    </li>
  );
}

function heading(found: Found<Validation>, errors: number, warnings: number): string {
  if (found.error !== null) return found.error.message;
  if (found.value === null) return "Reading …";
  const parts = [count(errors, "problem"), count(warnings, "warning")].filter((part) => part !== "");
  return parts.length === 0 ? "No problems" : parts.join(", ");
}

function count(number: number, word: string): string {
  if (number === 0) return "";
  return number === 1 ? `1 ${word}` : `${number} ${word}s`;
}
