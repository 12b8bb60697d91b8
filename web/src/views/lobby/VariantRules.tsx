// How a variant is played, from the words of its documents: what it brings along, and what its pieces and
// special squares do.

import type { JSX } from "preact";
import { VariantWords } from "../../rules/VariantWords";
import { type Words, specialsOf } from "../../rules/specials";
import type { Card, Catalog } from "../../wire/types";
import type { Subject } from "./subject";

export function VariantRules({ subject, catalog }: { subject: Subject; catalog: Catalog }): JSX.Element | null {
  const presets = cardsOf([...catalog.presets, ...catalog.rulesets], subject.presets).map(({ id, label, description }): Words => ({ kind: "preset", id, label, description }));
  const specials = specialsOf(Object.values(subject.types), Object.entries(subject.tiles).map(([square, type]) => ({ square, type })), subject.game.documents ?? [], catalog);
  if (presets.length + specials.length === 0) return null;
  return (
    <details class="variant-rules" data-testid="variant-rules">
      <summary>How it is played</summary>
      <VariantWords words={[...presets, ...specials]} />
    </details>
  );
}

/** The cards of some ids, each once, in the order of the ids. */
function cardsOf<C extends Card>(cards: readonly C[], ids: readonly string[]): C[] {
  return [...new Set(ids)].flatMap((id) => cards.find((card) => card.id === id) ?? []);
}
