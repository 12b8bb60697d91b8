// What the server says of a profile while it is written: the board it begins on, and what is found about it.

import type { BoardPiece } from "../../board/Board";
import { readFen } from "../../board/squares";
import { type Findings, describedEntries, findingsOf } from "../../models/fixes";
import { type KindGroup, kindGroups } from "../../models/kinds";
import type { Modifier } from "../../models/modifier";
import type { Profile } from "../../models/profile";
import type { Rules, Setting } from "../../rules/rules";
import { useCheck } from "../../rules/useCheck";
import type { Catalog, PieceCard, PieceType, ProfilesCheck } from "../../wire/types";
import { usePosition } from "../usePosition";

/** A start position as boards show it. */
export interface Start {
  width: number;
  height: number;
  pieces: readonly BoardPiece[];
}

export interface Judgement {
  /** The pieces that the profile can be about: of its layout, else of the game. */
  start: Start | null;
  noPosition: string;
  manifest: readonly PieceType[];
  /** All piece types, those in play first. */
  pieceTypes: readonly string[];
  groups: readonly KindGroup[];
  /** The checker's words for each entry, by its place. */
  described: ReadonlyMap<string, string>;
  found: Findings;
  failure: string;
  verdict: string;
}

export function useJudgement(catalog: Catalog, setting: Setting, rules: Rules, profile: Profile, modifiers: readonly Modifier[]): Judgement {
  const { preview, failure: noPosition } = usePosition({ text: setting.variant, documents: setting.documents ? [...setting.documents] : undefined, fen: setting.fen });
  const { check, failure, isBusy } = useCheck(setting, rules, modifiers);
  const manifest = preview?.manifest ?? [];
  const layout = catalog.layouts.find((card) => card.id === profile.layoutId);
  return {
    start: preview && (layout ? startOf(layout.fen, manifest, catalog.pieces) : { ...preview.variant, pieces: preview.pieces }),
    noPosition,
    manifest,
    pieceTypes: [...new Set([...manifest.map((one) => one.type), ...catalog.pieces.map((card) => card.id)])],
    groups: kindGroups(catalog, modifiers),
    described: describedEntries(check, profile),
    found: check ? findingsOf(check, profile.id) : { byPlace: new Map(), others: [] },
    failure,
    verdict: verdictOf(check, isBusy),
  };
}

/** The position of a layout; letters are those of the game, or of pieces that could join it. */
function startOf(fen: string, manifest: readonly PieceType[], cards: readonly PieceCard[]): Start {
  const { pieces, width, height } = readFen(fen);
  const types = new Map([...cards.map((card) => [card.letter, card.id] as const), ...manifest.map((one) => [one.letter, one.type] as const)]);
  return { width, height, pieces: pieces.map(({ letter, ...piece }) => ({ ...piece, type: types.get(letter) ?? letter })) };
}

function verdictOf(check: ProfilesCheck | null, isBusy: boolean): string {
  if (!check) return isBusy ? "" : "Not checked.";
  const errors = check.problems.filter((problem) => problem.severity === "error").length;
  const warnings = check.problems.length + check.conflicts.length - errors;
  if (errors > 0) return errors === 1 ? "1 problem" : `${errors} problems`;
  if (warnings > 0) return warnings === 1 ? "Can be played; 1 warning" : `Can be played; ${warnings} warnings`;
  return "Can be played.";
}
