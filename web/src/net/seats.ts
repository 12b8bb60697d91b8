// The keys of this browser's seats, by room. They never stand in an address. A key is used by one window at a
// time: a second window of the same browser takes another seat, or watches, and does not push the first out.

const KEY = "rete-chess:seats:v1";
const MOST = 200;
/** How long a window waits for its own key, which the page before it may still hold. */
const PATIENCE = 500;

type Seats = Record<string, { tokens: string[]; at: number }>;

function read(): Seats {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Seats) : {};
  } catch {
    return {};
  }
}

function write(seats: Seats): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // A full or forbidden storage: the seat lasts as long as this window.
  }
}

/** The rooms in which this browser has a seat, the latest first. */
export function seatedRooms(): string[] {
  return Object.entries(read()).sort((a, b) => b[1].at - a[1].at).map(([code]) => code);
}

/** Keep the key of a seat; the oldest rooms are forgotten. */
export function keepSeat(code: string, token: string): void {
  sessionStorage.setItem(`${KEY}:${code}`, token);
  const seats = read();
  const tokens = [...(seats[code]?.tokens ?? []).filter((other) => other !== token), token];
  const kept = Object.entries({ ...seats, [code]: { tokens, at: Date.now() } });
  write(Object.fromEntries(kept.sort((a, b) => b[1].at - a[1].at).slice(0, MOST)));
}

/** Forget a key that the server does not know. */
export function dropSeat(code: string, token: string): void {
  if (sessionStorage.getItem(`${KEY}:${code}`) === token) sessionStorage.removeItem(`${KEY}:${code}`);
  const seats = read();
  const tokens = (seats[code]?.tokens ?? []).filter((other) => other !== token);
  const { [code]: old, ...others } = seats;
  write(tokens.length > 0 && old ? { ...others, [code]: { ...old, tokens } } : others);
}

/** Forget a room that is there no more. */
export function forgetRoom(code: string): void {
  sessionStorage.removeItem(`${KEY}:${code}`);
  const { [code]: _, ...others } = read();
  write(others);
}

export interface HeldSeat {
  token: string;
  release(): void;
}

/** A key of a seat in a room that no other window uses, held until it is released. */
export async function holdSeat(code: string): Promise<HeldSeat | null> {
  const own = sessionStorage.getItem(`${KEY}:${code}`);
  if (own !== null) {
    const held = await hold(code, own, PATIENCE);
    if (held) return held;
  }
  for (const token of read()[code]?.tokens ?? []) {
    const held = token === own ? null : await hold(code, token, 0);
    if (held) return held;
  }
  return null;
}

/** The key of this browser's seat in a room, whichever window uses it: this window's own, else the latest. */
export function seatKey(code: string): string | null {
  const tokens = read()[code]?.tokens ?? [];
  const own = sessionStorage.getItem(`${KEY}:${code}`);
  return own !== null && tokens.includes(own) ? own : (tokens[tokens.length - 1] ?? null);
}

/** Hold a key, and take it away from the window that does. */
export function seize(code: string, token: string): Promise<HeldSeat | null> {
  sessionStorage.setItem(`${KEY}:${code}`, token);
  return ask(code, token, { steal: true });
}

/** Hold a key, if no other window does within the time. Without locks of the browser it is simply taken. */
export function hold(code: string, token: string, patience: number): Promise<HeldSeat | null> {
  return ask(code, token, patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true });
}

function ask(code: string, token: string, how: LockOptions): Promise<HeldSeat | null> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return Promise.resolve({ token, release: () => undefined });
  return new Promise((settle) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      if (lock === null) {
        settle(null);
        return undefined;
      }
      return new Promise((release) => settle({ token, release }));
    };
    const name = `${KEY}:${code}:${token.slice(0, 12)}`;
    locks.request(name, how, keep).catch(() => settle(null));
  });
}
