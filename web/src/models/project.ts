// A project of the workshop: documents that belong together, one of them being written.
//
// Pure values: every function gives a new project. What is kept in the browser is read with care, for anybody may have
// written there.

export interface Draft {
  name: string;
  text: string;
}

export interface Project {
  documents: Draft[];
  active: number;
}

export const KINDS = [
  "variant",
  "piece",
  "tile",
  "ability",
  "preset",
  "layout",
  "profile",
  "modifier",
  "scenario",
] as const;
export type Kind = (typeof KINDS)[number];

/** What a server is sent of a project. */
export interface Bundle {
  text: string;
  name: string;
  documents: string[];
}

const MOST_DOCUMENTS = 30;

/** The kind of a document, by its own word or its name's ending; null if neither says. */
export function kindOf(draft: Draft): Kind | null {
  const word = /^kind:\s*["']?([a-z-]+)/m.exec(draft.text)?.[1] ?? /^[\s{]*"kind":\s*"([a-z-]+)"/m.exec(draft.text)?.[1];
  const ending = /\.([a-z-]+)\.(ya?ml|json)$/.exec(draft.name)?.[1];
  return KINDS.find((kind) => kind === word) ?? KINDS.find((kind) => kind === ending) ?? null;
}

/** The id that a document gives itself. */
export function idOf(draft: Draft): string {
  return /^id:\s*["']?([a-z0-9-]+)/m.exec(draft.text)?.[1] ?? /^[\s{]*"id":\s*"([a-z0-9-]+)"/m.exec(draft.text)?.[1] ?? "";
}

/** The document that is played when the project is: its variant, or what is being written. */
export function playedIndex(project: Project): number {
  const active = project.documents[project.active];
  if (active !== undefined && kindOf(active) === "variant") return project.active;
  const variant = project.documents.findIndex((draft) => kindOf(draft) === "variant");
  return variant < 0 ? project.active : variant;
}

/** A document with all others beside it. */
export function bundle(project: Project, index: number): Bundle {
  const draft = project.documents[index] ?? { name: "", text: "" };
  return { text: draft.text, name: draft.name, documents: beside(project, index).map((other) => other.text) };
}

/** The documents beside one; scenarios are no part of a game. */
function beside(project: Project, index: number): Draft[] {
  return project.documents.filter((other, number) => number !== index && kindOf(other) !== "scenario");
}

/** Where in a project something is wrong, where a problem tells of another document than the one that was judged. */
export interface Elsewhere {
  index: number;
  line: number;
  column: number;
  message: string;
}

export function elsewhere(project: Project, judged: number, told: string): Elsewhere | null {
  const [, file = "", line = "", column = "", message = ""] = /^(\S+?):(\d+):(\d+): ([^]*)$/.exec(told) ?? [];
  const along = /^documents\[(\d+)\]$/.exec(file)?.[1];
  const draft = along === undefined
    ? project.documents.find((one) => file === one.name || file === `${idOf(one)}.${kindOf(one)}`)
    : beside(project, judged)[Number(along)];
  return draft && message ? { index: project.documents.indexOf(draft), line: Number(line), column: Number(column), message } : null;
}

export const withText = (project: Project, index: number, text: string): Project => ({
  ...project,
  documents: project.documents.map((draft, number) => (number === index ? { ...draft, text } : draft)),
});

export const withActive = (project: Project, active: number): Project => ({
  ...project,
  active: Math.max(0, Math.min(active, project.documents.length - 1)),
});

export function withDocument(project: Project, draft: Draft): Project {
  if (project.documents.length >= MOST_DOCUMENTS) return project;
  const documents = [...project.documents, { ...draft, name: freeName(project, draft.name) }];
  return { documents, active: documents.length - 1 };
}

export function withoutDocument(project: Project, index: number): Project {
  const documents = project.documents.filter((_, number) => number !== index);
  const active = project.active > index ? project.active - 1 : project.active;
  return { documents, active: Math.max(0, Math.min(active, documents.length - 1)) };
}

export const withName = (project: Project, index: number, name: string): Project => {
  const others = { ...project, documents: project.documents.filter((_, number) => number !== index) };
  const clean = name.trim().slice(0, 80);
  if (clean === "") return project;
  const free = freeName(others, clean);
  return {
    ...project,
    documents: project.documents.map((draft, number) => (number === index ? { ...draft, name: free } : draft)),
  };
};

/** A name that no document has: a number is put before the endings. */
export function freeName(project: Project, name: string): string {
  const taken = new Set(project.documents.map((draft) => draft.name));
  const [stem = "", ...endings] = name.split(".");
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = [`${stem}-${number}`, ...endings].join(".");
  return free;
}

/** A template with its words filled in; the line that names a schema for other editors is left out. */
export function filled(template: string, kind: Kind, id: string): Draft {
  const name = `${id}.${kind}.yaml`;
  const words: Record<string, string> = {
    id,
    name: id.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
    file: name,
    variant: "chess",
    schema: "",
  };
  const lines = template.split("\n").filter((line) => !line.includes("yaml-language-server"));
  return { name, text: lines.join("\n").replace(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? "") };
}

/** A project as it is kept, and read again; null for what is none. */
export const formatProject = (project: Project): string => JSON.stringify(project);

export function parseProject(text: string | null): Project | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value !== "object" || value === null) return null;
    const { documents, active } = value as Record<string, unknown>;
    if (!Array.isArray(documents) || !documents.every(isDraft) || documents.length === 0) return null;
    const drafts = documents.slice(0, MOST_DOCUMENTS).map(({ name, text: body }) => ({ name, text: body }));
    return withActive({ documents: drafts, active: 0 }, typeof active === "number" ? Math.trunc(active) || 0 : 0);
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Draft | null;
  return (
    typeof draft === "object" && draft !== null && typeof draft.name === "string" && typeof draft.text === "string"
  );
}

/** What a link carries of a project: a document alone as it is, several as they are kept. */
export function sharedText(project: Project): string {
  const [only, ...others] = project.documents;
  return only !== undefined && others.length === 0 ? only.text : formatProject(project);
}

/** The project of a text from a link. */
export function fromShared(text: string): Project {
  const kept = parseProject(text);
  if (kept !== null) return kept;
  const draft = { name: "", text };
  const ending = /^\s*\{/.test(text) ? "json" : "yaml";
  return { documents: [{ name: `${idOf(draft) || "shared"}.${kindOf(draft) ?? "variant"}.${ending}`, text }], active: 0 };
}
