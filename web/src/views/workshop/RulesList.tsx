// What the documents come to: how legality is decided, the policies, and the rules stage by stage, each with its line.

import type { JSX } from "preact";

import { shapeWords } from "../../models/network-words";
import { idOf, type Project } from "../../models/project";
import type { Preview, Program } from "../../wire/types";
import { NoAnswer } from "./NoAnswer";
import type { Found } from "./use-findings";

interface RulesListProps {
  found: Found<Preview>;
  isBroken: boolean;
  /** Go to a line of a document: one of the project, or a shipped one. */
  onOpen(origin: string): void;
}

export function RulesList({ found, isBroken, onOpen }: RulesListProps): JSX.Element {
  if (found.value === null) return <NoAnswer found={found} isBroken={isBroken} what="There are no rules to show" />;
  const program = found.value.rules;
  const stages = [...new Set(program.rules.map((rule) => rule.stage))];
  return (
    <div class="rules-list" data-testid="rules" aria-busy={found.isStale}>
      <p class="quiet-note">
        Legal moves by {program.legality.by}: {program.legality.reason}.
      </p>
      {stages.map((stage) => (
        <section key={stage}>
          <h3>{stage}</h3>
          <ul>
            {program.rules
              .filter((rule) => rule.stage === stage)
              .map((rule) => (
                <li key={rule.number}>
                  <code>{rule.rule}</code>
                  {rule.shape && <span class="shape" title={rule.shape}>{shapeWords(rule.shape)}</span>}
                  <Origin origin={rule.origin} onOpen={onOpen} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {program.rules.length === 0 && <p class="quiet-note">No rule listens: the core plays alone.</p>}
      <Policies policies={program.policies} onOpen={onOpen} />
    </div>
  );
}

function Policies({ policies, onOpen }: { policies: Program["policies"]; onOpen(origin: string): void }): JSX.Element | null {
  if (policies.length === 0) return null;
  return (
    <section>
      <h3>policies</h3>
      <ul>
        {policies.map((policy, number) => (
          <li key={number}>
            <code>{policy.path}</code>
            <span class="shape">{shortly(policy.value)}{policy.side === "both" ? "" : ` (${policy.side})`}</span>
            <Origin origin={policy.origin} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Origin({ origin, onOpen }: { origin: string; onOpen(origin: string): void }): JSX.Element {
  return (
    <button type="button" class="origin" onClick={() => onOpen(origin)} title={`Open ${origin}`}>
      {origin.replace(/^.*\//, "")}
    </button>
  );
}

/** A value on one line. */
function shortly(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > 90 ? `${text.slice(0, 88)} …` : text;
}

/** The document and line that an origin names: `den.variant.yaml:8` and the like. */
export function parseOrigin(origin: string): { file: string; line: number } | null {
  const found = /^(.*?):(\d+)(?::\d+)?$/.exec(origin);
  return found ? { file: found[1] ?? "", line: Number(found[2]) } : null;
}

/** Which document of a project an origin means; -1 where it is none of them. */
export function originIndex(project: Project, file: string, played: number): number {
  const name = file.replace(/^.*\//, "");
  if (/^<(text|variant)/.test(name)) return played;
  const byName = project.documents.findIndex((draft) => draft.name === name);
  if (byName >= 0) return byName;
  const id = /^<?([a-z0-9-]+)/.exec(name)?.[1] ?? "";
  return project.documents.findIndex((draft) => idOf(draft) === id);
}
