// What is to be seen of a move beside the pieces: the effects that its rules name, and damage, healing,
// deaths and newcomers read off its events. An ordinary capture is seen well enough without.

import type { Effect, GameEvent } from "../../wire/types";

/** How long what no rule has timed is seen, in milliseconds. */
const LASTING = 900;

export interface Happening {
  effects: readonly Effect[];
  events: readonly GameEvent[];
}

/** All effects of a move; `squareOf` tells where a piece stood or stands. */
export function effectsSeen({ effects, events }: Happening, squareOf: (piece: number) => string | undefined): Effect[] {
  const named = new Set(effects.map((effect) => `${effect.kind} ${effect.square}`));
  const dead = new Set(events.filter((event) => event.event === "death").map((event) => event.target));
  const taken = new Set(events.filter((event) => event.event === "move").map((event) => event.to));
  const found: Effect[] = [];
  for (const event of events) {
    const square = event.square ?? (event.target === undefined ? undefined : squareOf(event.target));
    const kind = kindOf(event, dead, taken);
    if (square === undefined || kind === null || named.has(`${kind} ${square}`)) continue;
    found.push({ kind, square, ttl: LASTING, ...(event.amount === undefined ? {} : { data: { amount: event.amount } }) });
  }
  return [...effects, ...found];
}

function kindOf(event: GameEvent, dead: ReadonlySet<number | undefined>, taken: ReadonlySet<string | undefined>): string | null {
  switch (event.event) {
    case "damage":
      return event.amount && !dead.has(event.target) ? "damage" : null;
    case "heal":
      return event.amount ? "heal" : null;
    case "spawn":
      return "spawn";
    case "death":
      return taken.has(event.square) ? null : "death";
    default:
      return null;
  }
}
