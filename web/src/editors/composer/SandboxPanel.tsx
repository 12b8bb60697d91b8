// The sandbox: the modifier on a small board, played at once, with the trace of the last move beside it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { HandedBoard } from "../../board/HandedBoard";
import { withBadges } from "../../models/badges";
import type { Source } from "../../models/documents";
import { embedded } from "../../models/exchange";
import { profileLibrary } from "../../models/library";
import { landedBy, wayOf } from "../../models/landing";
import type { Modifier } from "../../models/modifier";
import type { Profile } from "../../models/profile";
import { type Carrier, FIRST_SANDBOX, type Sandbox, type Scene, besideOf, fenOf, firstScene, known, previewOf, sandboxRules, scenesOf, variantOf } from "../../models/sandbox";
import { profileWith, soloRoom } from "../../models/trial";
import { createRoom } from "../../net/create";
import { navigate } from "../../router";
import { NO_RULES } from "../../rules/rules";
import { type Checked, useCheck } from "../../rules/useCheck";
import { Button } from "../../ui/Button";
import { Select } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { useKnown } from "../../trace/useKnown";
import { valueText } from "../../trace/values";
import { spelled } from "../../ui/words";
import type { Json, Preview } from "../../wire/types";
import { usePosition } from "../usePosition";
import { TraceList } from "./TraceList";

interface SandboxPanelProps {
  modifier: Modifier;
  others: readonly Modifier[];
  /** Whether the modifier can be played; while it cannot, the last position stays. */
  isReady: boolean;
  /** The piece types that can carry it. */
  types: readonly Carrier[];
  /** Documents that make pieces of their own. */
  own: readonly Source[];
  /** The modifier as it is kept: it is saved, and gets an id of its own. */
  onKeep(): Modifier | null;
}

const HITS = [
  { value: "0", label: "No Hp" },
  { value: "1", label: "1 Hp" },
  { value: "2", label: "2 Hp" },
  { value: "3", label: "3 Hp" },
];

