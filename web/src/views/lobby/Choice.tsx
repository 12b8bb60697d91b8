// One of a few words, side by side.

import type { JSX } from "preact";
import { useId } from "preact/hooks";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  testId: string;
}

export function Choice<T extends string>({ label, value, options, onChange, testId }: ChoiceProps<T>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice" data-testid={testId}>
      <legend>{label}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value} class="segment" data-testid={`${testId}-${option.value}`}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
