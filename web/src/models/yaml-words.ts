// What is wrong with the form of a YAML text, in plain words, with a repair where one is sure. A parser says what it did
// not find; a writer wants to know which line to change, and how. Pure.

import type { Problem, Repair, Validation } from "../wire/types";

/** A problem of form, told plainly; a repair has the place of what it replaces. */
interface Plain {
  line: number;
  column: number;
  message: string;
  hint: string;
  repair?: Omit<Repair, "problem" | "line">;
}

interface Line {
  /** Its number, from 1. */
  number: number;
  text: string;
  /** How far it is set in. */
  indent: number;
  /** The key of `key: value` or `- key: value`, and whether a value follows. */
  key: string;
  hasValue: boolean;
  /** Where the key of an item begins, behind its dash; -1: it is no item. */
  inside: number;
}

/** A problem of one of the documents beside the one that was judged, and its place there. */
const BESIDE = /^(documents\[(\d+)\]):(\d+):(\d+): /;

/** The findings with problems of form in plain words; what the parser said stays as `exact`. `beside` are the texts of the
 *  documents that went along. */
export function inPlainWords(text: string, found: Validation, beside: readonly string[] = []): Validation {
  const repairs = [...found.repairs];
  const problems = found.problems.map((problem, number): Problem => {
    const isForm = problem.code === "E_DOC_SYNTAX" && problem.line !== null && problem.message.includes("well-formed YAML");
    const [, name = "", index = "", line = ""] = BESIDE.exec(problem.message) ?? [];
    if (isForm && name) {
      const there = plainly(beside[Number(index)] ?? "", { ...problem, line: Number(line) });
      return there ? { ...problem, message: `${name}:${there.line}:${there.column}: ${there.message}`, hint: there.hint, exact: problem.message } : problem;
    }
    const plain = isForm ? plainly(text, problem) : null;
    if (!plain) return problem;
    const isKnown = found.repairs.some((repair) => repair.problem === number);
    if (plain.repair && !isKnown) repairs.push({ problem: number, line: plain.line, ...plain.repair });
    const place = isKnown ? { line: problem.line, column: problem.column } : { line: plain.line, column: plain.column };
    return { ...problem, ...place, message: plain.message, hint: plain.hint, exact: problem.message };
  });
  return { ...found, problems, repairs };
}

function plainly(text: string, problem: Problem): Plain | null {
  const lines = text.split("\n").map(lineOf);
  const at = lines[(problem.line ?? 0) - 1];
  if (!at) return null;
  if (at.text.startsWith("\t") || /^ *\t/.test(at.text)) return tabbed(at);
  const before = lines.slice(0, at.number - 1).filter((line) => line.text.trim() !== "" && !line.text.trim().startsWith("#"));
  if (problem.message.includes("could not find expected ':'")) return withoutColon(at);
  if (/expected ',' or '[}\]]'/.test(problem.message)) return openBracket(at, problem);
  if (!/did not find expected (key|'-' indicator|<document start>)|mapping values are not allowed|<block end>/.test(problem.message)) return null;
  return twoColons(at) ?? dashWithoutSpace(before) ?? misplaced(at, before);
}

function lineOf(text: string, index: number): Line {
  const indent = /^ */.exec(text)?.[0].length ?? 0;
  const inside = /^ *-( +)\S/.exec(text)?.[1]?.length;
  const [, key = "", value = ""] = /^ *(?:- +)?([\w$+.-]+):(?: +(\S.*))?$/.exec(text.trimEnd()) ?? [];
  return { number: index + 1, text, indent, key, hasValue: value !== "" && !value.startsWith("#"), inside: inside === undefined ? -1 : indent + 1 + inside };
}

// -- the things that go wrong ----------------------------------------------------------------------

function tabbed(at: Line): Plain {
  const width = /^\s*/.exec(at.text)?.[0].length ?? 0;
  return { line: at.number, column: 1, message: `Line ${at.number} begins with a tab`, hint: "Set lines in with spaces alone: two for each step.", repair: { column: 1, endColumn: width + 1, text: "  ".repeat(Math.max(1, width)) } };
}

