// The stages of a move in which rules fired: each firing with its rule, its piece and what it changed.

import type { JSX } from "preact";
import type { FactChange, Firing, Stage } from "../wire/types";
import type { Known } from "./useKnown";
import { valueText } from "./values";

interface StagesProps {
  stages: readonly Stage[];
  /** Pieces by id, as far as they are known, also those that are gone. */
  known: Known;
  /** Where rules are written. */
  origins?: Readonly<Record<string, string>>;
  /** Open the document of a rule at its line; without it, rules are only named. */
  onRule?(rule: string, origin: string | undefined): void;
  /** Rules that stand out. */
  isMarked?(rule: string): boolean;
}

export function Stages({ stages, known, origins = {}, onRule, isMarked }: StagesProps): JSX.Element {
  const fired = stages.filter((stage) => stage.firings.length > 0);
  const row = (firing: Firing, index: number): JSX.Element => (
    <li key={index} class={`firing${isMarked?.(firing.rule) ? " marked" : ""}`} data-rule={firing.rule}>
      {onRule ? <RuleLink rule={firing.rule} origin={origins[firing.rule]} onRule={onRule} /> : <code>{firing.rule}</code>}
      {" "}<span class="muted">{aboutOf(firing, known)}</span>
      {firing.logs?.map((line, at) => <div key={`log ${at}`} class="log-line">{line}</div>)}
      {firing.changes.map((change, at) => <div key={at} class="change">{changeText(change, known)}</div>)}
    </li>
  );
  return (
    <ol class="stages">
      {fired.map((stage) => (
        <li key={stage.stage} data-stage={stage.stage}>
          <h4>{stage.stage}</h4>
          <ul>{stage.firings.map(row)}</ul>
        </li>
      ))}
    </ol>
  );
}

/** Who died, in words. */
export function Deaths({ deaths }: { deaths: readonly string[] }): JSX.Element {
  return <>{deaths.map((text, index) => <p key={index} class="effect-line death" data-testid="death">{text.charAt(0).toUpperCase() + text.slice(1)}.</p>)}</>;
}

function RuleLink({ rule, origin, onRule }: { rule: string; origin: string | undefined; onRule: NonNullable<StagesProps["onRule"]> }): JSX.Element {
  return <button type="button" class="rule-link" title={origin} onClick={() => onRule(rule, origin)}>{rule}</button>;
}

function nameIn(known: Known, entity: number | null): string {
  const piece = entity === null ? undefined : known[entity];
  return piece ? `${piece.color} ${piece.type}` : "";
}

function aboutOf({ entity, square }: Firing, known: Known): string {
  return [nameIn(known, entity), square && `on ${square}`].filter(Boolean).join(" ");
}

/** A change of a fact; facts of sides are kept under `Gold.white` and told as `white: Gold`. */
function changeText(change: FactChange, known: Known): string {
  const side = /^(.+)\.(white|black)$/.exec(change.attribute);
  const whose = side?.[2] ?? nameIn(known, change.entity);
  return `${whose && `${whose}: `}${side?.[1] ?? change.attribute} ${valueText(change.old)} → ${valueText(change.new)}`;
}
