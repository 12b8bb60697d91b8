// What a new game can be about, whether it is shipped or somebody wrote it: all that is shown of it.

import type { ActivePreset, Catalog, PieceType, RuleTold, VariantCard } from "../../wire/types";
import type { Game } from "./new-game";
import type { OwnVariant } from "./own";

export interface Subject {
  key: string;
  game: Game;
  name: string;
  description: string;
  tags: readonly string[];
  fen: string;
  width: number;
  height: number;
  types: Readonly<Record<string, string>>;
  tiles: Readonly<Record<string, string>>;
  presets: readonly ActivePreset[];
  /** What is told of one that somebody wrote. */
  rulebook: readonly RuleTold[];
  isOwn: boolean;
  /** Whether it hides something from a side: no room plays such a game. */
  hides: boolean;
  /** Why it cannot be played, if it cannot. */
  problem: string;
}

export function shippedSubject(card: VariantCard, catalog: Catalog): Subject {
  return {
    key: card.id,
    game: { variant: card.id, documents: [] },
    name: card.label,
    description: card.description,
    tags: tagsOf(card, catalog),
    fen: card.fen,
    width: card.width,
    height: card.height,
    types: card.pieces,
    tiles: card.tiles,
    presets: card.presets,
    rulebook: [],
    isOwn: false,
    hides: card.hides,
    problem: "",
  };
}

/** The tags of a variant with the names that people read. */
export function tagsOf(card: VariantCard, catalog: Catalog): string[] {
  const names = new Map([...catalog.presets, ...catalog.rulesets].map((preset) => [preset.id, preset.label]));
  return card.tags.map((tag) => names.get(tag) ?? tag);
}

export function ownSubject(own: OwnVariant, index: number): Subject {
  const shown = own.preview;
  return {
    key: `own-${index}`,
    game: { variant: own.text, documents: own.documents },
    name: shown?.variant.name ?? own.title,
    description: own.problem || (shown?.variant.description ?? own.description),
    tags: ["yours"],
    fen: shown?.startFen ?? "8/8/8/8/8/8/8/8 w - - 0 1",
    width: shown?.variant.width ?? 8,
    height: shown?.variant.height ?? 8,
    types: letters(shown?.manifest ?? []),
    tiles: Object.fromEntries((shown?.tiles ?? []).map((tile) => [tile.square, tile.type])),
    presets: shown?.presets ?? [],
    rulebook: shown?.variant.rulebook ?? [],
    isOwn: true,
    hides: shown?.variant.rulebook.some((rule) => rule.id === "sight") ?? false,
    problem: own.problem,
  };
}

const letters = (manifest: readonly PieceType[]): Record<string, string> => Object.fromEntries(manifest.map(({ letter, type }) => [letter, type]));
