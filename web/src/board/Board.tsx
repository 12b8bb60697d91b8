// The board: squares with their pieces, moves by click, drag and keys, marks, arrows, effects. It knows
// nothing of rooms: what may be played comes in as legal moves, and what was chosen goes out.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Vital } from "../models/badges";
import type { LegalMove, Owner, PieceType, RuleTold } from "../wire/types";
import { Arrows, type Arrow } from "./Arrows";
import { EffectsLayer, type ShownEffect } from "./effects/EffectsLayer";
import { MoveMenu } from "./MoveMenu";
import { Square } from "./Square";
import { cellOf, placeOf, squareName } from "./squares";
import { useDrag } from "./useDrag";
import { useGlide } from "./useGlide";

export interface BoardPiece {
  id: number | string;
  type: string;
  color: Owner;
  square: string;
  /** Short words about it, such as `Fury 1`. */
  badges?: readonly string[];
  /** What it has of what it cannot live without. */
  vitals?: readonly Vital[];
}

export interface BoardTile {
  id?: number | string;
  type: string;
  square: string;
  isClosed?: boolean;
}

/** A sign on a square: `target` and `source` as when a piece is chosen, `reach` and others by class. */
export interface Mark {
  square: string;
  kind: "reach" | "source" | "aura" | "chosen" | "problem";
}

export interface BoardProps {
  label: string;
  width: number;
  height: number;
  pieces: readonly BoardPiece[];
  tiles?: readonly BoardTile[];
  manifest: readonly PieceType[];
  isFlipped?: boolean;
  hasCoordinates?: boolean;
  /** The moves that may be chosen; none: the board is only looked at. */
  legal?: readonly LegalMove[];
  onMove?(move: LegalMove): void;
  /** What tagged moves bring about, in words. */
  told?: readonly RuleTold[];
  /** The type that is to be dropped out of the hand. */
  dropping?: string | null;
  /** What was begun elsewhere, a drop or an act, is over or given up. */
  onLeave?(): void;
  /** Somebody tried to drop where that is not among the legal moves. */
  onTryDrop?(square: string): void;
  /** How often the focus was called to the board. */
  calls?: number;
  /** Somebody tried what is not among the legal moves. */
  onTry?(from: string, to: string): void;
  /** Whose pieces may be picked up even where they have no legal move, to hear why not. */
  movable?: (piece: BoardPiece) => boolean;
  /** A square was clicked, where no moves are made: in editors. */
  onSquare?(square: string): void;
  onInspect?(square: string): void;
  lastMove?: { from?: string; to?: string } | null;
  checked?: readonly string[];
  /** The squares of which it is not known who stands there. */
  unseen?: readonly string[];
  marks?: readonly Mark[];
  arrows?: readonly Arrow[];
  effects?: readonly ShownEffect[];
  isShaking?: boolean;
  testId?: string;
}

/** The same list each time: what depends on it is not made anew. */
const NO_MOVES: readonly LegalMove[] = [];

