// The value of a modifier, asked for as its kind says.

import type { JSX } from "preact";
import type { ValueForm } from "../../models/kinds";
import { NumberInput } from "../../ui/Draft";
import { spelled } from "../../ui/words";
import { Directions } from "./Directions";

interface KindValueProps {
  form: ValueForm;
  value: unknown;
  onChange(value: unknown): void;
  pieceTypes: readonly string[];
  label: string;
}

export function KindValue({ form, value, onChange, pieceTypes, label }: KindValueProps): JSX.Element | null {
  switch (form.control) {
    case "number":
      return (
        <NumberInput value={typeof value === "number" ? value : undefined} min={form.min} max={form.max} step={form.step} label={label} testId="value"
          onCommit={onChange} />
      );
    case "flags":
      return <Words words={form.words} value={value} onChange={onChange} label={label} />;
    case "types":
      return <Words words={pieceTypes} value={value} onChange={onChange} label={label} />;
    case "directions":
      return <Directions words={form.words} value={value} onChange={onChange} label={label} />;
    default:
      return null;
  }
}

interface WordsProps {
  words: readonly string[];
  value: unknown;
  onChange(value: unknown): void;
  label: string;
}

/** Several of some words, at least one. */
function Words({ words, value, onChange, label }: WordsProps): JSX.Element {
  const chosen = (Array.isArray(value) ? value : [value]).filter((word): word is string => typeof word === "string");
  const unknown = chosen.filter((word) => !words.includes(word));
  const toggle = (word: string, isOn: boolean): void => {
    onChange([...words, ...unknown].filter((one) => (one === word ? isOn : chosen.includes(one))));
  };
  return (
    <div class="words" role="group" aria-label={label} data-testid="value">
      {[...words, ...unknown].map((word) => (
        <label key={word} class="check">
          <input type="checkbox" value={word} checked={chosen.includes(word)} disabled={chosen.length === 1 && chosen[0] === word}
            onChange={(event) => toggle(word, event.currentTarget.checked)} />
          <span>{spelled(word)}</span>
        </label>
      ))}
    </div>
  );
}
