// All about one piece: its facts, who contributes to them, what it listens to, and how it moves.

import type { JSX } from "preact";
import { type Dictionary, type FactLine, actsOf, factLines, hookWords } from "../../models/inspecting";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { InspectTold } from "../../wire/messages";
import type { Catalog } from "../../wire/types";
import type { Names } from "./RulesInForce";

/** How the owner of a piece is called in its title. */
const OWNERS = { white: "White", black: "Black", neutral: "Nobody's" } as const;

interface InspectorProps {
  piece: InspectTold;
  /** The attributes without which no piece lives. */
  vital?: readonly string[];
  names: Names;
  catalog: Catalog | null;
  onClose(): void;
}

export function Inspector({ piece, vital = [], names, catalog, onClose }: InspectorProps): JSX.Element {
  const known: Dictionary = { vital, kinds: catalog?.modifierKinds ?? [], ...names };
  const facts = factLines(piece, known);
  const acts = actsOf(piece, known);
  return (
    <section class="inspector" data-testid="inspector" aria-label="About the piece">
      <header>
        <h3>{OWNERS[piece.piece.color]} {piece.piece.name.toLowerCase()} on {piece.square}</h3>
        <IconButton label="Close" onClick={onClose}><Icon name="close" /></IconButton>
      </header>
      {acts.length > 0 && <ul class="acts" data-testid="acts">{acts.map((text) => <li key={text}>{text}</li>)}</ul>}
      {piece.hooks.length > 0 && (
        <ul class="hooks" data-testid="hooks">{piece.hooks.map((hook) => <li key={hook} class="chip" title={`It acts ${hookWords(hook)}`}>{hook}</li>)}</ul>
      )}
      {facts.length > 0 && (
        <table class="facts" data-testid="facts">
          <tbody>{facts.map((fact) => <Fact key={fact.name} fact={fact} />)}</tbody>
        </table>
      )}
      {facts.length === 0 && piece.hooks.length === 0 && acts.length === 0 && <p class="muted small">An ordinary piece: no rule gives it anything of its own.</p>}
      <p class="small muted">{waysText(piece)}</p>
    </section>
  );
}

function Fact({ fact }: { fact: FactLine }): JSX.Element {
  return (
    <tr data-fact={fact.name}>
      <th scope="row" title={fact.name}>{fact.label}{fact.label !== fact.name && <code class="exact">{fact.name}</code>}</th>
      <td>
        <span class="value">{fact.value}</span>
        {fact.parts.length > 0 && (
          <ul class="contributions" data-testid="contributions">{fact.parts.map((part, index) => <li key={index} title={part.by}>{part.text}</li>)}</ul>
        )}
        {fact.about && <span class="about">{fact.about}</span>}
      </td>
    </tr>
  );
}

/** Where it can go. */
function waysText({ moves, reach }: InspectTold): string {
  if (moves.length > 0) return `${moves.length} legal ${moves.length === 1 ? "move" : "moves"}: ${moves.map((move) => move.san).join(", ")}`;
  return reach.length > 0 ? `It cannot move now; by its movement it reaches ${reach.join(", ")}` : "It cannot move from here.";
}
