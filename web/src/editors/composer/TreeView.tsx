// The tree of primitives: chosen by click, moved by drag and by keys.
// Arrow keys go through it; with Alt they move the primitive; Delete takes it out.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Primitive } from "../../models/modifier";
import { phrase } from "../../models/reading";
import { type ChildKeys, type Direction, type Path, type Tree, childrenOf, formatPath, isWithin, samePath, walk } from "../../models/tree";
import { IconButton } from "../../ui/Button";
import type { Problem } from "../../wire/types";
import { type Dragged, dropped } from "./drag";

export interface TreeViewProps {
  tree: Tree;
  keys: ChildKeys;
  /** The group of a kind, which gives it its colour. */
  groupOf(kind: string): string;
  labelOf(kind: string): string;
  chosen: Path | null;
  dragged: Dragged | null;
  /** Problems by the way of their primitive. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  onChoose(path: Path): void;
  onDrag(dragged: Dragged | null): void;
  onDrop(to: Path): void;
  onShift(path: Path, direction: Direction): void;
  onRemove(path: Path): void;
}

const SHIFTS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

export function TreeView(props: TreeViewProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const item = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[role=treeitem]") : null;
    const all = walk(props.tree, props.keys);
    const at = all.findIndex(({ path }) => formatPath(path) === item?.dataset["path"]);
    const placed = all[at];
    if (!placed || event.target !== item) return;
    const shift = SHIFTS[event.key];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && shift) props.onShift(placed.path, shift);
    else if (step) {
      const next = all[at + step];
      if (next) props.onChoose(next.path);
    } else if (event.key === "Delete" || event.key === "Backspace") props.onRemove(placed.path);
    else if (event.key === "Enter" || event.key === " ") props.onChoose(placed.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("[role=treeitem][aria-selected=true]")?.focus());
  };
  return (
    <div ref={place} class="tree" role={props.tree.length > 0 ? "tree" : undefined} aria-label={props.tree.length > 0 ? "Primitives" : undefined} data-testid="tree" onKeyDown={onKey}>
      <List {...props} nodes={props.tree} listKey="primitives" above={[]} />
    </div>
  );
}

interface ListProps extends TreeViewProps {
  nodes: readonly Primitive[];
  listKey: string;
  above: Path;
}

/** The primitives of one list, with the places between them. */
function List(props: ListProps): JSX.Element {
  const { nodes, listKey, above } = props;
  const at = (index: number): Path => [...above, { key: listKey, index }];
  return (
    <div class="tree-list" role={nodes.length > 0 ? "group" : undefined}>
      {nodes.map((node, index) => <Node key={index} {...props} node={node} path={at(index)} />)}
      <Slot {...props} to={at(nodes.length)} isEmpty={nodes.length === 0} />
    </div>
  );
}

/** The place at the end of a list, where things are dropped; a list that must not be empty says so here. */
function Slot({ tree, keys, dragged, problems, to, isEmpty, onDrop }: TreeViewProps & { to: Path; isEmpty: boolean }): JSX.Element {
  const [isOver, setOver] = useState(false);
  const outcome = dragged && isOver ? dropped(tree, dragged, to, keys) : null;
  const list = to[to.length - 1]?.key;
  const isWanted = isEmpty && (problems.get(formatPath(to.slice(0, -1))) ?? []).some((problem) => problem.path.endsWith(`.${list}`));
  const classes = ["slot", isEmpty ? "vacant" : "", isWanted ? "wanted" : "", outcome ? (outcome.ok ? "over" : "refused") : ""].join(" ").trim();
  return (
    <div class={classes} data-testid={`slot-${formatPath(to)}`} onDragOver={(event) => { if (dragged) { event.preventDefault(); event.stopPropagation(); setOver(true); } }}
      onDragLeave={() => setOver(false)} onDrop={(event) => { event.preventDefault(); event.stopPropagation(); setOver(false); onDrop(to); }}>
      {outcome && !outcome.ok ? outcome.why : isEmpty ? (isWanted ? "put something in here" : "nothing yet") : ""}
    </div>
  );
}

interface NodeProps extends TreeViewProps {
  node: Primitive;
  path: Path;
}

function Node(props: NodeProps): JSX.Element {
  const { node, path, chosen, keys, tree, dragged } = props;
  const [over, setOver] = useState<"before" | "after" | null>(null);
  const isChosen = chosen !== null && samePath(chosen, path);
  const lists = keys(node.kind);
  const problems = (props.problems.get(formatPath(path)) ?? []).filter((problem) => !isToldElsewhere(problem, lists, isChosen));
  const last = path[path.length - 1];
  const target = (side: "before" | "after"): Path => [...path.slice(0, -1), { key: last?.key ?? "primitives", index: (last?.index ?? 0) + (side === "after" ? 1 : 0) }];
  const outcome = dragged && over ? dropped(tree, dragged, target(over), keys) : null;
  const sideOf = (event: DragEvent): "before" | "after" => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return event.clientY < box.top + box.height / 2 ? "before" : "after";
  };
  const isInside = dragged?.kind === "move" && isWithin(path, dragged.path);
  return (
    <div class={`node ${props.groupOf(node.kind)}${isInside ? " dragged" : ""}`}>
      <div role="treeitem" aria-level={path.length} aria-selected={isChosen} aria-expanded={lists.length > 0 ? true : undefined} aria-label={`${props.labelOf(node.kind)} ${phrase(node)}`}
        tabIndex={isChosen || (chosen === null && path.length === 1 && last?.index === 0) ? 0 : -1} draggable data-path={formatPath(path)} data-kind={node.kind}
        data-testid={`node-${formatPath(path)}`} class={`block ${props.groupOf(node.kind)}${over && outcome ? ` ${outcome.ok ? over : "refused"}` : ""}`}
        onClick={() => props.onChoose(path)}
        onDragStart={(event) => { event.stopPropagation(); event.dataTransfer?.setData("text/plain", node.kind); props.onDrag({ kind: "move", path }); }}
        onDragEnd={() => props.onDrag(null)} onDragLeave={() => setOver(null)}
        onDragOver={(event) => { if (dragged) { event.preventDefault(); event.stopPropagation(); setOver(sideOf(event)); } }}
        onDrop={(event) => { event.preventDefault(); event.stopPropagation(); setOver(null); props.onDrop(target(sideOf(event))); }}>
        <span class="grip" aria-hidden="true">⠿</span>
        <span class="node-text"><strong>{props.labelOf(node.kind)}</strong> <span class="small">{phrase(node)}</span></span>
        {isChosen && <NodeButtons {...props} />}
      </div>
      {problems.map((problem) => <p key={problem.message} class={`finding ${problem.severity} small`} data-testid="problem" data-code={problem.code}>{problem.message}{problem.hint && ` (${problem.hint})`}</p>)}
      {lists.map((key) => (
        <div key={key} class="inside">
          {lists.length > 1 && <span class="branch small">{key}</span>}
          <List {...props} nodes={childrenOf(node, key)} listKey={key} above={path} />
        </div>
      ))}
    </div>
  );
}

/** Whether a problem stands in the form of the chosen primitive, or in an empty list. */
function isToldElsewhere(problem: Problem, lists: readonly string[], isChosen: boolean): boolean {
  if (lists.some((key) => problem.path.endsWith(`.${key}`))) return true;
  return isChosen && !/\]$/.test(problem.path);
}

function NodeButtons({ path, onShift, onRemove }: NodeProps): JSX.Element {
  const button = (label: string, sign: string, run: () => void, testId: string): JSX.Element => (
    <IconButton label={label} testId={testId} onClick={(event) => { event.stopPropagation(); run(); }}>{sign}</IconButton>
  );
  return (
    <span class="node-buttons">
      {button("Move up", "↑", () => onShift(path, "up"), "shift-up")}
      {button("Move down", "↓", () => onShift(path, "down"), "shift-down")}
      {button("Move out", "←", () => onShift(path, "out"), "shift-out")}
      {button("Move in", "→", () => onShift(path, "in"), "shift-in")}
      {button("Take out", "×", () => onRemove(path), "remove-node")}
    </span>
  );
}
