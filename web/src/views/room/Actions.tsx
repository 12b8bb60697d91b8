// What a player can do beside moving: take back, draw, resign, rematch, share, files, flip.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isVeiled } from "../../board/squares";
import { roomFile } from "../../net/api";
import { sidesOf, type RoomView } from "../../store/view";
import { Button, IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Layer } from "../../ui/Layer";
import { Menu } from "../../ui/Menu";
import { toast } from "../../ui/Toast";
import type { Request } from "../../wire/messages";
import type { MoveRecord, RoomState, Viewer } from "../../wire/types";

interface ActionsProps {
  view: RoomView;
  state: RoomState;
  say(request: Request): void;
  onFlip(): void;
  token(): string | null;
}

/** How many moves to take back so that this player's last one is undone. */
export function pliesBack(moves: readonly MoveRecord[], side: Viewer): number {
  const sides = sidesOf(side);
  const at = moves.map((move) => sides.includes(move.side)).lastIndexOf(true);
  return at < 0 ? 0 : moves.length - at;
}

export function Actions({ view, state, say, onFlip, token }: ActionsProps): JSX.Element {
  const [isResigning, setResigning] = useState(false);
  const isPlayer = view.side !== "none";
  const plies = pliesBack(state.moves, view.side);
  const isOver = state.result !== undefined;
  const isMulti = state.mode === "multiplayer";
  const pick = (id: string): void => {
    if (id === "claim") say({ type: "game.claim-draw" });
    else void download(state, id as "pgn" | "save", token());
  };
  return (
    <div class="actions" role="group" aria-label="Actions">
      <IconButton label="Flip the board (f)" onClick={onFlip} testId="flip"><Icon name="flip" /></IconButton>
      {isPlayer && !state.movedTo && !(isOver && isMulti) && <Button onClick={() => say({ type: "takeback.propose", plies })} disabled={plies === 0} testId="take-back">Take back</Button>}
      {isPlayer && isMulti && !isOver && <Button onClick={() => say({ type: "game.offer-draw" })} disabled={state.drawOffer === view.side} testId="draw">{state.drawOffer === view.side ? "Draw offered" : "Draw"}</Button>}
      {isPlayer && !isOver && state.mode !== "solo" && <Button kind="danger" onClick={() => setResigning(true)} testId="resign">Resign</Button>}
      {isPlayer && isOver && !state.movedTo && <Button kind="primary" onClick={() => say({ type: "game.rematch" })} disabled={state.rematch?.includes(view.side as "white")} testId="rematch">{state.rematch?.includes(view.side as "white") ? "Rematch asked" : "Rematch"}</Button>}
      <Menu label="More" testId="more" onPick={pick} items={[
        ...(isPlayer && !isOver && !isVeiled(state.fen) ? [{ id: "claim", label: "Claim a draw", testId: "claim-draw" }] : []),
        { id: "pgn", label: "Download PGN", testId: "pgn" },
        { id: "save", label: "Download save", testId: "save" },
      ]}>
        <Icon name="more" />
      </Menu>
      {isResigning && (
        <Layer title="Resign?" onClose={() => setResigning(false)} footer={
          <>
            <Button onClick={() => setResigning(false)}>Play on</Button>
            <Button kind="danger" testId="really-resign" onClick={() => { setResigning(false); say({ type: "game.resign" }); }}>Resign</Button>
          </>
        }>
          <p>Your opponent wins the game.</p>
        </Layer>
      )}
    </div>
  );
}

const FILES = { pgn: ["pgn", "application/x-chess-pgn"], save: ["save.json", "application/json"] } as const;

async function download(state: RoomState, what: "pgn" | "save", token: string | null): Promise<void> {
  try {
    const text = await roomFile(state.roomCode, what, token);
    const [ending, type] = FILES[what];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `${state.variant.id.replace(/[^a-z0-9-]/gi, "-")}-${state.roomCode}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    toast({ text: error instanceof Error ? error.message : "The file could not be had.", kind: "error" });
  }
}
