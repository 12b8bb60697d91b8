// For whom a modifier is meant: all pieces of a type, of one side or both, or the piece on a square.

import type { JSX } from "preact";
import type { Color } from "../../models/profile";
import { Field, Select } from "../../ui/Field";
import type { Card, PieceCard, PieceType } from "../../wire/types";
import type { Aim } from "./aim";

interface ReceiverPickerProps {
  aim: Aim;
  manifest: readonly PieceType[];
  pieces: readonly PieceCard[];
  onAim(aim: Aim): void;
}

const COLORS: { value: Color; label: string }[] = [
  { value: "both", label: "Both sides" },
  { value: "white", label: "White" },
  { value: "black", label: "Black" },
];

export function ReceiverPicker({ aim, manifest, pieces, onAim }: ReceiverPickerProps): JSX.Element {
  if (aim.listing === "perInstance") {
    return (
      <Field label="The piece that starts on" hint="Click it on the board.">
        {(control) => (
          <input {...control} type="text" class="square-input" value={aim.square} maxLength={3} data-testid="receiver-square" autocomplete="off"
            onInput={(event) => onAim({ ...aim, square: event.currentTarget.value.trim().toLowerCase() })} />
        )}
      </Field>
    );
  }
  const playing = new Set(manifest.map((one) => one.type));
  const others = pieces.filter((card) => !playing.has(card.id));
  return (
    <>
      <Field label="Pieces">
        {(control) => (
          <select {...control} value={aim.pieceType} data-testid="receiver-type" onChange={(event) => onAim({ ...aim, pieceType: event.currentTarget.value })}>
            <optgroup label="In the game">{manifest.map((one) => <option key={one.type} value={one.type}>{one.name}</option>)}</optgroup>
            {others.length > 0 && <optgroup label="Not in the game yet">{others.map((card) => <option key={card.id} value={card.id}>{named(card, others)}</option>)}</optgroup>}
          </select>
        )}
      </Field>
      <Select label="Of" value={aim.color} options={COLORS} testId="receiver-color" onChange={(color) => onAim({ ...aim, color })} />
    </>
  );
}

/** What a type is called; of several that share a name, each has its id beside it. */
function named(card: Card, all: readonly Card[]): string {
  return all.some((other) => other.id !== card.id && other.label === card.label) ? `${card.label} (${card.id})` : card.label;
}
