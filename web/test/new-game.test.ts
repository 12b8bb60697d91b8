// The request that a new game makes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD, byName, isFound, layoutsFor, parseClock, roomRequest, startOf } from "../src/views/lobby/new-game";
import type { LayoutCard, VariantCard } from "../src/wire/types";

const layout = (id: string, fen: string): LayoutCard => ({ id, kind: "layout", label: id, description: "", icon: "L", fen });
const LAYOUTS = [layout("pawns-only", "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"), layout("small", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"), layout("wide", "10/10/10/10/10/10/10/10 w - - 0 1")];
const CHESS = { variant: "chess", documents: [] };

test("a plain game says as little as can be", () => {
  assert.deepEqual(roomRequest(CHESS, { ...STANDARD, opponent: "nobody" }, LAYOUTS), { variant: "chess", mode: "solo" });
  assert.deepEqual(roomRequest(CHESS, STANDARD, LAYOUTS), { variant: "chess", mode: "bot", side: "white", bot: { player: "search", level: 3 } });
  assert.deepEqual(roomRequest(CHESS, { ...STANDARD, opponent: "friend", side: "random" }, LAYOUTS), { variant: "chess", mode: "multiplayer", side: "random" });
});

test("everything that is chosen is asked for", () => {
  const rules = { presets: [{ id: "piece-hp", scope: "both" as const }, { id: "truce", scope: "white" as const, turnsRemaining: 4 }], profiles: ["iron-knights"] };
  const wanted = { ...STANDARD, opponent: "friend" as const, clock: "5+3", layout: "pawns-only", rules, isPrivate: true };
  assert.deepEqual(roomRequest({ variant: "kind: variant", documents: ["kind: piece"] }, wanted, LAYOUTS), {
    variant: "kind: variant",
    mode: "multiplayer",
    documents: ["kind: piece"],
    fen: "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1",
    presets: [{ id: "piece-hp" }, { id: "truce", scope: "white", turnsRemaining: 4 }],
    profiles: ["iron-knights"],
    side: "white",
    clock: { initial: 300, increment: 3 },
    private: true,
  });
});

test("nobody's clock does not run", () => {
  assert.equal(roomRequest(CHESS, { ...STANDARD, opponent: "nobody", clock: "5+3" }, LAYOUTS).clock, undefined);
});

test("clocks are minutes and seconds", () => {
  assert.deepEqual(parseClock("0.5+0"), { initial: 30, increment: 0 });
  assert.deepEqual(parseClock(" 10 + 5 "), { initial: 600, increment: 5 });
  for (const wrong of ["", "5", "0+5", "x+1", "5+-1", "1e3+0"]) assert.equal(parseClock(wrong), null, wrong);
});

test("a start may be a layout or a position of one's own", () => {
  assert.equal(startOf({ layout: "own", fen: " 8/8 w " }, LAYOUTS), "8/8 w");
  assert.equal(startOf({ layout: "", fen: "8/8 w" }, LAYOUTS), "");
  assert.equal(startOf({ layout: "nowhere", fen: "" }, LAYOUTS), "");
});

test("layouts fit the board", () => {
  assert.deepEqual(layoutsFor(LAYOUTS, 8, 8).map(({ id }) => id), ["pawns-only"]);
  assert.deepEqual(layoutsFor(LAYOUTS, 6, 6).map(({ id }) => id), ["small"]);
  assert.deepEqual(layoutsFor(LAYOUTS, 10, 8).map(({ id }) => id), ["wide"]);
});

test("all words of a search are found anywhere on a card", () => {
  const card = { id: "atomic", label: "Atomic", description: "A capture destroys." } as VariantCard;
  assert.ok(isFound(card, ["Boom"], "capture BOOM"));
  assert.ok(isFound(card, [], " "));
  assert.ok(!isFound(card, [], "capture boom"));
  const names = (search: string) => byName([{ name: "Atomic" }, { name: "King of the hill" }, { name: "Horde" }], search).map(({ name }) => name.slice(0, 4));
  assert.deepEqual([names("king"), names("")], [["King", "Atom", "Hord"], ["Atom", "King", "Hord"]]);
});
