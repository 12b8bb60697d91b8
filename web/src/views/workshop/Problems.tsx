// What is wrong with the document, line by line: a press goes there, and a known repair is one press away.

import type { JSX } from "preact";

import { repairLabel } from "../../editors/code/problems";
import { Button } from "../../ui/Button";
import { type Project, elsewhere } from "../../models/project";
import type { Problem, Repair, Validation } from "../../wire/types";
import type { Found } from "./use-findings";

interface ProblemsProps {
  found: Found<Validation>;
  project: Project;
  /** Go to a place of a document of the project. */
  onReveal(index: number, line: number, column: number): void;
  onRepair(repair: Repair): void;
  /** Make a piece that is named and that nobody knows. */
  onMake(id: string): void;
}

export function Problems({ found, project, onReveal, onRepair, onMake }: ProblemsProps): JSX.Element {
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
            project={project}
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

function Row({ problem, repair, project, onReveal, onRepair, onMake }: RowProps): JSX.Element {
  const away = elsewhere(project, project.active, problem.message);
  const { line, column } = away ?? problem;
  const index = away?.index ?? project.active;
  const where = [problem.code, away && project.documents[index]?.name, line !== null && `line ${line}`].filter(Boolean).join(" · ");
  const missing = /unknown piece type '([a-z][a-z0-9-]*)'/.exec(problem.message)?.[1];
  return (
    <li class={problem.severity} data-testid="problem">
      <button type="button" class="problem-text" title={problem.exact} onClick={() => onReveal(index, line ?? 1, column ?? 1)}>
        <span class="sign" aria-hidden="true">{problem.severity === "warning" ? "!" : "✕"}</span>
        <span>
          {away?.message ?? problem.message}
          {problem.hint && <span class="hint"> {problem.hint}</span>}
        </span>
        <span class="where">{where}</span>
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
