// Documents as files and links. A profile travels with the custom modifiers that its entries name, so that
// it can be used where nobody knows them.

import { isProfile } from "./library";
import { type Modifier, isMapping, isModifier } from "./modifier";
import { type Profile, kindsUsed } from "./profile";

/** A profile with the descriptors of the custom modifiers that it names, and no others. */
export function embedded(profile: Profile, known: Iterable<Modifier>): Profile {
  const descriptors = new Map([...known, ...(profile.customModifiers ?? [])].map((modifier) => [modifier.id, modifier]));
  const named = kindsUsed(profile).flatMap((kind) => descriptors.get(kind) ?? []);
  const { customModifiers: _, ...rest } = profile;
  return named.length ? { ...rest, customModifiers: named } : rest;
}

/** A document as a file: its name and its text. */
export interface Exported {
  name: string;
  text: string;
}

export function exportProfile(profile: Profile, known: Iterable<Modifier>): Exported {
  const document = { kind: "profile", ...embedded(profile, known) };
  return { name: `${profile.id}.profile.json`, text: written(document) };
}

export function exportModifier(modifier: Modifier): Exported {
  return { name: `${modifier.id}.modifier.json`, text: written({ kind: "modifier", ...modifier }) };
}

function written(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** What a file or link held. */
export type Imported =
  | { ok: true; kind: "profile"; document: Profile; modifiers: Modifier[] }
  | { ok: true; kind: "modifier"; document: Modifier; modifiers: Modifier[] }
  | { ok: false; why: string };

/** The document of a text, with the modifiers that came along in it. */
export function importText(text: string): Imported {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, why: `this is no JSON: ${(error as Error).message}` };
  }
  if (isModifier(value)) return { ok: true, kind: "modifier", document: value, modifiers: [value] };
  if (isProfile(value)) return { ok: true, kind: "profile", document: value, modifiers: value.customModifiers ?? [] };
  const kind = isMapping(value) && typeof value.kind === "string" ? value.kind : "";
  const what = kind && kind !== "profile" && kind !== "modifier" ? `a document of the kind ${kind.slice(0, 40)}` : "neither";
  return { ok: false, why: `a profile or a custom modifier is expected, this is ${what}` };
}
