// The checker's word on rules, kept current while they change. What is asked last is what is told.

import { useEffect, useState } from "preact/hooks";
import { ApiError, checkProfiles } from "../net/api";
import type { Modifier } from "../models/modifier";
import type { ProfilesCheck } from "../wire/types";
import { type Rules, type Setting, requestOf } from "./rules";

/** What is known of the rules; an older check stays until the newer one is there. */
export interface Checked {
  check: ProfilesCheck | null;
  /** Why there is no check, such as a server that does not answer. */
  failure: string;
  isBusy: boolean;
}

/** Time for further clicks before the server is asked. */
const PATIENCE = 120;

export function useCheck(setting: Setting, rules: Rules, known: readonly Modifier[] = []): Checked {
  const [checked, setChecked] = useState<Checked>({ check: null, failure: "", isBusy: true });
  const asked = JSON.stringify(requestOf(setting, rules, known));
  useEffect(() => {
    const stop = new AbortController();
    setChecked((before) => ({ ...before, isBusy: true }));
    const timer = setTimeout(() => {
      checkProfiles(JSON.parse(asked), stop.signal).then(
        (check) => setChecked({ check, failure: "", isBusy: false }),
        (error: unknown) => {
          if (!stop.signal.aborted) setChecked({ check: null, failure: failureOf(error), isBusy: false });
        },
      );
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  return checked;
}

export function failureOf(error: unknown): string {
  if (error instanceof ApiError) return error.hint ? `${error.message} (${error.hint})` : error.message;
  return "The server does not answer.";
}
