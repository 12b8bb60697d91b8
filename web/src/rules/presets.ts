// Presets in force in words: for whom, for how long, and with which settings. Pure.

import { valueText } from "../trace/values";
import { spelled } from "../ui/words";
import type { ActivePreset, Json, PresetCard } from "../wire/types";

const WHOSE = { white: "for White only", black: "for Black only" } as const;

/** For whom and for how long a preset is in force, and its settings; those that it has anyway by its card. */
export function usage(preset: ActivePreset, card?: Pick<PresetCard, "config">): string {
  const words: string[] = [];
  if (preset.scope === "white" || preset.scope === "black") words.push(WHOSE[preset.scope]);
  if (preset.turnsRemaining !== undefined) words.push(`for ${preset.turnsRemaining} more ${preset.turnsRemaining === 1 ? "turn" : "turns"}`);
  const settings: Json = { ...card?.config, ...preset.config };
  for (const [key, value] of Object.entries(settings)) words.push(`${spelled(key).toLowerCase()} ${valueText(value)}`);
  return words.length > 0 ? `: ${words.join(", ")}` : "";
}
