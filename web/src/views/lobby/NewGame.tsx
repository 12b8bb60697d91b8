// The new game: the chosen variant in large, whom it is played against, and with which rules.

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { modifierLibrary } from "../../models/library";
import { Refused, createRoom } from "../../net/create";
import { Thumbnail } from "../../pieces/Thumbnail";
import { Link, navigate } from "../../router";
import { NO_RULES } from "../../rules/rules";
import { RulesPanel } from "../../rules/RulesPanel";
import { Button } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import type { Catalog } from "../../wire/types";
import { Choice } from "./Choice";
import { type NewGame as Wanted, STANDARD, parseClock, roomRequest, startOf } from "./new-game";
import { Options } from "./Options";
import type { Subject } from "./subject";
import { VariantRules } from "./VariantRules";

interface NewGameProps {
  subject: Subject;
  catalog: Catalog;
}

const OPPONENTS = [
  { value: "friend" as const, label: "A friend" },
  { value: "machine" as const, label: "Machine" },
  { value: "nobody" as const, label: "Solo" },
];
const SIDES = [
  { value: "white" as const, label: "White" },
  { value: "random" as const, label: "By lot" },
  { value: "black" as const, label: "Black" },
];
const PROMISES = {
  friend: "You get a link to send.",
  machine: "It plays every variant, also your own.",
  nobody: "A board of your own: move both sides, change the rules at once.",
};

const HIDES = "This game hides something from each side, and a room shows everything to everybody: it cannot be played in one. Try it in the workshop, or in a terminal: rete-chess play.";

export function NewGame({ subject, catalog }: NewGameProps): JSX.Element {
  const [{ key, wanted }, setAll] = useState<{ key: string; wanted: Wanted }>({ key: subject.key, wanted: STANDARD });
  const [isChoosing, setChoosing] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Wanted>): void => setAll((before) => ({ ...before, wanted: { ...before.wanted, ...part } }));
  if (key !== subject.key) { // at once, not after the next painting: somebody may be writing already
    setAll({ key: subject.key, wanted: { ...wanted, layout: "", fen: "", rules: NO_RULES } });
    setRefusal([]);
  }
  const fen = startOf(wanted, catalog.layouts);
  const hasWrongClock = wanted.clock !== "" && wanted.opponent !== "nobody" && parseClock(wanted.clock) === null;
  const start = async (): Promise<void> => {
    setBusy(true);
    setRefusal([]);
    try {
      const known = modifierLibrary().read().documents;
      navigate(`/room/${await createRoom(roomRequest(subject.game, wanted, catalog.layouts, known))}`);
    } catch (error) {
      setRefusal(reasons(error));
      setBusy(false);
    }
  };
  const count = wanted.rules.presets.length + wanted.rules.profiles.length;
  const setting = useMemo(() => ({ variant: subject.game.variant, documents: subject.game.documents, ...(fen ? { fen } : {}) }), [subject, fen]);
  return (
    <>
      <form class="new-game card" aria-label="New game" data-testid="new-game" onSubmit={(event) => { event.preventDefault(); void start(); }}>
        <div class="subject">
          <div class="picture"><Thumbnail fen={fen || subject.fen} types={subject.types} tiles={subject.tiles} /></div>
          <div class="words">
            <h2 data-testid="chosen-variant">{subject.name}</h2>
            <p class={subject.problem ? "error" : ""}>{subject.description}</p>
            {subject.isOwn && <p class="small"><Link to="/workshop">{subject.problem ? "Mend it in the workshop" : "Write on in the workshop"}</Link></p>}
            <VariantRules subject={subject} catalog={catalog} />
          </div>
        </div>
        <div class="settings">
          <Choice label="Against" value={wanted.opponent} options={OPPONENTS} testId="opponent" onChange={(opponent) => change({ opponent })} />
          <p class="small muted promise">{PROMISES[wanted.opponent]}</p>
          {wanted.opponent !== "nobody" && <Choice label="You play" value={wanted.side} options={SIDES} testId="side" onChange={(side) => change({ side })} />}
          <Options subject={subject} catalog={catalog} wanted={wanted} onChange={change} hasWrongClock={hasWrongClock} />
          <div class="row">
            <Button onClick={() => setChoosing(true)} testId="open-rules">{count === 0 ? "Change the rules…" : `Rules: ${count} chosen…`}</Button>
            {count > 0 && <Button kind="quiet" onClick={() => change({ rules: NO_RULES })}>Clear</Button>}
          </div>
        </div>
        <div class="launch">
          {refusal.length > 0 && <ul class="refusal" role="alert" data-testid="refusal">{refusal.map((text) => <li key={text}>{text}</li>)}</ul>}
          {subject.hides && <p class="hides" data-testid="hides">{HIDES}</p>}
          <Button kind="primary" type="submit" testId="start" class="start" disabled={isBusy || hasWrongClock || subject.problem !== "" || subject.hides}>
            {wanted.opponent === "friend" ? "Make a room" : "Play"}
          </Button>
        </div>
      </form>
      {isChoosing && (
        <Layer kind="drawer" title={`Rules for ${subject.name}`} onClose={() => setChoosing(false)} testId="rules-drawer"
          footer={<Button kind="primary" onClick={() => setChoosing(false)} testId="rules-done">Done</Button>}>
          <RulesPanel catalog={catalog} setting={setting} value={wanted.rules} fixed={subject.presets.map((use) => use.id)} onChange={(rules) => change({ rules })} />
        </Layer>
      )}
    </>
  );
}

/** Why there is no room, line by line. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Refused)) return [error instanceof Error ? error.message : "the server does not answer"];
  const { message, hint, problems = [] } = error.nack;
  const told = problems.map((problem) => (problem.hint ? `${problem.message} (${problem.hint})` : problem.message));
  return [...new Set([hint ? `${message} (${hint})` : message, ...told])];
}
