// One square with what stands on it and what is marked there.

import type { JSX } from "preact";
import { PieceFigure } from "../pieces/PieceFigure";
import { TileFigure } from "../pieces/TileFigure";
import type { PieceType } from "../wire/types";
import type { Vital } from "../models/badges";
import type { BoardPiece, BoardTile, Mark } from "./Board";

interface SquareProps {
  square: string;
  isDark: boolean;
  piece?: BoardPiece;
  type?: PieceType;
  tile?: BoardTile;
  isChosen: boolean;
  target?: "move" | "capture";
  isLast: boolean;
  isChecked: boolean;
  isUnseen: boolean;
  mark?: Mark["kind"];
  isFocused: boolean;
}

export function Square(props: SquareProps): JSX.Element {
  const { square, piece, tile } = props;
  const classes = ["square", props.isDark ? "dark" : "light"];
  if (props.isChosen) classes.push("chosen");
  if (props.isLast) classes.push("last");
  if (props.isChecked) classes.push("checked");
  if (props.isUnseen) classes.push("unseen");
  if (props.target) classes.push(`to-${props.target}`);
  if (props.mark) classes.push(`mark-${props.mark}`);
  return (
    <div class={classes.join(" ")} role="gridcell" data-square={square} tabIndex={props.isFocused ? 0 : -1} aria-label={nameOf(props)}
      aria-selected={props.isChosen}>
      {tile && <span class="tile" data-tile={tile.type} title={tile.type}><TileFigure type={tile.type} isClosed={tile.isClosed} /></span>}
      {piece && (
        <span class="piece" role="img" data-piece={`${piece.color} ${piece.type}`} data-id={piece.id} aria-label={pieceName(piece, props.type)}>
          <PieceFigure type={piece.type} color={piece.color} letter={props.type?.letter ?? piece.type.charAt(0)} />
          {piece.vitals && piece.vitals.length > 0 && <Vitals vitals={piece.vitals} />}
          {piece.badges && piece.badges.length > 0 && <span class="badges" aria-hidden="true">{piece.badges.map((badge) => <span key={badge}>{badge.slice(0, 2)}<span class="rest">{badge.slice(2).replace(/ \S+$/, "")}</span> {badge.split(" ").pop()}{" "}</span>)}</span>}
        </span>
      )}
    </div>
  );
}

/** What a piece has of what it cannot live without, at its foot. */
function Vitals({ vitals }: { vitals: readonly Vital[] }): JSX.Element {
  return (
    <span class="vitals" aria-hidden="true">
      {vitals.map(({ name, value, isLow }) => <span key={name} class={isLow ? "low" : ""} data-vital={name} title={`${name} ${value}`}><span class="rest">{name} </span>{shortNumber(value)}<span class="rest"> </span></span>)}
    </span>
  );
}

const shortNumber = (value: number): string => String(Math.round(value * 10) / 10);

/** A piece in words: its colour, and the name and id of its type where they differ. */
export function pieceName(piece: { color: string; type: string }, type?: PieceType): string {
  const name = type?.name ?? piece.type;
  return name.toLowerCase() === piece.type ? `${piece.color} ${piece.type}` : `${piece.color} ${name} (${piece.type})`;
}

function nameOf({ square, piece, type, tile, target, isChecked, isUnseen, isLast }: SquareProps): string {
  const words = [square];
  if (piece) words.push(pieceName(piece, type));
  words.push(...(piece?.vitals ?? []).map(({ name, value }) => `${name} ${value}`), ...(piece?.badges ?? []));
  if (tile) words.push(tile.type);
  if (isUnseen) words.push("not seen");
  if (isChecked) words.push("in check");
  if (isLast) words.push("last move");
  if (target) words.push(target === "capture" ? "can capture here" : "can move here");
  return words.join(", ");
}
