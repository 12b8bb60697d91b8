// The editor of a document's text: YAML or JSON with completion, explanations, problems and their repairs.
//
// It lives in a shadow root: its styles are adopted sheets there, which the page's policy for content allows.

import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";

import type { Problem, Repair } from "../../wire/types";
import { type Knowledge, guide } from "./guide";
import { type RepairWish, marks, wishedChange } from "./problems";
import { theme } from "./theme";

export interface CodeEditorProps {
  /** Which document is shown: another name begins another text with a history of its own. */
  name: string;
  text: string;
  knowledge: Knowledge;
  problems: readonly Problem[];
  repairs: readonly Repair[];
  /** A line to go to; a new object goes there again. */
  reveal?: { line: number; column?: number } | null;
  /** A repair to carry out; a new object is a new wish, one that was there before the editor is done. */
  repair?: RepairWish | null;
  onChange: (text: string) => void;
}

export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  // Texts that were told and have not come back yet: while somebody types fast, an older one is no wish to go back.
  const told = useRef<string[]>([]);
  const done = useRef(props.repair);

  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    told.current = [];
    const editor = new EditorView({ root, parent: root, state: begin(latest, told.current) });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [props.name]);

  useEffect(() => {
    const editor = view.current;
    const at = told.current.indexOf(props.text);
    told.current.splice(0, at + 1);
    if (at >= 0 || editor === null || editor.state.doc.toString() === props.text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text } });
  }, [props.text]);

  useEffect(() => {
    const editor = view.current;
    if (editor !== null)
      editor.dispatch(setDiagnostics(editor.state, marks(editor.state.doc, props.problems, props.repairs)));
  }, [props.problems, props.repairs, props.name]);

  useEffect(() => {
    if (view.current !== null && props.reveal) goTo(view.current, props.reveal.line, props.reveal.column ?? 1);
  }, [props.reveal, props.name]);

  useEffect(() => {
    const editor = view.current;
    const isNew = props.repair !== done.current;
    done.current = props.repair;
    const change = editor === null || !props.repair || !isNew ? null : wishedChange(editor.state.doc, props.repair);
    if (editor !== null && change !== null) editor.dispatch({ changes: change });
  }, [props.repair]);

  return <div class="code-editor" ref={host} data-testid="code-editor" />;
}

function begin(latest: { current: CodeEditorProps }, told: string[]): EditorState {
  const { name, text } = latest.current;
  return EditorState.create({
    doc: text,
    extensions: [
      new Compartment().of(name.endsWith(".json") ? json() : yaml()),
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentUnit.of("  "),
      guide(() => latest.current.knowledge),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Text of ${name}. Escape, then Tab, leaves the editor.` }),
      EditorView.lineWrapping,
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const written = update.state.doc.toString();
        told.push(written);
        latest.current.onChange(written);
      }),
      theme,
    ],
  });
}

function goTo(editor: EditorView, line: number, column: number): void {
  const found = editor.state.doc.line(Math.max(1, Math.min(line, editor.state.doc.lines)));
  const anchor = Math.min(found.from + column - 1, found.to);
  editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  editor.focus();
}
