// All projects of this browser, one of them open. The workshop writes them, the lobby plays them.

import { type Bundle, type Project, bundle, idOf, kindOf, parseProject, playedIndex } from "./project";

export interface Bookcase {
  projects: Project[];
  open: number;
}

export const BOOKCASE_KEY = "rete-chess:workshop:v1";
export const MOST_PROJECTS = 50;

/** A variant that somebody wrote, as the lobby shows it. */
export interface OwnVariant extends Bundle {
  id: string;
  title: string;
  description: string;
}

export const opened = (bookcase: Bookcase): Project => bookcase.projects[bookcase.open] ?? { documents: [], active: 0 };

/** The bookcase with its open project changed. */
export const withOpened = (bookcase: Bookcase, project: Project): Bookcase => ({
  ...bookcase,
  projects: bookcase.projects.map((each, number) => (number === bookcase.open ? project : each)),
});

/** The bookcase with a further project, which is opened; a full one stays as it is. */
export function withProject(bookcase: Bookcase, project: Project): Bookcase {
  if (bookcase.projects.length >= MOST_PROJECTS) return bookcase;
  const projects = [...bookcase.projects, project];
  return { projects, open: projects.length - 1 };
}

export const withOpen = (bookcase: Bookcase, open: number): Bookcase => ({
  ...bookcase,
  open: Math.max(0, Math.min(open, bookcase.projects.length - 1)),
});

/** The bookcase without a project; the last one stays. */
export function withoutProject(bookcase: Bookcase, index: number): Bookcase {
  if (bookcase.projects.length < 2) return bookcase;
  const projects = bookcase.projects.filter((_, number) => number !== index);
  return withOpen({ projects, open: 0 }, bookcase.open > index ? bookcase.open - 1 : bookcase.open);
}

/** What a project is called: the name that its variant gives itself, else that of the document. */
export function titleOf(project: Project): string {
  const draft = project.documents[playedIndex(project)];
  if (draft === undefined) return "Empty project";
  return line(draft.text, "name") || idOf(draft) || draft.name;
}

/** The variants among the projects. */
export function ownVariants(bookcase: Bookcase): OwnVariant[] {
  return bookcase.projects.flatMap((project) => {
    const index = playedIndex(project);
    const draft = project.documents[index];
    if (draft === undefined || kindOf(draft) !== "variant" || idOf(draft) === "") return [];
    return [{ ...bundle(project, index), id: idOf(draft), title: titleOf(project), description: line(draft.text, "description") }];
  });
}

export const formatBookcase = (bookcase: Bookcase): string => JSON.stringify(bookcase);

/** A bookcase as it was kept, without what cannot be read of it; null for what is none. */
export function parseBookcase(text: string | null): Bookcase | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value !== "object" || value === null) return null;
    const { projects, open } = value as Record<string, unknown>;
    if (!Array.isArray(projects)) return null;
    const read = projects.slice(0, MOST_PROJECTS).map((each) => parseProject(JSON.stringify(each)));
    const good = read.filter((each) => each !== null);
    return good.length === 0 ? null : withOpen({ projects: good, open: 0 }, typeof open === "number" ? Math.trunc(open) || 0 : 0);
  } catch {
    return null;
  }
}

/** The text of a key at the beginning of a line, in YAML or JSON. */
function line(text: string, key: string): string {
  const found = new RegExp(`^[\\s{]*"?${key}"?:[ \\t]*(.*)$`, "m").exec(text)?.[1] ?? "";
  return found.replace(/\s+#.*$/, "").replace(/,\s*$/, "").trim().replace(/^(["'])(.*)\1$/, "$2").slice(0, 300);
}
