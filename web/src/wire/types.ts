// What the server says and hears, as types. The truth is in schemas/protocol, records and api; this file
// repeats the parts that the page uses, under the same names.

export type Color = "white" | "black";
/** To whom a piece belongs: a side, or nobody. */
export type Owner = Color | "neutral";
export type Scope = "white" | "black" | "both";
export type Viewer = "white" | "black" | "both" | "none";
export type Mode = "multiplayer" | "solo" | "bot";
export type Json = Record<string, unknown>;
export type Topic = "modifier-profile" | "presets";
export type Matter = Topic | "takeback";

// -- positions -------------------------------------------------------------------------------------

export interface Piece {
  id: number;
  type: string;
  color: Owner;
  square: string;
  facts: Json;
}

export interface Tile {
  id: number;
  type: string;
  square: string;
  isClosed: boolean;
  facts: Json;
}

/** What the sides have in hand: how many of each piece type. */
export interface Hands {
  white: Record<string, number>;
  black: Record<string, number>;
}

export interface LegalMove {
  move: string;
  from?: string;
  to?: string;
  drop?: string;
  /** An act: `from` is then its actor and `to` its target, if any. */
  act?: string;
  promotion?: string;
  tag?: string;
  san: string;
  capture: boolean;
}

export interface Result {
  outcome: "win" | "draw";
  winner: Color | null;
  reason: string;
}

export interface Panel {
  name: string;
  label: string;
  of: "side" | "game";
  type: string;
  min?: number;
  max?: number;
  words?: string[];
  declaredBy: string[];
  value?: unknown;
  values?: { white: unknown; black: unknown };
}

export interface PieceType {
  type: string;
  letter: string;
  name: string;
  value: number;
  drawing: string | null;
}

export interface ActivePreset {
  id: string;
  scope: Scope;
  turnsRemaining?: number;
  config?: Json;
}

/** Something of how a variant is played, in a sentence. */
export interface RuleTold {
  about: "goal" | "end" | "turn" | "hand" | "promotion" | "ability" | "modifier" | "act" | "way" | "limit" | "rule" | "counter";
  id: string;
  name: string;
  text: string;
  /** The pieces that have it. */
  whom?: string;
}

export interface Variant {
  id: string;
  name: string;
  description: string;
  width: number;
  height: number;
  hash: string;
  document: Json;
  rulebook: RuleTold[];
}

// -- what happened ---------------------------------------------------------------------------------

export interface FactChange {
  entity: number;
  attribute: string;
  old: unknown;
  new: unknown;
}

export interface Changes {
  pieces: Record<string, Piece | null>;
  tiles: Record<string, Tile | null>;
  facts: FactChange[];
}

export interface Effect {
  kind: string;
  square: string;
  ttl: number;
  data?: unknown;
}

export interface GameEvent {
  id: number;
  event: string;
  side?: string;
  piece?: number;
  target?: number;
  from?: string;
  to?: string;
  square?: string;
  amount?: number;
  kind?: string;
  tag?: string;
  was?: string;
  becomes?: string;
  player: boolean;
  parent?: number;
  source?: string;
}

export interface ToldEvent extends GameEvent {
  text: string;
}

export interface Hearing {
  rule: string;
  entity: number | null;
  at: string;
  text: string;
}

export interface HeardEvent extends GameEvent {
  heard: Hearing[];
}

export interface Firing {
  rule: string;
  entity: number | null;
  square: string | null;
  bindings: Json;
  changes: FactChange[];
  /** The lines that it wrote. */
  logs?: string[];
}

export interface Stage {
  stage: string;
  firings: Firing[];
}

export interface Trace {
  move: string;
  fen: string;
  result: Result | null;
  preset_effects: string[];
  effects: Effect[];
  events: HeardEvent[];
  stages: Stage[];
  /** Who died, in words, but for whom the move itself captured. */
  deaths: string[];
}

// -- findings --------------------------------------------------------------------------------------

export interface Problem {
  code: string;
  message: string;
  severity: "error" | "warning";
  path: string;
  line: number | null;
  column: number | null;
  hint: string | null;
  profile?: string;
  square?: string;
  /** What a parser said, where the message says it in plain words. */
  exact?: string;
}

export interface Repair {
  problem: number;
  line: number;
  column: number;
  endColumn: number;
  text: string;
}

export interface Validation {
  ok: boolean;
  problems: Problem[];
  repairs: Repair[];
}

export interface ErrorData {
  code: string;
  message: string;
  hint?: string | null;
  found?: string | null;
  expected?: string | null;
  file?: string | null;
  line?: number | null;
  column?: number | null;
  problems?: Problem[];
}

export interface Difference {
  message: string;
  path: string;
  line: number;
  column: number;
}

