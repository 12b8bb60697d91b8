// A piece as it is seen: the figure of its type, or its letter on a disc where there is none.

import type { JSX } from "preact";
import type { Owner } from "../wire/types";
import { FIGURES } from "./figures";

interface PieceFigureProps {
  type: string;
  color: Owner;
  /** The letter of the type, for the disc. */
  letter: string;
}

export function PieceFigure({ type, color, letter }: PieceFigureProps): JSX.Element {
  return (
    <svg class={`figure ${color}`} viewBox="0 0 100 100" aria-hidden="true">
      <FigureParts type={type} letter={color === "white" ? letter.toUpperCase() : letter} />
    </svg>
  );
}

/** The paths of a figure, or the disc; their colours come from the style sheet. */
export function FigureParts({ type, letter }: { type: string; letter: string }): JSX.Element {
  const figure = FIGURES.get(type);
  if (figure) return <>{figure.map(([role, path], index) => <path key={index} class={`piece-${role}`} d={path} />)}</>;
  return (
    <>
      <circle class="piece-body" cx="50" cy="50" r="38" />
      <circle class="piece-line" cx="50" cy="50" r="31" />
      <text class="piece-letter" x="50" y="65">{letter}</text>
    </>
  );
}
