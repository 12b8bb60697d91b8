// A tile as it is seen: the picture of its type, or a frame with its name where there is none.

import type { JSX } from "preact";
import { TILES } from "./figures";

interface TileFigureProps {
  type: string;
  isClosed?: boolean;
}

export function TileFigure({ type, isClosed }: TileFigureProps): JSX.Element {
  return (
    <svg class="tile-figure" viewBox="0 0 100 100" aria-hidden="true">
      <TileParts type={type} isClosed={isClosed} />
    </svg>
  );
}

/** The paths of a tile's picture, or its frame. */
export function TileParts({ type, isClosed }: TileFigureProps): JSX.Element {
  const ground = TILES.get(type);
  if (!ground) return <Frame type={type} isClosed={isClosed} />;
  return (
    <>
      {ground.map(([path, color, width, opacity], index) => (
        <path key={index} d={path} opacity={opacity} fill={width ? "none" : color} stroke={width ? color : "none"} stroke-width={width} stroke-linecap="round" />
      ))}
    </>
  );
}

/** How much of a name fits into a square. */
const LONGEST = 11;

function Frame({ type, isClosed }: TileFigureProps): JSX.Element {
  return (
    <>
      {isClosed && <path class="tile-closed" d="M0 0H100V100H0Z" />}
      <path class={`tile-frame${isClosed ? " closed" : ""}`} d="M5 5H95V95H5Z" />
      <text class={`tile-name${isClosed ? " closed" : ""}`} x="50" y="21">{type.length > LONGEST ? `${type.slice(0, LONGEST - 1)}…` : type}</text>
    </>
  );
}
