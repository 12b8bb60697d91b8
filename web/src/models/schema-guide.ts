// What a JSON Schema says of a place in a document: which keys may stand there, which values, and what they mean.

import type { Step } from "./yaml-cursor";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  then?: Schema;
  else?: Schema;
}

export interface KeyOffer {
  key: string;
  description: string;
  isRequired: boolean;
  /** What its value is: a mapping and a list go on in the next line or in brackets. */
  shape: "mapping" | "list" | "value";
}

export interface ValueOffer {
  value: string;
  description: string;
  /** Whether the schema allows nothing else, or only shows what such a value looks like. */
  isExample: boolean;
}

const MOST_SCHEMAS = 400;

/** The schemas that hold at a path, with everything that they refer to. */
export function schemasAt(root: Schema, path: readonly Step[]): Schema[] {
  let found = flatten(root, [root]);
  for (const step of path)
    found = flatten(
      root,
      found.flatMap((schema) => inside(schema, step)),
    );
  return found;
}

/** The keys that may stand in the mapping at a path. */
export function keysAt(root: Schema, path: readonly Step[]): KeyOffer[] {
  const offers = new Map<string, KeyOffer>();
  for (const schema of schemasAt(root, path))
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      const isRequired = (schema.required ?? []).includes(key) || (offers.get(key)?.isRequired ?? false);
      const description = describe(root, value) || (offers.get(key)?.description ?? "");
      offers.set(key, { key, description, isRequired, shape: shapeOf(root, value) });
    }
  return [...offers.values()];
}

/** The values that may stand at a path: those of enumerations, true and false, and examples. */
export function valuesAt(root: Schema, path: readonly Step[]): ValueOffer[] {
  const offers = new Map<string, ValueOffer>();
  const offer = (value: unknown, description: string, isExample: boolean): void => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (!offers.has(text)) offers.set(text, { value: text, description, isExample });
  };
  for (const schema of schemasAt(root, path)) {
    const description = schema.description ?? "";
    for (const value of schema.enum ?? []) offer(value, description, false);
    if (schema.const !== undefined) offer(schema.const, description, false);
    if ([schema.type].flat().includes("boolean")) [true, false].forEach((value) => offer(value, description, false));
    for (const value of schema.examples ?? []) if (isPlain(value)) offer(value, description, true);
  }
  return [...offers.values()];
}

/** What the place at a path is for, in the words of the schema. */
export function meaningAt(
  root: Schema,
  path: readonly Step[],
): { title: string; text: string; examples: string[] } | null {
  const found = schemasAt(root, path).filter((schema) => schema.description);
  const first = found[0];
  if (first === undefined) return null;
  const examples = found.flatMap((schema) => schema.examples ?? []).slice(0, 2);
  const last = path[path.length - 1];
  return {
    title: typeof last === "string" ? last : (first.title ?? ""),
    text: first.description ?? "",
    examples: examples.map((example) => (typeof example === "string" ? example : JSON.stringify(example))),
  };
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** Schemas and all that they refer to or combine, each once. */
function flatten(root: Schema, schemas: Schema[]): Schema[] {
  const seen = new Set<Schema>();
  const open = [...schemas];
  while (open.length > 0 && seen.size < MOST_SCHEMAS) {
    const schema = open.shift();
    if (schema === undefined || seen.has(schema)) continue;
    seen.add(schema);
    const target = schema.$ref === undefined ? undefined : resolve(root, schema.$ref);
    const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    for (const part of [target, ...parts, schema.then, schema.else]) if (part !== undefined) open.push(part);
  }
  return [...seen];
}

function resolve(root: Schema, reference: string): Schema | undefined {
  if (reference === "#") return root;
  return root.$defs?.[reference.replace("#/$defs/", "")];
}

function inside(schema: Schema, step: Step): Schema[] {
  if (typeof step === "number") {
    const item = schema.prefixItems?.[step] ?? schema.items;
    return item === undefined ? [] : [item];
  }
  const property = schema.properties?.[step];
  if (property !== undefined) return [property];
  return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
}

function describe(root: Schema, schema: Schema): string {
  return flatten(root, [schema]).find((each) => each.description)?.description ?? "";
}

function shapeOf(root: Schema, schema: Schema): KeyOffer["shape"] {
  const types = new Set(flatten(root, [schema]).flatMap((each) => [each.type].flat()));
  const isOnly = (type: string): boolean =>
    types.has(type) && !["string", "number", "integer", "boolean"].some((other) => types.has(other));
  if (isOnly("array") && !types.has("object")) return "list";
  return isOnly("object") && !types.has("array") ? "mapping" : "value";
}
