// The modifier composer: a palette, a tree of primitives, the modifier in plain words, and a sandbox.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Source } from "../../models/documents";
import { exportModifier } from "../../models/exchange";
import { modifierLibrary } from "../../models/library";
import type { Modifier } from "../../models/modifier";
import { type Carrier, type Home, carriersOf } from "../../models/sandbox";
import { freeId, slug } from "../../models/profile";
import { MOST_LEVELS, MOST_PRIMITIVES, countOf, depthOf, formatPath, nodeAt } from "../../models/tree";
import { Button } from "../../ui/Button";
import { TextInput } from "../../ui/Draft";
import { Field } from "../../ui/Field";
import { Layer } from "../../ui/Layer";
import { toast } from "../../ui/Toast";
import type { Setting } from "../../rules/rules";
import type { Catalog } from "../../wire/types";
import { ExchangeButtons } from "../ExchangeButtons";
import { UndoButtons } from "../UndoButtons";
import { usePosition } from "../usePosition";
import { LibraryMenu } from "./LibraryMenu";
import { NodeForm } from "./NodeForm";
import { Palette } from "./Palette";
import { Reading } from "./Reading";
import { SandboxPanel } from "./SandboxPanel";
import { TreeView } from "./TreeView";
import { type Composition, useComposition } from "./useComposition";

export interface ComposerProps {
  catalog: Catalog;
  modifier: Modifier;
  /** Modifiers that are known beside this one. */
  others: readonly Modifier[];
  /** Documents of the game that it is meant for: their pieces can carry it too. */
  own?: readonly Source[];
  /** That game: all its piece types can carry it. */
  setting?: Setting;
  onSave(modifier: Modifier): void;
  /** Given up; with what was composed, if it differs from what was saved. */
  onCancel(draft: Modifier | null): void;
  /** Whether it lies in a layer above what opened it. */
  isLayer?: boolean;
}

export function Composer(props: ComposerProps): JSX.Element {
  const { catalog, others } = props;
  const types = useCarriers(props);
  const composition = useComposition(props.modifier, catalog.primitives);
  const { edited, tree, keys, judged } = composition;
  const modifier = edited.value;
  const keep = (): Modifier => {
    const done = named(edited.now(), props);
    const kept = modifierLibrary().save(done);
    if (!kept.ok) toast({ text: `Not kept in the library: ${kept.why}.`, kind: "error" });
    edited.restart(done);
    return done;
  };
  const save = (): void => props.onSave(keep());
  const cancel = (): void => {
    const draft = edited.hasChanged() ? edited.now() : null;
    edited.restart(props.modifier);
    props.onCancel(draft);
  };
  const foot = (
    <>
      <span class="small muted verdict" role="status" data-testid="verdict">{verdict(composition)}</span>
      <Button testId="cancel" onClick={cancel}>Cancel</Button>
      <Button kind="primary" testId="save" disabled={tree.length === 0} onClick={save}>Save</Button>
    </>
  );
  const body = (
    <div class="composer" data-testid="composer">
      <div class="editor-bar">
        <UndoButtons edited={edited} />
        <span class="counts small muted" data-testid="counts">{countOf(tree, keys)} of {MOST_PRIMITIVES} primitives · depth {depthOf(tree, keys)} of {MOST_LEVELS}</span>
        <span class="spring" />
        <LibraryMenu onOpen={(opened) => { edited.restart(opened); composition.choose(null); }} />
        <ExchangeButtons exported={() => exportModifier(named(modifier, props))} onImport={composition.bring} />
      </div>
      <div class="composer-columns">
        <Palette cards={catalog.primitives} isFull={countOf(tree, keys) >= MOST_PRIMITIVES} onTake={composition.take} onDrag={composition.drag} />
        <ComposerMain composition={composition} pieceTypes={types.map((type) => type.id)} />
        <SandboxPanel modifier={modifier} others={others} isReady={judged.isOk && tree.length > 0} types={types} own={props.own ?? []} onKeep={() => (tree.length > 0 ? keep() : null)} />
      </div>
      {!props.isLayer && <div class="editor-foot">{foot}</div>}
    </div>
  );
  if (!props.isLayer) return body;
  return <Layer kind="drawer" isWide title={`Modifier: ${modifier.name}`} testId="composer-layer" onClose={cancel} footer={foot}>{body}</Layer>;
}

