// The link of a room, to be given to somebody else.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { isStarted } from "../../store/view";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import type { RoomState } from "../../wire/types";

export function Invitation({ state }: { state: RoomState }): JSX.Element {
  const link = `${location.origin}/room/${state.roomCode}`;
  const canPlay = state.mode === "multiplayer" && !isStarted(state);
  return (
    <div class="stack">
      {canPlay && <Address label="Play: who opens this link first takes the other side" link={link} testId="share-link" />}
      <Address label={canPlay ? "Watch only" : "Who opens this link watches the game"} link={`${link}?watch`} testId="watch-link" />
    </div>
  );
}

function Address({ label, link, testId }: { label: string; link: string; testId: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      toast({ text: "The link is copied.", kind: "good" });
    } catch {
      toast("Press Ctrl+C to copy the link.");
    }
  };
  return (
    <Field label={label}>
      {(control) => (
        <div class="row nowrap">
          <input {...control} ref={field} class="grow" readOnly value={link} data-testid={testId} onFocus={(event) => event.currentTarget.select()} />
          <Button onClick={() => void copy()}>Copy</Button>
        </div>
      )}
    </Field>
  );
}
