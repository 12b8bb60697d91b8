// A position in small, to be looked at only. Figures are drawn once, by `Figures`, and used by all pictures.

import type { JSX } from "preact";
import { placeOf, readFen } from "../board/squares";
import { FIGURES } from "./figures";
import { FigureParts } from "./PieceFigure";
import { TileParts } from "./TileFigure";

/** The figures that the pictures of a page use; it must stand somewhere on it. */
export function Figures(): JSX.Element {
  return (
    <svg class="figure-sheet" aria-hidden="true">
      {[...FIGURES.keys()].map((type) => (
        <symbol key={type} id={`figure-${type}`} viewBox="0 0 100 100"><FigureParts type={type} letter="" /></symbol>
      ))}
    </svg>
  );
}

interface ThumbnailProps {
  fen: string;
  /** The piece type of each letter. */
  types: Readonly<Record<string, string>>;
  /** The tile type of each special square. */
  tiles?: Readonly<Record<string, string>>;
}

const CELL = 100;

export function Thumbnail({ fen, types, tiles = {} }: ThumbnailProps): JSX.Element {
  const { pieces, closed, width, height } = readFen(fen);
  const corner = (square: string): [number, number] => {
    const { file, rank } = placeOf(square);
    return [file * CELL, (height - 1 - rank) * CELL];
  };
  const grounds = { ...Object.fromEntries(closed.map((square) => [square, "wall"])), ...tiles };
  return (
    <svg class="thumbnail" viewBox={`0 0 ${width * CELL} ${height * CELL}`} aria-hidden="true">
      <rect class="thumbnail-light" width={width * CELL} height={height * CELL} />
      <path class="thumbnail-dark" d={darkSquares(width, height)} />
      {Object.entries(grounds).map(([square, type]) => (
        <g key={square} transform={`translate(${corner(square).join(" ")})`}><TileParts type={type} isClosed={closed.includes(square)} /></g>
      ))}
      {pieces.map(({ square, letter, color }) => {
        const [x, y] = corner(square);
        const type = types[letter] ?? letter;
        if (FIGURES.has(type)) return <use key={square} class={`figures ${color}`} href={`#figure-${type}`} x={x} y={y} width={CELL} height={CELL} />;
        return (
          <g key={square} class={`figures ${color}`} transform={`translate(${x} ${y})`}>
            <FigureParts type={type} letter={color === "white" ? letter.toUpperCase() : letter} />
          </g>
        );
      })}
    </svg>
  );
}

function darkSquares(width: number, height: number): string {
  const parts: string[] = [];
  for (let rank = 0; rank < height; rank += 1) {
    for (let file = rank % 2; file < width; file += 2) parts.push(`M${file * CELL} ${(height - 1 - rank) * CELL}h${CELL}v${CELL}h-${CELL}z`);
  }
  return parts.join("");
}
