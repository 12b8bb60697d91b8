// What the checker found about the chosen rules, in plain words.

import type { JSX } from "preact";
import { Button } from "../ui/Button";
import { findings } from "./rules";
import type { Checked } from "./useCheck";

interface ConflictListProps {
  checked: Checked;
  /** The names that people read, by id. */
  nameOf?(id: string): string;
  /** Switch on a preset that another one needs. */
  onAdd?(id: string, beside: string): void;
}

const TITLES = { error: "Does not go", warning: "Take care", note: "Good to know" };

export function ConflictList({ checked, nameOf = (id) => id, onAdd }: ConflictListProps): JSX.Element {
  const found = checked.check ? findings(checked.check) : [];
  const grave = found.filter((one) => one.severity !== "note");
  const notes = found.filter((one) => one.severity === "note");
  return (
    <section class="conflicts" aria-label="What the checker says" aria-live="polite" aria-busy={checked.isBusy} data-testid="conflicts">
      {checked.failure && <p class="finding error">{checked.failure}</p>}
      {!checked.failure && grave.length === 0 && checked.check && <p class="fine small">These rules go together.</p>}
      <ul>
        {grave.map((one) => (
          <li key={`${one.code}${one.text}`} class={`finding ${one.severity}`} data-testid="conflict" data-code={one.code}>
            <strong>{TITLES[one.severity]}{one.about.length > 0 && `: ${one.about.map(nameOf).join(" and ")}`}</strong>
            <p>{sentence(named(one.text, nameOf))}</p>
            <Remedy text={one.text} advice={one.advice ?? ""} nameOf={nameOf} onAdd={onAdd} />
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <details class="small">
          <summary>{notes.length === 1 ? "1 place where they meet" : `${notes.length} places where they meet`}</summary>
          <ul>{notes.map((one) => <li key={one.text} class="note">{one.about.map(nameOf).join(" and ")}: {one.text}</li>)}</ul>
        </details>
      )}
    </section>
  );
}

const NEEDS = /'([a-z0-9-]+)' requires '([a-z0-9-]+)'/;

/** A button where switching something on mends it, else the checker's advice. */
function Remedy({ text, advice, nameOf, onAdd }: { text: string; advice: string; nameOf(id: string): string; onAdd?: ConflictListProps["onAdd"] }): JSX.Element | null {
  const [, beside, wanted] = NEEDS.exec(text) ?? [];
  if (beside && wanted && onAdd) return <Button testId={`switch-on-${wanted}`} onClick={() => onAdd(wanted, beside)}>Switch {nameOf(wanted)} on</Button>;
  return advice ? <p class="small muted">{sentence(named(advice, nameOf))}</p> : null;
}

/** A text with the names that people read in the place of ids. */
function named(text: string, nameOf: (id: string) => string): string {
  return text.replace(/'([a-z0-9-]+)'/g, (whole, id: string) => (nameOf(id) === id ? whole : nameOf(id)));
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}
