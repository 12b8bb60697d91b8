// What can be watched: a save from a file, a room by its code, rooms whose game is over.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { rooms } from "../../net/api";
import { resultText } from "../../store/news";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import type { RoomCard } from "../../wire/types";

interface FinderProps {
  isBusy: boolean;
  problem: string;
  onRoom(code: string): void;
  onFile(file: File): void;
}

export function Finder({ isBusy, problem, onRoom, onFile }: FinderProps): JSX.Element {
  const [code, setCode] = useState("");
  const [isOver, setOver] = useState(false);
  const finished = useFinished();
  const take = (files: FileList | null | undefined): void => {
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <div class="finder" aria-busy={isBusy}>
      <h1>Watch a game again</h1>
      {problem && <p class="refusal" role="alert" data-testid="replay-problem">{problem}</p>}
      <label class={`drop-zone${isOver ? " over" : ""}`} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={(event) => { event.preventDefault(); setOver(false); take(event.dataTransfer?.files); }}>
        <input type="file" accept=".json,application/json" data-testid="save-file" onChange={(event) => { take(event.currentTarget.files); event.currentTarget.value = ""; }} />
        <strong>Open a save</strong>
        <span class="muted">Drop the file here, or choose it. Rooms offer it under “Download save”.</span>
      </label>
      <form class="card by-code" onSubmit={(event) => { event.preventDefault(); if (code.trim()) onRoom(code.trim().toUpperCase()); }}>
        <Field label="A room by its code">
          {(control) => <input {...control} value={code} data-testid="room-code" autocapitalize="characters" autocomplete="off" spellcheck={false} maxLength={16} onInput={(event) => setCode(event.currentTarget.value)} />}
        </Field>
        <Button type="submit" testId="watch-room" disabled={!code.trim() || isBusy}>Watch</Button>
      </form>
      <section class="rooms" data-testid="finished-rooms">
        <h2>Games that are over</h2>
        {finished.length === 0 && <p class="muted">No public game has ended here lately.</p>}
        <ul>
          {finished.map((card) => (
            <li key={card.roomCode}>
              <span class="what"><strong>{card.variant.name}</strong> <span class="muted small">{card.moves} moves{card.result ? `, ${resultText(card.result)}` : ""}</span></span>
              <Button onClick={() => onRoom(card.roomCode)} testId={`watch-${card.roomCode}`}>Watch</Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function useFinished(): RoomCard[] {
  const [found, setFound] = useState<RoomCard[]>([]);
  useEffect(() => {
    let isGone = false;
    rooms().then((listed) => { if (!isGone) setFound(listed.filter((card) => card.result)); }, () => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return found;
}
