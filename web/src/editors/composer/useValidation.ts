// What the server says of a modifier while it is written: its problems, sorted to its primitives.

import { useEffect, useState } from "preact/hooks";
import { validate } from "../../net/api";
import type { Modifier } from "../../models/modifier";
import { type ChildKeys, formatPath, parsePath } from "../../models/tree";
import { failureOf } from "../../rules/useCheck";
import type { Json, Problem } from "../../wire/types";

export interface Judged {
  /** The modifier that was judged: what is being written may be newer. */
  modifier: Modifier;
  isOk: boolean;
  problems: readonly Problem[];
  failure: string;
}

const PATIENCE = 120;

export function useValidation(modifier: Modifier): Judged {
  const [judged, setJudged] = useState<Judged>({ modifier, isOk: false, problems: [], failure: "" });
  const asked = JSON.stringify({ ...modifier, kind: "modifier" });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      validate({ text: JSON.parse(asked) as Json, name: "modifier.modifier.json" }, stop.signal).then(
        ({ ok, problems }) => setJudged({ modifier, isOk: ok, problems, failure: "" }),
        (error: unknown) => {
          if (!stop.signal.aborted) setJudged({ modifier, isOk: false, problems: [], failure: failureOf(error) });
        },
      );
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  return judged;
}

/** The problems by the way of their primitive; those of the whole under the empty way. */
export function problemsByPath(judged: Judged, keys: ChildKeys): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of judged.problems) {
    const key = formatPath(parsePath(problem.path, judged.modifier.primitives, keys).path);
    found.set(key, [...(found.get(key) ?? []), problem]);
  }
  return found;
}
