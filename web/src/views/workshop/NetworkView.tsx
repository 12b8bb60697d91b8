// The network of the rules, drawn: what is asked at which stage, and what fires.

import type { JSX } from "preact";

import { shapeWords } from "../../models/network-words";
import { NODE, type PlacedEdge, layOut } from "../../models/graph-layout";
import type { Preview } from "../../wire/types";
import { NoAnswer } from "./NoAnswer";
import type { Found } from "./use-findings";

const MARGIN = 12;
const LONGEST = 18;

export function NetworkView({ found, isBroken }: { found: Found<Preview>; isBroken: boolean }): JSX.Element {
  if (found.value === null) return <NoAnswer found={found} isBroken={isBroken} what="There is no network to show" />;
  const graph = found.value.network;
  if (graph.nodes.length === 0) return <p class="quiet-note">No rule listens: there is no network.</p>;
  const drawing = layOut(graph);
  const width = drawing.width + 2 * MARGIN;
  const height = drawing.height + 2 * MARGIN;
  return (
    <div class="network" data-testid="network" tabIndex={0} role="region" aria-label="The network of the rules">
      <svg width={width} height={height} viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}>
        {drawing.edges.map((edge, number) => (
          <path key={number} class="edge" d={curve(edge)} />
        ))}
        {drawing.nodes.map((node) => (
          <g key={node.id} class={`node is-${node.kind}`} transform={`translate(${node.x} ${node.y})`}>
            <title>{node.kind === "shape" ? `${shapeWords(node.label)} (${node.label})` : node.label}</title>
            <rect width={NODE.width} height={NODE.height} rx="6" />
            <text x="10" y={NODE.height / 2} dominant-baseline="central">{shortly(node.kind === "shape" ? shapeWords(node.label) : node.label)}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function curve({ from, to }: PlacedEdge): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [x2, y2] = [to.x, to.y + NODE.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

const shortly = (label: string): string => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label);
