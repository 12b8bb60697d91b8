// All about one piece: its facts, who contributes to them, what it listens to, and how it moves.

import type { JSX } from "preact";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { InspectTold } from "../../wire/messages";
import type { Contribution } from "../../wire/types";
import { valueText } from "../../trace/values";

interface InspectorProps {
  piece: InspectTold;
  nameOf(id: string): string;
  onClose(): void;
}

export function Inspector({ piece, nameOf, onClose }: InspectorProps): JSX.Element {
  const facts = Object.entries(piece.facts);
  return (
    <section class="inspector" data-testid="inspector" aria-label="About the piece">
      <header>
        <h3>{piece.piece.color === "white" ? "White" : "Black"} {piece.piece.name.toLowerCase()} on {piece.square}</h3>
        <IconButton label="Close" onClick={onClose}><Icon name="close" /></IconButton>
      </header>
      {piece.hooks.length > 0 && (
        <ul class="hooks" data-testid="hooks">{piece.hooks.map((hook) => <li key={hook} class="chip">{hook}</li>)}</ul>
      )}
      {facts.length > 0 && (
        <table class="facts" data-testid="facts">
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {valueText(value)}
                  <Contributions listed={piece.contributions[name] ?? []} base={piece.stored[name]} nameOf={nameOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {piece.carries.length > 0 && (
        <p class="small">Carries {piece.carries.map((carried) => `${carried.name}${carried.hooks.length > 0 ? ` (${carried.hooks.join(", ")})` : ""}`).join(", ")}.</p>
      )}
      <p class="small">
        {piece.moves.length > 0
          ? `${piece.moves.length} legal ${piece.moves.length === 1 ? "move" : "moves"}: ${piece.moves.map((move) => move.san).join(", ")}`
          : piece.reach.length > 0 ? `No legal move now; its movement leads to ${piece.reach.join(", ")}` : "It cannot move from here"}
      </p>
      {facts.length === 0 && piece.hooks.length === 0 && <p class="muted small">An ordinary piece: no facts, no triggers.</p>}
    </section>
  );
}

/** Who makes a value what it is: what is stored first, then each source. */
function Contributions({ listed, base, nameOf }: { listed: readonly Contribution[]; base: unknown; nameOf(id: string): string }): JSX.Element | null {
  if (listed.length === 0) return null;
  return (
    <ul class="contributions" data-testid="contributions">
      {base !== undefined && base !== null && <li>{valueText(base)} of its own</li>}
      {listed.map((one, index) => (
        <li key={index}>
          {signed(one.amount)} by {nameOf(one.by)}{one.layer !== "rule" ? ` (${one.layer})` : ""}
          {one.source?.name ? `, from ${one.source.name}${one.source.square ? ` on ${one.source.square}` : ""}` : ""}
        </li>
      ))}
    </ul>
  );
}

const signed = (amount: unknown): string => (typeof amount === "number" && amount >= 0 ? `+${amount}` : valueText(amount));
