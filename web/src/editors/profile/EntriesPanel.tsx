// One list of a profile: the line that adds to it, and its entries.

import type { JSX } from "preact";
import { placeKey } from "../../models/fixes";
import { kindOf } from "../../models/kinds";
import type { Modifier } from "../../models/modifier";
import { type Entry, type Profile, MOST_ENTRIES, entriesOf, isTypeEntry, placed, withEntry, withEntryAt, withoutEntry } from "../../models/profile";
import type { Catalog, Owner } from "../../wire/types";
import { AddEntry } from "./AddEntry";
import { EntryRow } from "./EntryRow";
import { ReceiverPicker } from "./ReceiverPicker";
import { type Aim, isSquare, receiverOf } from "./aim";
import type { Judgement, Start } from "./useJudgement";
import type { ProfileDesk } from "./useProfile";

interface EntriesPanelProps {
  catalog: Catalog;
  desk: ProfileDesk;
  judgement: Judgement;
  aim: Aim;
  onAim(aim: Aim): void;
  onCompose(modifier: Modifier | null): void;
}

export function EntriesPanel({ catalog, desk, judgement, aim, onAim, onCompose }: EntriesPanelProps): JSX.Element {
  const profile = desk.edited.value;
  const { start, manifest, pieceTypes, groups } = judgement;
  const { listing } = aim;
  return (
    <div class="stack">
      <AddEntry groups={groups} gift={aim.gift} pieceTypes={pieceTypes} obstacle={obstacleOf(profile, aim)} onGift={(gift) => onAim({ ...aim, gift })}
        onAdd={() => desk.change(withEntry(desk.edited.now(), { ...receiverOf(aim), ...aim.gift } as Entry))} onNewModifier={() => onCompose(null)}>
        <ReceiverPicker aim={aim} manifest={manifest} pieces={catalog.pieces} onAim={onAim} />
      </AddEntry>
      {entriesOf(profile, listing).length === 0 && <p class="muted small">{listing === "perType" ? "No type has a modifier yet." : "No single piece has a modifier yet."}</p>}
      <ul class="entries" data-testid={`entries-${listing}`}>
        {placed(profile, listing).map(({ place, entry }) => {
          const kind = kindOf(groups, entry.kind);
          const own = desk.modifiers.find((modifier) => modifier.id === entry.kind);
          return (
            <EntryRow key={place.index} entry={entry} kind={kind} manifest={manifest} pieceTypes={pieceTypes} {...figureOf(entry, start)}
              described={judgement.described.get(placeKey(place)) ?? kind.description} testId={`entry-${listing}-${place.index}`}
              findings={judgement.found.byPlace.get(placeKey(place)) ?? []} isPicked={desk.picked.has(placeKey(place))} isFixing={desk.isFixing}
              onPick={(isPicked) => desk.pick(place, isPicked)} onChange={(next) => desk.change(withEntryAt(desk.edited.now(), place, next))} onCopy={() => desk.copyOne(place)}
              onRemove={() => desk.change(withoutEntry(desk.edited.now(), place))} onFix={(problem) => void desk.fix(problem)} onOpen={own ? () => onCompose(own) : undefined} />
          );
        })}
      </ul>
    </div>
  );
}

function obstacleOf(profile: Profile, { listing, square }: Aim): string {
  if (listing === "perInstance" && !isSquare(square)) return "Choose a piece on the board first.";
  return entriesOf(profile, listing).length >= MOST_ENTRIES[listing] ? "The list is full." : "";
}

/** The piece that is drawn beside an entry. */
function figureOf(entry: Entry, start: Start | null): { pieceType: string | null; pieceColor: Owner } {
  if (isTypeEntry(entry)) return { pieceType: entry.pieceType, pieceColor: entry.color === "black" ? "black" : "white" };
  const piece = start?.pieces.find((one) => one.square === entry.square);
  return { pieceType: piece?.type ?? null, pieceColor: piece?.color ?? "white" };
}
