// What matters now, in one line; offers that wait for a word; and the sentence that is read aloud.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dutyOf } from "../../board/acts";
import { isVeiled } from "../../board/squares";
import type { Line } from "../../net/socket";
import { Link } from "../../router";
import { resultText, spokenMove } from "../../store/news";
import { isOnTurn, isStarted, sidesOf, type RoomView } from "../../store/view";
import { Button } from "../../ui/Button";
import type { Request } from "../../wire/messages";
import type { RoomState } from "../../wire/types";

export function statusText(view: RoomView, state: RoomState): string {
  if (state.result) return resultText(state.result);
  if (!isStarted(state)) return "Waiting for the other player";
  const side = state.turn === "white" ? "White" : "Black";
  const more = `${dutyOf(state.legal)}${state.check ? ", in check" : ""}`;
  if (view.side !== "both" && isOnTurn(view)) return `Your turn${more}`;
  return `${side} to move${more}`;
}

interface StatusProps {
  view: RoomView;
  state: RoomState;
  say(request: Request): void;
  onShare(): void;
}

export function Status({ view, state, say, onShare }: StatusProps): JSX.Element {
  const isOffered = state.drawOffer !== undefined && sidesOf(view.side).length === 1 && !sidesOf(view.side).includes(state.drawOffer);
  return (
    <div class="status">
      <div class="row nowrap">
        <p class={`status-line grow${state.result ? " over" : ""}`} data-testid="status">{statusText(view, state)}</p>
        <Button kind="quiet" onClick={onShare} testId="share">Share</Button>
      </div>
      <p class="muted small">{[state.variant.name, view.side === "none" ? "you watch" : "", isVeiled(state.fen) ? (view.side === "none" ? "the game is hidden" : "you see what your side sees") : "", view.spectators > 0 ? `${view.spectators} watching` : ""].filter(Boolean).join(" · ")}</p>
      {isOffered && (
        <div class="notice" data-testid="draw-offer">
          <span class="grow">Your opponent offers a draw.</span>
          <Button onClick={() => say({ type: "game.answer-draw", accept: false })} testId="decline-draw">Decline</Button>
          <Button kind="primary" onClick={() => say({ type: "game.answer-draw", accept: true })} testId="accept-draw">Accept</Button>
        </div>
      )}
      {state.rematch && state.rematch.length > 0 && !state.movedTo && view.side !== "none" && !state.rematch.includes(view.side) && <p class="notice">Your opponent asks for a rematch.</p>}
      {state.movedTo && <p class="notice"><Link to={`/room/${state.movedTo}`}>The players went on in another room</Link></p>}
    </div>
  );
}

/** What a screen reader says when a move is played or the game ends. */
export function Announcer({ view }: { view: RoomView }): JSX.Element {
  const { state } = view;
  const move = state?.moves[state.moves.length - 1];
  const words = !state ? "" : state.result && !move?.result ? resultText(state.result) : move ? spokenMove(move, view) : "";
  return <div class="visually-hidden" role="log" aria-live="polite" data-testid="announcer">{words}</div>;
}

/** Tells that the line is broken, once that lasts; goes by itself. */
export function LineBanner({ line, ended, onPlayHere }: { line: Line; ended: RoomView["ended"]; onPlayHere?: (() => void) | null }): JSX.Element | null {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (line !== "lost") return undefined;
    const timer = setTimeout(() => setLong(true), 300);
    return () => clearTimeout(timer);
  }, [line]);
  if (ended === "deleted") return <div class="banner" role="alert">This room is gone.</div>;
  if (ended === "replaced") {
    return (
      <div class="banner" role="alert" data-testid="replaced">
        You play in another window now. <button type="button" class="button quiet" data-testid="play-here" onClick={() => onPlayHere?.()}>Play here</button>
      </div>
    );
  }
  if (line !== "lost" || !isLong) return null;
  return <div class="banner" role="status" data-testid="reconnecting">The line is broken. Reconnecting…</div>;
}