/** The piece types that can carry the modifier: those of the game it is meant for before all others. */
function useCarriers({ catalog, own = [], setting }: ComposerProps): readonly Carrier[] {
  const documents = setting?.documents ?? [];
  const { preview } = usePosition(setting && setting.variant !== "chess" ? { text: setting.variant, documents: [...documents] } : null);
  return useMemo(() => {
    const game: Home | null = !setting || !preview ? null : {
      name: preview.variant.name,
      variant: setting.variant,
      documents,
      types: Object.fromEntries(preview.manifest.map(({ letter, type }) => [letter, type])),
      isFirst: preview.variant.width !== 8 || preview.variant.height !== 8,
    };
    return carriersOf(game, own, catalog.pieces, catalog.variants.map((card) => ({ ...card, name: card.label })));
  }, [catalog, JSON.stringify(own), preview]);
}

/** Name and description, the reading, the tree, and the settings of what is chosen in it. */
function ComposerMain({ composition, pieceTypes }: { composition: Composition; pieceTypes: readonly string[] }): JSX.Element {
  const { edited, tree, keys, chosen, problems, cardOf } = composition;
  const modifier = edited.value;
  const node = chosen ? nodeAt(tree, chosen) : undefined;
  const card = node && cardOf(node.kind);
  const whole = (problems.get("") ?? []).filter((problem) => problem.path !== "primitives"); // an empty tree says so itself
  return (
    <div class="composer-main">
      <div class="row names">
        <Field label="Name">{(control) => <TextInput {...control} value={modifier.name} maxLength={64} testId="modifier-name" onCommit={(name) => edited.change({ ...edited.now(), name })} />}</Field>
        <Field label="Description">
          {(control) => <TextInput {...control} value={modifier.description ?? ""} maxLength={200} testId="modifier-description" onCommit={(text) => edited.change(described(edited.now(), text))} />}
        </Field>
      </div>
      <Reading tree={tree} keys={keys} />
      <TreeView tree={tree} keys={keys} chosen={chosen} dragged={composition.dragged} problems={problems} groupOf={(kind) => cardOf(kind)?.group ?? "unknown"}
        labelOf={(kind) => cardOf(kind)?.label ?? kind} onChoose={composition.choose} onDrag={composition.drag} onDrop={composition.drop}
        onShift={composition.shift} onRemove={composition.remove} />
      {whole.map((problem) => <p key={problem.message} class={`finding ${problem.severity} small`} data-testid="problem" data-code={problem.code}>{problem.message}</p>)}
      {chosen && node && card && (
        <NodeForm key={formatPath(chosen)} card={card} node={node} problems={problems.get(formatPath(chosen)) ?? []} pieceTypes={pieceTypes}
          onChange={(next) => composition.set(chosen, next)} />
      )}
    </div>
  );
}

function described(modifier: Modifier, text: string): Modifier {
  const { description: _, ...rest } = modifier;
  return text ? { ...rest, description: text } : rest;
}

/** The modifier with an id made of its name, if it never had one of its own. */
function named(modifier: Modifier, { catalog, others }: ComposerProps): Modifier {
  if (!/^my-modifier(-\d+)?$/.test(modifier.id)) return modifier;
  const taken = [...catalog.modifiers, ...catalog.abilities, ...catalog.modifierKinds].map((card) => card.id);
  return { ...modifier, id: freeId(slug(modifier.name, "my-modifier"), [...taken, ...others.map((other) => other.id)]) };
}

function verdict({ tree, judged }: Composition): string {
  if (judged.failure) return judged.failure;
  if (tree.length === 0) return "Empty.";
  if (judged.isOk) return "Can be played.";
  const count = judged.problems.length;
  return count === 1 ? "1 problem" : count > 0 ? `${count} problems` : "";
}
