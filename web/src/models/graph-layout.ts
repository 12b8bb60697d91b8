// The drawing of a network: nodes in columns, from what is asked first to what fires, edges between them.

import type { Graph } from "../wire/types";

export interface PlacedNode {
  id: string;
  kind: string;
  label: string;
  x: number;
  y: number;
}

export interface PlacedEdge {
  from: PlacedNode;
  to: PlacedNode;
  label: string;
}

export interface Drawing {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

export const NODE = { width: 152, height: 34, gapX: 32, gapY: 12 } as const;

/** A graph laid out: each node one column after the last of those that lead to it, columns ordered by their sources. */
export function layOut(graph: Graph): Drawing {
  const columns = columnsOf(graph);
  const rows = new Map<string, number>();
  for (const column of columns) {
    const ordered = [...column].sort((a, b) => weight(graph, rows, a) - weight(graph, rows, b));
    ordered.forEach((id, row) => rows.set(id, row));
  }
  const depth = new Map(columns.flatMap((column, number) => column.map((id) => [id, number] as const)));
  const nodes = graph.nodes.map((node) => ({
    ...node,
    x: (depth.get(node.id) ?? 0) * (NODE.width + NODE.gapX),
    y: (rows.get(node.id) ?? 0) * (NODE.height + NODE.gapY),
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = graph.edges.flatMap((edge) => {
    const from = byId.get(edge.source);
    const to = byId.get(edge.target);
    return from && to ? [{ from, to, label: edge.label }] : [];
  });
  const most = Math.max(1, ...columns.map((column) => column.length));
  return {
    nodes,
    edges,
    width: Math.max(1, columns.length) * (NODE.width + NODE.gapX) - NODE.gapX,
    height: most * (NODE.height + NODE.gapY) - NODE.gapY,
  };
}

/** The ids of the nodes, column after column. A circle is cut where it is entered. */
function columnsOf(graph: Graph): string[][] {
  const targets = new Map<string, string[]>();
  for (const edge of graph.edges) targets.set(edge.source, [...(targets.get(edge.source) ?? []), edge.target]);
  const incoming = new Map(graph.nodes.map((node) => [node.id, 0]));
  for (const edge of graph.edges) incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1);
  const columns: string[][] = [];
  const left = new Set(graph.nodes.map((node) => node.id));
  while (left.size > 0) {
    let column = [...left].filter((id) => incoming.get(id) === 0);
    if (column.length === 0) column = [...left].slice(0, 1);
    for (const id of column) {
      left.delete(id);
      for (const target of targets.get(id) ?? []) incoming.set(target, (incoming.get(target) ?? 0) - 1);
    }
    columns.push(column);
  }
  return columns;
}

/** Where the nodes stand that lead to one, on average. */
function weight(graph: Graph, rows: Map<string, number>, id: string): number {
  const sources = graph.edges.filter((edge) => edge.target === id).map((edge) => rows.get(edge.source) ?? 0);
  return sources.length === 0 ? 0 : sources.reduce((sum, row) => sum + row, 0) / sources.length;
}
