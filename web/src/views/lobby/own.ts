// The variants that somebody wrote in the workshop of this browser, each with its start position.

import { useEffect, useState } from "preact/hooks";
import { BOOKCASE_KEY, type OwnVariant as Written, ownVariants, parseBookcase } from "../../models/bookcase";
import { ApiError, type DocumentRequest, preview, validate } from "../../net/api";
import type { Preview } from "../../wire/types";

export interface OwnVariant extends Written {
  /** What the server makes of it, once it has answered. */
  preview: Preview | null;
  /** Why it cannot be played as it is written. */
  problem: string;
}

/** Variants of which the server is asked for a picture. */
const MOST_PICTURES = 8;

export function useOwnVariants(): OwnVariant[] {
  const [variants, setVariants] = useState<OwnVariant[]>(() => kept().map((one) => ({ ...one, preview: null, problem: "" })));
  useEffect(() => {
    const stop = new AbortController();
    const learn = (index: number, found: Partial<OwnVariant>): void => setVariants((now) => now.map((one, at) => (at === index ? { ...one, ...found } : one)));
    const askAll = async (): Promise<void> => {
      for (const [index, { text, name, documents }] of variants.slice(0, MOST_PICTURES).entries()) {
        try {
          learn(index, await look({ text, name, documents }, stop.signal));
        } catch (error) {
          if (stop.signal.aborted) return;
          learn(index, { problem: error instanceof ApiError ? error.message : "The server does not answer." });
        }
      }
    };
    void askAll();
    return () => stop.abort();
  }, []);
  return variants;
}

/** What the server makes of a document: its first problem, or its picture. */
async function look(request: DocumentRequest, signal: AbortSignal): Promise<Partial<OwnVariant>> {
  const { ok, problems } = await validate(request, signal);
  if (ok) return { preview: await preview(request, signal) };
  const first = problems.find((problem) => problem.severity === "error");
  return { problem: first ? `${first.message}${first.hint ? ` (${first.hint})` : ""}` : "It cannot be played yet." };
}

function kept(): Written[] {
  try {
    const bookcase = parseBookcase(localStorage.getItem(BOOKCASE_KEY));
    return bookcase ? ownVariants(bookcase) : [];
  } catch {
    return [];
  }
}
