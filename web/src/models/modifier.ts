// Custom modifiers as documents. What their primitives mean is not known here.

/** A primitive: its kind, its parameters, and further primitives under the keys that its kind names. */
export interface Primitive {
  kind: string;
  [parameter: string]: unknown;
}

export interface Modifier {
  kind?: "modifier";
  id: string;
  type: "data";
  version: 1;
  name: string;
  description?: string;
  primitives: Primitive[];
}

export function emptyModifier(id = "my-modifier", name = "My modifier"): Modifier {
  return { kind: "modifier", id, type: "data", version: 1, name, primitives: [] };
}

/** Whether something is a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether something has the outer form of a modifier; the server judges the rest. */
export function isModifier(value: unknown): value is Modifier {
  return (
    isMapping(value) &&
    typeof value.id === "string" &&
    typeof value.name === "string" &&
    (value.kind === undefined || value.kind === "modifier") &&
    value.type === "data" &&
    value.version === 1 &&
    Array.isArray(value.primitives) &&
    value.primitives.every((node) => isMapping(node) && typeof node.kind === "string")
  );
}
