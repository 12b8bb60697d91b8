// The document of a rule, opened at its line.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { catalog, entry } from "../../net/api";
import { Layer } from "../../ui/Layer";
import type { Json } from "../../wire/types";

export interface RuleAddress {
  rule: string;
  /** Where it is written, as file:line. */
  origin?: string;
}

/** The document of a shipped file, which is named FOLDER/ID.KIND.yaml. */
export function addressOf(origin: string): { id: string; kind: string; line: number } | null {
  const found = /^(?:rules|descriptors)\/.*?([^/]+)\.([a-z]+)\.ya?ml:(\d+)$/.exec(origin);
  return found?.[1] && found[2] ? { id: found[1], kind: found[2], line: Number(found[3]) } : null;
}

/** The line of a rule in a text where it is only known by its name. */
export function lineOf(text: string, rule: string): number {
  const name = rule.slice(rule.indexOf("/") + 1);
  const at = text.split("\n").findIndex((line) => line.includes(name));
  return at < 0 ? 1 : at + 1;
}

/** A document of the room's own as a text, and the line of a rule in it. */
export function ownText({ rule, origin }: RuleAddress, own: readonly (string | Json)[]): Found {
  const id = rule.split("/")[0] ?? rule;
  const isIt = (source: string | Json): boolean => (typeof source === "string" ? new RegExp(`^id: *["']?${id.replace(/[^\w-]/g, ".")}["']? *$`, "m").test(source) : source["id"] === id);
  const source = own.find(isIt) ?? own[0] ?? {};
  const text = typeof source === "string" ? source : JSON.stringify(source, null, 2);
  const line = typeof source === "string" ? Number(/\.ya?ml:(\d+)$/.exec(origin ?? "")?.[1] ?? lineOf(text, rule)) : lineOf(text, rule);
  return { title: id, text, line };
}

interface Found {
  title: string;
  text: string;
  line: number;
}

async function find(address: RuleAddress, own: readonly (string | Json)[]): Promise<Found> {
  const shipped = address.origin ? addressOf(address.origin) : await shippedBy(address.rule);
  if (!shipped) return ownText(address, own);
  const { text, card } = await entry(shipped.kind, shipped.id);
  return { title: `${card.label} (${shipped.kind})`, text, line: shipped.line || lineOf(text, address.rule) };
}

/** The shipped document of a rule whose file is not told, as it is no longer in force. */
async function shippedBy(rule: string): Promise<{ id: string; kind: string; line: number } | null> {
  const id = rule.split("/")[0] ?? rule;
  const { presets, rulesets, variants, abilities, modifiers, tiles, profiles } = await catalog();
  const card = [presets, rulesets, variants, abilities, modifiers, tiles, profiles].flat().find((found) => found.id === id);
  return card ? { id, kind: card.kind, line: 0 } : null;
}

export function DocumentDialog({ address, own, onClose }: { address: RuleAddress; own: readonly (string | Json)[]; onClose(): void }): JSX.Element {
  const [found, setFound] = useState<Found | null>(null);
  const marked = useRef<HTMLSpanElement>(null);
  useEffect(() => void find(address, own).then(setFound, () => setFound(ownText(address, own))), [address.rule]);
  useEffect(() => marked.current?.scrollIntoView({ block: "center" }), [found]);
  return (
    <Layer title={found?.title ?? address.rule} onClose={onClose} isWide testId="document">
      <p class="muted small">{address.rule}{address.origin ? ` · ${address.origin}` : ""}</p>
      {found && (
        <pre class="document" tabIndex={0} aria-label="The document">
          {found.text.split("\n").map((line, index) => (
            <span key={index} ref={index + 1 === found.line ? marked : undefined} class={index + 1 === found.line ? "line marked" : "line"} data-line={index + 1}>
              {line}{"\n"}
            </span>
          ))}
        </pre>
      )}
    </Layer>
  );
}
