// The server's time, as far as a window knows it: by what messages tell, counted on by a clock that only runs on.

/** How far the server's clock is ahead of a window's: what is told comes late, so the largest of all is nearest. */
export function aheadBy(known: number | null, told: number | undefined, heard: number): number | null {
  if (told === undefined) return known;
  return known === null ? told - heard : Math.max(known, told - heard);
}

/** What a proposal is taken to wait at most where the server tells no time, in seconds. */
const USUAL = 60;

/**
 * The seconds until a moment of the server, at a time of this window; never less than none. Where the server has told
 * no time, this machine's own clock has to do, which may be wrong: then no more than proposals usually wait.
 */
export function secondsLeft(until: number, ahead: number | null, at: number, ownClock: () => number = Date.now): number {
  const left = Math.ceil((until - (ahead === null ? ownClock() : at + ahead)) / 1000);
  return Math.max(0, ahead === null ? Math.min(left, USUAL) : left);
}
