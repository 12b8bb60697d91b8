// Completion and explanation while a document is written, from its JSON Schema and the names that it may use.

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  autocompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { type EditorView, type Tooltip, hoverTooltip } from "@codemirror/view";

import { type Names, attributesIn, namesAt } from "../../models/names";
import { type KeyOffer, type Schema, keysAt, meaningAt, valuesAt } from "../../models/schema-guide";
import { type Cursor, cursorAt } from "../../models/yaml-cursor";

/** What a guide goes by; asked each time, because schemas arrive late and names change. */
export interface Knowledge {
  schema: Schema | null;
  names: Names;
}

export function guide(know: () => Knowledge): Extension {
  const source = (context: CompletionContext): CompletionResult | null => complete(context, know());
  return [
    autocompletion({ override: [source], icons: false, activateOnTyping: true }),
    hoverTooltip((view, position) => explain(view, position, know().schema)),
  ];
}

function complete(context: CompletionContext, { schema, names }: Knowledge): CompletionResult | null {
  if (schema === null) return null;
  const text = context.state.doc.toString();
  const cursor = cursorAt(text, context.pos);
  if (!context.explicit && cursor.prefix === "" && cursor.at === "key") return null;
  const own = { ...names, attributes: [...attributesIn(text), ...(names.attributes ?? [])] };
  const options = cursor.at === "key" ? keyOptions(schema, cursor) : valueOptions(schema, cursor, own);
  // `- word` may be a value of a list as well as the first key of a mapping in it.
  if (cursor.at === "key" && typeof cursor.path.at(-1) === "number") options.push(...valueOptions(schema, cursor, own));
  return options.length === 0 ? null : { from: cursor.from, options: eachOnce(options), validFor: /^[\w$.-]*$/ };
}

/** Options each once: the first of those that write the same. */
export function eachOnce<O extends { label: string }>(options: readonly O[]): O[] {
  return options.filter((option, index) => options.findIndex((other) => other.label === option.label) === index);
}

function keyOptions(schema: Schema, cursor: Cursor): Completion[] {
  return keysAt(schema, cursor.path)
    .filter((offer) => !cursor.taken.includes(offer.key) || offer.key === cursor.prefix)
    .map((offer) => ({
      label: offer.key,
      detail: offer.isRequired ? "required" : "",
      info: offer.description,
      boost: offer.isRequired ? 2 : 0,
      apply: afterKey(offer, cursor),
    }));
}

/** A key with its colon; a list or mapping outside brackets goes on in the next line. */
function afterKey(offer: KeyOffer, cursor: Cursor): Completion["apply"] {
  return (view, _completion, from, to) => {
    const line = view.state.doc.lineAt(from);
    const inBrackets = /[[{]/.test(line.text.slice(0, cursor.from - line.from));
    const indent = " ".repeat(from - line.from + 2);
    const shapes = { mapping: `:\n${indent}`, list: `:\n${indent}- `, value: ": " };
    const insert = offer.key + (inBrackets ? ": " : shapes[offer.shape]);
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
  };
}

function valueOptions(schema: Schema, cursor: Cursor, names: Names): Completion[] {
  const known = namesAt(cursor.path, names).map((name) => ({ label: name, detail: "", boost: 1 }));
  const offered = valuesAt(schema, cursor.path).map((offer) => ({
    label: offer.value,
    detail: offer.isExample ? "example" : "",
    info: offer.description,
    boost: offer.isExample ? -1 : 0,
  }));
  const taken = new Set(known.map((option) => option.label));
  return [...known, ...offered.filter((option) => !taken.has(option.label))];
}

function explain(view: EditorView, position: number, schema: Schema | null): Tooltip | null {
  const word = view.state.wordAt(position);
  if (schema === null || word === null) return null;
  const cursor = cursorAt(view.state.doc.toString(), word.to);
  const path = cursor.at === "key" ? [...cursor.path, cursor.prefix] : cursor.path;
  const meaning = meaningAt(schema, path);
  return meaning === null ? null : { pos: word.from, end: word.to, create: () => ({ dom: card(meaning) }) };
}

function card(meaning: NonNullable<ReturnType<typeof meaningAt>>): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-meaning";
  const title = document.createElement("strong");
  title.textContent = meaning.title;
  const text = document.createElement("div");
  text.textContent = meaning.text;
  dom.append(title, text);
  for (const example of meaning.examples) {
    const code = document.createElement("code");
    code.textContent = example;
    const line = document.createElement("div");
    line.append("such as ", code);
    dom.append(line);
  }
  return dom;
}
