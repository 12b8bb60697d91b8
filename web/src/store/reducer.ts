// The reducer: what each message makes of a room. Pure; the time of hearing comes in from outside.

import { effectsSeen } from "../board/effects/seen";
import { aheadBy } from "../net/time";
import type { Played, RulesUpdated, ServerMessage } from "../wire/messages";
import { recordOf } from "../wire/messages";
import type { Changes, Matter, Panel, Proposal, RoomState, Topic } from "../wire/types";
import { momentOf, NOTHING, type Question, type RoomView } from "./view";

/** The room after a message that was heard at a time. */
export function heard(view: RoomView, message: ServerMessage, now: number): RoomView {
  const next = timed(view, remembering(view, told(view, message, now)), message, now);
  if (message.seq === undefined || message.type === "room.joined") return next;
  // What was heard before is not heard again; after a gap the state is asked for.
  if (message.seq <= view.seq) return view;
  const isGap = view.seq > 0 && message.seq !== view.seq + 1 && !hasState(message);
  return { ...next, seq: message.seq, isStale: next.isStale || isGap };
}

/** The view with what the message tells of the server's clock; a room that is entered anew forgets what was told before. */
function timed(before: RoomView, after: RoomView, message: ServerMessage, now: number): RoomView {
  const isEntered = message.type === "room.created" || message.type === "room.joined";
  const told = message.now ?? ("state" in message ? message.state.now : undefined);
  return { ...after, ahead: aheadBy(isEntered ? null : before.ahead, told, now) };
}

/**
 * The view with all pieces and positions that were seen up to now. Where the start is told otherwise than before, as
 * nothing is hidden any more, or something now, all is that was seen in another way.
 */
function remembering(before: RoomView, after: RoomView): RoomView {
  const { state } = after;
  if (!state || before.state?.pieces === state.pieces) return after;
  const seen = before.state && before.state.startFen !== state.startFen ? NOTHING : before;
  const known = { ...seen.known, ...Object.fromEntries(state.pieces.map((piece) => [piece.id, piece])) };
  return { ...after, known, positions: { ...seen.positions, [momentOf(state, state.ply)]: { pieces: state.pieces, tiles: state.tiles } } };
}

const hasState = (message: ServerMessage): boolean => "state" in message;

function told(view: RoomView, message: ServerMessage, now: number): RoomView {
  switch (message.type) {
    case "room.created":
    case "room.joined":
      return { ...NOTHING, effects: view.effects, spectators: view.spectators, side: message.side, ...stated(message.state, now) };
    case "room.state":
      return { ...view, ...stated(message.state, now) };
    case "takeback.done":
      return { ...view, ...stated(message.state, now), questions: {} };
    case "room.presence":
      return withState({ ...view, spectators: message.spectators }, (state) => ({ ...state, seats: { white: message.white, black: message.black } }));
    case "room.replaced":
      return { ...view, ended: "replaced" };
    case "room.closed":
      return message.why === "deleted" ? { ...view, ended: "deleted" } : view;
    case "room.moved":
      return { ...view, movedTo: message.roomCode };
    case "move.played":
      return played(view, message, now);
    case "game.updated":
      return withState(clocked(view, message, now), (state) => ({
        ...state,
        drawOffer: message.drawOffer,
        rematch: message.rematch,
        result: message.result,
        clock: message.clock ?? state.clock,
        legal: message.result ? [] : state.legal,
      }));
    case "custom-modifier.registered":
      return withState(view, (state) => ({ ...state, customModifiers: [...state.customModifiers, message.descriptor] }));
    case "nack":
      return message.proposalId === undefined ? view : withState(view, (state) => withoutPending(state, message.proposalId));
    case "move.trace":
    case "move.explain":
    case "piece.inspect":
      return view;
    default:
      return agreed(view, message, now);
  }
}

/** Messages about what changes by consent; the first word of their type says what that is. */
function agreed(view: RoomView, message: Extract<ServerMessage, { type: `${Matter}.${string}` }>, now: number): RoomView {
  const matter = message.type.slice(0, message.type.indexOf(".")) as Matter;
  switch (message.type) {
    case "takeback.proposal-pending":
    case "modifier-profile.proposal-pending":
    case "presets.proposal-pending":
      return withState({ ...view, questions: { ...view.questions, [matter]: message } }, (state) => proposing(state, matter, proposalOf(message)));
    case "takeback.queued":
    case "modifier-profile.queued":
    case "presets.queued":
      return queued(view, matter, message);
    case "modifier-profile.consent-received":
    case "presets.consent-received":
      return withState({ ...view, questions: without(view.questions, matter), isStale: true }, (state) => waiting(state, matter as Topic));
    case "takeback.rejected":
    case "modifier-profile.rejected":
    case "presets.rejected":
      return gone(view, matter, message.proposalId);
    case "modifier-profile.updated":
    case "presets.updated":
      return updated(view, matter as Topic, message as RulesUpdated, now);
    default:
      return view;
  }
}

// -- the game --------------------------------------------------------------------------------------

function stated(state: RoomState, now: number): Partial<RoomView> {
  return { state, seq: state.seq, clockHeard: now, isStale: false };
}

function played(view: RoomView, message: Played, now: number): RoomView {
  const effects = { count: view.effects.count + 1, shown: effectsSeen(message, squaresOf(view.state, message.changes)) };
  return withState({ ...clocked(view, message, now), effects }, (state) => ({
    ...standing(state, message),
    ply: message.ply,
    moves: [...state.moves.filter((move) => move.ply < message.ply), recordOf(message)],
  }));
}

