// The profiles in force, in order: the last counts most. Reordered by dragging or by buttons.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Profile } from "../models/profile";
import { Button, IconButton } from "../ui/Button";
import type { ProfileCard } from "../wire/types";
import { MOST_PROFILES, type StackItem, idOf, moved, precedence } from "./rules";

interface ProfileStackProps {
  /** Shipped profiles. */
  cards: readonly ProfileCard[];
  /** Profiles from the browser's library. */
  own: readonly Profile[];
  value: readonly StackItem[];
  onChange(items: StackItem[]): void;
  /** Open the editor for one of them, or for a new one. */
  onEdit?(item: StackItem): void;
  onNew?(): void;
  /** Profiles with a problem, which are marked. */
  troubled?: ReadonlySet<string>;
}

export function ProfileStack({ cards, own, value, onChange, onEdit, onNew, troubled }: ProfileStackProps): JSX.Element {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const taken = new Set(value.map(idOf));
  const drop = (to: number): void => {
    if (dragged !== null && dragged !== to) onChange(moved(value, dragged, to));
    setDragged(null);
    setOver(null);
  };
  const add = (id: string): void => {
    const found = own.find((profile) => profile.id === id);
    if (id) onChange([...value, found ?? id]);
  };
  return (
    <div class="profile-stack" data-testid="profile-stack">
      {value.length > 1 && <p class="small muted">Where two of them say something about the same piece, the lower one wins. An entry for a single piece beats those for its type.</p>}
      {value.length === 0 && <p class="muted small">No profiles: all pieces are as the variant makes them.</p>}
      <ol aria-label="Profiles in order">
        {value.map((item, index) => {
          const name = labelOf(item, cards);
          return (
            <li key={idOf(item)} draggable class={`profile${over === index ? " over" : ""}${troubled?.has(idOf(item)) ? " troubled" : ""}`} data-testid={`profile-${idOf(item)}`}
              onDragStart={(event) => { event.dataTransfer?.setData("text/plain", idOf(item)); setDragged(index); }}
              onDragOver={(event) => { if (dragged !== null) { event.preventDefault(); setOver(index); } }}
              onDragEnd={() => { setDragged(null); setOver(null); }} onDrop={(event) => { event.preventDefault(); drop(index); }}>
              <span class="grip" aria-hidden="true">⠿</span>
              <span class="who">
                <strong>{name}</strong> <span class="small muted" data-testid="precedence">{precedence(index, value.length)}</span>
                <span class="small muted line">{aboutOf(item, cards)}</span>
              </span>
              <span class="buttons">
                <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => onChange(moved(value, index, index - 1))}>↑</IconButton>
                <IconButton label={`Move ${name} down`} disabled={index === value.length - 1} onClick={() => onChange(moved(value, index, index + 1))}>↓</IconButton>
                {onEdit && <IconButton label={`Edit ${name}`} testId={`edit-${idOf(item)}`} onClick={() => onEdit(item)}>✎</IconButton>}
                <IconButton label={`Remove ${name}`} onClick={() => onChange(value.filter((_, at) => at !== index))}>×</IconButton>
              </span>
            </li>
          );
        })}
      </ol>
      <div class="row">
        <select aria-label="Add a profile" data-testid="add-profile" value="" disabled={value.length >= MOST_PROFILES}
          onChange={(event) => { add(event.currentTarget.value); event.currentTarget.value = ""; }}>
          <option value="">Add a profile…</option>
          <Options title="Your own" items={own.filter((profile) => !taken.has(profile.id)).map(({ id, name }) => ({ id, name }))} />
          <Options title="Shipped" items={cards.filter((card) => !taken.has(card.id) && !own.some((profile) => profile.id === card.id)).map((card) => ({ id: card.id, name: card.label }))} />
        </select>
        {onNew && <Button onClick={onNew} testId="new-profile" disabled={value.length >= MOST_PROFILES}>New profile…</Button>}
      </div>
    </div>
  );
}

function Options({ title, items }: { title: string; items: readonly { id: string; name: string }[] }): JSX.Element | null {
  if (items.length === 0) return null;
  return <optgroup label={title}>{items.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}</optgroup>;
}

export function labelOf(item: StackItem, cards: readonly ProfileCard[]): string {
  if (typeof item !== "string") return item.name;
  return cards.find((card) => card.id === item)?.label ?? item;
}

function aboutOf(item: StackItem, cards: readonly ProfileCard[]): string {
  if (typeof item === "string") return cards.find((card) => card.id === item)?.description ?? "";
  const count = (item.perType?.length ?? 0) + (item.perInstance?.length ?? 0);
  return item.description ?? (count === 1 ? "1 modifier" : `${count} modifiers`);
}
