// Problems of a document as marks in its text, with the repair that is known.

import type { Action, Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";

import type { Problem, Repair } from "../../wire/types";

/** The marks of the problems that have a line; a line that is gone since is the last one. */
export function marks(text: Text, problems: readonly Problem[], repairs: readonly Repair[]): Diagnostic[] {
  return problems.flatMap((problem, number) => {
    if (problem.line === null || problem.line < 1) return [];
    const line = text.line(Math.min(problem.line, text.lines));
    const from = Math.min(line.from + Math.max((problem.column ?? 1) - 1, 0), line.to);
    const repair = repairs.find((each) => each.problem === number);
    return [
      {
        from,
        to: repair === undefined || repair.line !== problem.line ? wordEnd(line.text, from - line.from) + line.from : line.from + repair.endColumn - 1,
        severity: problem.severity === "warning" ? "warning" : "error",
        source: problem.code,
        message: problem.hint ? `${problem.message}\n${problem.hint}` : problem.message,
        actions: repair === undefined ? [] : [repairAction(text, repair)],
      } satisfies Diagnostic,
    ].map((mark) => ({ ...mark, to: Math.max(mark.from, Math.min(mark.to, line.to)) }));
  });
}

/** A repair that somebody pressed, with the text in which its problem was found. */
export interface RepairWish {
  repair: Repair;
  text: string;
}

/** A wish as a change of the text; none where the text is another one, such as that of another document. */
export function wishedChange(text: Text, wish: RepairWish): { from: number; to: number; insert: string } | null {
  return text.toString() === wish.text ? repairChange(text, wish.repair) : null;
}

/** A repair as a change of the text. */
export function repairChange(text: Text, repair: Repair): { from: number; to: number; insert: string } | null {
  if (repair.line > text.lines) return null;
  const line = text.line(repair.line);
  const from = line.from + repair.column - 1;
  const to = line.from + repair.endColumn - 1;
  return to > line.to ? null : { from, to, insert: repair.text };
}

/** What a repair does, in words. */
export function repairLabel({ text, column, endColumn }: Repair): string {
  if (column === 1 && endColumn > 1 && text.trim() === "") return text === "" ? "Begin at the margin" : `Set in by ${text.length === 1 ? "1 space" : `${text.length} spaces`}`;
  if (text.trim() === "") return text.length === 1 ? "Put a space" : "Indent with spaces";
  return text.includes("\n") ? `Declare ${/(\w+): \{/.exec(text)?.[1] ?? "it"}` : `Write ${text}`;
}

function repairAction(found: Text, repair: Repair): Action {
  return {
    name: repairLabel(repair),
    apply: (view) => {
      const change = found.eq(view.state.doc) ? repairChange(view.state.doc, repair) : null;
      if (change !== null) view.dispatch({ changes: change });
    },
  };
}

function wordEnd(line: string, from: number): number {
  const rest = /^[\w$.-]+/.exec(line.slice(from))?.[0].length ?? 0;
  return from + Math.max(rest, 1);
}
