// The rules that people choose beside a variant, and the game in which they are judged. Pure.

import type { ProfilesRequest } from "../net/api";
import { embedded } from "../models/exchange";
import type { Modifier } from "../models/modifier";
import type { Profile } from "../models/profile";
import type { ActivePreset, Json, PresetCard, PresetRequest, ProfilesCheck } from "../wire/types";

/** A preset that shall be in force. */
export type PresetUse = PresetRequest;
/** A profile by its id, or one that somebody wrote. */
export type StackItem = string | Profile;

/** Everything that is chosen beside the variant. */
export interface Rules {
  presets: readonly PresetUse[];
  profiles: readonly StackItem[];
}

export const NO_RULES: Rules = { presets: [], profiles: [] };

/** The game for which rules are chosen. */
export interface Setting {
  /** The id of a variant, or its document. */
  variant: string | Json;
  documents?: readonly (string | Json)[];
  fen?: string;
  /** Whether the rules stand in the place of the variant's own, as in a running game. */
  isWhole?: boolean;
}

/** Presets at once and profiles at once, as the server takes them. */
export const MOST_PRESETS = 50;
export const MOST_PROFILES = 16;

export const idOf = (item: StackItem): string => (typeof item === "string" ? item : item.id);

/** The request that judges rules; profiles bring along the modifiers that they name. */
export function requestOf(setting: Setting, rules: Rules, known: readonly Modifier[] = []): ProfilesRequest {
  return {
    variant: setting.variant,
    documents: setting.documents ? [...setting.documents] : undefined,
    fen: setting.fen,
    whole: setting.isWhole,
    presets: rules.presets.map(plainUse),
    profiles: profilesOf(rules, known),
  };
}

/** The profiles as rooms and checks take them. */
export function profilesOf(rules: Rules, known: readonly Modifier[] = []): (string | Json)[] {
  return rules.profiles.map((item) => (typeof item === "string" ? item : ({ kind: "profile", ...embedded(item, known) } as unknown as Json)));
}

/** A preset without what it would have anyway. */
export function plainUse(use: PresetUse | ActivePreset): PresetUse {
  const plain: PresetUse = { id: use.id };
  if (use.scope && use.scope !== "both") plain.scope = use.scope;
  if (use.turnsRemaining) plain.turnsRemaining = use.turnsRemaining;
  if (use.config && Object.keys(use.config).length > 0) plain.config = use.config;
  return plain;
}

export function withPreset(uses: readonly PresetUse[], id: string): PresetUse[] {
  return uses.some((use) => use.id === id) ? [...uses] : [...uses, { id, scope: "both" }];
}

export function withoutPreset(uses: readonly PresetUse[], id: string): PresetUse[] {
  return uses.filter((use) => use.id !== id);
}

export function withUse(uses: readonly PresetUse[], changed: PresetUse): PresetUse[] {
  return uses.map((use) => (use.id === changed.id ? changed : use));
}

/** The use with a setting of the preset; one that says what is so anyway is left out. */
export function withConfig(use: PresetUse, card: PresetCard, key: string, value: unknown): PresetUse {
  const config: Json = { ...use.config, [key]: value };
  if (JSON.stringify(value) === JSON.stringify(card.config[key])) delete config[key];
  return { ...use, config: Object.keys(config).length > 0 ? config : undefined };
}

/** A list with one of its items elsewhere. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Which place in a stack counts for what. */
export function precedence(index: number, count: number): string {
  if (count === 1) return "alone";
  if (index === count - 1) return "counts most";
  return index === 0 ? "counts least" : `${index + 1} of ${count}`;
}

// -- what the checker says -------------------------------------------------------------------------

/** A finding in words, the presets or profiles it speaks of, and what can be done. */
export interface Finding {
  severity: "error" | "warning" | "note";
  text: string;
  advice: string | null;
  about: readonly string[];
  code: string;
}

/** All that a check found, the gravest first, each thing once. */
export function findings(check: ProfilesCheck): Finding[] {
  const problems = [...check.problems, ...check.conflicts].map((problem): Finding => ({
    severity: problem.severity,
    text: problem.message,
    advice: problem.advice ?? problem.hint,
    about: problem.profile ? [problem.profile] : [],
    code: problem.code,
  }));
  const meetings = (check.presets?.meetings ?? []).map((meeting): Finding => ({
    severity: meeting.severity,
    text: meeting.text,
    advice: null,
    about: meeting.presets,
    code: "W_PRESETS",
  }));
  const grave = { error: 0, warning: 1, note: 2 };
  const all = [...problems, ...meetings].sort((one, other) => grave[one.severity] - grave[other.severity]);
  return [...new Map(all.map((found) => [JSON.stringify([found.about, found.text]), found])).values()];
}
