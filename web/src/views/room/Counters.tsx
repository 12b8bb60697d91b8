// The counters that a variant and its presets declare: of the sides and of the game.

import type { JSX } from "preact";
import { valueText } from "../../trace/values";
import type { Panel } from "../../wire/types";

export function Counters({ panels, nameOf }: { panels: readonly Panel[]; nameOf(id: string): string }): JSX.Element | null {
  if (panels.length === 0) return null;
  return (
    <table class="counters" data-testid="panels">
      <caption class="visually-hidden">Counters</caption>
      {panels.some((panel) => panel.of === "side") && <thead><tr><td /><th scope="col">White</th><th scope="col">Black</th></tr></thead>}
      <tbody>
        {panels.map((panel) => (
          <tr key={panel.name} data-panel={panel.name} title={panel.declaredBy.length > 0 ? `by ${panel.declaredBy.map(nameOf).join(", ")}` : undefined}>
            <th scope="row">{panel.label}</th>
            {panel.of === "game"
              ? <td colSpan={2}><Value panel={panel} value={panel.value} /></td>
              : <><td><Value panel={panel} value={panel.values?.white} /></td><td><Value panel={panel} value={panel.values?.black} /></td></>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ panel, value }: { panel: Panel; value: unknown }): JSX.Element {
  const text = valueText(value);
  if (typeof value !== "number" || panel.max === undefined || panel.max > 12) return <span class="value">{text}</span>;
  return <span class="value">{text}<span class="muted"> / {panel.max}</span></span>;
}
