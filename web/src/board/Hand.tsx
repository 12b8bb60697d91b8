// What a side has in hand, beside the board: its pieces with their counts. One that can be dropped is chosen
// by a press, or carried to its square; the squares of the board show where it may go.

import type { JSX } from "preact";
import { PieceFigure } from "../pieces/PieceFigure";
import type { Color, LegalMove, PieceType } from "../wire/types";
import { useCarry } from "./useCarry";

interface HandProps {
  side: Color;
  held: Readonly<Record<string, number>>;
  manifest: readonly PieceType[];
  /** The moves that may be chosen; none: the hand is only looked at. */
  legal: readonly LegalMove[];
  chosen: string | null;
  onChoose?(type: string | null, isByKeys: boolean): void;
  /** A piece was carried to a square; null: to no square. */
  onDrop?(type: string, square: string | null): void;
}

export function Hand({ side, held, manifest, legal, chosen, onChoose, onDrop }: HandProps): JSX.Element {
  const types = manifest.filter((type) => (held[type.type] ?? 0) > 0);
  const free = droppable(legal);
  const carry = useCarry({ onHold: (type) => onChoose?.(type, false), onDrop: (type, square) => onDrop?.(type, square) });
  return (
    <div class="hand" role="group" aria-label={`In hand of ${side}`} data-testid={`hand-${side}`}>
      {types.map((type) => {
        const count = held[type.type] ?? 0;
        const isChosen = chosen === type.type;
        return (
          <button key={type.type} type="button" class={`in-hand${isChosen ? " chosen" : ""}`} data-held={type.type} disabled={!free.has(type.type)}
            aria-pressed={isChosen} aria-label={`${count} ${type.name}`} title={`${count} ${type.name} in hand`} {...carry.of(type.type)}
            onClick={(event) => { if (event.detail === 0 || !carry.isEnding()) onChoose?.(isChosen ? null : type.type, event.detail === 0); }}>
            <span class="held-figure" data-figure><PieceFigure type={type.type} color={side} letter={type.letter} /></span>
            <span class="count" aria-hidden="true">{count}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The types that some legal move drops. */
export function droppable(legal: readonly LegalMove[]): Set<string> {
  return new Set(legal.flatMap((move) => (move.drop ? [move.drop] : [])));
}
