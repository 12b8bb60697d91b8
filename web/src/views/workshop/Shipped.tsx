// A shipped document, read at the line that a rule comes from.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import * as api from "../../net/api";
import { Layer } from "../../ui/Layer";
import { parseOrigin } from "./RulesList";

export function Shipped({ origin, onClose }: { origin: string; onClose(): void }): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const place = parseOrigin(origin);
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    documentOf(origin).then(setText, () => setText(""));
  }, [origin]);
  useEffect(() => marked.current?.scrollIntoView({ block: "center" }), [text]);
  return (
    <Layer title={place?.file ?? origin} onClose={onClose} isWide testId="shipped-document">
      {text === "" && <p class="quiet-note">This document is not in the catalogue.</p>}
      <ol class="source-lines">
        {(text ?? "").split("\n").map((line, number) => {
          const isMarked = number + 1 === place?.line;
          return <li key={number} ref={isMarked ? marked : undefined} class={isMarked ? "is-marked" : ""}><code>{line || " "}</code></li>;
        })}
      </ol>
    </Layer>
  );
}

/** The text of the shipped document that an origin names: `descriptors/pieces/pawn.piece.yaml:8`. */
async function documentOf(origin: string): Promise<string> {
  const found = /([a-z0-9-]+)\.([a-z]+)\.ya?ml/.exec(origin);
  return found ? (await api.entry(found[2] ?? "", found[1] ?? "")).text : "";
}