export interface Outcome {
  name: string;
  file: string;
  network: string | null;
  passed: boolean;
  skipped: string;
  problems: Difference[];
}

export interface CoveredRule {
  rule: string;
  origin: string;
  fired: number;
  held: number;
}

export interface ScenarioRun {
  passed: number;
  failed: number;
  skipped: number;
  scenarios: Outcome[];
  coverage?: { covered: number; of: number; rules: CoveredRule[] };
  stopped?: ErrorData;
}

export interface BalanceGlimpse {
  game: number;
  failed?: string;
  result?: Result | null;
  halfMoves?: number;
  choices?: number;
  captures?: number;
  firings?: Record<string, number>;
}

export interface BalanceShare {
  games: BalanceGlimpse[];
  next: number;
  rules: string[];
  pairs: number[];
  score: number[];
  elo: (number | null)[];
  isTooDear?: boolean;
}

export interface PresetsReport {
  variant?: string;
  presets: { id: string; scope: Scope; description: string; changes: { what: string; text: string }[] }[];
  meetings: { presets: string[]; what: string; severity: "note" | "warning"; text: string }[];
  refused: ErrorData[];
  ok: boolean;
}

export interface ProfileFinding extends Problem {
  isFixable: boolean;
  advice?: string;
}

export interface ProfileEntry {
  profile: string;
  kind: string;
  value: unknown;
  pieces: string;
  text: string;
  origin: string;
}

export interface ProfilesCheck {
  ok: boolean;
  profiles: string[];
  entries: ProfileEntry[];
  problems: ProfileFinding[];
  conflicts: ProfileFinding[];
  presets?: PresetsReport;
}

export interface ProfileFix {
  profile: Json;
  check: ProfilesCheck;
}

// -- the catalogue ---------------------------------------------------------------------------------

export interface Card {
  id: string;
  kind: string;
  label: string;
  description: string;
  icon: string;
  value?: number;
  parameters?: Record<string, string>;
}

export interface VariantCard extends Card {
  extends?: string;
  fen: string;
  width: number;
  height: number;
  pieces: Record<string, string>;
  tiles: Record<string, string>;
  presets: ActivePreset[];
  tags: string[];
  hides: boolean;
}

export interface PresetCard extends Card {
  config: Json;
  incompatibleWith: string[];
  requires: string[];
  isRuleset: boolean;
  isPython: boolean;
}

export interface LayoutCard extends Card {
  fen: string;
}

export interface PieceCard extends Card {
  letter: string;
  drawing: string | null;
}

export interface TileCard extends Card {
  isClosed: boolean;
  drawing: string | null;
}

export interface AbilityCard extends Card {
  config: Json;
  hooks: string[];
}

export interface ProfileCard extends Card {
  layoutId?: string;
  kinds: string[];
}

export interface ModifierCard extends Card {
  primitives: number;
  hooks: string[];
}

export interface ModifierKindCard extends Card {
  attribute: string;
  type: string;
  min?: number;
  max?: number;
  stackingRule: string;
  uiForm: Json;
  valueSchema: Json;
}

export interface PrimitiveCard extends Card {
  group: "state" | "mechanic" | "trigger";
  childKeys: string[];
  isLive: boolean;
  schema: Json;
  examples: Json[];
}

export interface Catalog {
  variants: VariantCard[];
  rulesets: PresetCard[];
  presets: PresetCard[];
  layouts: LayoutCard[];
  pieces: PieceCard[];
  tiles: TileCard[];
  abilities: AbilityCard[];
  profiles: ProfileCard[];
  modifiers: ModifierCard[];
  modifierKinds: ModifierKindCard[];
  primitives: PrimitiveCard[];
}

export interface CatalogEntry {
  card: Card;
  text: string;
  document: Json | null;
  /** How a variant is played. */
  rulebook?: RuleTold[];
}

// -- answers about games ---------------------------------------------------------------------------

export interface Reason {
  code: string;
  message: string;
  rule: string | null;
  origin: string | null;
}

export interface Explanation {
  move: string;
  legal: boolean;
  reason: Reason;
}

export interface Contribution {
  by: string;
  layer: string;
  source: { id: number; name: string | null; square: string | null } | null;
  amount: unknown;
}

export interface Carried {
  id: string;
  kind: string;
  name: string;
  hooks: string[];
}

export interface Inspection {
  id: number;
  type: string;
  name: string;
  color: Owner;
  square: string;
  facts: Json;
  stored: Json;
  contributions: Record<string, Contribution[]>;
  hooks: string[];
  carries: Carried[];
  moves: LegalMove[];
  reach: string[];
}

export interface PlayedMove {
  ply: number;
  move: string;
  san: string;
  side: Color;
  presetEffects: string[];
}

