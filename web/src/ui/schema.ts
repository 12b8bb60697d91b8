// JSON Schemas as forms see them: which control asks for a value. Knows the shapes that the schemas of
// primitives have; anything else is asked for as JSON.

export type Schema = Readonly<Record<string, unknown>>;

/** What a text stands for, where its pattern says so: suggestions are offered for it. */
export type Meaning = "attribute" | "type" | "square" | null;

export interface Property {
  key: string;
  schema: Schema;
  isRequired: boolean;
  hint: string;
}

/** One of several forms that a value may have, told by a key or by its type. */
export interface Form {
  key: string;
  label: string;
  schema: Schema;
}

export type Control =
  | { kind: "fixed"; value: unknown }
  | { kind: "choice"; options: readonly unknown[] }
  | { kind: "flag" }
  | { kind: "number"; min?: number; max?: number; isWhole: boolean }
  | { kind: "text"; meaning: Meaning; longest?: number }
  | { kind: "constant" }
  | { kind: "words"; options: readonly string[] }
  | { kind: "list"; meaning: Meaning }
  | { kind: "items"; item: Schema; most: number }
  | { kind: "object"; properties: readonly Property[] }
  | { kind: "heads"; forms: readonly Form[] }
  | { kind: "shapes"; forms: readonly Form[] }
  | { kind: "json" };

/** The schema itself, where it is a reference to one of the root's definitions. */
export function resolved(schema: Schema, root: Schema): Schema {
  let found = schema;
  for (let depth = 0; depth < 8 && typeof found.$ref === "string"; depth += 1) {
    const name = found.$ref.replace("#/$defs/", "");
    const { $ref: _, ...around } = found;
    const definition = mapping(mapping(root.$defs)[name]);
    found = { ...definition, ...around };
  }
  return found;
}

