// Variants as cards with their start position, to be searched and chosen.

import type { JSX } from "preact";
import { Thumbnail } from "../../pieces/Thumbnail";
import type { Subject } from "./subject";

interface VariantCardsProps {
  label: string;
  subjects: readonly Subject[];
  chosen: string;
  onChoose(subject: Subject): void;
}

export function VariantCards({ label, subjects, chosen, onChoose }: VariantCardsProps): JSX.Element {
  return (
    <ul class="variant-cards" aria-label={label}>
      {subjects.map((subject) => (
        <li key={subject.key}>
          <button type="button" class="variant-card" aria-pressed={subject.key === chosen} data-testid={`variant-${subject.key}`} onClick={() => onChoose(subject)}>
            <span class="picture"><Thumbnail fen={subject.fen} types={subject.types} tiles={subject.tiles} /></span>
            <span class="about">
              <strong>{subject.name}</strong>
              <span class={`line${subject.problem ? " error" : ""}`}>{subject.description}</span>
              {subject.tags.length > 0 && <span class="tags">{subject.tags.map((tag) => <span key={tag} class="tag">{tag}</span>)}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