export interface Rule {
  number: number;
  rule: string;
  origin: string;
  stage: string;
  priority: number;
  shape: string | null;
  event: string[];
  reads: string[];
  guards: number;
}

export interface Program {
  variant: string;
  name: string;
  legality: { tier: number; by: string; reason: string };
  heard: string[];
  core_exact: boolean;
  policies: { document: string; path: string; value: unknown; side: string; origin: string }[];
  rules: Rule[];
}

export interface Graph {
  name: string;
  nodes: { id: string; kind: string; label: string }[];
  edges: { source: string; target: string; label: string }[];
}

export interface Preview {
  variant: Variant;
  manifest: PieceType[];
  fen: string;
  startFen: string;
  svg: string;
  pieces: Piece[];
  tiles: Tile[];
  panels: Panel[];
  presets: ActivePreset[];
  hands?: Hands;
  vital?: string[];
  turn: Color;
  check: boolean;
  checked: string[];
  result?: Result;
  legal: LegalMove[];
  moves: PlayedMove[];
  rules: Program;
  trace: Trace | null;
  network: Graph;
  refused?: Explanation;
  explanation?: Explanation;
  inspection?: Inspection;
}

/** A change of rules between two moves: what is in force from there on. */
export interface RuleChange {
  ply: number;
  text: string;
}

/** A match to be watched again: its start, and what each move changed. */
export interface Replay {
  ruleChanges: RuleChange[];
  variant: Variant;
  manifest: PieceType[];
  startFen: string;
  pieces: Piece[];
  tiles: Tile[];
  vital?: string[];
  presets: ActivePreset[];
  moves: ReplayedMove[];
  result?: Result;
  trace?: Trace;
  origins?: Record<string, string>;
}

export interface ReplayedMove extends MoveRecord {
  changes: Changes;
  effects: Effect[];
  events: ToldEvent[];
}

// -- rooms -----------------------------------------------------------------------------------------

export interface Clock {
  initial: number;
  increment: number;
  white: number;
  black: number;
  at: number;
  running?: Color;
  expiresAt?: number;
}

export interface Seat {
  taken: boolean;
  player?: "human" | "bot";
  connected: boolean;
  absentSince?: number;
}

export interface MoveRecord extends LegalMove {
  ply: number;
  side: Color;
  fen: string;
  digest: string;
  check: boolean;
  checked: string[];
  turn: Color;
  presetEffects: string[];
  result?: Result;
}

export interface Proposal {
  proposalId: string;
  proposedBy: Color;
  expiresAt: number;
  profiles?: Json[];
  presets?: ActivePreset[];
  plies?: number;
}

export interface Pending {
  proposalId: string;
  proposedBy: Scope;
  profiles?: Json[];
  presets?: ActivePreset[];
}

export interface RoomState {
  roomCode: string;
  seq: number;
  mode: Mode;
  variant: Variant;
  /** The room's own documents as they came, the variant first. */
  documents?: (string | Json)[];
  manifest: PieceType[];
  fen: string;
  startFen: string;
  pieces: Piece[];
  hands?: Hands;
  tiles: Tile[];
  /** The attributes without which no piece lives. */
  vital?: string[];
  turn: Color;
  ply: number;
  moves: MoveRecord[];
  presets: ActivePreset[];
  profiles: Json[];
  pending?: Partial<Record<Topic, Pending>>;
  proposal?: Partial<Record<Matter, Proposal>>;
  customModifiers: Json[];
  config: Record<string, Json>;
  legal: LegalMove[];
  check: boolean;
  checked: string[];
  result?: Result;
  drawOffer?: Color;
  rematch?: Scope[];
  movedTo?: string;
  clock?: Clock;
  digest: string;
  seats: { white: Seat; black: Seat };
  ruleChanges: RuleChange[];
  panels: Panel[];
  /** What the clock of the server showed, in milliseconds since 1970. */
  now?: number;
}

/** A room as strangers see it. */
export interface RoomCard {
  roomCode: string;
  mode: Mode;
  variant: { id: string; name: string };
  seats: { white: boolean; black: boolean };
  moves: number;
  result: Result | null;
  createdAt: number;
}

export interface PresetRequest {
  id: string;
  scope?: Scope;
  turnsRemaining?: number;
  config?: Json;
}

export interface RoomRequest {
  variant: string | Json;
  fen?: string;
  presets?: PresetRequest[];
  profiles?: (string | Json)[];
  customModifiers?: Json[];
  documents?: (string | Json)[];
  mode: Mode;
  side?: "white" | "black" | "random";
  bot?: { player: "search"; level: number };
  clock?: { initial: number; increment: number };
  private?: boolean;
}
