// The sandbox of the composer: a modifier on a small board, as the server is asked to preview it.

import type { PreviewRequest } from "../net/api";
import type { Json, PieceCard, PresetRequest, Stage, Trace } from "../wire/types";
import { type Source, aboutOf } from "./documents";
import { embedded } from "./exchange";
import type { Modifier } from "./modifier";
import { type Profile, emptyProfile } from "./profile";

/** A game in which a piece type is at home. */
export interface Home {
  name: string;
  variant: string | Json;
  documents: readonly Source[];
  /** Its piece types by their letters. */
  types: Readonly<Record<string, string>>;
  /** Whether it is tried first: the modifier is meant for it, and its board is another one than that of chess. */
  isFirst: boolean;
}

/** A piece type that can carry the modifier in the sandbox. */
export interface Carrier {
  id: string;
  label: string;
  letter: string;
  home: Home | null;
}

/** What the sandbox is set to. */
export interface Sandbox {
  carrier: Carrier;
  scene: Scene;
  /** The hit points that all pieces have; 0: nobody has any. */
  hp: number;
  moves: readonly string[];
}

export type Scene = "skirmish" | "promotion" | "start" | "home";

const SCENES: readonly { id: Scene; label: string }[] = [
  { id: "skirmish", label: "Skirmish" },
  { id: "promotion", label: "Promotion" },
  { id: "start", label: "Start" },
];

/** The scenes in which a carrier can be tried: those on a board of chess, and the start of its own game. */
export function scenesOf({ home }: Carrier): { id: Scene; label: string }[] {
  return home ? [...SCENES, { id: "home", label: `${home.name}: start` }] : [...SCENES];
}

/** Where a carrier is tried first. */
export const firstScene = ({ home }: Carrier): Scene => (home?.isFirst ? "home" : "skirmish");

const KNIGHT: Carrier = { id: "knight", label: "Knight", letter: "n", home: null };
/** One point: the first capture kills, and Hp is there to be changed. */
export const FIRST_SANDBOX: Sandbox = { carrier: KNIGHT, scene: "skirmish", hp: 1, moves: [] };

/** A game as the catalogue or the server tells of it. */
export interface GameCard {
  id: string;
  name: string;
  /** Piece types by their letters. */
  pieces: Readonly<Record<string, string>>;
}

/**
 * All piece types that can carry the modifier: those of the game that it is meant for, with that game as their home, then
 * those of documents beside it, then the shipped ones, each with the first game that has it.
 */
export function carriersOf(game: Home | null, own: readonly Source[], pieces: readonly PieceCard[], games: readonly GameCard[]): Carrier[] {
  const labels = new Map(pieces.map((card) => [card.id, card.label]));
  const abouts = new Map(own.map(aboutOf).filter((about) => about.kind === "piece" && about.id !== "").map((about) => [about.id, about]));
  const named = (id: string): string => (abouts.has(id) ? `${abouts.get(id)?.name} (yours)` : (labels.get(id) ?? id));
  const played = Object.entries(game?.types ?? {}).map(([letter, id]): Carrier => ({ id, label: named(id), letter, home: isChess(game) ? null : game }));
  const beside = [...abouts.values()].map(({ id, letter }): Carrier => ({ id, label: named(id), letter: letter.toLowerCase(), home: null }));
  const shipped = pieces.map(({ id, label, letter }): Carrier => ({ id, label, letter, home: CHESS_TYPES.includes(id) ? null : homeOf(id, games) }));
  const all = [...played, ...beside, ...shipped];
  return all.filter((one, index) => all.findIndex((other) => other.id === one.id) === index);
}

const isChess = (game: Home | null): boolean => game?.variant === "chess";

/** The first game of the catalogue that has a piece type. */
function homeOf(type: string, games: readonly GameCard[]): Home | null {
  const game = games.find((one) => Object.values(one.pieces).includes(type));
  return game ? { name: game.name, variant: game.id, documents: [], types: game.pieces, isFirst: false } : null;
}

