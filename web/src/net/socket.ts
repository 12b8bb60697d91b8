// The socket of one room. It comes back by itself after a broken line, asks for what it missed, and sends
// again what was not answered: messages carry ids, and the server acts once on each.

import type { Nack, Request, ServerMessage } from "../wire/messages";

export type Line = "connecting" | "open" | "lost" | "closed";

export interface SocketEvents {
  /** A message of the server; answers to `ask` come here too. */
  message(message: ServerMessage): void;
  line(line: Line): void;
  /** What to say first on each new line. */
  greeting(): Request;
  /** The server does not let us in; true: greet again. */
  refused(nack: Nack): boolean;
}

interface Waiting {
  text: string;
  settle(message: ServerMessage): void;
}

/** Milliseconds before each try to come back. */
const DELAYS = [100, 300, 700, 1500, 3000];

export class RoomSocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: number | undefined;
  private isEnded = false;
  private isReady = false;
  private readonly waiting = new Map<string, Waiting>();
  private count = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private hello = "";

  constructor(private readonly roomCode: string, private readonly events: SocketEvents) {
    this.connect();
    addEventListener("online", this.hurry);
  }

  /** Say something, and hear the direct answer: a message with its `re`, which may be a nack. */
  ask(request: Request): Promise<ServerMessage> {
    const id = this.nextId();
    const text = JSON.stringify({ ...request, id, roomCode: this.roomCode });
    return new Promise((settle) => {
      this.waiting.set(id, { text, settle });
      if (this.isReady) this.socket?.send(text);
    });
  }

  /** End the line for good. */
  close(): void {
    this.isEnded = true;
    removeEventListener("online", this.hurry);
    clearTimeout(this.timer);
    this.socket?.close(1000);
  }

  private nextId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  private readonly hurry = (): void => {
    if (this.socket === null && !this.isEnded) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?room=${this.roomCode}`);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.lose(socket);
  }

  private greet(): void {
    this.hello = this.nextId();
    this.socket?.send(JSON.stringify({ ...this.events.greeting(), id: this.hello, roomCode: this.roomCode }));
  }

  private hear(message: ServerMessage): void {
    if (message.type === "nack" && message.re === this.hello) {
      if (this.events.refused(message)) this.greet();
      else this.close();
      return;
    }
    if (message.type === "room.replaced") this.isEnded = true;
    this.events.message(message);
    if (message.type === "room.joined" && !this.isReady) this.resume();
    const waiting = message.re === undefined ? undefined : this.waiting.get(message.re);
    if (waiting && message.re !== undefined) {
      this.waiting.delete(message.re);
      waiting.settle(message);
    }
  }

  private resume(): void {
    this.isReady = true;
    this.tries = 0;
    this.events.line("open");
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.isReady = false;
    this.events.line(this.isEnded ? "closed" : "lost");
    if (this.isEnded) return;
    const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)];
    this.tries += 1;
    this.timer = window.setTimeout(() => this.connect(), delay);
  }
}
