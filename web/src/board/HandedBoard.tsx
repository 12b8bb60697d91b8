// The board with what both sides have in hand, if anything can be: pieces are moved on it and dropped onto it.

import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Color, Hands, LegalMove } from "../wire/types";
import { ActBar } from "./ActBar";
import { type Act, AIMED, actsOf, actText, aimedAt, doersOf, movesOf, onlyAct } from "./acts";
import { Board, type BoardProps, type Mark } from "./Board";
import { droppable, Hand } from "./Hand";

interface HandedBoardProps extends Omit<BoardProps, "dropping" | "onLeave" | "onTryDrop" | "calls"> {
  /** What the sides have in hand; none where nothing can be. */
  hands?: Hands;
  /** The side to move: the legal moves are its. */
  turn: Color;
  /** Somebody tried to drop a piece where it cannot be. */
  onTryDrop?(type: string, square: string): void;
  /** Somebody tried an act, as text, that cannot be done. */
  onTryAct?(move: string): void;
  /** What stands beyond the hands: the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
}

const NO_MOVES: readonly LegalMove[] = [];

export function HandedBoard({ hands, turn, onTryDrop, onTryAct, above, below, ...board }: HandedBoardProps): JSX.Element {
  const { legal: all = NO_MOVES, manifest, isFlipped = false } = board;
  const [wanted, setWanted] = useState<string | null>(null);
  const [acting, setActing] = useState<string | null>(null);
  const legal = useMemo(() => movesOf(all), [all]);
  const acts = useMemo(() => actsOf(all), [all]);
  const only = useMemo(() => onlyAct(all), [all]);
  const act = [only, acts.find((found) => found.id === acting)].find((found) => found && found.needs !== "nothing") ?? null;
  const aimed = useMemo(() => (act ? aimedAt(act) : legal), [act, legal]);
  const [calls, setCalls] = useState(0);
  const choose = (chosen: Act | null, isByKeys: boolean): void => {
    setWanted(null);
    setActing(chosen?.needs === "nothing" ? null : (chosen?.id ?? null));
    const way = chosen?.needs === "nothing" ? chosen.ways[0] : undefined;
    if (way) board.onMove?.(way);
    else if (chosen && isByKeys) setCalls(calls + 1);
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
    <Hand side={side} held={hands[side]} manifest={manifest} legal={turn === side ? legal : []} chosen={turn === side ? dropping : null} onDrop={drop}
      onChoose={(type, isByKeys) => { setWanted(type); if (type !== null && isByKeys) setCalls(calls + 1); }} />
  );
  const doers = act ? doersOf(act).map((square): Mark => ({ square, kind: "source" })) : [];
  return (
    <>
      {above}
      {hand(isFlipped ? "white" : "black")}
      {act
        ? <Board {...board} legal={aimed} marks={[...(board.marks ?? []), ...doers]} dropping={act.needs === "square" ? AIMED : null} calls={calls} onMove={doAct}
            onLeave={() => setActing(null)} onTryDrop={(square) => onTryAct?.(actText(act, square))} onTry={(from, to) => onTryAct?.(actText(act, from, to))} movable={act.needs === "pair" ? board.movable : undefined} />
        : <Board {...board} legal={legal} dropping={dropping} calls={calls} onLeave={() => setWanted(null)} onTryDrop={(square) => dropping !== null && onTryDrop?.(dropping, square)} />}
      {hand(isFlipped ? "black" : "white")}
      <ActBar acts={acts} chosen={act} told={board.told} onChoose={choose} />
      {below}
    </>
  );
}
