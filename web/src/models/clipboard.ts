// The clipboard of the profile editor: gifts that are pasted to other types and squares, never doubled.

import {
  type Entry,
  type Gift,
  type Listing,
  type Place,
  type Profile,
  type TypeEntry,
  MOST_ENTRIES,
  entriesOf,
  entryAt,
  isTypeEntry,
  keyOf,
  tidy,
} from "./profile";

/** What was copied: gifts without the pieces that had them. */
export type Clipboard = readonly Gift[];

/** For whom something is pasted: pieces of a type, or the piece that starts on a square. */
export type Receiver = { pieceType: string; color?: TypeEntry["color"] } | { square: string };

/** What a paste did. */
export interface Pasted {
  profile: Profile;
  added: number;
  replaced: number;
  /** Gifts that found no room. */
  left: number;
}

/** The gifts of some entries, each kind once: the last one counts. */
export function copy(profile: Profile, places: readonly Place[]): Clipboard {
  const gifts = new Map<string, Gift>();
  for (const place of places) {
    const entry = entryAt(profile, place);
    if (entry) gifts.set(entry.kind, giftOf(entry));
  }
  return [...gifts.values()];
}

function giftOf(entry: Entry): Gift {
  return entry.value === undefined ? { kind: entry.kind } : { kind: entry.kind, value: entry.value };
}

/**
 * The profile with what was copied, for each receiver. Where a receiver has an entry of the same kind, that
 * entry takes the new value in its place: pasting twice changes nothing the second time.
 */
export function paste(profile: Profile, clipboard: Clipboard, receivers: readonly Receiver[]): Pasted {
  let result: Pasted = { profile, added: 0, replaced: 0, left: 0 };
  for (const receiver of receivers) {
    for (const gift of clipboard) result = pasteOne(result, tidy({ ...receiver, ...gift } as Entry));
  }
  return result;
}

function pasteOne(done: Pasted, entry: Entry): Pasted {
  const listing: Listing = isTypeEntry(entry) ? "perType" : "perInstance";
  const entries = entriesOf(done.profile, listing);
  const key = keyOf(entry);
  const found = entries.some((old) => keyOf(old) === key);
  if (!found && entries.length >= MOST_ENTRIES[listing]) return { ...done, left: done.left + 1 };
  const next = found ? replaced(entries, key, entry) : [...entries, entry];
  return {
    ...done,
    profile: { ...done.profile, [listing]: next },
    added: done.added + (found ? 0 : 1),
    replaced: done.replaced + (found ? 1 : 0),
  };
}

/** The entries with one in the place of the first of its key; further ones of that key go. */
function replaced(entries: readonly Entry[], key: string, entry: Entry): Entry[] {
  const first = entries.findIndex((old) => keyOf(old) === key);
  return entries
    .map((old, index) => (index === first ? entry : old))
    .filter((old, index) => index === first || keyOf(old) !== key);
}

/** What a paste did, in words. */
export function pastedText(pasted: Pasted): string {
  const parts = [`${pasted.added} added`];
  if (pasted.replaced) parts.push(`${pasted.replaced} replaced`);
  if (pasted.left) parts.push(`${pasted.left} left out: the list is full`);
  return parts.join(", ");
}
