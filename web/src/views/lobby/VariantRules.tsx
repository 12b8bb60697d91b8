// How a variant is played: its goal, what its documents do, the presets it brings along, its pieces and squares.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { entry } from "../../net/api";
import { PresetsTold } from "../../rules/PresetsTold";
import { Rulebook } from "../../rules/Rulebook";
import { specialsOf } from "../../rules/specials";
import type { Catalog, RuleTold } from "../../wire/types";
import type { Subject } from "./subject";

export function VariantRules({ subject, catalog }: { subject: Subject; catalog: Catalog }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const rulebook = useRulebook(subject, isOpen);
  const tiles = Object.entries(subject.tiles).map(([square, type]) => ({ square, type }));
  return (
    <details class="variant-rules" data-testid="variant-rules" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How it is played</summary>
      {isOpen && (
        <Rulebook rulebook={rulebook} words={specialsOf(Object.values(subject.types), tiles, subject.game.documents ?? [], catalog)}>
          {subject.presets.length > 0 && <section><h3>Presets</h3><PresetsTold presets={subject.presets} catalog={catalog} /></section>}
        </Rulebook>
      )}
    </details>
  );
}

/** What is told of a variant; a shipped one's is fetched when somebody wants to read it. */
function useRulebook({ key, isOwn, rulebook }: Subject, isWanted: boolean): readonly RuleTold[] {
  const [found, setFound] = useState<{ key: string; rules: readonly RuleTold[] }>({ key: "", rules: [] });
  useEffect(() => {
    let isGone = false;
    if (isWanted && !isOwn) {
      entry("variants", key).then((told) => { if (!isGone) setFound({ key, rules: told.rulebook ?? [] }); }, () => undefined);
    }
    return () => {
      isGone = true;
    };
  }, [key, isWanted]);
  return isOwn ? rulebook : found.key === key ? found.rules : [];
}
