// What the page asks over HTTP, typed. An error of the server is thrown as an ApiError with its code.

import type {
  BalanceShare, Catalog, CatalogEntry, ErrorData, Json, Preview, PresetRequest, Problem, ProfileFinding, ProfileFix, ProfilesCheck, Replay, RoomCard,
  ScenarioRun, Validation,
} from "../wire/types";

type DocumentText = string | Json;

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly problems: Problem[];

  constructor(readonly status: number, readonly data: ErrorData) {
    super(data.message);
    this.code = data.code;
    this.hint = data.hint ?? null;
    this.problems = data.problems ?? [];
  }
}

export interface DocumentRequest {
  text: DocumentText;
  name?: string;
  documents?: DocumentText[];
}

export interface PreviewRequest extends DocumentRequest {
  presets?: PresetRequest[];
  profiles?: DocumentText[];
  customModifiers?: Json[];
  fen?: string;
  moves?: string[];
  explain?: string;
  inspect?: string;
  whyNot?: { move: string; rule: string };
}

export interface ProfilesRequest {
  variant?: DocumentText;
  documents?: DocumentText[];
  presets?: PresetRequest[];
  profiles?: DocumentText[];
  customModifiers?: Json[];
  fen?: string;
  /** Whether presets and profiles stand in the place of the variant's own, as in a running game. */
  whole?: boolean;
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal, headers?: HeadersInit): Promise<T> {
  const answer = await fetch(`/api/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  if (!answer.ok) throw new ApiError(answer.status, await errorOf(answer));
  return (await answer.json()) as T;
}

async function errorOf(answer: Response): Promise<ErrorData> {
  try {
    return ((await answer.json()) as { error: ErrorData }).error;
  } catch {
    return { code: "E_HTTP", message: `the server answered ${answer.status}` };
  }
}

let known: Promise<Catalog> | null = null;
const entries = new Map<string, Promise<CatalogEntry>>();

/** The catalogue, fetched once. */
export function catalog(): Promise<Catalog> {
  known ??= ask<Catalog>("catalog").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** One entry of the catalogue with its document, fetched once. */
export function entry(kind: string, id: string): Promise<CatalogEntry> {
  const path = `catalog/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
  const found = entries.get(path) ?? ask<CatalogEntry>(path);
  entries.set(path, found);
  found.catch(() => entries.delete(path));
  return found;
}

export const schema = (name: string): Promise<Json> => ask<Json>(`schemas/${encodeURIComponent(name)}`);
export const validate = (request: DocumentRequest, signal?: AbortSignal): Promise<Validation> => ask("validate", request, signal);
export const runTests = (request: DocumentRequest, signal?: AbortSignal): Promise<ScenarioRun> => ask("test", request, signal);
export const preview = (request: PreviewRequest, signal?: AbortSignal): Promise<Preview> => ask("preview", request, signal);
export const playSome = (request: DocumentRequest & { players: string; first: number; pairs?: number[] }, signal?: AbortSignal): Promise<BalanceShare> =>
  ask("balance", request, signal);
export const replay = (request: { save: string; ply?: number }, signal?: AbortSignal): Promise<Replay> => ask("replay", request, signal);
export const checkProfiles = (request: ProfilesRequest, signal?: AbortSignal): Promise<ProfilesCheck> =>
  ask("profiles/check", request, signal);
export const fixProfile = (request: ProfilesRequest & { problem: ProfileFinding | Problem; profile?: string }): Promise<ProfileFix> =>
  ask("profiles/fix", request);
export const rooms = async (): Promise<RoomCard[]> => (await ask<{ rooms: RoomCard[] }>("rooms")).rooms;
export const room = (code: string): Promise<RoomCard> => ask(`rooms/${encodeURIComponent(code)}`);

/** A room as a file: `pgn`, `save` or `log`, as far as the holder of a token may see it. */
export async function roomFile(code: string, what: "pgn" | "save" | "log", token?: string | null): Promise<string> {
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`/api/rooms/${encodeURIComponent(code)}/${what}`, { headers });
  if (!answer.ok) throw new ApiError(answer.status, await errorOf(answer));
  return answer.text();
}
