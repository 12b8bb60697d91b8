// A modifier read in plain words: "When it captures: Hp +1". Texts only; who shows them is not known here.

import { type Primitive, isMapping } from "./modifier";
import { type ChildKeys, type Tree, childrenOf } from "./tree";

/** A line of the reading, and how far it is set in. */
export interface Line {
  text: string;
  level: number;
}

type Words = (node: Primitive) => string;

/** What a primitive does, in words, by its kind. What stands inside it is read after it. */
const WORDS: Record<string, Words> = {
  "seed-attribute": (node) => `begins with ${nameOf(node.attr)} ${valueOf(node.value)}`,
  "add-to-attribute": (node) => `${nameOf(node.attr)} ${signed(node.delta)}${bounds(node)}`,
  "multiply-attribute": (node) => `${nameOf(node.attr)} × ${valueOf(node.factor)}${rounding(node.round)}`,
  "add-direction": (node) => `also goes ${list(items(node.directions).map(direction))}`,
  "set-capture-flag": (node) => list(items(node.flags).map(flag)),
  "absorb-damage-with-attribute": (node) => `${nameOf(node.attr)} pays for damage${rate(node.rate)}`,
  "reflect-damage": (node) => reflection(node),
  "block-move-type": (node) => `cannot make ${list(items(node.moveTypes).map(moveType), "or")}`,
  "add-aura": (node) => aura(node),
  "modify-movement-range": (node) => `range ${signed(node.delta)}`,
  "override-promotion": (node) => `promotes to ${list(items(node.to).map(valueOf), "or")}`,
  conditional: (node) => `while ${condition(node.condition)}`,
  "on-turn-start": () => "when its side's turn begins",
  "on-turn-end": (node) => (node.color ? `when ${valueOf(node.color)}'s turn ends` : "when its side's turn ends"),
  "on-capture": () => "when it captures",
  "on-captured": (node) => `when it is captured${target(node.target)}`,
  "on-damaged": () => "when it is damaged",
  "on-move": () => "when it has moved",
  "on-moved-onto-square": (node) => `when it arrives on ${squares(node.filter)}`,
  "on-promotion": () => "when it promotes",
  "on-check-received": () => "when it comes into check",
  "on-check-delivered": () => "when it gives check",
};

/** What one primitive says, without those inside it. */
export function phrase(node: Primitive): string {
  const words = Object.hasOwn(WORDS, node.kind) ? WORDS[node.kind] : undefined;
  return words ? words(node) : node.kind.replaceAll("-", " ");
}

/** A modifier line by line. */
export function read(tree: Tree, keys: ChildKeys, level = 0): Line[] {
  return tree.flatMap((node) => readNode(node, keys, level));
}

function readNode(node: Primitive, keys: ChildKeys, level: number): Line[] {
  const lists = keys(node.kind);
  if (lists.length === 0) return [{ text: capital(phrase(node)), level }];
  return lists.flatMap((key, index) => {
    const children = childrenOf(node, key);
    if (index > 0 && children.length === 0) return [];
    const head = capital(index === 0 ? phrase(node) : "otherwise");
    return withChildren(head, children, keys, level);
  });
}

/** A head with what stands under it: on its own line if that is one plain thing, else on lines below. */
function withChildren(head: string, children: readonly Primitive[], keys: ChildKeys, level: number): Line[] {
  const only = children[0];
  if (!only) return [{ text: `${head}: nothing yet`, level }];
  if (children.every((child) => keys(child.kind).length === 0)) {
    return [{ text: `${head}: ${children.map(inline).join(", ")}`, level }];
  }
  return [{ text: `${head}:`, level }, ...read(children, keys, level + 1)];
}

function inline(node: Primitive, index: number): string {
  return index === 0 ? capital(phrase(node)) : phrase(node);
}

/** A modifier in one text. */
export function sentence(tree: Tree, keys: ChildKeys): string {
  return read(tree, keys)
    .map((line, index, all) => line.text + (line.text.endsWith(":") ? "" : index === all.length - 1 ? "." : ";"))
    .join(" ");
}

// -- parts -----------------------------------------------------------------------------------------

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function list(parts: readonly string[], last = "and"): string {
  if (parts.length < 2) return parts[0] ?? "…";
  return `${parts.slice(0, -1).join(", ")} ${last} ${parts[parts.length - 1]}`;
}

