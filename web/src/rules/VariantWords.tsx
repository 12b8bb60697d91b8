// What presets, special squares and unusual pieces do: a name, a drawing, and the words of the document.

import type { JSX } from "preact";
import { PieceFigure } from "../pieces/PieceFigure";
import { TileFigure } from "../pieces/TileFigure";
import type { Words } from "./specials";

export function VariantWords({ words }: { words: readonly Words[] }): JSX.Element {
  return (
    <dl class="variant-words">
      {words.map((word) => (
        <div key={`${word.kind} ${word.id}`} data-words={word.id}>
          <dt>
            {word.kind === "tile" && <span class="sign"><TileFigure type={word.id} /></span>}
            {word.kind === "piece" && <span class="sign"><PieceFigure type={word.id} color="white" letter={word.letter ?? ""} /></span>}
            {word.label}{word.where && <span class="muted small where">{word.where}</span>}
          </dt>
          <dd>{word.description}</dd>
        </div>
      ))}
    </dl>
  );
}