export function Board(props: BoardProps): JSX.Element {
  const { width, height, pieces, legal = NO_MOVES, isFlipped = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const isPointed = useRef(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [choices, setChoices] = useState<LegalMove[]>([]);
  const [focused, setFocused] = useState<string>(() => squareName(Math.floor(width / 2), 0));
  const at = useMemo(() => new Map(pieces.map((piece) => [piece.square, piece])), [pieces]);
  const dropping = props.dropping ?? null;
  const held = dropping === null && chosen !== null && at.has(chosen) ? chosen : null;
  const targets = useMemo(() => targetsOf(legal, held, dropping), [legal, held, dropping]);
  useGlide(frame, pieces, isFlipped);
  useLayoutEffect(() => setChoices([]), [legal]);
  useEffect(() => {
    if (props.calls) frame.current?.querySelector<HTMLElement>(`[data-square="${focused}"]`)?.focus();
  }, [props.calls]);

  const canHold = (square: string): boolean => {
    const piece = at.get(square);
    return piece !== undefined && (legal.some((move) => move.from === square) || (props.movable?.(piece) ?? false));
  };
  const go = (from: string, to: string): void => {
    const found = legal.filter((move) => move.from === from && move.to === to);
    setChosen(null);
    if (found.length > 1) setChoices(found);
    else if (found[0]) props.onMove?.(found[0]);
    else if (from !== to) props.onTry?.(from, to);
  };
  const press = (square: string): void => {
    setFocused(square);
    if (props.onSquare) return props.onSquare(square);
    if (dropping !== null) {
      const drop = legal.find((move) => move.drop === dropping && move.to === square);
      props.onLeave?.();
      if (drop) return props.onMove?.(drop);
      if (canHold(square)) return setChosen(square);
      return props.onTryDrop?.(square);
    }
    if (held === null) return setChosen(canHold(square) ? square : null);
    if (held === square) return setChosen(null);
    const isOwn = at.get(square)?.color === at.get(held)?.color;
    if (!targets.has(square) && isOwn && canHold(square)) return setChosen(square);
    return go(held, square);
  };
  const drag = useDrag(frame, {
    canHold: (square) => !props.onSquare && canHold(square),
    onHold: setChosen,
    onDrop: go,
    onPress: press,
    onInspect: props.onInspect,
  });
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const isUnderway = held !== null || dropping !== null;
    if (step && (isUnderway || !isPointed.current)) {
      event.preventDefault();
      event.stopPropagation();
      const next = stepped(focused, isFlipped ? [-step[0], -step[1]] : step, width, height);
      setFocused(next);
      frame.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(focused);
    } else if (event.key === "Escape") {
      if (isUnderway) event.preventDefault();
      setChosen(null);
      if (held === null) props.onLeave?.();
    } else if (event.key === "i") {
      event.preventDefault();
      props.onInspect?.(focused);
    }
  };

  // Keys go on from wherever the focus was put. A press with the mouse leaves it on a square, too: unless a piece
  // was taken up by it, arrow keys are then those of the view.
  const onFocus = (event: FocusEvent): void => {
    const square = event.target instanceof HTMLElement ? event.target.dataset["square"] : undefined;
    if (square !== undefined) setFocused(square);
    isPointed.current = isPressed.current;
    isPressed.current = false;
  };

  const types = useMemo(() => new Map(props.manifest.map((type) => [type.type, type])), [props.manifest]);
  const tiles = useMemo(() => new Map(props.tiles?.map((tile) => [tile.square, tile])), [props.tiles]);
  const marks = new Map(props.marks?.map((mark) => [mark.square, mark.kind]));
  const checked = new Set(props.checked);
  const unseen = new Set(props.unseen);
  const last = new Set([props.lastMove?.from, props.lastMove?.to]);
  const place = (square: string): { left: number; top: number; width: number; height: number } => {
    const cell = cellOf(square, width, height, isFlipped);
    return { left: cell.column / width, top: cell.row / height, width: 1 / width, height: 1 / height };
  };
  const rows = Array.from({ length: height }, (_, row) => (isFlipped ? row : height - 1 - row));
  const files = Array.from({ length: width }, (_, column) => (isFlipped ? width - 1 - column : column));
  return (
    <div class={`board-frame${props.isShaking ? " shaking" : ""}`} style={{ "--files": width, "--ranks": height, aspectRatio: `${width} / ${height}` }}>
      <div ref={frame} class="board" role="grid" aria-label={props.label} data-testid={props.testId ?? "board"} onKeyDown={onKey} onFocusIn={onFocus} {...drag}
        onPointerDownCapture={() => { isPressed.current = isPointed.current = true; }} onPointerUpCapture={() => { isPressed.current = false; }}>
        {rows.map((rank) => (
          <div key={rank} class="rank" role="row">
            {files.map((file) => {
              const square = squareName(file, rank);
              const piece = at.get(square);
              return (
                <Square key={square} square={square} isDark={(file + rank) % 2 === 0} piece={piece} type={piece && types.get(piece.type)}
                  tile={tiles.get(square)} isChosen={held === square} target={targets.get(square)} isLast={last.has(square)} isChecked={checked.has(square)} isUnseen={unseen.has(square)}
                  mark={marks.get(square)} isFocused={focused === square} />
              );
            })}
          </div>
        ))}
      </div>
      {props.hasCoordinates !== false && <Coordinates files={files} ranks={rows} />}
      {props.arrows && props.arrows.length > 0 && <Arrows arrows={props.arrows} width={width} height={height} isFlipped={isFlipped} />}
      {props.effects && props.effects.length > 0 && <EffectsLayer effects={props.effects} place={place} />}
      {choices.length > 0 && (
        <MoveMenu moves={choices} types={types} told={props.told} color={at.get(choices[0]?.from ?? "")?.color ?? "white"} place={place(choices[0]?.to ?? "a1")}
          onPick={(move) => { setChoices([]); props.onMove?.(move); }} onClose={() => setChoices([])} />
      )}
    </div>
  );
}

/** The names of files and ranks at the edges; squares have them in their own names. */
function Coordinates({ files, ranks }: { files: readonly number[]; ranks: readonly number[] }): JSX.Element {
  return (
    <div class="coordinates" aria-hidden="true">
      <div class="files">{files.map((file) => <span key={file}>{squareName(file, 0)[0]}</span>)}</div>
      <div class="ranks">{ranks.map((rank) => <span key={rank}>{rank + 1}</span>)}</div>
    </div>
  );
}

const STEPS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Where the moves from a square, or of a type in hand, lead, and whether they capture there. */
function targetsOf(legal: readonly LegalMove[], from: string | null, drop: string | null): Map<string, "move" | "capture"> {
  const found = new Map<string, "move" | "capture">();
  for (const move of legal) {
    const isMeant = drop === null ? from !== null && move.from === from : move.drop === drop;
    if (isMeant && move.to) found.set(move.to, move.capture ? "capture" : (found.get(move.to) ?? "move"));
  }
  return found;
}

function stepped(square: string, [file, rank]: [number, number], width: number, height: number): string {
  const at = placeOf(square);
  return squareName(Math.min(width - 1, Math.max(0, at.file + file)), Math.min(height - 1, Math.max(0, at.rank + rank)));
}
