// A form from a JSON Schema: a control for each property, of which those that may be left out can be emptied.

import type { ComponentChildren, JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "./Button";
import { NumberInput, TextInput } from "./Draft";
import { Field } from "./Field";
import {
  type Control, type Form, type Meaning, type Property, type Schema, controlOf, firstValue, formOf, parseConstant, parseList, resolved,
} from "./schema";
import { spelled } from "./words";

/** Names that are offered for texts of a meaning. */
export type Suggestions = Partial<Record<NonNullable<Meaning>, readonly string[]>>;

interface SchemaFormProps {
  /** The schema of an object. */
  schema: Schema;
  value: Readonly<Record<string, unknown>>;
  onChange(value: Record<string, unknown>): void;
  /** Properties that are not asked for here. */
  without?: readonly string[];
  suggestions?: Suggestions;
  /** What is wrong with a property, by the beginning of its path. */
  errorOf?(key: string): string | null;
}

export function SchemaForm({ schema, value, onChange, without = [], suggestions = {}, errorOf }: SchemaFormProps): JSX.Element {
  const control = controlOf(schema, schema);
  if (control.kind !== "object") return <p class="muted small">This has no settings.</p>;
  const asked = control.properties.filter((property) => !without.includes(property.key));
  return (
    <div class="schema-form">
      <Properties properties={asked} root={schema} value={value} onChange={onChange} suggestions={suggestions} errorOf={errorOf} />
    </div>
  );
}

interface PropertiesProps {
  properties: readonly Property[];
  root: Schema;
  value: Readonly<Record<string, unknown>>;
  onChange(value: Record<string, unknown>): void;
  suggestions: Suggestions;
  errorOf?(key: string): string | null;
}

function Properties({ properties, root, value, onChange, suggestions, errorOf }: PropertiesProps): JSX.Element {
  const latest = useRef(value);
  latest.current = value;
  // Two fields may speak before the page is drawn anew: the second must not forget the first.
  const set = (key: string, next: unknown): void => {
    const { [key]: _, ...rest } = latest.current;
    latest.current = next === undefined ? rest : { ...latest.current, [key]: next };
    onChange(latest.current);
  };
  return (
    <>
      {properties.map((property) => (
        <Field key={property.key} label={spelled(property.key)} hint={property.hint} error={errorOf?.(property.key) ?? null}>
          {(field) => (
            <Value field={field} name={property.key} schema={property.schema} root={root} value={value[property.key]} isRequired={property.isRequired}
              suggestions={suggestions} onChange={(next) => set(property.key, next)} />
          )}
        </Field>
      ))}
    </>
  );
}

interface ValueProps {
  field: { id?: string; "aria-label"?: string; "aria-describedby"?: string; "aria-invalid"?: boolean };
  name: string;
  schema: Schema;
  root: Schema;
  value: unknown;
  isRequired: boolean;
  suggestions: Suggestions;
  onChange(value: unknown): void;
}

/** The control of one value. A value that may be left out is `undefined` where it is. */
function Value(props: ValueProps): ComponentChildren {
  const { schema, root, value, isRequired, onChange } = props;
  const control = controlOf(schema, root);
  const usual = resolved(schema, root).default;
  if (control.kind === "flag") return <Flag {...props} usual={usual} />;
  if (control.kind === "choice") return <Choice {...props} options={control.options} usual={usual} />;
  if (isSimple(control) && typeof value === "object" && !Array.isArray(value)) return <JsonInput name={props.name} value={value} onChange={onChange} />;
  if (isSimple(control)) return <Simple {...props} control={control} usual={usual} />;
  if (value === undefined && !isRequired) {
    return <div><Button kind="quiet" onClick={() => onChange(firstValue(schema, root))}>Set…</Button></div>;
  }
  return (
    <div class="composite">
      {!isRequired && <IconButton label={`Leave ${spelled(props.name).toLowerCase()} out`} onClick={() => onChange(undefined)}>×</IconButton>}
      <Composite {...props} control={control} />
    </div>
  );
}

type SimpleControl = Extract<Control, { kind: "number" | "text" | "constant" | "list" | "fixed" }>;

function isSimple(control: Control): control is SimpleControl {
  return ["number", "text", "constant", "list", "fixed"].includes(control.kind);
}

function Flag({ field, name, value, usual, onChange }: ValueProps & { usual: unknown }): JSX.Element {
  return (
    <input {...field} type="checkbox" checked={(value ?? usual) === true} data-testid={`param-${name}`}
      onChange={(event) => onChange(event.currentTarget.checked === (usual === true) ? undefined : event.currentTarget.checked)} />
  );
}

function Choice({ field, name, value, options, usual, isRequired, onChange }: ValueProps & { options: readonly unknown[]; usual: unknown }): JSX.Element {
  const shown = value ?? usual;
  return (
    <select {...field} value={shown === undefined ? "" : String(shown)} data-testid={`param-${name}`}
      onChange={(event) => onChange(options.find((option) => String(option) === event.currentTarget.value))}>
      {(shown === undefined || (!isRequired && usual === undefined)) && <option value="">–</option>}
      {options.map((option) => <option key={String(option)} value={String(option)}>{String(option)}</option>)}
    </select>
  );
}

function Simple({ field, name, value, control, usual, isRequired, suggestions, onChange }: ValueProps & { control: SimpleControl; usual: unknown }): JSX.Element {
  const list = useId();
  const testId = `param-${name}`;
  const placeholder = usual === undefined ? (isRequired ? undefined : "left out") : String(usual);
  if (control.kind === "fixed") return <code>{String(control.value)}</code>;
  if (control.kind === "number") {
    return (
      <NumberInput {...field} value={typeof value === "number" ? value : undefined} min={control.min} max={control.max} step={control.isWhole ? 1 : undefined}
        testId={testId} placeholder={placeholder} onCommit={onChange} onClear={isRequired ? undefined : () => onChange(undefined)} />
    );
  }
  if (control.kind === "constant") {
    return <TextInput {...field} value={value === undefined ? "" : String(value)} testId={testId} onCommit={(text) => onChange(parseConstant(text))} />;
  }
  const offered = control.meaning ? suggestions[control.meaning] : undefined;
  const text = control.kind === "list" ? (Array.isArray(value) ? value.join(", ") : "") : value === undefined ? "" : String(value);
  const commit = (typed: string): void => {
    if (typed.trim() === "" && !isRequired) onChange(undefined);
    else onChange(control.kind === "list" ? parseList(typed) : typed.trim());
  };
  return (
    <>
      <TextInput {...field} value={text} testId={testId} placeholder={placeholder} list={offered ? list : undefined} onCommit={commit} />
      {offered && <datalist id={list}>{offered.map((word) => <option key={word} value={word} />)}</datalist>}
    </>
  );
}

function Composite(props: ValueProps & { control: Control }): JSX.Element {
  const { control, root, value, suggestions, onChange, name } = props;
  switch (control.kind) {
    case "words":
      return <Words options={control.options} name={name} value={value} onChange={onChange} />;
    case "items":
      return <Items {...props} item={control.item} most={control.most} />;
    case "object":
      return (
        <div class="nested">
          <Properties properties={control.properties} root={root} value={(value ?? {}) as Record<string, unknown>} onChange={onChange} suggestions={suggestions} />
        </div>
      );
    case "heads":
    case "shapes":
      return <Forms {...props} control={control} />;
    default:
      return <JsonInput name={name} value={value} onChange={onChange} />;
  }
}

/** Boxes to tick, one for each word; at least one stays. */
function Words({ options, name, value, onChange }: { options: readonly string[]; name: string; value: unknown; onChange(value: unknown): void }): JSX.Element {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <div class="words" data-testid={`param-${name}`}>
      {options.map((word) => (
        <label key={word} class="check">
          <input type="checkbox" value={word} checked={chosen.includes(word)} disabled={chosen.length === 1 && chosen[0] === word}
            onChange={(event) => onChange(options.filter((one) => (one === word ? event.currentTarget.checked : chosen.includes(one))))} />
          <span>{spelled(word)}</span>
        </label>
      ))}
    </div>
  );
}

