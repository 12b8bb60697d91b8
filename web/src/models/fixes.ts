// Fixes: what an editor offers for a problem, a button or advice, and the profile once it was pressed.

import type { ProfileFinding, ProfileFix, ProfilesCheck } from "../wire/types";
import { type Place, type Profile, entriesOf } from "./profile";

/** What the server is asked for a fix; it is given the problem beside what was checked. */
export type Fixer = (problem: ProfileFinding, profile: Profile) => Promise<ProfileFix>;

/** What can be done about a problem. */
export type Remedy = { kind: "fix"; label: string } | { kind: "advice"; text: string };

const LABELS: Record<string, string> = {
  E_PROFILE_INVULN_KING: "Let it be captured",
  E_PROFILE_ORPHAN_INSTANCE: "Take the entry out",
  E_PROFILE_DEADLOCK: "Take the entry out",
};

const NO_ADVICE = "Change the profile by hand.";

/** A button where leaving something out mends the problem, else advice. */
export function remedyOf(problem: ProfileFinding): Remedy {
  if (!problem.isFixable) return { kind: "advice", text: problem.advice ?? problem.hint ?? NO_ADVICE };
  if (problem.path === "layoutId") return { kind: "fix", label: "Take the entries by square out" };
  return { kind: "fix", label: LABELS[problem.code] ?? "Fix" };
}

/** The profile without a problem's cause. It may be pressed twice: a problem that is gone changes nothing. */
export async function applyFix(profile: Profile, problem: ProfileFinding, fix: Fixer): Promise<Profile> {
  if (!problem.isFixable || !hasCause(profile, problem)) return profile;
  return tidied((await fix(problem, profile)).profile as unknown as Profile, profile);
}

function hasCause(profile: Profile, problem: ProfileFinding): boolean {
  const place = placeOf(problem);
  return place ? place.index < entriesOf(profile, place.listing).length : problem.path === "layoutId";
}

/** What the server sent, with both lists there, as the editor keeps them. */
function tidied(fixed: Profile, before: Profile): Profile {
  return { ...before, ...fixed, perType: fixed.perType ?? [], perInstance: fixed.perInstance ?? [] };
}

/** The entry that a problem speaks of. */
export function placeOf(problem: { path: string }): Place | null {
  const match = /^(perType|perInstance)\[(\d+)\]/.exec(problem.path);
  return match ? { listing: match[1] as Place["listing"], index: Number(match[2]) } : null;
}

/** The findings about one profile: those of its entries by place, and the others. */
export interface Findings {
  byPlace: Map<string, ProfileFinding[]>;
  others: ProfileFinding[];
}

export function placeKey(place: Place): string {
  return `${place.listing}[${place.index}]`;
}

/** The problems and conflicts of a check, sorted to the entries of the profile that they speak of. */
export function findingsOf(check: ProfilesCheck, profileId: string): Findings {
  const found: Findings = { byPlace: new Map(), others: [] };
  for (const problem of [...check.problems, ...check.conflicts]) {
    const place = placeOf(problem);
    const isOwn = problem.profile === undefined || problem.profile === "" || problem.profile === profileId;
    if (place === null || !isOwn) {
      found.others.push(problem);
      continue;
    }
    const key = placeKey(place);
    found.byPlace.set(key, [...(found.byPlace.get(key) ?? []), problem]);
  }
  return found;
}

/** The checker's words for each entry of a profile; empty where it left one out. */
export function describedEntries(check: ProfilesCheck | null, profile: Profile): Map<string, string> {
  const told = check?.entries.filter((entry) => entry.profile === profile.id) ?? [];
  const found = new Map<string, string>();
  let next = 0;
  for (const listing of ["perType", "perInstance"] as const) {
    entriesOf(profile, listing).forEach((entry, index) => {
      const words = told[next];
      if (words?.kind !== entry.kind || (typeof entry.value === "number" && entry.value !== words.value)) return;
      next += 1;
      if (words.text !== entry.kind) found.set(placeKey({ listing, index }), words.text);
    });
  }
  return found;
}
