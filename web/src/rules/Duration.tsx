// How long a preset is in force: for the whole game, or for some turns.

import type { JSX } from "preact";
import { NumberInput } from "../ui/Draft";
import { Field } from "../ui/Field";
import type { PresetUse } from "./rules";

const MOST_TURNS = 10_000;
const USUAL_TURNS = 10;

interface DurationProps {
  use: PresetUse;
  onUse(use: PresetUse): void;
}

export function Duration({ use, onUse }: DurationProps): JSX.Element {
  const { turnsRemaining, ...rest } = use;
  return (
    <Field label="Lasts">
      {(control) => (
        <div class="duration">
          <select {...control} value={turnsRemaining ? "turns" : "game"} data-testid={`lasts-${use.id}`}
            onChange={(event) => onUse(event.currentTarget.value === "game" ? rest : { ...rest, turnsRemaining: USUAL_TURNS })}>
            <option value="game">The whole game</option>
            <option value="turns">Some turns</option>
          </select>
          {turnsRemaining !== undefined && (
            <NumberInput value={turnsRemaining} min={1} max={MOST_TURNS} step={1} label="Number of turns" testId={`turns-${use.id}`}
              onCommit={(turns) => onUse({ ...rest, turnsRemaining: Math.round(turns) })} />
          )}
        </div>
      )}
    </Field>
  );
}
