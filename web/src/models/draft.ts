// What is being typed into a field, beside the value that the field has. Nothing but its writer takes it away:
// not an answer of the server, not a new drawing of the page.

/** A text that somebody types over a value. */
export interface Draft {
  readonly text: string;
  /** The value that it was typed over. */
  readonly over: string;
  /** Whether it was handed on, with Enter or by going elsewhere. */
  readonly isMeant: boolean;
}

/** The draft after a key: half typed. */
export function typed(text: string, value: string): Draft {
  return { text, over: value, isMeant: false };
}

/** The draft once it is handed on. */
export function meant(text: string, value: string): Draft {
  return { text, over: value, isMeant: true };
}

/** The draft that is left beside a value: one that was handed on is done with as soon as the value answers it. */
export function leftOf(draft: Draft | null, value: string): Draft | null {
  return draft?.isMeant && draft.over !== value ? null : draft;
}

/** What the field shows. */
export function shownOf(draft: Draft | null, value: string): string {
  return draft?.text ?? value;
}
