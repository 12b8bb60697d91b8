// The board with what both sides have in hand, if anything can be: pieces are moved on it and dropped onto it.

import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Color, Hands, LegalMove, RuleTold } from "../wire/types";
import { ActBar } from "./ActBar";
import { type Act, AIMED, actsOf, aimedAt, movesOf } from "./acts";
import { Board, type BoardProps } from "./Board";
import { droppable, Hand } from "./Hand";

interface HandedBoardProps extends Omit<BoardProps, "dropping" | "onDropped"> {
  /** What the sides have in hand; none where nothing can be. */
  hands?: Hands;
  /** The side to move: the legal moves are its. */
  turn: Color;
  /** Somebody tried to drop a piece where it cannot be. */
  onTryDrop?(type: string, square: string): void;
  /** What acts do, in words. */
  told?: readonly RuleTold[];
  /** What stands beyond the hands: the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
}

const NO_MOVES: readonly LegalMove[] = [];

export function HandedBoard({ hands, turn, onTryDrop, told, above, below, ...board }: HandedBoardProps): JSX.Element {
  const { legal: all = NO_MOVES, manifest, isFlipped = false } = board;
  const [wanted, setWanted] = useState<string | null>(null);
  const [acting, setActing] = useState<string | null>(null);
  const legal = useMemo(() => movesOf(all), [all]);
  const acts = useMemo(() => actsOf(all), [all]);
  const act = acts.find((found) => found.id === acting && found.needs !== "nothing") ?? null;
  const aimed = useMemo(() => (act ? aimedAt(act) : legal), [act, legal]);
  const choose = (chosen: Act | null): void => {
    setWanted(null);
    setActing(chosen?.needs === "nothing" ? null : (chosen?.id ?? null));
    const only = chosen?.needs === "nothing" ? chosen.ways[0] : undefined;
    if (only) board.onMove?.(only);
  };
  const doAct = (way: LegalMove): void => {
    setActing(null);
    board.onMove?.(act?.ways.find((found) => found.move === way.move) ?? way);
  };
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
      {act
        ? <Board {...board} legal={aimed} dropping={act.needs === "square" ? AIMED : null} onDropped={() => setActing(null)} onMove={doAct} onTry={undefined} movable={undefined} />
        : <Board {...board} legal={legal} dropping={dropping} onDropped={() => setWanted(null)} />}
      {hand(isFlipped ? "black" : "white")}
      <ActBar acts={acts} chosen={act} told={told} onChoose={choose} />
      {below}
    </>
  );
}
