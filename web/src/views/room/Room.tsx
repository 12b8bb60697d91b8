// The room: the board with both players, and beside it moves, rules and what can be done.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { HandedBoard } from "../../board/HandedBoard";
import { dropText } from "../../board/squares";
import { useEffects } from "../../board/effects/useEffects";
import { catalog as fetchCatalog } from "../../net/api";
import { Link, navigate } from "../../router";
import { homeOf, isStarted, knownAt, otherSide, sidesOf } from "../../store/view";
import { Button } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import { Tabs } from "../../ui/Tabs";
import { useKeys } from "../../ui/keys";
import { dismissErrors, toast } from "../../ui/Toast";
import type { Decision } from "../../wire/messages";
import type { Catalog, LegalMove } from "../../wire/types";
import { Actions } from "./Actions";
import { Counters } from "./Counters";
import { DocumentDialog, type RuleAddress } from "./DocumentDialog";
import { Inspector } from "./Inspector";
import { Invitation } from "./Invitation";
import { MoveInput } from "./MoveInput";
import { BrowseBar, MoveList } from "./MoveList";
import { PlayerBar } from "./PlayerBar";
import { QuestionDialog } from "./Question";
import { type Asked, nextAsked } from "./questions";
import { RulesDrawer } from "./RulesDrawer";
import { OwnProposals, RulesInForce, type Names } from "./RulesInForce";
import { Announcer, LineBanner, Status } from "./Status";
import { TracePanel } from "./TracePanel";
import { useBrowsing, useShown } from "./useGame";
import { marksOf, useInspection } from "./useInspection";
import { refusalText, sentence, useRoom } from "./useRoom";