/** Where pieces are, or were before a move. */
function squaresOf(state: RoomState | null, changes: Changes): (piece: number) => string | undefined {
  const before = new Map(state?.pieces.map((piece) => [piece.id, piece.square]));
  return (piece) => changes.pieces[piece]?.square ?? before.get(piece);
}

/** How the game stands after a move or after other rules. Durations are not told: they are asked for. */
function standing(state: RoomState, message: Played | RulesUpdated): RoomState {
  const { fen, digest, check, checked, turn, hands, result, changes } = message;
  return {
    ...state,
    fen, digest, check, checked, turn, hands, result,
    clock: message.clock ?? state.clock,
    legal: message.legal ?? [],
    pieces: replaced(state.pieces, changes.pieces),
    tiles: replaced(state.tiles, changes.tiles),
    panels: counted(state.panels, changes),
  };
}

function replaced<T extends { id: number }>(listed: T[], changes: Record<string, T | null>): T[] {
  const found = new Map(listed.map((item) => [String(item.id), item]));
  for (const [id, item] of Object.entries(changes)) {
    if (item === null) found.delete(id);
    else found.set(id, item);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Counters after changes: facts of the game by name, of sides by `name.side`. */
function counted(panels: Panel[], changes: Changes): Panel[] {
  const news = new Map(changes.facts.filter((fact) => fact.entity === 0).map((fact) => [fact.attribute, fact.new]));
  if (news.size === 0) return panels;
  const value = (key: string, old: unknown): unknown => (news.has(key) ? news.get(key) : old);
  return panels.map((panel) =>
    panel.of === "game"
      ? { ...panel, value: value(panel.name, panel.value) }
      : { ...panel, values: { white: value(`${panel.name}.white`, panel.values?.white), black: value(`${panel.name}.black`, panel.values?.black) } },
  );
}

function clocked(view: RoomView, message: { clock?: unknown }, now: number): RoomView {
  return message.clock === undefined ? view : { ...view, clockHeard: now };
}

// -- rules that change -----------------------------------------------------------------------------

function queued(view: RoomView, matter: Matter, message: { proposalId?: string; expiresAt?: number }): RoomView {
  const { proposalId, expiresAt } = message;
  if (proposalId === undefined) return view;
  const by = view.side === "black" ? "black" : "white";
  if (expiresAt !== undefined) return withState(view, (state) => proposing(state, matter, { proposalId, proposedBy: by, expiresAt }));
  // What waits in full is in the state.
  return { ...view, isStale: true };
}

function updated(view: RoomView, topic: Topic, message: RulesUpdated, now: number): RoomView {
  // Rules that come may bring counters, piece types and durations along: the state tells them.
  return withState({ ...clocked(view, message, now), isStale: true }, (state) => ({
    ...standing(state, message),
    vital: message.vital,
    profiles: message.profiles ?? state.profiles,
    presets: message.presets ?? state.presets,
    config: message.config ?? state.config,
    pending: without(state.pending ?? {}, topic),
  }));
}

function gone(view: RoomView, matter: Matter, proposalId: string): RoomView {
  const isAsked = view.questions[matter]?.proposalId === proposalId;
  const next = isAsked ? { ...view, questions: without(view.questions, matter) } : view;
  return withState(next, (state) => {
    const isOpen = state.proposal?.[matter]?.proposalId === proposalId;
    return withoutPending(isOpen ? { ...state, proposal: without(state.proposal ?? {}, matter) } : state, proposalId);
  });
}

function proposing(state: RoomState, matter: Matter, proposal: Proposal): RoomState {
  return { ...state, proposal: { ...state.proposal, [matter]: proposal } };
}

function proposalOf(question: Question): Proposal {
  const { proposalId, proposedBy, expiresAt } = question;
  if (question.type === "takeback.proposal-pending") return { proposalId, proposedBy, expiresAt, plies: question.plies };
  return { proposalId, proposedBy, expiresAt, profiles: question.profiles, presets: question.presets };
}

/** An approved proposal waits for the turn to end. */
function waiting(state: RoomState, topic: Topic): RoomState {
  const proposal = state.proposal?.[topic];
  if (!proposal) return state;
  const { expiresAt: _, plies: __, ...pending } = proposal;
  return { ...state, proposal: without(state.proposal ?? {}, topic), pending: { ...state.pending, [topic]: pending } };
}

function withoutPending(state: RoomState, proposalId: string | undefined): RoomState {
  const kept = Object.entries(state.pending ?? {}).filter(([, found]) => found.proposalId !== proposalId);
  return { ...state, pending: Object.fromEntries(kept) };
}

function without<K extends string, V>(listed: Partial<Record<K, V>>, key: K): Partial<Record<K, V>> {
  const { [key]: _, ...others } = listed as Record<K, V>;
  return others as Partial<Record<K, V>>;
}

function withState(view: RoomView, change: (state: RoomState) => RoomState): RoomView {
  return view.state === null ? view : { ...view, state: change(view.state) };
}

/** Whether the state should be asked for: presets that last for some turns count down unheard. */
export function isUncertain(view: RoomView, message: ServerMessage): boolean {
  return view.isStale || (message.type === "move.played" && (view.state?.presets.some((preset) => preset.turnsRemaining !== undefined) ?? false));
}
