// A control with its label, a hint below it, and what is wrong with it.

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | null;
  /** Draws the control; it must take the id, and the id of what describes it. */
  children(control: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean }): ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps): JSX.Element {
  const id = useId();
  const told = hint || error ? `${id}-told` : undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": told, "aria-invalid": error ? true : undefined })}
      {told && <div id={told} class={error ? "error" : "hint"}>{error ?? hint}</div>}
    </div>
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  hint?: ComponentChildren;
  testId?: string;
  disabled?: boolean;
}

/** A choice of a few words. */
export function Select<T extends string>({ label, value, options, onChange, hint, testId, disabled }: SelectProps<T>): JSX.Element {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select {...control} value={value} data-testid={testId} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </select>
      )}
    </Field>
  );
}

/** A box to tick. */
export function Check({ label, checked, onChange, testId, disabled }: { label: ComponentChildren; checked: boolean; onChange(checked: boolean): void; testId?: string; disabled?: boolean }): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} disabled={disabled} data-testid={testId} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
