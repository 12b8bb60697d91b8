// A move that is typed, in algebraic notation or from square to square.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../ui/Button";

export function MoveInput({ onMove, disabled }: { onMove(move: string): Promise<boolean>; disabled: boolean }): JSX.Element {
  const [text, setText] = useState("");
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const move = text.trim();
    if (move && (await onMove(move))) setText((now) => (now === text ? "" : now)); // the next one may be typed already
  };
  return (
    <form class="move-form" onSubmit={(event) => void send(event)}>
      <input data-testid="move-input" aria-label="Type a move" placeholder={disabled ? "The game is over" : "Type a move: Nf3 or g1f3"} disabled={disabled} autocomplete="off" autocapitalize="off"
        spellcheck={false} maxLength={64} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <Button type="submit" disabled={disabled}>Play</Button>
    </form>
  );
}
