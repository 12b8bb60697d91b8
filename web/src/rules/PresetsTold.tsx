// The presets of a game, each with its words, its settings and how long it lasts.

import type { JSX } from "preact";
import type { ActivePreset, Catalog } from "../wire/types";
import { usage } from "./presets";

interface PresetsToldProps {
  presets: readonly ActivePreset[];
  catalog: Pick<Catalog, "presets" | "rulesets"> | null;
}

export function PresetsTold({ presets, catalog }: PresetsToldProps): JSX.Element {
  if (presets.length === 0) return <p class="muted">None.</p>;
  const cards = [...(catalog?.presets ?? []), ...(catalog?.rulesets ?? [])];
  return (
    <ul class="plain-list">
      {presets.map((preset) => {
        const card = cards.find((one) => one.id === preset.id);
        return (
          <li key={`${preset.id} ${preset.scope}`} data-preset={preset.id}>
            <strong>{card?.label ?? preset.id}</strong>{usage(preset, card)}
            {card?.description && <div class="muted small">{card.description}</div>}
          </li>
        );
      })}
    </ul>
  );
}
