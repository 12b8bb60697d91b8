// What the server finds in a project while it is written: problems, the board, the tests.
//
// Questions wait until the writer pauses, an answer that comes too late is dropped, and a server that asks for patience
// is asked again later.

import { useEffect, useState } from "preact/hooks";

import { type Bundle, type Project, bundle, kindOf, playedIndex } from "../../models/project";
import { inPlainWords } from "../../models/yaml-words";
import * as api from "../../net/api";
import type { Preview, ScenarioRun, Validation } from "../../wire/types";

/** An answer, or why there is none. While a new one is awaited, the old one stays. */
export interface Found<T> {
  value: T | null;
  error: api.ApiError | null;
  isStale: boolean;
  /** What the answer is about: which document, and its text. */
  asked: Bundle | null;
}

export interface Findings {
  /** Of what is written. */
  validation: Found<Validation>;
  /** Of what is played, with everything that is beside it. */
  playable: Found<Validation>;
  preview: Found<Preview>;
  tests: Found<ScenarioRun>;
}

const PAUSE = 350;
const TESTING_PAUSE = 400;
const PATIENCE = 4000;

export function useFindings(project: Project, moves: string[]): Findings {
  const written = bundle(project, project.active);
  const played = bundle(project, playedIndex(project));
  const tried = bundle(project, testedIndex(project));
  const validation = ofDocument(written.name, useAnswer(written, PAUSE, judge));
  const judged = useAnswer(played, PAUSE, judge, played.name !== written.name);
  const playable = played.name === written.name ? validation : judged;
  // What has errors cannot be played or tested: the board stays as it was until they are mended.
  const isPlayable = isGood(validation) && isGood(playable);
  const preview = useAnswer({ ...played, moves }, 0, api.preview, isPlayable);
  const tests = useAnswer(tried, TESTING_PAUSE, api.runTests, isPlayable && isTested(project));
  return { validation, playable, preview, tests };
}

/** The problems of a document, those of its form in plain words. */
const judge = async (request: Bundle, signal: AbortSignal): Promise<Validation> => inPlainWords(request.text, await api.validate(request, signal), request.documents);

/** An answer about a document; what was found in another one is not shown for it. */
const ofDocument = <T>(name: string, found: Found<T>): Found<T> => (found.asked === null || found.asked.name === name ? found : { ...found, value: null });

const isGood = (found: Found<Validation>): boolean => !found.isStale && (found.value?.ok ?? false);

/** Whose tests are run: those of a scenario file that is written, else those of what is played. */
function testedIndex(project: Project): number {
  const draft = project.documents[project.active];
  return draft !== undefined && kindOf(draft) === "scenario" ? project.active : playedIndex(project);
}

/** Whether there is something that can have tests: a variant or a scenario file. */
export function isTested(project: Project): boolean {
  const draft = project.documents[testedIndex(project)];
  const kind = draft === undefined ? null : kindOf(draft);
  return kind === "variant" || kind === "scenario";
}

type Ask<R, T> = (request: R, signal: AbortSignal) => Promise<T>;

/** The answer to the latest request, asked when it has stayed the same for a while, if it is wanted. */
function useAnswer<R extends Bundle, T>(request: R, pause: number, ask: Ask<R, T>, isWanted = true): Found<T> {
  const [told, setTold] = useState<{ key: string; asked: R | null; value: T | null; error: api.ApiError | null }>({ key: "", asked: null, value: null, error: null });
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    let timer = 0;
    const fail = (error: unknown): void => {
      if (abort.signal.aborted) return;
      const reason = error instanceof api.ApiError ? error : unreachable();
      setTold((before) => ({ ...before, key, error: reason }));
      if (reason.status === 429 || reason.status === 0) timer = window.setTimeout(run, PATIENCE);
    };
    const run = (): void => void ask(request, abort.signal).then((value) => setTold({ key, asked: request, value, error: null }), fail);
    timer = window.setTimeout(run, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, isWanted]);
  return { value: told.value, error: told.error, isStale: told.key !== key, asked: told.asked };
}

const unreachable = (): api.ApiError =>
  new api.ApiError(0, { code: "E_HTTP", message: "the server does not answer; it is asked again" });
