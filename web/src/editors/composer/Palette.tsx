// The palette: primitives by group, to click or to drag into the tree.

import type { JSX } from "preact";
import type { PrimitiveCard } from "../../wire/types";
import type { Dragged } from "./drag";
import { GROUPS, firstPrimitive } from "./blocks";

interface PaletteProps {
  cards: readonly PrimitiveCard[];
  isFull: boolean;
  onTake(card: PrimitiveCard): void;
  onDrag(dragged: Dragged | null): void;
}

export function Palette({ cards, isFull, onTake, onDrag }: PaletteProps): JSX.Element {
  return (
    <nav class="palette" aria-label="Palette" data-testid="palette">
      {GROUPS.map((group) => (
        <section key={group.id} class={`palette-group ${group.id}`}>
          <h3>{group.title} <span class="muted small">{group.about}</span></h3>
          <ul>
            {cards.filter((card) => card.group === group.id).map((card) => (
              <li key={card.id}>
                <button type="button" class={`block ${card.group}`} draggable title={card.description} disabled={isFull} data-testid={`take-${card.id}`}
                  onClick={() => onTake(card)} onDragEnd={() => onDrag(null)}
                  onDragStart={(event) => { event.dataTransfer?.setData("text/plain", card.id); onDrag({ kind: "new", primitive: firstPrimitive(card) }); }}>
                  {card.label}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
