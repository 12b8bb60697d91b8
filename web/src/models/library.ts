// The browser's library of documents that people made: custom modifiers, and profiles. What cannot be read
// in the storage is left out and said; a storage that fails is an empty library that does not keep.

import { type Modifier, isMapping, isModifier } from "./modifier";
import type { Profile } from "./profile";

/** The part of the browser's storage that a library needs. */
export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export const MODIFIERS_KEY = "houserules:custom-modifiers:v1";
export const PROFILES_KEY = "houserules:profiles:v1";

/** Documents that one library holds at most; the oldest are never dropped in silence, saving is refused. */
export const MOST_DOCUMENTS = 200;

/** What is stored, and how many parts of it could not be read. */
export interface Shelf<D> {
  documents: D[];
  broken: number;
}

/** How saving went. */
export type Kept = { ok: true } | { ok: false; why: string };

interface Named {
  id: string;
  name: string;
}

/** The documents of one kind that the browser keeps, by id. */
export class Library<D extends Named> {
  constructor(
    private readonly key: string,
    private readonly isOne: (value: unknown) => value is D,
    private readonly storage: () => Storage | null,
  ) {}

  /** All that can be read, sorted by name. */
  read(): Shelf<D> {
    const stored = this.stored();
    const documents = stored.filter(this.isOne);
    const found = [...new Map(documents.map((document) => [document.id, document])).values()];
    found.sort((one, other) => one.name.localeCompare(other.name, "en") || one.id.localeCompare(other.id, "en"));
    return { documents: found, broken: stored.length - documents.length };
  }

  /** Keep a document in the place of any with its id. */
  save(document: D): Kept {
    const others = this.read().documents.filter((kept) => kept.id !== document.id);
    if (others.length >= MOST_DOCUMENTS) return { ok: false, why: `the library holds ${MOST_DOCUMENTS} documents: delete some first` };
    return this.write([...others, document]);
  }

  remove(id: string): Kept {
    return this.write(this.read().documents.filter((kept) => kept.id !== id));
  }

  private stored(): unknown[] {
    try {
      const value: unknown = JSON.parse(this.storage()?.getItem(this.key) ?? "[]");
      if (Array.isArray(value)) return value;
      return isMapping(value) ? Object.values(value) : [value];
    } catch {
      return [null];
    }
  }

  private write(documents: readonly D[]): Kept {
    try {
      const storage = this.storage();
      if (!storage) return { ok: false, why: "this browser keeps nothing here" };
      storage.setItem(this.key, JSON.stringify(documents));
      return { ok: true };
    } catch {
      return { ok: false, why: "the browser's storage is full or closed" };
    }
  }
}

/** Whether something has the outer form of a profile; the server judges the rest. */
export function isProfile(value: unknown): value is Profile {
  return (
    isMapping(value) &&
    typeof value.id === "string" &&
    typeof value.name === "string" &&
    (value.kind === undefined || value.kind === "profile") &&
    !("primitives" in value) &&
    isListOf(value.perType, ["pieceType", "kind"]) &&
    isListOf(value.perInstance, ["square", "kind"]) &&
    (value.customModifiers === undefined || (Array.isArray(value.customModifiers) && value.customModifiers.every(isModifier)))
  );
}

function isListOf(value: unknown, keys: readonly string[]): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((entry) => isMapping(entry) && keys.every((key) => typeof entry[key] === "string"));
}

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function modifierLibrary(storage: () => Storage | null = browserStorage): Library<Modifier> {
  return new Library(MODIFIERS_KEY, isModifier, storage);
}

export function profileLibrary(storage: () => Storage | null = browserStorage): Library<Profile> {
  return new Library(PROFILES_KEY, isProfile, storage);
}