/** A value as people read it; what is not given is a gap to be filled. */
function valueOf(value: unknown): string {
  if (value === undefined || value === null || value === "") return "…";
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

function nameOf(value: unknown): string {
  return valueOf(value);
}

function signed(value: unknown): string {
  if (typeof value !== "number") return valueOf(value);
  return value < 0 ? `−${-value}` : `+${value}`;
}

function bounds(node: Primitive): string {
  const parts = [
    node.min === undefined ? "" : `not below ${valueOf(node.min)}`,
    node.max === undefined ? "" : `not above ${valueOf(node.max)}`,
  ].filter(Boolean);
  return parts.length ? ` (${parts.join(", ")})` : "";
}

function rounding(round: unknown): string {
  return round === undefined ? "" : ` (rounded ${valueOf(round) === "nearest" ? "to the nearest" : valueOf(round)})`;
}

function rate(value: unknown): string {
  return value === undefined || value === 1 ? ", a point each" : `, ${valueOf(value)} damage a point`;
}

function reflection(node: Primitive): string {
  if (typeof node.fraction === "number") return `reflects ${Math.round(node.fraction * 100)}% of damage`;
  return `reflects ${valueOf(node.amount)} damage`;
}

const AFFECTED: Record<string, string> = { ally: "allies", enemy: "enemies", all: "all pieces" };

function aura(node: Primitive): string {
  const whom = AFFECTED[valueOf(node.affects ?? "ally")] ?? valueOf(node.affects);
  const self = node.includeSelf === true ? ", itself included" : "";
  const steps = node.radius === 1 ? "1 step" : `${valueOf(node.radius)} steps`;
  return `${whom} within ${steps} have ${nameOf(node.targetAttr)} ${signed(node.delta)}${self}`;
}

const FLAGS: Record<string, string> = {
  CANNOT_BE_CAPTURED: "cannot be captured",
  CANNOT_CAPTURE: "cannot capture",
  CAN_CAPTURE_OWN: "may capture its own side",
};

/** The flags of captures, each in the place of its bit. */
export const FLAG_WORDS: readonly string[] = Object.values(FLAGS);

function flag(value: unknown): string {
  return FLAGS[valueOf(value)] ?? valueOf(value);
}

const MOVE_TYPES: Record<string, string> = {
  move: "moves without capture",
  capture: "captures",
  castle: "castling moves",
  "en-passant": "captures en passant",
  "double-step": "double steps",
  promotion: "promotions",
};

function moveType(value: unknown): string {
  return MOVE_TYPES[valueOf(value)] ?? valueOf(value);
}

/** A direction in words: `2 forward 1 left`. */
export function direction(value: unknown): string {
  if (!isMapping(value)) return valueOf(value);
  const way = `${steps(value.df, "right", "left")}${steps(value.dr, "forward", "back")}`.trim() || "nowhere";
  const slide = value.slide === true ? (value.maxSteps ? ` up to ${valueOf(value.maxSteps)} times` : " any number of times") : "";
  const mode = value.mode === "move" ? " (only to move)" : value.mode === "capture" ? " (only to capture)" : "";
  return way + slide + mode;
}

function steps(value: unknown, plus: string, minus: string): string {
  if (typeof value !== "number") return " …";
  return value === 0 ? "" : ` ${Math.abs(value)} ${value > 0 ? plus : minus}`;
}

const ROLES: Record<string, string> = { attacker: "the attacker", defender: "the defender" };

function target(value: unknown): string {
  if (value === undefined || value === "self") return "";
  if (typeof value === "string") return `, for ${ROLES[value] ?? value}`;
  if (!isMapping(value)) return "";
  if (value.relation) return `, for ${AFFECTED[valueOf(value.relation)] ?? valueOf(value.relation)}`;
  if (Array.isArray(value.squares)) return `, for pieces on ${list(value.squares.map(valueOf))}`;
  return ", for others";
}

function squares(filter: unknown): string {
  if (!isMapping(filter)) return "…";
  if (Array.isArray(filter.squares)) return list(filter.squares.map(valueOf), "or");
  if (filter.zone) return `the ${valueOf(filter.zone).replaceAll("-", " ")}`;
  return "certain squares";
}

const COMPARISONS: Record<string, string> = {
  eq: "is",
  ne: "is not",
  lt: "is less than",
  le: "is at most",
  gt: "is more than",
  ge: "is at least",
};

/** A condition in words. */
export function condition(value: unknown): string {
  if (!isMapping(value)) return "…";
  if (value.attr !== undefined) {
    return `${nameOf(value.attr)} ${COMPARISONS[valueOf(value.op)] ?? "…"} ${valueOf(value.value)}`;
  }
  if (Array.isArray(value.all)) return list(value.all.map(condition));
  if (Array.isArray(value.any)) return list(value.any.map(condition), "or");
  if (value.not !== undefined) return `not (${condition(value.not)})`;
  if (value.promotedFrom !== undefined) return `it was a ${valueOf(value.promotedFrom)}`;
  if (value.promotedTo !== undefined) return `it became a ${valueOf(value.promotedTo)}`;
  if (isMapping(value.piece)) return pieceText(value.piece);
  return "…";
}

function pieceText(filter: Record<string, unknown>): string {
  const parts = Object.entries(filter).map(([key, test]) => {
    if (key === "type") return `it is a ${valueOf(test)}`;
    if (key === "color") return `it is ${valueOf(test)}`;
    if (key === "royal") return test ? "it is royal" : "it is not royal";
    return `its ${key} is ${valueOf(test)}`;
  });
  return list(parts);
}
