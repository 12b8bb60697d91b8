// One side of the game beside the board: who plays it, whether they are there, and their clock.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sidesOf, type RoomView } from "../../store/view";
import type { Clock, Color, RoomState, Seat } from "../../wire/types";

export function PlayerBar({ side, state, view }: { side: Color; state: RoomState; view: RoomView }): JSX.Element {
  const seat = state.seats[side];
  const isTurn = !state.result && state.turn === side;
  return (
    <div class={`player${isTurn ? " on-turn" : ""}`} data-testid={`player-${side}`}>
      <span class={`swatch ${side}`} aria-hidden="true" />
      <span class="who">
        <strong>{side === "white" ? "White" : "Black"}</strong> <span class="muted">{whoOf(seat, state, sidesOf(view.side).includes(side), view.side === "none")}</span>
      </span>
      {isTurn && <span class="turn-sign">to move</span>}
      {state.clock && <ClockFace side={side} clock={state.clock} heardAt={view.clockHeard} />}
    </div>
  );
}

function whoOf(seat: Seat, state: RoomState, isOwn: boolean, isWatching: boolean): string {
  if (state.mode === "solo") return "";
  if (!seat.taken) return "waiting for a player";
  if (seat.player === "bot") return "the machine";
  const name = isOwn ? "you" : isWatching ? "a player" : "opponent";
  return seat.connected ? name : `${name}, away`;
}

/** Seconds left of a side, at a time of this window. */
export function secondsLeft(clock: Clock, side: Color, elapsed: number): number {
  return Math.max(0, clock[side] - (clock.running === side ? elapsed / 1000 : 0));
}

/** Seconds as a clock shows them: tenths when they are few. */
export function clockText(seconds: number): string {
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function ClockFace({ side, clock, heardAt }: { side: Color; clock: Clock; heardAt: number }): JSX.Element {
  const isRunning = clock.running === side;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [isRunning, heardAt]);
  const left = secondsLeft(clock, side, Math.max(0, now - heardAt));
  return (
    <span class={`clock${isRunning ? " running" : ""}${left < 20 ? " short" : ""}`} role="timer" aria-label={`Clock of ${side}`} data-testid={`clock-${side}`}>
      {clockText(left)}
    </span>
  );
}