/** `{leap: knight`, which is noticed only where it cannot go on. */
function openBracket(at: Line, { message, column, hint }: Problem): Plain | null {
  const [, sign = "", from = ""] = /expected ',' or '([}\]])'.* line (\d+)\)/.exec(message) ?? [];
  if (!sign) return null;
  return { line: at.number, column: column ?? 1, message: `The bracket \`${sign === "}" ? "{" : "["}\` of line ${from} is not closed`, hint: hint ?? `Write \`${sign}\`, or a comma.` };
}

/** `id a` for `id: a`. */
function withoutColon(at: Line): Plain | null {
  const [, head = "", word = "", rest = ""] = /^( *(?:- +)?)([A-Za-z][\w$-]*)( .*)?$/.exec(at.text) ?? [];
  if (!word || !rest) return null;
  const column = head.length + word.length + 1;
  return { line: at.number, column, message: `A colon is missing behind \`${word}\``, hint: `Write \`${word}:${rest}\`.`, repair: { column, endColumn: column, text: ":" } };
}

/** `description: Note: this`. */
function twoColons(at: Line): Plain | null {
  const [, head = "", value = ""] = /^( *(?:- +)?[\w$-]+: +)([^"'{[|>&*!#].*: .*)$/.exec(at.text) ?? [];
  if (!value) return null;
  const quoted = JSON.stringify(value.trimEnd());
  return { line: at.number, column: head.length + 1, message: "A text with a colon inside needs quotation marks", hint: `Write \`${head.trim()} ${quoted}\`.`, repair: { column: head.length + 1, endColumn: at.text.length + 1, text: quoted } };
}

/** `-id: x` for `- id: x`, in the line before the one where the parser stumbles. */
function dashWithoutSpace(before: readonly Line[]): Plain | null {
  const last = before[before.length - 1];
  if (!last || !/^ *-[A-Za-z]/.test(last.text)) return null;
  const column = last.indent + 2;
  return { line: last.number, column, message: "A space is missing behind the dash", hint: `Write \`- ${last.text.trim().slice(1)}\`.`, repair: { column, endColumn: column, text: " " } };
}

/** A line that is set in neither like those it stands beside nor like those above. */
function misplaced(at: Line, before: readonly Line[]): Plain | null {
  const last = before[before.length - 1];
  const first = before[0];
  if (!last || !first) return null;
  if (first.indent > 0 && at.indent < first.indent) return moved(first, 0, `Line ${first.number} is set in, and the lines below it are not`, "Begin it at the margin.");
  const places = placesFor(at, before);
  const wanted = [...places].sort((one, other) => Math.abs(one - at.indent) - Math.abs(other - at.indent) || other - one)[0];
  if (wanted === undefined || wanted === at.indent) return null;
  const named = at.key ? `\`${at.key}\`` : `Line ${at.number}`;
  const beside = [...before].reverse().find((line) => line.indent === wanted || line.inside === wanted);
  const neighbour = beside?.key ? `, like \`${beside.key}\` in line ${beside.number}` : "";
  const message = at.indent > wanted ? `${named} is set in too far: by ${spaces(at.indent)}` : `${named} is not set in far enough: by ${spaces(at.indent)}`;
  return moved(at, wanted, message, `Give it ${spaces(wanted)}${neighbour}.`);
}

/** How far a line may be set in where it stands: like a line that is still open above it. */
function placesFor(at: Line, before: readonly Line[]): Set<number> {
  const isItem = /^ *-( |$)/.test(at.text);
  const places = new Set<number>();
  let least = Infinity;
  for (const line of [...before].reverse()) {
    if (line.indent >= least && line.inside !== least) continue;
    if (line.inside >= 0) {
      if (!isItem && line.inside < least) places.add(line.inside);
      if (isItem) places.add(line.indent);
    } else if (!isItem) places.add(line.indent);
    least = Math.min(least, line.indent);
  }
  return places;
}

function moved(at: Line, to: number, message: string, hint: string): Plain {
  return { line: at.number, column: at.indent + 1, message, hint, repair: { column: 1, endColumn: at.indent + 1, text: " ".repeat(to) } };
}

const spaces = (count: number): string => (count === 0 ? "no space" : count === 1 ? "1 space" : `${count} spaces`);
