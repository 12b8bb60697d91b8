// A new document: from a template, or from anything that is shipped.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { type Draft, KINDS, type Kind, filled } from "../../models/project";
import * as api from "../../net/api";
import { Button } from "../../ui/Button";
import { Check, Field, Select } from "../../ui/Field";
import { Layer } from "../../ui/Layer";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/Toast";
import type { Card, Catalog } from "../../wire/types";
import { TEMPLATES } from "./templates";

interface BeginProps {
  onClose(): void;
  /** What was begun, and whether it begins a project of its own. */
  onPick(draft: Draft, isAlone: boolean): void;
}

const SHELVES = ["variants", "pieces", "presets", "rulesets", "tiles", "abilities", "layouts", "profiles", "modifiers"] as const;
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function Begin({ onClose, onPick }: BeginProps): JSX.Element {
  const [isAlone, setAlone] = useState(false);
  return (
    <Layer title="New document" onClose={onClose} testId="begin" isWide>
      <Check label="Begin a new project with it" checked={isAlone} onChange={setAlone} testId="begin-alone" />
      <Tabs label="Where it begins" tabs={[
        { id: "template", label: "From a template", content: <FromTemplate onPick={(draft) => onPick(draft, isAlone)} /> },
        { id: "shipped", label: "From a shipped document", content: <FromShipped onPick={(draft) => onPick(draft, isAlone)} /> },
      ]} />
    </Layer>
  );
}

function FromTemplate({ onPick }: { onPick(draft: Draft): void }): JSX.Element {
  const [kind, setKind] = useState<Kind>("variant");
  const [id, setId] = useState("");
  const isGood = ID.test(id) && id.length <= 64;
  const begin = (event: Event): void => {
    event.preventDefault();
    if (isGood) onPick(filled(TEMPLATES[kind], kind, id));
  };
  return (
    <form class="begin-form" onSubmit={begin}>
      <Select label="Kind" value={kind} onChange={(chosen) => setKind(chosen)} options={KINDS.map((each) => ({ value: each, label: each }))} testId="begin-kind" />
      <Field label="Id" hint="Lower-case words joined by hyphens, such as war-bear." error={id === "" || isGood ? null : "Lower-case words joined by hyphens, such as war-bear."}>
        {(control) => <input {...control} value={id} data-testid="begin-id" autocomplete="off" onInput={(event) => setId(event.currentTarget.value)} />}
      </Field>
      <Button kind="primary" type="submit" disabled={!isGood} testId="begin-make">Begin</Button>
    </form>
  );
}

function FromShipped({ onPick }: { onPick(draft: Draft): void }): JSX.Element {
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    api.catalog().then(setCatalog, () => toast({ text: "The catalogue cannot be read.", kind: "error" }));
  }, []);
  const take = async (shelf: string, card: Card): Promise<void> => {
    const { text } = await api.entry(shelf, card.id);
    onPick({ name: `${card.id}.${card.kind === "ruleset" ? "preset" : card.kind}.yaml`, text });
  };
  const wanted = words.toLowerCase();
  const fits = (card: Card): boolean => `${card.id} ${card.label} ${card.description}`.toLowerCase().includes(wanted);
  return (
    <div class="shipped">
      <Field label="Search">
        {(control) => <input {...control} type="search" value={words} data-testid="begin-search" onInput={(event) => setWords(event.currentTarget.value)} />}
      </Field>
      {catalog && SHELVES.map((shelf) => {
        const cards = catalog[shelf].filter(fits);
        return cards.length === 0 ? null : (
          <section key={shelf}>
            <h3>{shelf}</h3>
            <ul>
              {cards.map((card) => (
                <li key={card.id}>
                  <button type="button" data-testid={`begin-${card.id}`} onClick={() => void take(shelf, card)}>
                    <strong>{card.label}</strong>
                    <span>{card.description}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
