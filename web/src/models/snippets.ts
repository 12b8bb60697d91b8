// Parts that a writer puts into a project by one press: a trigger with its test, a piece of one's own, a special square,
// an end. Each comes with words on what to change. Texts only; whether they can be played is the server's to say.

import { type Draft, type Project, filled, freeName, idOf, kindOf, playedIndex, withText } from "./project";

export interface Snippet {
  id: string;
  label: string;
  /** The project with the part in it, and the line of the written document where it stands; or why it cannot be. */
  put(project: Project, templates: Templates): Placed;
}

export type Placed = { ok: true; project: Project; line: number } | { ok: false; why: string };
export type Templates = { piece: string; tile: string };

interface Trigger {
  name: string;
  rule: string;
  test: string;
}

const TRIGGERS: readonly (Trigger & { id: string; label: string })[] = [
  {
    id: "trigger-capture",
    label: "Trigger: when a piece captures",
    name: "knighted",
    rule: `  # When a knight captures, it becomes a queen. Change who (type: knight) and into what (type: queen).
  - id: $id
    at: capture
    when: [{event: {piece: $hunter}}, {piece: {id: $hunter, type: knight}}]
    do: [{transform: {target: $hunter, type: queen}}]`,
    test: `  - {name: a knight that captures becomes a queen, fen: 4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1, play: e3d5, then: [{square: d5, type: queen, color: white}]}`,
  },
  {
    id: "trigger-captured",
    label: "Trigger: when a piece is captured",
    name: "blast",
    rule: `  # When a rook is captured, everybody beside it falls too, but no pawns and kings. Change who (type: rook).
  - id: $id
    at: capture
    when: [{event: {target: $victim, to: $where}}, {piece: {id: $victim, type: rook}}]
    do:
      - {destroy: {target: {around: $where, radius: 1, filter: {type: {not: [pawn, king]}}}}}
      - {effect: {kind: explosion, square: $where}}`,
    test: `  - {name: a captured rook takes its neighbours along, fen: 4k3/8/8/3rn3/8/8/8/3RK3 w - - 0 1, play: d1d5, then: [{square: e5, empty: true}]}`,
  },
  {
    id: "trigger-arrival",
    label: "Trigger: when a piece arrives in the middle",
    name: "crowned",
    rule: `  # When a knight reaches d4, e4, d5 or e5, it becomes a rook. Change who, where (zone) and into what.
  - id: $id
    at: square-entry
    when: [{event: {piece: $visitor, square: {zone: centre}}}, {piece: {id: $visitor, type: knight}}]
    do: [{transform: {target: $visitor, type: rook}}]`,
    test: `  - {name: a knight in the middle becomes a rook, fen: 4k3/8/8/8/8/5N2/8/4K3 w - - 0 1, play: f3d4, then: [{square: d4, type: rook, color: white}]}`,
  },
];

const END = `  ends:
    # Whose king stands in the middle has won. Change who (type) and where (square).
    - {win: $side, reason: middle, when: [{piece: {type: king, color: $side, square: [d4, e4, d5, e5]}}]}`;
const TEST = `  # Moves are written one after the other; \`then\` says what must be true at the end.
  - {name: what must be true, play: g1f3 a7a6, then: [{square: f3, type: knight, color: white}, {square: g1, empty: true}]}`;

export const SNIPPETS: readonly Snippet[] = [
  { id: "piece", label: "A piece of my own", put: (project, templates) => putPiece(project, "my-piece", templates) },
  ...TRIGGERS.map((trigger): Snippet => ({ id: trigger.id, label: trigger.label, put: (project) => putTrigger(project, trigger) })),
  { id: "tile", label: "A special square", put: (project, templates) => putTile(project, templates) },
  { id: "end", label: "A way to win", put: (project) => putItem(project, "result", END) },
  { id: "test", label: "A test", put: (project) => putItem(project, "tests", TEST) },
];