/** The letters of chess; other carriers join by a letter of their own. */
const CHESS = "pnbrqk";
const CHESS_TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const FREE = "zyxwvutsmljihgfedca";

/** The letter under which a piece type stands in the sandbox. */
export function letterOf(card: { id: string; letter: string }): string {
  return CHESS_TYPES.includes(card.id) || (/^\+?[a-z]$/.test(card.letter) && !CHESS.includes(card.letter)) ? card.letter : "z";
}

/** Chess with the carrier and all whom it may speak of beside its own pieces; or the game that the carrier is at home in. */
export function variantOf({ carrier, scene }: Sandbox): string | Json {
  if (scene === "home" && carrier.home) return carrier.home.variant;
  if (CHESS_TYPES.includes(carrier.id)) return "chess";
  const pieces: Record<string, string> = { [letterOf(carrier)]: carrier.id };
  for (const [letter, type] of Object.entries(carrier.home?.types ?? {})) {
    if (CHESS_TYPES.includes(type) || Object.values(pieces).includes(type)) continue;
    const free = [letter, ...FREE].find((sign) => /^[a-z]$/.test(sign) && !CHESS.includes(sign) && !(sign in pieces));
    if (free) pieces[free] = type;
  }
  return { kind: "variant", id: "sandbox", name: "Sandbox", description: "A board to try modifiers on.", extends: "chess", pieces };
}

/** The documents that the game of the sandbox needs beside it: pieces and what they carry. */
export function besideOf({ carrier, scene }: Sandbox, own: readonly Source[]): Source[] {
  if (scene === "home" && carrier.home) return [...carrier.home.documents];
  if (CHESS_TYPES.includes(carrier.id)) return [];
  const types = new Set([carrier.id, ...Object.values(carrier.home?.types ?? {})]);
  return own.filter((source) => {
    const { kind, id } = aboutOf(source);
    return kind === "ability" || (kind === "piece" && types.has(id));
  });
}

/** The start position of a scene; the carrier stands in the middle of it. */
export function fenOf({ carrier, scene }: Sandbox): string | undefined {
  if (scene === "home") return undefined;
  const own = letterOf(carrier);
  const letter = own.toUpperCase();
  if (scene === "start") return CHESS.includes(own) ? undefined : `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB${letter}KBNR w KQkq - 0 1`;
  if (letter === "K") return "4k3/8/2p5/4n3/3K4/2P1P3/8/8 w - - 0 1";
  if (scene === "promotion") return `7k/3P4/8/8/8/2${letter}5/3p4/6K1 w - - 0 1`;
  return `4k3/2p2p2/1p1p4/2p1pn2/3${letter}4/2P1P3/1P3P2/4K3 w - - 0 1`;
}

/** The rules of the sandbox: one profile that gives the modifier to its carriers, and hit points. */
export function sandboxRules(modifier: Modifier, sandbox: Sandbox): { presets: PresetRequest[]; profiles: Profile[] } {
  const profile: Profile = { ...emptyProfile("sandbox", "Sandbox"), perType: [{ pieceType: sandbox.carrier.id, kind: modifier.id }] };
  return { presets: sandbox.hp > 0 ? [{ id: "piece-hp", config: { hp: sandbox.hp } }] : [], profiles: [profile] };
}

/** All modifiers that the sandbox knows, this one before others of its id. */
export function known(modifier: Modifier, others: readonly Modifier[]): Modifier[] {
  return [...others.filter((other) => other.id !== modifier.id), modifier];
}

/** The request that shows a modifier in the sandbox. */
export function previewOf(modifier: Modifier, sandbox: Sandbox, others: readonly Modifier[] = [], own: readonly Source[] = []): PreviewRequest {
  const { presets, profiles } = sandboxRules(modifier, sandbox);
  const documents = besideOf(sandbox, own) as (string | Json)[];
  return {
    text: variantOf(sandbox),
    ...(documents.length === 0 ? {} : { documents }),
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
