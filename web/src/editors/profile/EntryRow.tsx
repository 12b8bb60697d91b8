// One entry of a profile: whom it is for, what it gives and how much, what it means, what is wrong with it.

import type { JSX } from "preact";
import { type Kind } from "../../models/kinds";
import { type Color, type Entry, isTypeEntry } from "../../models/profile";
import { PieceFigure } from "../../pieces/PieceFigure";
import { IconButton } from "../../ui/Button";
import type { Owner, PieceType, ProfileFinding } from "../../wire/types";
import { CopySign } from "../CopySign";
import { Findings } from "./Findings";
import { KindValue } from "./KindValue";
import { whom } from "./words";

export interface EntryRowProps {
  entry: Entry;
  kind: Kind;
  /** What it gives, in the checker's words. */
  described: string;
  /** The piece on the square of an entry for one piece. */
  pieceType: string | null;
  pieceColor: Owner;
  manifest: readonly PieceType[];
  pieceTypes: readonly string[];
  findings: readonly ProfileFinding[];
  isPicked: boolean;
  isFixing: boolean;
  testId: string;
  onPick(isPicked: boolean): void;
  onChange(entry: Entry): void;
  onCopy(): void;
  onRemove(): void;
  onFix(problem: ProfileFinding): void;
  onOpen?(): void;
}

export function EntryRow(props: EntryRowProps): JSX.Element {
  const { entry, kind, manifest, pieceType } = props;
  const named = `${kind.label} of ${whom(entry, manifest)}`;
  const letter = manifest.find((type) => type.type === pieceType)?.letter ?? pieceType?.charAt(0) ?? "?";
  return (
    <li class="entry" data-testid={props.testId}>
      <div class="entry-line">
        <input type="checkbox" checked={props.isPicked} aria-label={`Pick ${named}`} onChange={(event) => props.onPick(event.currentTarget.checked)} />
        <span class="entry-figure" aria-hidden="true">
          {pieceType && <PieceFigure type={pieceType} color={props.pieceColor} letter={letter} />}
        </span>
        <span class="entry-what">
          <span><strong>{kind.label}</strong> <span class="muted">{whom(entry, manifest)}</span></span>
          <span class="small muted" data-testid="describe">{props.described}</span>
        </span>
        <span class="entry-buttons">
          {props.onOpen && <IconButton label={`Open ${kind.label} in the composer`} testId="open-composer" onClick={props.onOpen}>✎</IconButton>}
          <IconButton label={`Copy ${named}`} testId="copy-entry" onClick={props.onCopy}><CopySign /></IconButton>
          <IconButton label={`Delete ${named}`} testId="delete-entry" onClick={props.onRemove}>×</IconButton>
        </span>
        <span class={`entry-controls${isBroad(kind) ? " broad" : ""}`}>
          {isTypeEntry(entry) && (
            <select value={entry.color ?? "both"} aria-label={`Sides that have ${kind.label}`} data-testid="entry-color"
              onChange={(event) => props.onChange({ ...entry, color: event.currentTarget.value as Color })}>
              <option value="both">both</option>
              <option value="white">white</option>
              <option value="black">black</option>
            </select>
          )}
          <KindValue form={kind.form} value={entry.value} pieceTypes={props.pieceTypes} label={`Value of ${named}`} onChange={(value) => props.onChange({ ...entry, value })} />
        </span>
      </div>
      <Findings findings={props.findings} onFix={props.onFix} isFixing={props.isFixing} />
    </li>
  );
}

/** Whether a value needs a line of its own. */
const isBroad = (kind: Kind): boolean => !["number", "none"].includes(kind.form.control);
