// Rooms that others play in, and the games that this browser has a seat in.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, room, rooms } from "../../net/api";
import { forgetRoom, seatedRooms } from "../../net/seats";
import { Link } from "../../router";
import type { RoomCard } from "../../wire/types";

/** How often the list is asked for while somebody looks at it, in milliseconds. */
const PACE = 8000;
const MOST_OWN = 6;

export function Rooms(): JSX.Element {
  const [listed, setListed] = useState<RoomCard[]>([]);
  const [own, setOwn] = useState<RoomCard[]>([]);
  useEffect(() => {
    let isGone = false;
    const ask = (): void => {
      if (document.hidden) return;
      rooms().then((found) => { if (!isGone) setListed(found); }, () => undefined);
    };
    ask();
    void ownRooms().then((found) => { if (!isGone) setOwn(found); });
    const timer = setInterval(ask, PACE);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, []);
  const mine = new Set(own.map((one) => one.roomCode));
  const others = listed.filter((one) => !mine.has(one.roomCode) && one.mode === "multiplayer");
  return (
    <div class="rooms">
      {own.length > 0 && <RoomList title="Your games" cards={own} isOwn testId="own-rooms" />}
      {others.length > 0
        ? <RoomList title="Rooms to watch" cards={others} testId="rooms" />
        : <section data-testid="rooms"><h2>Rooms to watch</h2><p class="muted">Nobody plays here in public at the moment.</p></section>}
    </div>
  );
}

function RoomList({ title, cards, isOwn = false, testId }: { title: string; cards: readonly RoomCard[]; isOwn?: boolean; testId: string }): JSX.Element {
  return (
    <section data-testid={testId}>
      <h2>{title}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.roomCode} data-testid={`room-${card.roomCode}`}>
            <span class="what"><strong>{card.variant.name}</strong> <span class="muted small">{stateOf(card)}</span></span>
            {card.result
              ? <Link to={`/replay?room=${card.roomCode}`} class="button">Watch again</Link>
              : <Link to={`/room/${card.roomCode}`} class="button">{isOwn ? "Go on" : hasFreeSeat(card) ? "Join" : "Watch"}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const hasFreeSeat = ({ seats }: RoomCard): boolean => !seats.white || !seats.black;

function stateOf(card: RoomCard): string {
  const moves = card.moves === 1 ? "1 move" : `${card.moves} moves`;
  if (card.result) return `${moves}, ${card.result.winner ? `${card.result.winner} won` : "drawn"} (${card.result.reason})`;
  if (card.mode === "multiplayer" && hasFreeSeat(card)) return "waits for an opponent";
  return moves;
}

/** The games that were begun here and are still there, the latest first. */
async function ownRooms(): Promise<RoomCard[]> {
  const found = await Promise.all(seatedRooms().slice(0, MOST_OWN).map((code) => room(code).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "E_ROOM") forgetRoom(code);
    return null;
  })));
  return found.filter((card) => card !== null);
}
