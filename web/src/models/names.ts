// Names that a place in a document may hold: ids of the catalogue and of the project, attributes of the text itself.

import type { Step } from "./yaml-cursor";

export type NameKind =
  | "variants"
  | "presets"
  | "layouts"
  | "pieces"
  | "tiles"
  | "abilities"
  | "profiles"
  | "modifiers"
  | "modifierKinds"
  | "attributes";

export type Names = Partial<Record<NameKind, string[]>>;

/** Which names belong where, by the end of the path; indices are written `#`. The first row that fits counts. */
const PLACES: readonly [RegExp, NameKind][] = [
  [/(^|\.)extends$/, "variants"],
  [/^variant$/, "variants"],
  [/(^|\.)layout(Id)?$/, "layouts"],
  [/(^|\.)presets\.#(\.id)?$/, "presets"],
  [/(^|\.)(incompatibleWith|requires)\.#$/, "presets"],
  [/(^|\.)abilities\.#(\.id)?$/, "abilities"],
  [/(^|\.)modifiers\.#\.id$/, "modifiers"],
  [/(^|\.)profiles\.#$/, "profiles"],
  [/(^|\.)per(Type|Instance)\.#\.kind$/, "modifierKinds"],
  [/(^|\.)tiles?\.[^.]+(\.type)?$/, "tiles"],
  [/(^|\.)tile\.(type|to)$/, "tiles"],
  [/^pieces\.[^.]+$/, "pieces"],
  [/(^|\.)(type|pieceType|pieceTypes|promote|to)(\.#)?$/, "pieces"],
  [/(^|\.)type\.not(\.#)?$/, "pieces"],
  [/(^|\.)(attr|with|attribute)$/, "attributes"],
];

/** The names that may stand at a path. */
export function namesAt(path: readonly Step[], names: Names): string[] {
  const place = path.map((step) => (typeof step === "number" ? "#" : step)).join(".");
  if (/^attributes\./.test(place)) return [];
  const kind = PLACES.find(([pattern]) => pattern.test(place))?.[1];
  return kind === undefined ? [] : [...new Set(names[kind] ?? [])];
}

/** The attributes that a text declares under `attributes:` or `attr:`, in their order. */
export function attributesIn(text: string): string[] {
  const block = /^attributes:\s*\n((?:[ \t]+.*\n?|\s*\n)+)/m.exec(text)?.[1] ?? "";
  const declared = [...block.matchAll(/^ {1,4}([A-Z][A-Za-z0-9]*)\s*:/gm)].map((match) => match[1] ?? "");
  const used = [...text.matchAll(/\battr:\s*([A-Z][A-Za-z0-9]*)/g)].map((match) => match[1] ?? "");
  return [...new Set([...declared, ...used])];
}