function mapping(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The control that asks for a value of a schema. */
export function controlOf(given: Schema, root: Schema): Control {
  const schema = resolved(given, root);
  if ("const" in schema) return { kind: "fixed", value: schema.const };
  if (Array.isArray(schema.enum)) return { kind: "choice", options: schema.enum };
  if ("if" in schema && "else" in schema) return controlOf(mapping(schema.else), root); // the plain form of a value
  const heads = headsOf(schema);
  if (heads.length > 0) return { kind: "heads", forms: heads };
  const shapes = shapesOf(schema);
  if (shapes.length > 0) return { kind: "shapes", forms: shapes };
  if (isConstant(schema)) return { kind: "constant" };
  switch (schema.type) {
    case "boolean":
      return { kind: "flag" };
    case "integer":
    case "number":
      return { kind: "number", min: numberOf(schema.minimum), max: numberOf(schema.maximum), isWhole: schema.type === "integer" };
    case "string":
      return { kind: "text", meaning: meaningOf(schema), longest: numberOf(schema.maxLength) };
    case "array":
      return arrayOf(schema, root);
    case "object":
      return "properties" in schema ? { kind: "object", properties: propertiesOf(schema) } : { kind: "json" };
    default:
      return { kind: "json" };
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The meaning of a text by its pattern: the language has one form for each kind of name. */
export function meaningOf(schema: Schema): Meaning {
  const pattern = typeof schema.pattern === "string" ? schema.pattern : "";
  if (pattern.startsWith("^[A-Z]")) return "attribute";
  if (pattern.startsWith("^[a-z][a-z0-9-]")) return "type";
  return pattern.startsWith("^[a-p]") ? "square" : null;
}

function arrayOf(schema: Schema, root: Schema): Control {
  const item = resolved(mapping(schema.items), root);
  if (Array.isArray(item.enum)) return { kind: "words", options: item.enum.map(String) };
  if (item.type === "object" && "properties" in item) return { kind: "items", item, most: numberOf(schema.maxItems) ?? 50 };
  const meaning = [item, ...listOf(item.allOf).map((part) => mapping(mapping(part).then))].map(meaningOf).find(Boolean) ?? null;
  const isPlain = item.type === "string" || item.type === "integer" || meaning !== null;
  return isPlain ? { kind: "list", meaning } : { kind: "json" };
}

/** The properties of an object, those that must be there first. */
export function propertiesOf(schema: Schema): Property[] {
  const required = listOf(schema.required);
  const found = Object.entries(mapping(schema.properties)).map(([key, value]): Property => {
    const property = mapping(value);
    return { key, schema: property, isRequired: required.includes(key), hint: typeof property.description === "string" ? property.description : "" };
  });
  return [...found.filter((property) => property.isRequired), ...found.filter((property) => !property.isRequired)];
}

/** The forms of a mapping that one of its keys tells apart, such as `attr` or `all` of a condition. */
function headsOf(schema: Schema): Form[] {
  return listOf(schema.allOf).flatMap((part) => {
    const branch = mapping(part);
    const key = listOf(mapping(branch.if).required)[0];
    return typeof key === "string" ? [{ key, label: key, schema: mapping(branch.then) }] : [];
  });
}

const TYPE_NAMES: Record<string, string> = { string: "one", array: "several", object: "by rule", number: "number" };

/** The forms of a value that its type tells apart, such as one name or a list of them. */
function shapesOf(schema: Schema): Form[] {
  const forms = listOf(schema.allOf).flatMap((part) => {
    const branch = mapping(part);
    const type = mapping(branch.if).type;
    return typeof type === "string" ? [{ key: type, label: TYPE_NAMES[type] ?? type, schema: mapping(branch.then) }] : [];
  });
  return isConstant(schema) ? [] : forms;
}

/** Whether a value is a plain text, number, or yes and no. */
function isConstant(schema: Schema): boolean {
  const types = listOf(schema.type);
  return types.length > 0 && types.every((type) => type === "string" || type === "number" || type === "boolean");
}

/** The type of a value in the words of schemas. */
export function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

/** The form that a value has, or the first. */
export function formOf(control: { kind: "heads" | "shapes"; forms: readonly Form[] }, value: unknown): Form | undefined {
  const has = (form: Form): boolean => (control.kind === "shapes" ? typeOf(value) === form.key : form.key in mapping(value));
  return control.forms.find(has);
}

// -- values ----------------------------------------------------------------------------------------

/** A value to begin with, that the schema allows where that can be known. */
export function firstValue(given: Schema, root: Schema, depth = 0): unknown {
  const schema = resolved(given, root);
  if ("default" in schema) return schema.default;
  const control = controlOf(schema, root);
  switch (control.kind) {
    case "fixed":
      return control.value;
    case "choice":
      return control.options[0];
    case "flag":
      return false;
    case "number":
      return within(1, control.min, control.max);
    case "constant":
      return 1;
    case "text":
      return FIRST_TEXTS[control.meaning ?? "none"];
    case "words":
      return control.options.slice(0, 1);
    case "list":
      return [FIRST_TEXTS[control.meaning ?? "none"]];
    case "items":
      return [firstValue(control.item, root, depth + 1)];
    case "object":
      return firstObject(control.properties, root, depth);
    case "heads":
    case "shapes":
      return depth < 6 && control.forms[0] ? firstValue(control.forms[0].schema, root, depth + 1) : {};
    default:
      return {};
  }
}

const FIRST_TEXTS: Record<string, string> = { attribute: "Hp", type: "queen", square: "e4", none: "" };

function firstObject(properties: readonly Property[], root: Schema, depth: number): Record<string, unknown> {
  const required = properties.filter((property) => property.isRequired);
  return Object.fromEntries(required.map((property) => [property.key, firstValue(property.schema, root, depth + 1)]));
}

function within(value: number, min?: number, max?: number): number {
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, value));
}

/** A typed text as a number, yes or no, or the text itself. */
export function parseConstant(text: string): string | number | boolean {
  const plain = text.trim();
  if (plain === "true" || plain === "false") return plain === "true";
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

/** The parts of a list that was typed, by commas or spaces; numbers become numbers. */
export function parseList(text: string): (string | number)[] {
  return text.split(/[\s,;]+/).filter(Boolean).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
