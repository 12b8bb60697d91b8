// The rules of the game as they are: what was agreed and waits for the turn to end, presets and profiles in
// force, and how the variant is played; and what this player has proposed.

import type { JSX } from "preact";
import { type KindGroup, kindGroups } from "../../models/kinds";
import { modifierLibrary } from "../../models/library";
import type { Modifier } from "../../models/modifier";
import type { Profile } from "../../models/profile";
import { givenBy } from "../../models/profile-words";
import { PresetsTold } from "../../rules/PresetsTold";
import { Rulebook } from "../../rules/Rulebook";
import { specialsOf } from "../../rules/specials";
import { needsConsent, sidesOf, type RoomView } from "../../store/view";
import { Button } from "../../ui/Button";
import type { Request } from "../../wire/messages";
import type { Catalog, Json, Matter, Pending, RoomState, Topic } from "../../wire/types";
import { Countdown } from "./Question";

export interface Names {
  nameOf(id: string): string;
  describe(id: string): string;
}

interface RulesInForceProps {
  view: RoomView;
  state: RoomState;
  names: Names;
  catalog: Catalog | null;
  onChange(): void;
  say(request: Request): void;
}

export function RulesInForce({ view, state, names, catalog, onChange, say }: RulesInForceProps): JSX.Element {
  const specials = specialsOf(state.manifest.map((one) => one.type), state.tiles, state.documents ?? [], catalog);
  const groups = catalog ? kindGroups(catalog, state.customModifiers as unknown as Modifier[]) : [];
  const waiting = Object.entries(state.pending ?? {}) as [Topic, Pending][];
  return (
    <div class="in-force" data-testid="rules">
      <p>{state.variant.description}</p>
      {waiting.map(([topic, pending]) => (
        <section key={topic} class="notice" data-testid="pending">
          <h3>From the next turn</h3>
          {pending.presets && <PresetsTold presets={pending.presets} catalog={catalog} />}
          {pending.profiles && <ProfileList profiles={pending.profiles} groups={groups} />}
          {state.mode !== "multiplayer" && view.side !== "none" && <Button kind="quiet" onClick={() => say({ type: `${topic}.withdraw` })}>Withdraw</Button>}
        </section>
      ))}
      {state.presets.length > 0 && <h3>Presets in force</h3>}
      {state.presets.length > 0 && <PresetsTold presets={state.presets} catalog={catalog} />}
      {state.profiles.length > 0 && <h3>Profiles in force</h3>}
      {state.profiles.length > 0 && <ProfileList profiles={state.profiles} groups={groups} />}
      {state.customModifiers.length > 0 && (
        <>
          <h3>Modifiers of this room</h3>
          <ul class="plain-list">{state.customModifiers.map((modifier) => <li key={String(modifier["id"])}>{String(modifier["name"] ?? modifier["id"])}</li>)}</ul>
        </>
      )}
      {view.side !== "none" && !state.result && (
        <div class="row change">
          <Button onClick={onChange} testId="change-rules">{needsConsent(state) ? "Propose other rules…" : "Change the rules…"}</Button>
          <Register state={state} say={say} />
        </div>
      )}
      <Rulebook rulebook={state.variant.rulebook} words={specials} />
    </div>
  );
}

/** What this player has proposed, until it is answered. */
export function OwnProposals({ view, state, say }: Pick<RulesInForceProps, "view" | "state" | "say">): JSX.Element {
  const own = Object.entries(state.proposal ?? {}).filter(([, found]) => sidesOf(view.side).includes(found.proposedBy)) as [Matter, { expiresAt: number }][];
  return (
    <>
      {own.map(([matter, proposal]) => (
        <section key={matter} class="notice" role="status" data-testid="own-proposal">
          <span class="grow">{matter === "takeback" ? "Your wish to take back" : `Your proposal of ${matter === "presets" ? "presets" : "profiles"}`} waits for an answer: <Countdown until={proposal.expiresAt} ahead={view.ahead} />.</span>
          {matter !== "takeback" && <Button kind="quiet" onClick={() => say({ type: `${matter}.withdraw` })} testId="withdraw">Withdraw</Button>}
        </section>
      ))}
    </>
  );
}

/** Make a modifier of the browser's library known to the room, so that profiles of both players can use it. */
function Register({ state, say }: Pick<RulesInForceProps, "state" | "say">): JSX.Element | null {
  const known = new Set(state.customModifiers.map((modifier) => modifier["id"]));
  const own = modifierLibrary().read().documents.filter((modifier) => !known.has(modifier.id));
  const register = (id: string): void => {
    const found = own.find((modifier) => modifier.id === id);
    if (found) say({ type: "custom-modifier.register", descriptor: { kind: "modifier", ...found } as unknown as Json });
  };
  if (own.length === 0) return null;
  return (
    <select aria-label="Show the room a modifier of yours" data-testid="register-modifier" value="" onChange={(event) => { register(event.currentTarget.value); event.currentTarget.value = ""; }}>
      <option value="">Show the room a modifier of yours…</option>
      {own.map((modifier) => <option key={modifier.id} value={modifier.id}>{modifier.name}</option>)}
    </select>
  );
}

function ProfileList({ profiles, groups }: { profiles: readonly Json[]; groups: readonly KindGroup[] }): JSX.Element {
  if (profiles.length === 0) return <p class="muted">None.</p>;
  return (
    <ol class="plain-list">
      {profiles.map((profile, index) => (
        <li key={index} data-profile={String(profile["id"])}>
          <strong>{String(profile["name"] ?? profile["id"])}</strong>{profiles.length > 1 && index === profiles.length - 1 ? " (counts most)" : ""}
          {profile["description"] ? <div class="muted small">{String(profile["description"])}</div> : null}
          <ul class="given small">
            {givenBy(profile as unknown as Profile, groups).map(({ whom, what, text }, number) => <li key={number}>{whom}: <strong>{what}.</strong>{text && <span class="muted"> {text}</span>}</li>)}
          </ul>
        </li>
      ))}
    </ol>
  );
}
