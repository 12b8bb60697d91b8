// A game that somebody is about to start, and the request that makes its room. Pure.

import type { Modifier } from "../../models/modifier";
import { NO_RULES, type Rules, plainUse, profilesOf } from "../../rules/rules";
import type { LayoutCard, RoomRequest, VariantCard } from "../../wire/types";

export type Opponent = "friend" | "machine" | "nobody";
export type Side = "white" | "random" | "black";

/** What is to be played: a shipped variant, or one that somebody wrote, with the documents beside it. */
export interface Game {
  variant: string;
  documents: readonly string[];
}

export interface NewGame {
  opponent: Opponent;
  level: number;
  side: Side;
  /** Minutes for each side and seconds for each move, such as `5+3`; empty: no clock. */
  clock: string;
  /** The id of a layout, `own` for the position that was written, empty for the variant's own. */
  layout: string;
  fen: string;
  rules: Rules;
  isPrivate: boolean;
}

export const STANDARD: NewGame = {
  opponent: "machine",
  level: 3,
  side: "white",
  clock: "",
  layout: "",
  fen: "",
  rules: NO_RULES,
  isPrivate: false,
};

export const MOST_LEVEL = 8;
const LEVELS = ["just learned the moves", "a beginner", "looks twice", "plays for fun", "plays well", "thinks ahead", "a strong player", "as strong as it gets"];

/** A level of the machine in words. */
export const levelWords = (level: number): string => LEVELS[level - 1] ?? "";

const MODES = { friend: "multiplayer", machine: "bot", nobody: "solo" } as const;

export function roomRequest(game: Game, wanted: NewGame, layouts: readonly LayoutCard[], known: readonly Modifier[] = []): RoomRequest {
  const fen = startOf(wanted, layouts);
  const clock = wanted.opponent === "nobody" ? null : parseClock(wanted.clock);
  const { presets, profiles } = wanted.rules;
  return {
    variant: game.variant,
    mode: MODES[wanted.opponent],
    ...(game.documents.length > 0 ? { documents: [...game.documents] } : {}),
    ...(fen ? { fen } : {}),
    ...(presets.length > 0 ? { presets: presets.map(plainUse) } : {}),
    ...(profiles.length > 0 ? { profiles: profilesOf(wanted.rules, known) } : {}),
    ...(wanted.opponent === "nobody" ? {} : { side: wanted.side }),
    ...(wanted.opponent === "machine" ? { bot: { player: "search" as const, level: wanted.level } } : {}),
    ...(clock ? { clock } : {}),
    ...(wanted.isPrivate ? { private: true } : {}),
  };
}

/** The position to begin with, if it is not the variant's own. */
export function startOf(wanted: Pick<NewGame, "layout" | "fen">, layouts: readonly LayoutCard[]): string {
  if (wanted.layout === "own") return wanted.fen.trim();
  return layouts.find((layout) => layout.id === wanted.layout)?.fen ?? "";
}

/** The layouts whose board is as large as that of a game. */
export function layoutsFor(layouts: readonly LayoutCard[], width: number, height: number): LayoutCard[] {
  return layouts.filter((layout) => {
    const rows = (layout.fen.split(" ")[0] ?? "").split("/");
    return rows.length === height && rows.every((row) => breadth(row) === width);
  });
}

function breadth(row: string): number {
  return [...row.matchAll(/\d+|[^\d]/g)].reduce((sum, [sign]) => sum + (Number(sign) || 1), 0);
}

/** A clock such as `5+3`: minutes, and seconds for each move; null for none and for what is no clock. */
export function parseClock(text: string): { initial: number; increment: number } | null {
  const found = /^\s*(\d{1,3}(?:\.\d)?)\s*\+\s*(\d{1,3})\s*$/.exec(text);
  if (!found) return null;
  const [initial, increment] = [Math.round(Number(found[1]) * 60), Number(found[2])];
  return initial > 0 ? { initial, increment } : null;
}

/** Whether a card has all words of a search, in its name, its line, its tags or its id. */
export function isFound(card: VariantCard, tags: readonly string[], search: string): boolean {
  const text = [card.id, card.label, card.description, ...tags].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** What a search found, with those before all others whose names have all of its words. */
export function byName<T extends { name: string }>(found: readonly T[], search: string): T[] {
  const words = search.toLowerCase().split(/\s+/);
  const isNamed = (one: T): boolean => words.every((word) => one.name.toLowerCase().includes(word));
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
}
