// Presets to choose from: name, description, and for those in force scope, duration and settings.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Check, Select } from "../ui/Field";
import type { PresetCard, Scope } from "../wire/types";
import { ConfigForm } from "./ConfigForm";
import { Duration } from "./Duration";
import { type PresetUse, withConfig, withPreset, withUse, withoutPreset } from "./rules";

interface PresetPickerProps {
  /** Presets, rulesets among them, as the catalogue lists them. */
  cards: readonly PresetCard[];
  value: readonly PresetUse[];
  onChange(uses: PresetUse[]): void;
  /** Presets that the variant brings along and that stay. */
  fixed?: readonly string[];
  /** Presets with a problem, which are marked. */
  troubled?: ReadonlySet<string>;
  pieceTypes: readonly string[];
}

const SCOPES: { value: Scope; label: string }[] = [
  { value: "both", label: "Both sides" },
  { value: "white", label: "White" },
  { value: "black", label: "Black" },
];

export function PresetPicker({ cards, value, onChange, fixed = [], troubled, pieceTypes }: PresetPickerProps): JSX.Element {
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase().split(/\s+/);
  const isFound = (card: PresetCard): boolean => {
    const text = `${card.id} ${card.label} ${card.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const shown = cards.filter((card) => isFound(card) || value.some((use) => use.id === card.id));
  const groups = [
    { title: "Presets", cards: shown.filter((card) => !card.isRuleset) },
    { title: "How the game ends", cards: shown.filter((card) => card.isRuleset) },
  ];
  return (
    <div class="preset-picker" data-testid="preset-picker">
      <div class="row">
        <input type="search" value={search} placeholder="Search presets" aria-label="Search presets" data-testid="preset-search"
          onInput={(event) => setSearch(event.currentTarget.value)} />
        <span class="muted small">{value.length === 0 ? "none chosen" : `${value.length} chosen`}</span>
      </div>
      {groups.filter((group) => group.cards.length > 0).map((group) => (
        <fieldset key={group.title}>
          <legend>{group.title}</legend>
          <ul class="presets">
            {group.cards.map((card) => (
              <Preset key={card.id} card={card} use={value.find((use) => use.id === card.id)} isFixed={fixed.includes(card.id)}
                isTroubled={troubled?.has(card.id) ?? false} pieceTypes={pieceTypes}
                onToggle={(isOn) => onChange(isOn ? withPreset(value, card.id) : withoutPreset(value, card.id))}
                onUse={(use) => onChange(withUse(value, use))} />
            ))}
          </ul>
        </fieldset>
      ))}
      {shown.length === 0 && <p class="muted">No preset has these words.</p>}
    </div>
  );
}

interface PresetProps {
  card: PresetCard;
  use?: PresetUse;
  isFixed: boolean;
  isTroubled: boolean;
  pieceTypes: readonly string[];
  onToggle(isOn: boolean): void;
  onUse(use: PresetUse): void;
}

function Preset({ card, use, isFixed, isTroubled, pieceTypes, onToggle, onUse }: PresetProps): JSX.Element {
  return (
    <li class={`preset${use ? " on" : ""}${isTroubled ? " troubled" : ""}`} data-testid={`preset-${card.id}`}>
      <Check checked={use !== undefined || isFixed} disabled={isFixed} onChange={onToggle} testId={`preset-toggle-${card.id}`}
        label={<><strong>{card.label}</strong>{isFixed && <span class="muted small"> part of the variant</span>}<br /><span class="small muted">{card.description}</span></>} />
      {use && (
        <div class="uses">
          <Select label="For" value={use.scope ?? "both"} options={SCOPES} testId={`scope-${card.id}`} onChange={(scope) => onUse({ ...use, scope })} />
          <Duration use={use} onUse={onUse} />
          <ConfigForm card={card} use={use} pieceTypes={pieceTypes} onChange={(key, changed) => onUse(withConfig(use, card, key, changed))} />
        </div>
      )}
    </li>
  );
}
