// The board with what both sides have in hand, if anything can be: pieces are moved on it and dropped onto it.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Color, Hands } from "../wire/types";
import { Board, type BoardProps } from "./Board";
import { droppable, Hand } from "./Hand";

interface HandedBoardProps extends Omit<BoardProps, "dropping" | "onDropped"> {
  /** What the sides have in hand; none where nothing can be. */
  hands?: Hands;
  /** The side to move: the legal moves are its. */
  turn: Color;
  /** Somebody tried to drop a piece where it cannot be. */
  onTryDrop?(type: string, square: string): void;
  /** What stands beyond the hands: the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
}

export function HandedBoard({ hands, turn, onTryDrop, above, below, ...board }: HandedBoardProps): JSX.Element {
  const { legal = [], manifest, isFlipped = false } = board;
  const [wanted, setWanted] = useState<string | null>(null);
  const dropping = wanted !== null && droppable(legal).has(wanted) ? wanted : null;
  const drop = (type: string, square: string | null): void => {
    setWanted(null);
    const move = legal.find((found) => found.drop === type && found.to === square);
    if (move) board.onMove?.(move);
    else if (square !== null) onTryDrop?.(type, square);
  };
  const hand = (side: Color): JSX.Element | false => hands !== undefined && (
    <Hand side={side} held={hands[side]} manifest={manifest} legal={turn === side ? legal : []} chosen={turn === side ? dropping : null} onChoose={setWanted} onDrop={drop} />
  );
  return (
    <>
      {above}
      {hand(isFlipped ? "white" : "black")}
      <Board {...board} dropping={dropping} onDropped={() => setWanted(null)} />
      {hand(isFlipped ? "black" : "white")}
      {below}
    </>
  );
}
