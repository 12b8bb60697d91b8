// The server's time, as far as this window knows it: its own, set right by the dates of answers.

let offset = 0;

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + offset;

/** Take the date of an answer to something that was sent at a time of this window. */
export function noteDate(date: string | null, sent: number): void {
  const told = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(told)) offset = offsetBy(offset, told, sent, Date.now());
}

/**
 * How far the server is ahead, by an answer: it was dated, in whole seconds, between sending and hearing.
 * What agrees with that is left alone, so that a slow answer is not taken for a slow clock.
 */
export function offsetBy(known: number, told: number, sent: number, heard: number): number {
  return Math.min(Math.max(known, told - heard), told + 1000 - sent);
}
