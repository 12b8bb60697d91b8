// The rules drawer of a running game: what is chosen is proposed to the opponent, or holds from the next turn
// where there is nobody to ask.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isVeiled } from "../../board/squares";
import { modifierLibrary } from "../../models/library";
import type { Profile } from "../../models/profile";
import { RulesPanel } from "../../rules/RulesPanel";
import { plainUse, profilesOf, type Rules, type Setting } from "../../rules/rules";
import type { Checked } from "../../rules/useCheck";
import { sendTogether } from "../../rules/sending";
import { needsConsent } from "../../store/view";
import { Button } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import { toast } from "../../ui/Toast";
import type { Request, ServerMessage } from "../../wire/messages";
import type { Catalog, RoomState, Topic } from "../../wire/types";
import { refusalText } from "./useRoom";

interface RulesDrawerProps {
  catalog: Catalog;
  state: RoomState;
  ask(request: Request): Promise<ServerMessage>;
  onClose(): void;
}

export function RulesDrawer({ catalog, state, ask, onClose }: RulesDrawerProps): JSX.Element {
  const [begun] = useState<Rules>(() => ({ presets: state.presets, profiles: state.profiles as unknown as Profile[] }));
  const [rules, setRules] = useState<Rules>(begun);
  const [checked, setChecked] = useState<Checked | null>(null);
  const isAsking = needsConsent(state);
  const changes = changesOf(begun, rules);
  const send = async (): Promise<void> => {
    const refusal = await sendTogether<ServerMessage>(Object.fromEntries(changes), {
      send: (topic, candidate) => ask({ type: `${topic}.${isAsking ? "propose" : "update"}`, candidate }),
      withdraw: (topic) => ask({ type: `${topic}.withdraw` }),
    });
    if (refusal === null) return onClose();
    if (refusal.type === "nack") {
      const { text, ...rest } = refusalText(refusal);
      toast({ ...rest, text: changes.length > 1 ? `Nothing is changed: ${text}` : text });
    }
  };
  const isWrong = checked?.check?.ok === false && !checked.isBusy;
  return (
    <Layer kind="drawer" isWide title={isAsking ? "Propose other rules" : "Change the rules"} onClose={onClose} testId="rules-drawer" footer={
      <>
        <span class="muted small grow">{isAsking ? "Your opponent has to accept; it holds from the next turn after that." : "It holds from the next turn."}{changes.length > 1 && " Presets and profiles come into force together, or neither does."}</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" onClick={() => void send()} disabled={changes.length === 0 || isWrong} testId="propose">{isAsking ? "Propose" : "Apply"}</Button>
      </>
    }>
      <RulesPanel catalog={catalog} value={rules} onChange={setRules} onChecked={setChecked}
        setting={settingOf(state)} />
    </Layer>
  );
}

/** The game in which rules are judged; a room's own documents come along. */
function settingOf(state: RoomState): Setting {
  const isOwn = state.documents?.some((source) => (typeof source === "string" ? /^kind: *variant/m.test(source) : source["kind"] === "variant"));
  const documents = isOwn ? state.documents?.slice(1) : state.documents;
  return { variant: isOwn ? state.variant.document : state.variant.id, documents, fen: isVeiled(state.startFen) ? undefined : state.startFen, isWhole: true };
}

/** What is other than at the beginning, by topic, as rooms take it. */
function changesOf(begun: Rules, rules: Rules): [Topic, unknown][] {
  const known = modifierLibrary().read().documents;
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const found: [Topic, unknown][] = [];
  if (!isSame(begun.presets.map(plainUse), rules.presets.map(plainUse))) found.push(["presets", rules.presets.map(plainUse)]);
  if (!isSame(begun.profiles, rules.profiles)) found.push(["modifier-profile", profilesOf(rules, known)]);
  return found;
}
