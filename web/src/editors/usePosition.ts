// A position as the server draws it, for boards of editors. An older one stays until the newer is there.

import { useEffect, useState } from "preact/hooks";
import { type PreviewRequest, preview } from "../net/api";
import { failureOf } from "../rules/useCheck";
import type { Preview } from "../wire/types";

export interface Position {
  preview: Preview | null;
  failure: string;
}

const PATIENCE = 60;

export function usePosition(request: PreviewRequest | null): Position {
  const [position, setPosition] = useState<Position>({ preview: null, failure: "" });
  const asked = request ? JSON.stringify(request) : "";
  useEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      preview(JSON.parse(asked), stop.signal).then(
        (found) => setPosition({ preview: found, failure: "" }),
        (error: unknown) => {
          if (!stop.signal.aborted) setPosition((before) => ({ ...before, failure: failureOf(error) }));
        },
      );
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  return position;
}
