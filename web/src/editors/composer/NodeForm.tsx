// The settings of the chosen primitive, asked for as its schema says.

import type { JSX } from "preact";
import type { Primitive } from "../../models/modifier";
import { type Suggestions, SchemaForm } from "../../ui/SchemaForm";
import type { PrimitiveCard, Problem } from "../../wire/types";

interface NodeFormProps {
  card: PrimitiveCard;
  node: Primitive;
  problems: readonly Problem[];
  pieceTypes: readonly string[];
  onChange(node: Primitive): void;
}

/** Attributes that people use most; any other name can be typed. */
const ATTRIBUTES = ["Hp", "HpBonus", "RangeBonus", "DamageResistance", "ShieldCharges", "CaptureFlags"];

export function NodeForm({ card, node, problems, pieceTypes, onChange }: NodeFormProps): JSX.Element {
  const suggestions: Suggestions = { attribute: ATTRIBUTES, type: pieceTypes };
  return (
    <section class="node-form card" aria-label={`Settings of ${card.label}`} data-testid="node-form">
      <h3>{card.label}</h3>
      <p class="small muted">{card.description}</p>
      <SchemaForm schema={card.schema} value={node} without={["kind", ...card.childKeys]} suggestions={suggestions} errorOf={(key) => errorIn(problems, key)}
        onChange={(value) => onChange(value as Primitive)} />
    </section>
  );
}

/** What is wrong with a parameter of a primitive, or with something inside it. */
function errorIn(problems: readonly Problem[], key: string): string | null {
  const found = problems.find((problem) => new RegExp(`\\]\\.${key}(?![A-Za-z])`).test(problem.path));
  return found ? [found.message, found.hint].filter(Boolean).join(". ") : null;
}