function Items({ item, most, value, root, suggestions, onChange, name }: ValueProps & { item: Schema; most: number }): JSX.Element {
  const items = (Array.isArray(value) ? value : []) as Record<string, unknown>[];
  const control = controlOf(item, root);
  const properties = control.kind === "object" ? control.properties : [];
  const set = (index: number, next: Record<string, unknown>): void => onChange(items.map((old, at) => (at === index ? next : old)));
  return (
    <div class="items">
      {items.map((one, index) => (
        <div key={index} class="nested item">
          <Properties properties={properties} root={root} value={one} suggestions={suggestions} onChange={(next) => set(index, next)} />
          <IconButton label={`Take number ${index + 1} out`} disabled={items.length === 1} onClick={() => onChange(items.filter((_, at) => at !== index))}>×</IconButton>
        </div>
      ))}
      <Button kind="quiet" disabled={items.length >= most} testId={`add-${name}`} onClick={() => onChange([...items, firstValue(item, root)])}>Add one more</Button>
    </div>
  );
}

/** One of several forms: which one is chosen first, then what it asks for. */
function Forms(props: ValueProps & { control: Extract<Control, { kind: "heads" | "shapes" }> }): JSX.Element {
  const { control, root, value, suggestions, onChange, name } = props;
  const form: Form | undefined = formOf(control, value) ?? control.forms[0];
  const inner = form && controlOf(form.schema, root);
  const choose = (key: string): void => {
    const chosen = control.forms.find((one) => one.key === key);
    if (chosen) onChange(firstValue(chosen.schema, root));
  };
  return (
    <div class="forms">
      <select value={form?.key} aria-label={`Which form of ${spelled(name).toLowerCase()}`} data-testid={`form-${name}`} onChange={(event) => choose(event.currentTarget.value)}>
        {control.forms.map((one) => <option key={one.key} value={one.key}>{spelled(one.label)}</option>)}
      </select>
      {form && inner?.kind === "object" && (
        <div class="nested">
          <Properties properties={inner.properties} root={root} value={(value ?? {}) as Record<string, unknown>} onChange={onChange} suggestions={suggestions} />
        </div>
      )}
      {form && inner && inner.kind !== "object" && (
        <Value field={{ "aria-label": spelled(name) }} name={name} schema={form.schema} root={root} value={value} isRequired suggestions={suggestions} onChange={onChange} />
      )}
    </div>
  );
}

/** Anything else, as JSON. What is no JSON is said and not taken. */
function JsonInput({ name, value, onChange }: { name: string; value: unknown; onChange(value: unknown): void }): JSX.Element {
  const [error, setError] = useState("");
  const commit = (text: string): void => {
    try {
      onChange(JSON.parse(text));
      setError("");
    } catch {
      setError("This is no JSON.");
    }
  };
  return (
    <>
      <TextInput label={spelled(name)} testId={`param-${name}`} value={value === undefined ? "" : JSON.stringify(value)} aria-invalid={error !== ""} onCommit={commit} />
      {error && <div class="error small">{error}</div>}
    </>
  );
}
