// Profiles as an editor sees them: entries by type and by square, each change a new profile.

import type { Modifier } from "./modifier";

export type Color = "white" | "black" | "both";

/** A modifier, as an entry gives it: a kind with a value, or the id of an ability or custom modifier. */
export interface Gift {
  kind: string;
  value?: unknown;
}

export interface TypeEntry extends Gift {
  pieceType: string;
  color?: Color;
}

export interface InstanceEntry extends Gift {
  square: string;
}

export interface Profile {
  kind?: "profile";
  id: string;
  name: string;
  description?: string;
  layoutId?: string;
  customModifiers?: Modifier[];
  perType?: TypeEntry[];
  perInstance?: InstanceEntry[];
}

/** The two lists of a profile. */
export type Listing = "perType" | "perInstance";
export type Entry = TypeEntry | InstanceEntry;

/** Where an entry stands. */
export interface Place {
  listing: Listing;
  index: number;
}

/** Entries that one list holds at most. */
export const MOST_ENTRIES: Record<Listing, number> = { perType: 200, perInstance: 256 };

export function emptyProfile(id = "my-profile", name = "My profile"): Profile {
  return { kind: "profile", id, name, perType: [], perInstance: [] };
}

export function isTypeEntry(entry: Entry): entry is TypeEntry {
  return "pieceType" in entry;
}

export function entriesOf(profile: Profile, listing: Listing): readonly Entry[] {
  return profile[listing] ?? [];
}

export function entryAt(profile: Profile, place: Place): Entry | undefined {
  return entriesOf(profile, place.listing)[place.index];
}

/** An entry as documents write it: no colour where it is both, no value where there is none. */
export function tidy<E extends Entry>(entry: E): E {
  const kept = { ...entry } as E & { color?: Color };
  if (kept.color === "both" || kept.color === undefined) delete kept.color;
  if (kept.value === undefined || kept.value === null) delete kept.value;
  return kept;
}

/** What makes two entries the same gift to the same pieces: (type, colour, kind) or (square, kind). */
export function keyOf(entry: Entry): string {
  const whom = isTypeEntry(entry) ? ["type", entry.pieceType, entry.color ?? "both"] : ["square", entry.square];
  return JSON.stringify([...whom, entry.kind]);
}

/** The profile with an entry more, at the end of its list. */
export function withEntry(profile: Profile, entry: Entry): Profile {
  const listing: Listing = isTypeEntry(entry) ? "perType" : "perInstance";
  return { ...profile, [listing]: [...entriesOf(profile, listing), tidy(entry)] };
}

export function withEntryAt(profile: Profile, place: Place, entry: Entry): Profile {
  const entries = entriesOf(profile, place.listing);
  return { ...profile, [place.listing]: entries.map((old, i) => (i === place.index ? tidy(entry) : old)) };
}

export function withoutEntry(profile: Profile, place: Place): Profile {
  const entries = entriesOf(profile, place.listing);
  return { ...profile, [place.listing]: entries.filter((_, index) => index !== place.index) };
}

/** The profile for a certain start position, or for any. */
export function withLayout(profile: Profile, layoutId: string | null): Profile {
  const { layoutId: _, ...rest } = profile;
  return layoutId === null ? rest : { ...rest, layoutId };
}

export function withTexts(profile: Profile, texts: { name?: string; description?: string }): Profile {
  const next: Profile = { ...profile, ...texts };
  if (!next.description) delete next.description;
  return next;
}

/** The entries with their places, as lists show them. */
export function placed(profile: Profile, listing: Listing): { place: Place; entry: Entry }[] {
  return entriesOf(profile, listing).map((entry, index) => ({ place: { listing, index }, entry }));
}

/** The ids that entries name. */
export function kindsUsed(profile: Profile): string[] {
  const entries = [...entriesOf(profile, "perType"), ...entriesOf(profile, "perInstance")];
  return [...new Set(entries.map((entry) => entry.kind))].sort();
}

/** An id that documents may have, made of any text. */
export function slug(text: string, otherwise = "my-document"): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return plain.slice(0, 64).replace(/-+$/, "") || otherwise;
}

/** The id, or the first with a number behind it that is not taken. */
export function freeId(id: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  if (!known.has(id)) return id;
  for (let number = 2; ; number += 1) {
    const tried = `${id.slice(0, 60)}-${number}`;
    if (!known.has(tried)) return tried;
  }
}
