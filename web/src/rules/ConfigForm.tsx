// The settings of a preset: a control for each, chosen by the value that it has without anybody's doing.

import type { ComponentChildren, JSX } from "preact";
import { NumberInput, TextInput } from "../ui/Draft";
import { Field } from "../ui/Field";
import { spelled } from "../ui/words";
import type { PresetCard } from "../wire/types";
import type { PresetUse } from "./rules";

interface ConfigFormProps {
  card: PresetCard;
  use: PresetUse;
  pieceTypes: readonly string[];
  onChange(key: string, value: unknown): void;
}

export function ConfigForm({ card, use, pieceTypes, onChange }: ConfigFormProps): JSX.Element {
  return (
    <>
      {Object.entries(card.config).map(([key, usual]) => (
        <Field key={key} label={spelled(key)}>
          {(control) => <Control {...{ control, usual, pieceTypes }} value={use.config?.[key] ?? usual} testId={`config-${card.id}-${key}`} onChange={(value) => onChange(key, value)} />}
        </Field>
      ))}
    </>
  );
}

interface ControlProps {
  control: { id: string };
  usual: unknown;
  value: unknown;
  pieceTypes: readonly string[];
  testId: string;
  onChange(value: unknown): void;
}

function Control({ control, usual, value, pieceTypes, testId, onChange }: ControlProps): ComponentChildren {
  if (typeof usual === "number") return <NumberInput {...control} value={Number(value)} testId={testId} onCommit={onChange} />;
  if (typeof usual === "boolean") {
    return <input {...control} type="checkbox" checked={value === true} data-testid={testId} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (typeof usual === "string" && pieceTypes.includes(usual)) {
    return (
      <select {...control} value={String(value)} data-testid={testId} onChange={(event) => onChange(event.currentTarget.value)}>
        {pieceTypes.map((type) => <option key={type} value={type}>{type}</option>)}
      </select>
    );
  }
  if (Array.isArray(usual)) {
    const items = Array.isArray(value) ? value : [];
    return <TextInput {...control} value={items.join(", ")} testId={testId} onCommit={(text) => onChange(listed(text))} />;
  }
  return <TextInput {...control} value={String(value)} testId={testId} onCommit={onChange} />;
}

/** The words of a text, by commas or spaces. */
function listed(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
