// A modifier as it is played: a profile that gives it to a piece type, and the game in which that is tried. Pure.

import { plainUse, profilesOf } from "../rules/rules";
import type { Json, RoomRequest } from "../wire/types";
import type { Source } from "./documents";
import type { Modifier } from "./modifier";
import { type Profile, emptyProfile, freeId } from "./profile";
import { type Sandbox, besideOf, fenOf, known, sandboxRules, variantOf } from "./sandbox";

/** A profile that gives a modifier to a piece type. */
export function profileWith(modifier: Modifier, pieceType: string, taken: readonly string[]): Profile {
  const name = `${modifier.name} for ${pieceType.replaceAll("-", " ")}s`.slice(0, 64);
  return { ...emptyProfile(freeId(`${modifier.id}-${pieceType}`.slice(0, 60), taken), name), perType: [{ pieceType, kind: modifier.id }] };
}

/** The solo room in which a profile is played as the sandbox has it: its game from the start, its hit points. */
export function soloRoom(modifier: Modifier, profile: Profile, sandbox: Sandbox, others: readonly Modifier[], own: readonly Source[]): RoomRequest {
  const place: Sandbox = { ...sandbox, scene: sandbox.carrier.home ? "home" : "start" };
  const { presets } = sandboxRules(modifier, place);
  const documents = besideOf(place, own) as (string | Json)[];
  const fen = fenOf(place);
  return {
    variant: variantOf(place),
    mode: "solo",
    ...(documents.length > 0 ? { documents } : {}),
    ...(fen ? { fen } : {}),
    ...(presets.length > 0 ? { presets: presets.map(plainUse) } : {}),
    profiles: profilesOf({ presets, profiles: [profile] }, known(modifier, others)),
  };
}