const NO_VARIANT: Placed = { ok: false, why: "The project has no variant to put it into." };
const IN_BRACKETS = (key: string): Placed => ({ ok: false, why: `\`${key}\` is written in brackets here: add to it by hand.` });

/** The variant of a project, with its place. */
function variantOf(project: Project): { index: number; draft: Draft } | null {
  const index = playedIndex(project);
  const draft = project.documents[index];
  return draft && kindOf(draft) === "variant" && !/^\s*\{/.test(draft.text) ? { index, draft } : null;
}

function shown(project: Project, index: number, text: string, part: string): Placed {
  const line = text.slice(0, text.indexOf(part)).split("\n").length;
  return { ok: true, project: { ...withText(project, index, text), active: index }, line };
}

function putItem(project: Project, key: string, item: string): Placed {
  const found = variantOf(project);
  if (!found) return NO_VARIANT;
  const text = withItem(found.draft.text, key, item);
  return text === null ? IN_BRACKETS(key) : shown(project, found.index, text, item);
}

function putTrigger(project: Project, trigger: Trigger): Placed {
  const found = variantOf(project);
  if (!found) return NO_VARIANT;
  const rule = trigger.rule.replace("$id", freeWord(trigger.name, new RegExp(`^ +-? *id: *$word *$`.replace("$word", "([a-z0-9-]+)"), "gm"), found.draft.text));
  const text = withItem(found.draft.text, "rules", rule);
  if (text === null) return IN_BRACKETS("rules");
  return shown(project, found.index, withItem(text, "tests", trigger.test) ?? text, rule);
}

/** A word with a number behind it, if the text has it already. */
function freeWord(word: string, pattern: RegExp, text: string): string {
  const taken = new Set([...text.matchAll(pattern)].map((match) => match[1]));
  let free = word;
  for (let number = 2; taken.has(free); number += 1) free = `${word}-${number}`;
  return free;
}

/** A text with an item at the end of a list or mapping at the left edge; null where that stands in brackets. */
export function withItem(text: string, key: string, item: string): string | null {
  const lines = text.replace(/\n+$/, "").split("\n");
  const at = lines.findIndex((line) => new RegExp(`^${key}:`).test(line));
  if (at < 0) {
    const place = placeFor(key, lines);
    const gap = place > 0 && !/^(#.*)?$/.test(lines[place - 1] ?? "") ? [""] : [];
    const below = place < lines.length && lines[place] !== "" ? [""] : [];
    return [...lines.slice(0, place), ...gap, `${key}:`, item, ...below, ...lines.slice(place), ""].join("\n");
  }
  const head = (lines[at] ?? "").replace(/^\w+:\s*/, "").replace(/#.*$/, "").trim();
  if (head !== "" && head !== "[]") return null;
  let end = at + 1;
  for (let next = end; next < lines.length && (lines[next] === "" || /^\s/.test(lines[next] ?? "")); next += 1) if (lines[next] !== "") end = next + 1;
  return [...lines.slice(0, at), `${key}:`, ...lines.slice(at + 1, end), item, ...lines.slice(end), ""].join("\n");
}

/** Where a key belongs that a text does not have: under its example in the notes, before the tests, or at the end. */
function placeFor(key: string, lines: readonly string[]): number {
  const isNote = (index: number): boolean => lines[index]?.startsWith("#") ?? false;
  const example = lines.findIndex((line) => line.startsWith(`# ${key}:`));
  if (example >= 0) {
    let end = example;
    while (isNote(end)) end += 1;
    return end;
  }
  let tests = key === "tests" ? -1 : lines.findIndex((line) => /^tests:/.test(line));
  while (tests > 0 && isNote(tests - 1)) tests -= 1;
  return tests < 0 ? lines.length : tests;
}

/** A text in which a mapping at the left edge has a further entry; null where it cannot be read. */
export function withEntry(text: string, key: string, name: string, value: string): string | null {
  const entry = `${name}: ${value}`;
  const flow = new RegExp(`^${key}:[ \\t]*\\{([^}\\n]*)\\}`, "m").exec(text);
  if (flow) return text.replace(flow[0], `${key}: {${[flow[1]?.trim(), entry].filter(Boolean).join(", ")}}`);
  if (new RegExp(`^${key}:`, "m").test(text)) return withItem(text, key, `  ${entry}`);
  const parent = new RegExp(`^# ${key}:.*$`, "m").exec(text) ?? /^extends:.*$/m.exec(text);
  return parent ? text.replace(parent[0], `${parent[0]}\n${key}: {${entry}}`) : withItem(text, key, `  ${entry}`);
}

const CLASSIC_LETTERS = new Set("pnbrqk");

/** A letter that no piece of a variant has; the name's own come first. */
export function freeLetter(id: string, text: string): string {
  const used = new Set([...(/^pieces:([\s\S]*?)(?=^\w|$(?![\s\S]))/m.exec(text)?.[1] ?? "").matchAll(/\b([a-z]): /g)].map((match) => match[1]));
  const letters = [...id.replace(/[^a-z]/g, ""), ..."wxyzacdefghijlmostuv"];
  return letters.find((letter) => !used.has(letter) && !CLASSIC_LETTERS.has(letter)) ?? "z";
}

/** A piece of its own document, with its letter, a place in the start position, and a test. */
export function putPiece(project: Project, wanted: string, templates: Templates): Placed {
  const found = variantOf(project);
  if (!found) return NO_VARIANT;
  const taken = new Set(project.documents.map(idOf));
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  const letter = freeLetter(id, found.draft.text);
  const isNamed = new RegExp(`^pieces:[^\\n]*\\b[a-z]: *${id}\\b`, "m").test(found.draft.text);
  const named = isNamed ? found.draft.text : withEntry(found.draft.text, "pieces", letter, id);
  if (named === null) return IN_BRACKETS("pieces");
  const isPlaced = /^(fen|layout|board):/m.test(named) || !/^extends:\s*chess\s*(#.*)?$/m.test(named);
  const text = isPlaced || isNamed ? named : placed(named, letter, id);
  const piece = filled(templates.piece, "piece", id);
  const document = { ...piece, name: freeName(project, piece.name), text: piece.text.replace(/^letter: .\b/m, `letter: ${letter}`) };
  const beside = withText(project, found.index, text);
  return { ok: true, project: { documents: [...beside.documents, document], active: beside.documents.length }, line: 1 };
}

/** The start position with the piece in the place of the knights on the b-file, and a test of it. */
function placed(text: string, letter: string, id: string): string {
  const rank = `r${letter}bqkbnr`;
  const fen = `# Where everybody stands: capitals are White's. The new piece stands in the place of a knight, on b1 and b8.\nfen: "${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w KQkq - 0 1"`;
  const line = /^pieces:.*$/m.exec(text)?.[0] ?? "";
  const test = `  - {name: the ${id} is there, before: {then: [{square: b1, type: ${id}, color: white}, {square: b8, type: ${id}, color: black}]}}`;
  const with_ = text.replace(line, `${line}\n${fen}`);
  return withItem(with_, "tests", test) ?? with_;
}

/** A special square of its own document, laid on two squares. */
function putTile(project: Project, templates: Templates): Placed {
  const found = variantOf(project);
  if (!found) return NO_VARIANT;
  const taken = new Set(project.documents.map(idOf));
  let id = "my-square";
  for (let number = 2; taken.has(id); number += 1) id = `my-square-${number}`;
  const first = withEntry(found.draft.text, "tiles", "c5", id);
  const text = first && withEntry(first, "tiles", "f4", id);
  if (!text) return IN_BRACKETS("tiles");
  const beside = withText(project, found.index, text);
  const tile = filled(templates.tile, "tile", id);
  const document = { ...tile, name: freeName(project, tile.name) };
  return { ok: true, project: { documents: [...beside.documents, document], active: beside.documents.length }, line: 1 };
}
