// The tests of the document: which hold, what differs where they do not, and which rules they have seen fire.

import type { JSX } from "preact";

import type { Outcome, ScenarioRun } from "../../wire/types";
import { NoAnswer } from "./NoAnswer";
import type { Found } from "./use-findings";

interface TestsListProps {
  found: Found<ScenarioRun>;
  isBroken: boolean;
  /** Whether what is written can have tests. */
  isTested: boolean;
  onReveal(file: string, line: number, column: number): void;
}

export function TestsList({ found, isBroken, isTested, onReveal }: TestsListProps): JSX.Element {
  const run = found.value;
  if (!isTested) return <p class="quiet-note">Variants and scenario files have tests. Add a variant that uses this document to test it.</p>;
  if (run === null || found.error !== null) return <NoAnswer found={found} isBroken={isBroken} what="The tests cannot be run" />;
  if (run.scenarios.length === 0)
    return (
      <p class="quiet-note">
        No tests yet. Under <code>tests:</code> say what is played and which rules must fire:
        <code class="block">{"- {name: a capture is cheered, play: e2e4 d7d5 e4d5, fires: [cheer on d5]}"}</code>
      </p>
    );
  return (
    <div class="tests" data-testid="tests" aria-busy={found.isStale}>
      {isBroken && <p class="note is-bad">There are problems: these are the results of the last text without.</p>}
      <p class={run.failed > 0 ? "verdict is-bad" : "verdict is-good"} role="status" data-testid="test-verdict">
        {run.passed} passed, {run.failed} failed{run.skipped > 0 ? `, ${run.skipped} skipped` : ""}
      </p>
      {run.stopped && <p class="note is-bad">{run.stopped.message}</p>}
      <ul>
        {run.scenarios.map((outcome, number) => (
          <Test key={`${number}-${outcome.name}`} outcome={outcome} onReveal={onReveal} />
        ))}
      </ul>
      {run.coverage && run.coverage.of > 0 && <Coverage coverage={run.coverage} />}
    </div>
  );
}

function Test({ outcome, onReveal }: { outcome: Outcome; onReveal: TestsListProps["onReveal"] }): JSX.Element {
  const state = outcome.skipped ? "skipped" : outcome.passed ? "passed" : "failed";
  return (
    <li class={state} data-testid="test">
      <span class="sign" aria-hidden="true">{{ passed: "✓", failed: "✕", skipped: "–" }[state]}</span>
      <span>
        <span class="test-name">{outcome.name}</span>
        <span class="visually-hidden"> {state}</span>
        {outcome.skipped && <span class="hint"> {outcome.skipped}</span>}
        {outcome.problems.map((problem, number) => (
          <button key={number} type="button" class="difference" onClick={() => onReveal(outcome.file, problem.line, problem.column)}>
            <Difference text={problem.message} />
            <span class="where">line {problem.line}</span>
          </button>
        ))}
      </span>
    </li>
  );
}

/** Lines of a difference: what was expected, what fired. */
function Difference({ text }: { text: string }): JSX.Element {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return (
    <span class="lines">
      {lines.map((line, number) => {
        const sign = /^\s*([-+]) /.exec(line)?.[1];
        const kind = number === 0 || sign === undefined ? "" : sign === "-" ? "missing" : "found";
        return <span key={number} class={kind}>{line.trim()}</span>;
      })}
    </span>
  );
}

function Coverage({ coverage }: { coverage: NonNullable<ScenarioRun["coverage"]> }): JSX.Element {
  return (
    <section class="coverage" aria-label="Coverage">
      <h3>
        Rules seen firing: {coverage.covered} of {coverage.of}
      </h3>
      <progress max={coverage.of} value={coverage.covered} aria-label="Rules seen firing" />
      <ul>
        {coverage.rules.map((rule) => (
          <li key={rule.rule} class={rule.fired > 0 ? "is-seen" : "is-unseen"}>
            <code>{rule.rule}</code>
            <span>{rule.fired > 0 ? `fired ${rule.fired}×` : "never fired"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
