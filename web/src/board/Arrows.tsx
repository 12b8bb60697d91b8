// Lines and arrows above the board, from square to square: auras to their sources, hints, last moves.

import type { JSX } from "preact";
import { cellOf } from "./squares";

export interface Arrow {
  from: string;
  to: string;
  kind?: "move" | "aura";
}

interface ArrowsProps {
  arrows: readonly Arrow[];
  width: number;
  height: number;
  isFlipped: boolean;
}

export function Arrows({ arrows, width, height, isFlipped }: ArrowsProps): JSX.Element {
  const middle = (square: string): [number, number] => {
    const { column, row } = cellOf(square, width, height, isFlipped);
    return [column + 0.5, row + 0.5];
  };
  return (
    <svg class="arrows" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {arrows.map(({ from, to, kind = "move" }) => {
        const [x1, y1] = middle(from);
        const [x2, y2] = middle(to);
        return (
          <g key={`${from}${to}`} class={`arrow ${kind}`}>
            <line x1={x1} y1={y1} x2={x2} y2={y2} />
            <circle cx={x2} cy={y2} r={0.12} />
          </g>
        );
      })}
    </svg>
  );
}
