// What is seen for a moment above the board. It never takes input.

import type { JSX } from "preact";
import type { Effect } from "../../wire/types";
import { EffectDrawing, isDrawn } from "./drawings";

/** An effect with a key of its own: a new key is a new appearance. */
export interface ShownEffect extends Effect {
  key: number;
}

interface EffectsLayerProps {
  effects: readonly ShownEffect[];
  /** Where a square lies, in parts of the board from its upper left corner: 0 to 1. */
  place(square: string): { left: number; top: number; width: number; height: number };
}

export function EffectsLayer({ effects, place }: EffectsLayerProps): JSX.Element {
  return (
    <div class="effects" aria-hidden="true">
      {effects.map(({ key, kind, square, ttl, data }) => {
        const at = place(square);
        return (
          <span key={key} class={`effect ${isDrawn(kind) ? kind : "pulse"}`} data-effect={kind} data-at={square}
            style={{ left: percent(at.left), top: percent(at.top), width: percent(at.width), height: percent(at.height), "--ttl": `${ttl}ms` }}>
            <EffectDrawing kind={kind} data={data} />
          </span>
        );
      })}
    </div>
  );
}

const percent = (part: number): string => `${part * 100}%`;
