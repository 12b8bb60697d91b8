// The messages of the room socket, in both directions, told apart by `type`.

import type {
  ActivePreset, Carried, Changes, Clock, Color, Contribution, Effect, Explanation, Hands, Json, LegalMove, MoveRecord, Owner,
  Problem, Result, RoomRequest, RoomState, Seat, ToldEvent, Topic, Trace, Viewer,
} from "./types";

export type Why = "rejected" | "timeout" | "withdrawn" | "replaced" | "game-over";
export type Decision = "approve" | "reject";

// -- what the server says --------------------------------------------------------------------------

interface Said {
  /** What the clock of the server showed, where something is said of deadlines. */
  now?: number;
  roomCode?: string;
  re?: string;
  seq?: number;
}

export interface Created extends Said { type: "room.created"; token: string; side: Viewer; state: RoomState }
export interface Joined extends Said { type: "room.joined"; token?: string; side: Viewer; state: RoomState; missed?: ServerMessage[] }
export interface StateTold extends Said { type: "room.state"; state: RoomState }
export interface Presence extends Said { type: "room.presence"; white: Seat; black: Seat; spectators: number }
export interface Replaced extends Said { type: "room.replaced" }
export interface Closed extends Said { type: "room.closed"; why: "left" | "deleted" }
export interface Moved extends Said { type: "room.moved"; roomCode: string; from: string }

export interface Nack extends Said {
  type: "nack";
  code: string;
  message: string;
  hint?: string;
  problems?: Problem[];
  reason?: { rule: string | null; origin: string | null };
  proposalId?: string;
}

export interface Played extends Said {
  type: "move.played";
  ply: number;
  move: string;
  from?: string;
  to?: string;
  drop?: string;
  act?: string;
  promotion?: string;
  tag?: string;
  capture: boolean;
  san: string;
  side: Color;
  fen: string;
  digest: string;
  changes: Changes;
  effects: Effect[];
  presetEffects: string[];
  events: ToldEvent[];
  legal?: LegalMove[];
  check: boolean;
  checked: string[];
  turn: Color;
  hands?: Hands;
  result?: Result;
  clock?: Clock;
}

export interface TraceTold extends Said, Omit<Trace, "preset_effects"> {
  type: "move.trace";
  ply: number;
  presetEffects: string[];
  /** Where the rules that fired are written, as file:line. */
  origins: Record<string, string>;
}

export interface ExplainTold extends Said, Explanation { type: "move.explain" }

export interface InspectTold extends Said {
  type: "piece.inspect";
  square: string;
  piece: { id: number; type: string; name: string; color: Owner };
  facts: Json;
  stored: Json;
  contributions: Record<string, Contribution[]>;
  hooks: string[];
  carries: Carried[];
  moves: LegalMove[];
  reach: string[];
}

export interface Updated extends Said { type: "game.updated"; drawOffer?: Color; rematch?: (Color | "both")[]; result?: Result; clock?: Clock }
export interface TakebackQueued extends Said { type: "takeback.queued"; proposalId: string; expiresAt: number }
export interface TakebackPending extends Said { type: "takeback.proposal-pending"; proposalId: string; plies: number; proposedBy: Color; expiresAt: number }
export interface TakebackRejected extends Said { type: "takeback.rejected"; proposalId: string; why: Why }
export interface TakebackDone extends Said { type: "takeback.done"; plies: number; state: RoomState }

export interface RulesQueued extends Said { type: `${Topic}.queued`; proposalId?: string; expiresAt?: number }
export interface RulesPending extends Said {
  type: `${Topic}.proposal-pending`;
  proposalId: string;
  proposedBy: Color;
  expiresAt: number;
  problems: Problem[];
  summary: string;
  profiles?: Json[];
  profile?: Json;
  presets?: ActivePreset[];
}
export interface RulesConsented extends Said { type: `${Topic}.consent-received`; proposalId?: string }
export interface RulesRejected extends Said { type: `${Topic}.rejected`; proposalId: string; why: Why }
export interface RulesUpdated extends Said {
  type: `${Topic}.updated`;
  changes: Changes;
  digest: string;
  fen: string;
  legal?: LegalMove[];
  check: boolean;
  checked: string[];
  turn: Color;
  hands?: Hands;
  vital?: string[];
  result?: Result;
  clock?: Clock;
  profiles?: Json[];
  presets?: ActivePreset[];
  config?: Record<string, Json>;
}
export interface Registered extends Said { type: "custom-modifier.registered"; descriptor: Json }

export type ServerMessage =
  | Created | Joined | StateTold | Presence | Replaced | Closed | Moved | Nack
  | Played | TraceTold | ExplainTold | InspectTold | Updated
  | TakebackQueued | TakebackPending | TakebackRejected | TakebackDone
  | RulesQueued | RulesPending | RulesConsented | RulesRejected | RulesUpdated | Registered;

// -- what the page says ----------------------------------------------------------------------------

export type Request =
  | ({ type: "room.create" } & RoomRequest)
  | { type: "room.join"; token?: string; since?: number; as?: "player" | "spectator" }
  | { type: "room.sync" }
  | { type: "room.leave" }
  | { type: "move.play"; move: string; ply: number; digest?: string }
  | { type: "move.trace"; ply: number }
  | { type: "move.explain"; move: string }
  | { type: "piece.inspect"; square: string }
  | { type: "game.offer-draw" }
  | { type: "game.answer-draw"; accept: boolean }
  | { type: "game.claim-draw" }
  | { type: "game.resign" }
  | { type: "game.rematch" }
  | { type: "takeback.propose"; plies: number }
  | { type: "takeback.consent"; decision: Decision; proposalId?: string }
  | { type: `${Topic}.propose` | `${Topic}.update`; candidate: unknown }
  | { type: `${Topic}.consent`; decision: Decision; proposalId?: string }
  | { type: `${Topic}.withdraw` }
  | { type: "preset-config.update"; preset: string; config: Json }
  | { type: "custom-modifier.register"; descriptor: Json };

/** A move as the list of moves keeps it. */
export function recordOf(message: Played): MoveRecord {
  const { move, from, to, act, promotion, tag, san, capture, ply, side, fen, digest, check, checked, turn, presetEffects, result } = message;
  return { move, from, to, act, promotion, tag, san, capture, ply, side, fen, digest, check, checked, turn, presetEffects, result };
}