export function Room({ code }: { code: string }): JSX.Element {
  const room = useRoom(code);
  const { view, line, say, ask } = room;
  const { state } = view;
  const [isFlipped, setFlipped] = useState(false);
  const [isShaking, setShaking] = useState(false);
  const [address, setAddress] = useState<RuleAddress | null>(null);
  const [isSharing, setSharing] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  const catalog = useCatalog();
  const names = namesOf(catalog);
  const browsing = useBrowsing(state);
  const shown = useShown(view, browsing);
  const inspecting = useInspection(state, ask);
  const [effects, showEffects] = useEffects();
  useEffect(() => showEffects(view.effects.shown), [view.effects.count]);
  useEffect(dismissErrors, [state?.digest]);
  useEffect(() => {
    if (view.movedTo) navigate(`/room/${view.movedTo}${location.search}`);
  }, [view.movedTo]);
  useEffect(() => {
    document.title = state ? `${state.variant.name} · rete_chess` : "rete_chess";
  }, [state?.variant.name]);
  useKeys({
    ArrowLeft: () => browsing.go(browsing.ply - 1),
    ArrowRight: () => browsing.go(browsing.ply + 1),
    Home: () => browsing.go(0),
    End: () => browsing.go(state?.ply ?? 0),
    f: () => setFlipped((flipped) => !flipped),
    ...(inspecting.piece && { Escape: inspecting.close }),
  });
  if (room.refusal) return <NoRoom text={sentence(room.refusal.message)} />;
  if (!state || !shown) return <><LineBanner line={line} ended={view.ended} /><div class="empty" aria-busy="true" /></>;

  const shake = (): void => {
    setShaking(true);
    setTimeout(() => setShaking(false), 200);
  };
  const play = async (move: string): Promise<boolean> => {
    browsing.go(state.ply);
    const answer = await ask({ type: "move.play", move, ply: state.ply, digest: state.digest });
    if (answer.type !== "nack") return true;
    toast(refusalText(answer));
    shake();
    return false;
  };
  const explain = async (move: string): Promise<void> => {
    shake();
    const answer = await ask({ type: "move.explain", move });
    if (answer.type === "nack") toast(refusalText(answer));
    if (answer.type === "move.explain") toast(refusalText({ type: "nack", ...answer.reason, reason: answer.reason }));
  };
  const answer = async (all: readonly Asked[], decision: Decision): Promise<void> => {
    for (const { matter, question } of all) {
      if ((await say({ type: `${matter}.consent`, decision, proposalId: question.proposalId })) === null) return;
    }
  };
  const inspect = (square: string): void => {
    browsing.go(state.ply);
    inspecting.open(square);
  };
  const home = isFlipped ? otherSide(homeOf(view.side)) : homeOf(view.side);
  const { width, height } = state.variant;
  const { marks, arrows } = marksOf(shown.isLast ? inspecting.piece : null);
  const asked = nextAsked(view.questions, putOff);
  const hidden = Object.values(view.questions).filter((found) => putOff.includes(found.proposalId));
  return (
    <div class={`room${shown.hands ? " with-hands" : ""}${state.variant.rulebook.some((rule) => rule.about === "act") ? " with-acts" : ""}`} style={{ "--ratio": width / height }}>
      <LineBanner line={line} ended={view.ended} onPlayHere={room.playHere} />
      <Announcer view={view} />
      <section class="board-column" aria-label="Game">
        <HandedBoard label={`${state.variant.name}, ${browsing.isLast ? "current position" : `position after move ${browsing.ply}`}`} width={width} height={height}
          pieces={shown.pieces} tiles={shown.tiles} manifest={state.manifest} isFlipped={home === "black"} hands={shown.hands} turn={state.turn}
          legal={shown.legal} onMove={(move: LegalMove) => void play(move.move)} onTry={(from, to) => void explain(`${from}${to}`)}
          told={state.variant.rulebook} onTryDrop={(type, square) => void explain(dropText(state.manifest, type, square))} onTryAct={(move) => void explain(move)}
          movable={(piece) => shown.isLast && !state.result && isStarted(state) && sidesOf(view.side).some((side) => side === piece.color)}
          onInspect={inspect} lastMove={shown.lastMove} checked={shown.checked} unseen={shown.unseen} marks={marks} arrows={arrows}
          effects={effects} isShaking={isShaking}
          above={<PlayerBar side={otherSide(home)} state={state} view={view} />} below={<PlayerBar side={home} state={state} view={view} />} />
      </section>
      <aside class="side" aria-label="About the game">
        {room.playHere && !view.ended && (
          <div class="notice" role="status" data-testid="elsewhere">
            <span class="grow">You play this game in another window; this one only watches.</span>
            <Button kind="primary" testId="play-here" onClick={room.playHere}>Play here</Button>
          </div>
        )}
        <Status view={view} state={state} say={(request) => void say(request)} onShare={() => setSharing(true)} />
        {state.mode === "multiplayer" && !isStarted(state) && <div class="card invite" data-testid="invite"><h3>Invite somebody</h3><Invitation state={state} /></div>}
        {hidden.length > 0 && <p class="notice"><span class="grow">Your opponent waits for an answer.</span><button type="button" class="button quiet" onClick={() => setPutOff([])}>Look at it</button></p>}
        <OwnProposals view={view} state={state} say={(request) => void say(request)} />
        <Counters panels={state.panels} nameOf={names.nameOf} />
        {inspecting.piece && <Inspector piece={inspecting.piece} vital={state.vital} names={names} catalog={catalog} onClose={inspecting.close} />}
        <Tabs label="About the game" tabs={[
          { id: "moves", label: "Moves", content: <MoveList state={state} browsing={browsing} /> },
          { id: "trace", label: "Trace", content: <TracePanel state={state} known={knownAt(view, browsing.ply)} ply={browsing.ply} ask={ask} onRule={(rule, origin) => setAddress({ rule, origin })} /> },
          { id: "rules", label: Object.keys(state.pending ?? {}).length > 0 ? "Rules •" : "Rules", content: <RulesInForce view={view} state={state} names={names} catalog={catalog} onChange={() => setChanging(true)} say={(request) => void say(request)} /> },
        ]} />
        <BrowseBar count={state.ply} browsing={browsing} now="now" />
        {view.side !== "none" && <MoveInput onMove={play} disabled={state.result !== undefined} />}
        <Actions view={view} state={state} say={(request) => void say(request)} onFlip={() => setFlipped(!isFlipped)} token={room.token} />
      </aside>
      {isChanging && catalog && <RulesDrawer catalog={catalog} state={state} ask={ask} onClose={() => setChanging(false)} />}
      {isSharing && <Layer title="Share this room" onClose={() => setSharing(false)}><Invitation state={state} /></Layer>}
      {address && <DocumentDialog address={address} own={state.documents ?? [state.variant.document]} onClose={() => setAddress(null)} />}
      {asked[0] && (
        <QuestionDialog key={asked[0].question.proposalId} questions={asked.map(({ question }) => question)} ahead={view.ahead} nameOf={names.nameOf} describe={names.describe}
          onAnswer={(decision) => void answer(asked, decision)} onClose={() => setPutOff([...putOff, ...asked.map(({ question }) => question.proposalId)])} />
      )}
    </div>
  );
}

function NoRoom({ text }: { text: string }): JSX.Element {
  return (
    <section class="empty" data-testid="no-room">
      <h1>{text}</h1>
      <p><Link to="/">Back to the lobby</Link></p>
    </section>
  );
}

function useCatalog(): Catalog | null {
  const [found, setFound] = useState<Catalog | null>(null);
  useEffect(() => void fetchCatalog().then(setFound, () => undefined), []);
  return found;
}

/** What ids are called, as far as the catalogue knows them. */
function namesOf(catalog: Catalog | null): Names {
  const cards = catalog ? [catalog.variants, catalog.presets, catalog.rulesets, catalog.profiles, catalog.abilities, catalog.modifiers, catalog.tiles].flat() : [];
  const known = new Map(cards.map((card) => [card.id, card]));
  return { nameOf: (id) => known.get(id)?.label ?? id, describe: (id) => known.get(id)?.description ?? "" };
}
