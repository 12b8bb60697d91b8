// The line that adds a modifier: what, how much, and a word on what it does.

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { type KindGroup, firstGift, kindOf } from "../../models/kinds";
import type { Gift } from "../../models/profile";
import { Button } from "../../ui/Button";
import { KindSelect } from "./KindSelect";
import { KindValue } from "./KindValue";

interface AddEntryProps {
  groups: readonly KindGroup[];
  gift: Gift;
  onGift(gift: Gift): void;
  onAdd(): void;
  onNewModifier(): void;
  pieceTypes: readonly string[];
  /** Why nothing can be added now, such as no square chosen. */
  obstacle: string;
  /** For whom: the controls that ask. */
  children: ComponentChildren;
}

export function AddEntry({ groups, gift, onGift, onAdd, onNewModifier, pieceTypes, obstacle, children }: AddEntryProps): JSX.Element {
  const id = useId();
  const kind = kindOf(groups, gift.kind);
  return (
    <form class="add-entry card" onSubmit={(event) => { event.preventDefault(); if (!obstacle) onAdd(); }}>
      <div class="row receiver">{children}</div>
      <div class="row gift">
        <div class="field">
          <label for={id}>Get</label>
          <KindSelect id={id} groups={groups} value={gift.kind} onChange={(chosen) => onGift(firstGift(kindOf(groups, chosen)))} />
        </div>
        {kind.form.control !== "none" && (
          <div class="field">
            <span class="label">Value</span>
            <KindValue form={kind.form} value={gift.value} label="Value" pieceTypes={pieceTypes} onChange={(value) => onGift({ ...gift, value })} />
          </div>
        )}
      </div>
      <p class="small muted kind-text">{[kind.description, ...kind.notes].filter(Boolean).join(" ")}</p>
      <div class="row">
        <Button type="submit" kind="primary" testId="add-entry" disabled={obstacle !== ""} title={obstacle || undefined}>Add</Button>
        <Button kind="quiet" testId="new-modifier" onClick={onNewModifier}>Make a modifier…</Button>
        {obstacle && <span class="small muted">{obstacle}</span>}
      </div>
    </form>
  );
}
