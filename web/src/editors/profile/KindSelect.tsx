// The list of everything that can be given to a piece.

import type { JSX } from "preact";
import type { KindGroup } from "../../models/kinds";

interface KindSelectProps {
  groups: readonly KindGroup[];
  value: string;
  onChange(id: string): void;
  id?: string;
}

export function KindSelect({ groups, value, onChange, id }: KindSelectProps): JSX.Element {
  return (
    <select id={id} value={value} data-testid="kind-select" aria-label="Modifier" onChange={(event) => onChange(event.currentTarget.value)}>
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.kinds.map((kind) => <option key={kind.id} value={kind.id}>{kind.label}</option>)}
        </optgroup>
      ))}
    </select>
  );
}
