// The sandbox of the composer: a modifier on a small board, as the server is asked to preview it.

import type { PreviewRequest } from "../net/api";
import type { Json, PieceCard, PresetRequest, Stage, Trace } from "../wire/types";
import { type Source, aboutOf } from "./documents";
import { embedded } from "./exchange";
import type { Modifier } from "./modifier";
import { type Profile, emptyProfile } from "./profile";

/** What the sandbox is set to. */
export interface Sandbox {
  /** The piece type that carries the modifier. */
  carrier: string;
  /** Its letter in FEN. */
  letter: string;
  scene: Scene;
  /** The hit points that all pieces have; 0: nobody has any. */
  hp: number;
  /** The document of a carrier that is not shipped. */
  document?: Source;
  moves: readonly string[];
}

export type Scene = "skirmish" | "promotion" | "start";

export const SCENES: readonly { id: Scene; label: string }[] = [
  { id: "skirmish", label: "Skirmish" },
  { id: "promotion", label: "Promotion" },
  { id: "start", label: "Start" },
];

/** One point: the first capture kills, and Hp is there to be changed. */
export const FIRST_SANDBOX: Sandbox = { carrier: "knight", letter: "n", scene: "skirmish", hp: 1, moves: [] };

/** The pieces that some documents make, as cards beside those that are shipped. */
export function ownPieces(documents: readonly Source[]): PieceCard[] {
  const found = documents.map(aboutOf).filter((about) => about.kind === "piece" && about.id !== "");
  return found.map(({ id, name, description, letter }) => ({ id, kind: "piece", label: `${name} (yours)`, description, icon: letter, letter: letter.toLowerCase() || "z", drawing: null }));
}

/** The document that makes a piece type, if one of these does. */
export function documentOf(type: string, documents: readonly Source[]): Source | undefined {
  return documents.find((source) => aboutOf(source).kind === "piece" && aboutOf(source).id === type);
}

/** The letters of chess; other carriers join by a letter of their own. */
const CHESS = "pnbrqk";
const CHESS_TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** The letter under which a piece type stands in the sandbox. */
export function letterOf(card: { id: string; letter: string }): string {
  return CHESS_TYPES.includes(card.id) || !CHESS.includes(card.letter) ? card.letter : "z";
}

/** Chess, with the carrier beside its own pieces. */
export function variantOf(sandbox: Sandbox): string | Json {
  if (CHESS_TYPES.includes(sandbox.carrier)) return "chess";
  return { kind: "variant", id: "sandbox", name: "Sandbox", description: "A board to try modifiers on.", extends: "chess", pieces: { [sandbox.letter]: sandbox.carrier } };
}

/** The start position of a scene; the carrier stands in the middle of it. */
export function fenOf(sandbox: Sandbox): string | undefined {
  const letter = sandbox.letter.toUpperCase();
  if (sandbox.scene === "start") return CHESS.includes(sandbox.letter) ? undefined : `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB${letter}KBNR w KQkq - 0 1`;
  if (letter === "K") return "4k3/8/2p5/4n3/3K4/2P1P3/8/8 w - - 0 1";
  if (sandbox.scene === "promotion") return `7k/3P4/8/8/8/2${letter}5/3p4/6K1 w - - 0 1`;
  return `4k3/2p2p2/1p1p4/2p1pn2/3${letter}4/2P1P3/1P3P2/4K3 w - - 0 1`;
}

/** The rules of the sandbox: one profile that gives the modifier to its carriers, and hit points. */
export function sandboxRules(modifier: Modifier, sandbox: Sandbox): { presets: PresetRequest[]; profiles: Profile[] } {
  const profile: Profile = { ...emptyProfile("sandbox", "Sandbox"), perType: [{ pieceType: sandbox.carrier, kind: modifier.id }] };
  return { presets: sandbox.hp > 0 ? [{ id: "piece-hp", config: { hp: sandbox.hp } }] : [], profiles: [profile] };
}

/** All modifiers that the sandbox knows, this one before others of its id. */
export function known(modifier: Modifier, others: readonly Modifier[]): Modifier[] {
  return [...others.filter((other) => other.id !== modifier.id), modifier];
}

/** The request that shows a modifier in the sandbox. */
export function previewOf(modifier: Modifier, sandbox: Sandbox, others: readonly Modifier[] = []): PreviewRequest {
  const { presets, profiles } = sandboxRules(modifier, sandbox);
  return {
    text: variantOf(sandbox),
    ...(sandbox.document === undefined ? {} : { documents: [sandbox.document as string | Json] }),
    presets,
    profiles: profiles.map((profile) => embedded(profile, known(modifier, others)) as unknown as Json),
    fen: fenOf(sandbox),
    moves: [...sandbox.moves],
  };
}

/** The stages of a trace in which something fired. */
export function firedStages(trace: Trace | null): Stage[] {
  return trace ? trace.stages.filter((stage) => stage.firings.length > 0) : [];
}