export function SandboxPanel({ modifier, others, isReady, types, own, onKeep }: SandboxPanelProps): JSX.Element {
  const [sandbox, setSandbox] = useState<Sandbox>(FIRST_SANDBOX);
  const documents = besideOf(sandbox, own) as (string | Json)[];
  const judged = useCheck({ variant: variantOf(sandbox), fen: fenOf(sandbox), ...(documents.length > 0 ? { documents } : {}) }, isReady ? sandboxRules(modifier, sandbox) : NO_RULES, isReady ? known(modifier, others) : []);
  const isSound = isReady && !judged.isBusy && judged.check?.ok === true;
  const { preview, failure } = usePosition(isSound ? previewOf(modifier, sandbox, others, own) : null);
  const trouble = isReady && !judged.isBusy ? troubleOf(judged) || failure : "";
  const set = (change: Partial<Sandbox>): void => setSandbox((before) => ({ ...before, moves: [], ...change }));
  const carry = (carrier: string): void => {
    const found = types.find((one) => one.id === carrier);
    if (found) set({ carrier: found, scene: firstScene(found) });
  };
  const keep = (): { kept: Modifier; profile: Profile } | null => {
    const kept = onKeep();
    if (!kept) return null;
    const shelf = profileLibrary().read().documents;
    const found = shelf.find((one) => one.perInstance?.length === 0 && one.perType?.length === 1 && one.perType[0]?.kind === kept.id && one.perType[0]?.pieceType === sandbox.carrier.id);
    const profile = embedded(found ?? profileWith(kept, sandbox.carrier.id, shelf.map((one) => one.id)), [kept]);
    const saved = profileLibrary().save(profile);
    if (!saved.ok) toast({ text: `Not kept in the library: ${saved.why}.`, kind: "error" });
    return { kept, profile };
  };
  const play = async (): Promise<void> => {
    const done = keep();
    if (!done) return;
    try {
      navigate(`/room/${await createRoom(soloRoom(done.kept, done.profile, sandbox, others, own))}`);
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : "The server does not answer.", kind: "error" });
    }
  };
  const putInProfile = (): void => {
    const done = keep();
    if (done) toast({ text: `Your profiles have “${done.profile.name}” now.`, detail: "Choose it under the rules of a new game or of a room: Profiles, Add a profile.", kind: "good" });
  };
  const seen = useKnown(preview);
  const last = preview?.moves[preview.moves.length - 1];
  return (
    <section class="sandbox" aria-label="Sandbox" data-testid="sandbox">
      <div class="row">
        <Select label="Carried by" value={sandbox.carrier.id} testId="sandbox-carrier" onChange={carry} options={types.map((one) => ({ value: one.id, label: one.label }))} />
        <Select label="In" value={sandbox.scene} testId="sandbox-scene" onChange={(scene: Scene) => set({ scene })} options={scenesOf(sandbox.carrier).map(({ id, label }) => ({ value: id, label }))} />
        <Select label="Everybody has" value={String(sandbox.hp)} testId="sandbox-hp" onChange={(hp) => set({ hp: Number(hp) })} options={HITS} />
      </div>
      {!preview && <p class="small muted sandbox-wait">{isReady ? trouble : "As soon as the modifier can be played, it stands here on a board."}</p>}
      {preview && (
        <div class="sandbox-columns">
          <div class="sandbox-board">
            <HandedBoard hands={preview.hands} turn={preview.turn} told={preview.variant.rulebook} label="Sandbox" testId="sandbox-board" width={preview.variant.width} height={preview.variant.height} pieces={withBadges(preview.pieces, preview.vital)} tiles={preview.tiles}
              manifest={preview.manifest} legal={preview.legal} checked={preview.checked} lastMove={landedBy(last ? wayOf(last.move) : null, preview.trace, preview.pieces)}
              marks={carriers(preview, sandbox).map((piece) => ({ square: piece.square, kind: "aura" }))}
              onMove={(move) => setSandbox((before) => ({ ...before, moves: [...preview.moves.map((played) => played.move), move.move] }))} />
            <div class="row">
              <Button kind="quiet" testId="sandbox-back" disabled={preview.moves.length === 0} onClick={() => setSandbox((before) => ({ ...before, moves: before.moves.slice(0, -1) }))}>Take back</Button>
              <Button kind="quiet" testId="sandbox-restart" disabled={preview.moves.length === 0} onClick={() => set({})}>Start again</Button>
              <Button testId="put-in-profile" disabled={!isSound} onClick={putInProfile}>Make a profile of it</Button>
              <Button kind="primary" testId="play-modifier" disabled={!isSound} onClick={() => void play()}>Play it</Button>
              <span class="small muted">{preview.result ? "The game is over." : `${preview.turn} to move`}</span>
            </div>
          </div>
          <div class="sandbox-trace">
            {trouble && <p class="finding warning small" data-testid="sandbox-trouble">{trouble}</p>}
            <h3>Carriers</h3>
            <ul class="carriers small" data-testid="sandbox-carriers">
              {carriers(preview, sandbox).map((piece) => <li key={piece.id}>{piece.color} {piece.type} on {piece.square}: {factsText(piece.facts)}</li>)}
              {carriers(preview, sandbox).length === 0 && <li class="muted">none on the board</li>}
            </ul>
            <h3>What the last move did</h3>
            <TraceList trace={preview.trace} known={seen} move={last?.san ?? ""} ownRule={modifier.id} />
          </div>
        </div>
      )}
    </section>
  );
}

/** Why the modifier cannot be played in this sandbox: an attribute that nobody gives, for instance. */
function troubleOf({ check, failure }: Checked): string {
  const problem = check?.problems.find((found) => found.severity === "error");
  return failure || (problem ? [problem.message, problem.advice].filter(Boolean).join(": ") : "");
}

function carriers(preview: Preview, sandbox: Sandbox): Preview["pieces"] {
  return preview.pieces.filter((piece) => piece.type === sandbox.carrier.id);
}

function factsText(facts: Record<string, unknown>): string {
  const parts = Object.entries(facts).map(([name, value]) => `${spelled(name)} ${valueText(value)}`);
  return parts.join(", ") || "as usual";
}
