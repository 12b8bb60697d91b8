// The problems of an entry, each with its fix button, or advice where there is none.

import type { JSX } from "preact";
import { remedyOf } from "../../models/fixes";
import { Button } from "../../ui/Button";
import type { ProfileFinding } from "../../wire/types";

interface FindingsProps {
  findings: readonly ProfileFinding[];
  onFix(problem: ProfileFinding): void;
  isFixing: boolean;
}

export function Findings({ findings, onFix, isFixing }: FindingsProps): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <ul class="entry-findings">
      {findings.map((problem) => {
        const remedy = remedyOf(problem);
        return (
          <li key={`${problem.code}${problem.path}${problem.square}${problem.message}`} class={`finding ${problem.severity}`} data-testid="problem" data-code={problem.code}>
            <span class="told">
              <strong>{problem.severity === "error" ? "Problem" : "Warning"}:</strong> {problem.message}
              {remedy.kind === "advice" && <span class="advice" data-testid="advice"> {remedy.text}</span>}
            </span>
            {remedy.kind === "fix" && <Button testId="fix" disabled={isFixing} onClick={() => onFix(problem)}>{remedy.label}</Button>}
          </li>
        );
      })}
    </ul>
  );
}
