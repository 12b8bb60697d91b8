// A room for its view: the socket, the reducer, and what is told about messages as they come.

import { useEffect, useRef, useState } from "preact/hooks";
import { dropSeat, hold, holdSeat, keepSeat, seatKey, seize, type HeldSeat } from "../../net/seats";
import { RoomSocket, type Line } from "../../net/socket";
import { newsOf } from "../../store/news";
import { heard, isUncertain } from "../../store/reducer";
import { NOTHING, type RoomView } from "../../store/view";
import { toast, type ToastText } from "../../ui/Toast";
import type { Nack, Request, ServerMessage } from "../../wire/messages";

export interface RoomLine {
  view: RoomView;
  line: Line;
  /** Why the server did not let this window in. */
  refusal: Nack | null;
  /** Say something to the room; a refusal is shown and told as null. */
  say(request: Request): Promise<ServerMessage | null>;
  /** Say something to the room, and hear the answer whatever it is. */
  ask(request: Request): Promise<ServerMessage>;
  token(): string | null;
  /** Another window of this browser plays: take its seat over. Null where nobody does. */
  playHere: (() => void) | null;
}

/** Be in a room as long as the caller is mounted. */
export function useRoom(code: string): RoomLine {
  const [view, setView] = useState<RoomView>(NOTHING);
  const [line, setLine] = useState<Line>("connecting");
  const [refusal, setRefusal] = useState<Nack | null>(null);
  const session = useRef<Session | null>(null);
  useEffect(() => {
    const made = new Session(code, setView, setLine, setRefusal);
    session.current = made;
    return () => made.close();
  }, [code]);
  const ask = (request: Request): Promise<ServerMessage> => session.current?.ask(request) ?? new Promise(() => undefined);
  const say = async (request: Request): Promise<ServerMessage | null> => {
    const answer = await ask(request);
    if (answer.type !== "nack") return answer;
    toast(refusalText(answer));
    return null;
  };
  const isElsewhere = view.state !== null && view.side === "none" && !isWatching() && session.current?.seat === null && seatKey(code) !== null;
  const playHere = isElsewhere || view.ended === "replaced" ? (): void => void session.current?.playHere() : null;
  return { view, line, refusal, say, ask, token: () => session.current?.seat?.token ?? null, playHere };
}

/** A refusal as a toast: the plain reason and its rule; where that is written, and what was found, is behind it. */
export function refusalText(nack: Nack): ToastText {
  const [plain = "", ...found] = nack.message.split(/; (?=found )/);
  const rule = nack.reason?.rule && `Rule: ${nack.reason.rule}`;
  const problems = nack.problems?.map((problem) => problem.message).filter((text) => text !== nack.message) ?? [];
  const detail = [rule, nack.hint, ...problems.slice(0, 3)].filter(Boolean).join(" · ");
  const source = [nack.reason?.origin, ...found].filter(Boolean).join(" · ");
  return { text: sentence(plain), detail: detail || undefined, source: source || undefined, kind: "error", about: "refusal" };
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

class Session {
  seat: HeldSeat | null = null;
  private socket: RoomSocket | null = null;
  private view: RoomView = NOTHING;
  private isOver = false;
  private readonly early: [Request, (message: ServerMessage) => void][] = [];

  constructor(
    private readonly code: string,
    private readonly show: (view: RoomView) => void,
    private readonly showLine: (line: Line) => void,
    private readonly showRefusal: (nack: Nack) => void,
  ) {
    void this.open();
  }

  ask(request: Request): Promise<ServerMessage> {
    if (this.socket) return this.socket.ask(request);
    return new Promise((settle) => this.early.push([request, settle]));
  }

  /** Take the seat that another window of this browser has. */
  async playHere(): Promise<void> {
    const token = this.seat?.token ?? seatKey(this.code);
    if (token === null) return;
    this.seat = (await seize(this.code, token)) ?? { token, release: () => undefined };
    if (this.isOver) return this.seat.release();
    this.socket?.close();
    this.view = NOTHING;
    this.connect();
  }

  close(): void {
    this.isOver = true;
    this.socket?.close();
    this.seat?.release();
  }

  private async open(): Promise<void> {
    this.seat = isWatching() ? null : await holdSeat(this.code);
    if (this.isOver) return this.seat?.release();
    this.connect();
    for (const [request, settle] of this.early) void this.socket?.ask(request).then(settle);
  }

  private connect(): void {
    this.socket = new RoomSocket(this.code, {
      greeting: () => ({ type: "room.join", ...this.card() }),
      message: (message) => this.hear(message),
      line: this.showLine,
      refused: (nack) => this.refused(nack),
    });
  }

  private card(): { token?: string; since?: number; as?: "spectator" } {
    const since = this.view.state ? { since: this.view.seq } : {};
    if (this.seat) return { token: this.seat.token, ...since };
    return isWatching() || this.view.side === "none" && this.view.state ? { as: "spectator", ...since } : since;
  }

  /** A key that the server does not know is forgotten, and the room entered as a stranger. */
  private refused(nack: Nack): boolean {
    if (nack.code === "E_TOKEN" && this.seat) {
      dropSeat(this.code, this.seat.token);
      this.seat.release();
      this.seat = null;
      return true;
    }
    this.showRefusal(nack);
    return false;
  }

  private hear(message: ServerMessage): void {
    const before = this.view;
    if (message.type === "room.joined" && message.token) void this.take(message.token);
    if (message.type === "room.moved" && this.seat) keepSeat(message.roomCode, this.seat.token);
    const after = heard(before, message, performance.now());
    const needsState = isUncertain(after, message);
    this.view = { ...after, isStale: false };
    this.show(this.view);
    const news = newsOf(before, message, after);
    if (news) toast(news);
    if (needsState) void this.socket?.ask({ type: "room.sync" });
  }

  private async take(token: string): Promise<void> {
    keepSeat(this.code, token);
    this.seat = { token, release: () => undefined };
    this.seat = (await hold(this.code, token, 0)) ?? { token, release: () => undefined };
  }
}

/** Whether the address asks to watch only. */
const isWatching = (): boolean => new URLSearchParams(location.search).has("watch");
