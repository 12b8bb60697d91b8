// What the profile editor does: its profile with its history, the clipboard, what is picked, and the fixes.

import { useState } from "preact/hooks";
import { fixProfile } from "../../net/api";
import { type Clipboard, type Pasted, type Receiver, copy, paste } from "../../models/clipboard";
import { embedded, importText } from "../../models/exchange";
import { applyFix, placeKey } from "../../models/fixes";
import { modifierLibrary, profileLibrary } from "../../models/library";
import type { Modifier } from "../../models/modifier";
import { type Listing, type Place, type Profile, placed } from "../../models/profile";
import { type Rules, type Setting, idOf, requestOf } from "../../rules/rules";
import { failureOf } from "../../rules/useCheck";
import { toast } from "../../ui/Toast";
import type { ProfileFinding } from "../../wire/types";
import { type Edited, useHistory } from "../useHistory";

export interface ProfileDesk {
  edited: Edited<Profile>;
  clipboard: Clipboard;
  picked: ReadonlySet<string>;
  modifiers: readonly Modifier[];
  isFixing: boolean;
  pick(place: Place, isPicked: boolean): void;
  change(profile: Profile): void;
  copyPicked(): void;
  copyOne(place: Place): void;
  pasteTo(receiver: Receiver): Pasted;
  fix(problem: ProfileFinding): Promise<void>;
  take(text: string): void;
  keep(modifier: Modifier): void;
  /** The profile as it is handed on: with the modifiers it names, kept in the library. */
  finish(id: string): Profile;
}

export function useProfile(first: Profile, setting: Setting, rules: Rules): ProfileDesk {
  const edited = useHistory(withLists(first));
  const [clipboard, setClipboard] = useState<Clipboard>([]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isFixing, setFixing] = useState(false);
  const [library, setLibrary] = useState(() => modifierLibrary().read().documents);
  const profile = edited.value;
  const modifiers = known(profile, library);
  const change = (next: Profile): void => {
    setPicked(new Set());
    edited.change(next);
  };
  const put = (found: Clipboard): void => {
    setClipboard(found);
    toast(found.length === 1 ? "1 modifier copied." : `${found.length} modifiers copied.`);
  };
  return {
    edited, clipboard, picked, modifiers, isFixing, change,
    pick: (place, isPicked) => setPicked((before) => toggled(before, placeKey(place), isPicked)),
    copyPicked: () => put(copy(profile, allPlaces(profile).filter((place) => picked.has(placeKey(place))))),
    copyOne: (place) => put(copy(profile, [place])),
    pasteTo: (receiver) => {
      const pasted = paste(edited.now(), clipboard, [receiver]);
      change(pasted.profile);
      return pasted;
    },
    fix: async (problem) => {
      setFixing(true);
      const before = edited.now();
      try {
        const fixed = await applyFix(before, problem, (found, own) => fixProfile({ ...requestOf(setting, rulesWith(rules, own, first.id), modifiers), problem: found, profile: own.id }));
        if (edited.now() === before) change(fixed);
        else toast("The profile was changed meanwhile. Press the fix again.");
      } catch (error) {
        toast({ text: failureOf(error), kind: "error" });
      } finally {
        setFixing(false);
      }
    },
    take: (text) => {
      const found = importText(text);
      if (!found.ok) return toast({ text: `Not imported: ${found.why}.`, kind: "error" });
      for (const modifier of found.modifiers) modifierLibrary().save(modifier);
      setLibrary(modifierLibrary().read().documents);
      if (found.kind === "profile") change({ ...withLists(found.document), id: edited.now().id });
      return toast({ text: `${found.document.name} is imported.`, kind: "good" });
    },
    keep: (modifier) => {
      setLibrary(modifierLibrary().read().documents);
      const now = edited.now();
      const isCarried = now.customModifiers?.some((one) => one.id === modifier.id);
      if (isCarried) change({ ...now, customModifiers: now.customModifiers?.map((one) => (one.id === modifier.id ? modifier : one)) });
    },
    finish: (id) => {
      const done = { ...embedded(edited.now(), library), id };
      const kept = profileLibrary().save(done);
      if (!kept.ok) toast({ text: `Used, but not kept in the library: ${kept.why}.`, kind: "error" });
      edited.restart(withLists(done));
      return done;
    },
  };
}

function withLists(profile: Profile): Profile {
  return { ...profile, perType: profile.perType ?? [], perInstance: profile.perInstance ?? [] };
}

/** The modifiers that the profile may name: its own count before those of the library. */
function known(profile: Profile, library: readonly Modifier[]): Modifier[] {
  return [...new Map([...library, ...(profile.customModifiers ?? [])].map((modifier) => [modifier.id, modifier])).values()];
}

function toggled(before: ReadonlySet<string>, key: string, isOn: boolean): Set<string> {
  const next = new Set(before);
  if (isOn) next.add(key);
  else next.delete(key);
  return next;
}

const LISTINGS: readonly Listing[] = ["perType", "perInstance"];

function allPlaces(profile: Profile): Place[] {
  return LISTINGS.flatMap((listing) => placed(profile, listing).map((found) => found.place));
}

/** The rules with a profile as it is being written, in its place or at the end. */
export function rulesWith(rules: Rules, profile: Profile, oldId: string): Rules {
  const isThere = rules.profiles.some((item) => idOf(item) === oldId);
  const profiles = isThere ? rules.profiles.map((item) => (idOf(item) === oldId ? profile : item)) : [...rules.profiles, profile];
  return { ...rules, profiles };
}
