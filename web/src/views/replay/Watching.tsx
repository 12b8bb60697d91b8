// A match that is watched: the board with its moves, forth and back, by hand or by itself.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { HandedBoard } from "../../board/HandedBoard";
import { handsOf } from "../../board/squares";
import { effectsSeen } from "../../board/effects/seen";
import { useEffects } from "../../board/effects/useEffects";
import { withBadges } from "../../models/badges";
import { landed } from "../../models/landing";
import { positionsOf } from "../../models/replay";
import { ApiError, catalog as fetchCatalog, replay } from "../../net/api";
import { PresetsTold } from "../../rules/PresetsTold";
import { Rulebook } from "../../rules/Rulebook";
import { specialsOf } from "../../rules/specials";
import { resultText } from "../../store/news";
import { Button, IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useKeys } from "../../ui/keys";
import { Tabs } from "../../ui/Tabs";
import type { ServerMessage } from "../../wire/messages";
import type { Catalog, Replay } from "../../wire/types";
import { DocumentDialog, type RuleAddress } from "../room/DocumentDialog";
import { BrowseBar, MoveList } from "../room/MoveList";
import { TracePanel } from "../room/TracePanel";

interface WatchingProps {
  save: string;
  match: Replay;
  onClose(): void;
}

/** How long a position stands while the match runs by itself, in milliseconds. */
const PACE = 1100;

export function Watching({ save, match, onClose }: WatchingProps): JSX.Element {
  const last = match.moves.length;
  const positions = useMemo(() => positionsOf(match), [match]);
  const [ply, setPly] = useState(() => Math.min(last, Math.max(0, Number(new URLSearchParams(location.search).get("ply")) || 0)));
  const [isRunning, setRunning] = useState(false);
  const [isFlipped, setFlipped] = useState(false);
  const [address, setAddress] = useState<RuleAddress | null>(null);
  const [effects, showEffects] = useEffects();
  const show = (to: number): void => {
    const next = Math.min(last, Math.max(0, to));
    const move = match.moves[next - 1];
    if (move && next === ply + 1) {
      const where = new Map([...(positions[ply]?.pieces ?? []), ...(positions[next]?.pieces ?? [])].map((piece) => [piece.id, piece.square]));
      showEffects(effectsSeen(move, (piece) => where.get(piece)));
    }
    setPly(next);
    remember(next);
  };
  const go = (to: number): void => {
    setRunning(false);
    show(to);
  };
  useEffect(() => {
    if (!isRunning) return undefined;
    if (ply >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => show(ply + 1), PACE);
    return () => clearTimeout(timer);
  }, [isRunning, ply]);
  const run = (): void => {
    if (!isRunning && ply === last) setPly(0);
    setRunning(!isRunning);
  };
  useKeys({ ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last), f: () => setFlipped(!isFlipped) });
  const here = positions[ply] ?? { pieces: [], tiles: [] };
  const move = landed(match.moves[ply - 1] ?? null, match.moves[ply - 2]?.fen ?? match.startFen);
  const pieces = useMemo(() => withBadges(here.pieces, match.vital), [here]);
  const browsing = { ply, isLast: ply === last, go };
  const known = useMemo(() => Object.fromEntries(positions.flatMap((position) => position.pieces.map((piece) => [piece.id, piece]))), [positions]);
  const state = { moves: match.moves, ply: last, result: match.result, ruleChanges: match.ruleChanges };
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  useEffect(() => void fetchCatalog().then(setCatalog, () => undefined), []);
  const { width, height } = match.variant;
  const hands = handsOf(move?.fen ?? match.startFen, match.manifest);
  return (
    <div class={`room replay${hands ? " with-hands" : ""}`} style={{ "--ratio": width / height }}>
      <section class="board-column" aria-label="Position">
        <HandedBoard hands={hands} turn={move?.turn ?? "white"} label={`${match.variant.name}, ${ply === 0 ? "start position" : `position after move ${ply}`}`} width={width} height={height} pieces={pieces} tiles={here.tiles}
          manifest={match.manifest} isFlipped={isFlipped} lastMove={move} checked={move?.checked ?? []} effects={effects} testId="replay-board" />
        <p class="visually-hidden" aria-live="polite" data-testid="replay-announcer">{move ? `${move.side} ${move.san}` : "Start position"}</p>
      </section>
      <aside class="side" aria-label="About the match">
        <header class="about">
          <div>
            <h1>{match.variant.name}</h1>
            <p class="muted small">{last === 1 ? "1 move" : `${last} moves`}{match.result ? ` · ${resultText(match.result)}` : " · not over"}</p>
          </div>
          <IconButton label="Turn the board" onClick={() => setFlipped(!isFlipped)} pressed={isFlipped} testId="flip"><Icon name="flip" /></IconButton>
          <IconButton label="Close" onClick={onClose} testId="close-replay"><Icon name="close" /></IconButton>
        </header>
        <Tabs label="About the match" tabs={[
          { id: "moves", label: "Moves", content: <MoveList state={state} browsing={browsing} /> },
          { id: "trace", label: "Trace", content: <TracePanel state={state} known={known} ply={ply} ask={({ ply: asked }) => trace(save, asked)} onRule={(rule, origin) => setAddress({ rule, origin })} /> },
          { id: "rules", label: "Rules", content: <RulesThen match={match} catalog={catalog} /> },
        ]} />
        <BrowseBar count={last} browsing={browsing} now="the end" />
        <Button kind="primary" onClick={run} testId="run" disabled={last === 0}>{isRunning ? "Pause" : ply === last ? "From the start" : "Play"}</Button>
      </aside>
      {address && <DocumentDialog address={address} own={[match.variant.document]} onClose={() => setAddress(null)} />}
    </div>
  );
}

/** Note in the address which position is looked at, so that a link leads there. */
function remember(ply: number): void {
  const address = new URL(location.href);
  if (ply === 0) address.searchParams.delete("ply");
  else address.searchParams.set("ply", String(ply));
  history.replaceState(history.state, "", address.pathname + address.search.replace("save=", "save"));
}

/** The rules with which the match began; what changed since is told among its moves. */
function RulesThen({ match, catalog }: { match: Replay; catalog: Catalog | null }): JSX.Element {
  const words = specialsOf(match.manifest.map((one) => one.type), match.tiles, [], catalog);
  return (
    <div class="in-force" data-testid="rules">
      <p>{match.variant.description}</p>
      <Rulebook rulebook={match.variant.rulebook} words={words}>
        <section><h3>Presets at the start</h3><PresetsTold presets={match.presets} catalog={catalog} /></section>
      </Rulebook>
    </div>
  );
}

/** The trace of a move, told as a room tells it. */
async function trace(save: string, ply: number): Promise<ServerMessage> {
  try {
    const { trace: told, origins = {} } = await replay({ save, ply });
    if (told) return { type: "move.trace", ...told, presetEffects: told.preset_effects, origins, ply };
    return { type: "nack", code: "E_HISTORY", message: "There is no such move." };
  } catch (error) {
    return { type: "nack", code: "E_HTTP", message: error instanceof ApiError ? error.message : "The server does not answer." };
  }
}
