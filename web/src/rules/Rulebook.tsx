// The rules of a game from beginning to end: its words, its goal, what its documents do, its presets with their
// settings, its pieces and its special squares.

import type { ComponentChildren, JSX } from "preact";
import type { RuleTold } from "../wire/types";
import { sectionsOf, titleOf } from "./headings";
import type { Words } from "./specials";
import { VariantWords } from "./VariantWords";

interface RulebookProps {
  rulebook: readonly RuleTold[];
  /** Pieces and squares. */
  words: readonly Words[];
  children?: ComponentChildren;
}

export function Rulebook({ rulebook, words, children }: RulebookProps): JSX.Element {
  return (
    <div class="rulebook" data-testid="rulebook">
      {sectionsOf(rulebook).map(({ title, rules }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {rules.map((rule) => (
              <li key={`${rule.about} ${rule.id} ${rule.text}`} data-rule={rule.id}>
                {titleOf(rule) && <strong>{titleOf(rule)}: </strong>}{rule.text}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {children}
      {words.length > 0 && (
        <section data-testid="specials">
          <h3>Pieces and squares</h3>
          <VariantWords words={words} />
        </section>
      )}
    </div>
  );
}
