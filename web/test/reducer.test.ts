// The reducer, with recorded messages: by them alone it comes to the states that the server told.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changeOf, newsOf, resultText, spokenMove, spokenSan } from "../src/store/news";
import { heard, isUncertain } from "../src/store/reducer";
import { isOnTurn, momentOf, NOTHING, piecesAt, tilesAt, type RoomView } from "../src/store/view";
import { positionOf } from "../src/views/room/useGame";
import type { ServerMessage } from "../src/wire/messages";
import type { RoomState, Tile } from "../src/wire/types";

interface Told {
  heard: ServerMessage[];
  state: RoomState;
}

interface Step {
  step: string;
  viewers: Record<string, Told>;
}

const logOf = (name: string): Step[] => JSON.parse(readFileSync(`${process.env["LOGS"]}/${name}.json`, "utf8")) as Step[];

/** A state as far as messages tell it: times run on, and proposals are told to those they concern. */
function comparable(state: RoomState, viewer: string): unknown {
  const { clock, proposal, pending, seq, now, ...others } = state;
  const names = (listed: object | undefined): unknown => Object.entries(listed ?? {}).map(([key, value]: [string, { proposalId: string }]) => [key, value.proposalId]).sort();
  const own = viewer === "watcher" ? null : { proposal: names(proposal), pending: names(pending) };
  return JSON.parse(JSON.stringify({ ...others, own, clock: clock && { initial: clock.initial, running: clock.running } }));
}

/** All steps of a log as one viewer lives them. */
function* lived(name: string, viewer: string): Generator<{ step: string; before: RoomView; view: RoomView; told: Told; wasUncertain: boolean }> {
  let view = NOTHING;
  for (const { step, viewers } of logOf(name)) {
    const told = viewers[viewer];
    assert.ok(told);
    const before = view;
    let wasUncertain = false;
    for (const message of told.heard) {
      view = heard(view, message, 0);
      wasUncertain ||= isUncertain(view, message);
    }
    yield { step, before, view, told, wasUncertain };
    view = heard({ ...view, isStale: false }, { type: "room.state", state: told.state }, 0);
  }
}

for (const [name, viewers] of [["duel", ["white", "black", "watcher"]], ["solo", ["me"]]] as const) {
  for (const viewer of viewers) {
    test(`${name}: ${viewer} knows by messages what the server knows, or that it has to ask`, () => {
      let certain = 0;
      for (const { step, view, told, wasUncertain } of lived(name, viewer)) {
        assert.ok(view.state, step);
        assert.equal(view.state.digest, told.state.digest, step);
        assert.deepEqual(view.state.pieces, told.state.pieces, step);
        if (wasUncertain) continue;
        certain += 1;
        assert.deepEqual(comparable(view.state, viewer), comparable(told.state, viewer), step);
        assert.equal(view.seq, told.state.seq, step);
      }
      assert.ok(certain >= (name === "duel" ? 10 : 4), `${certain} steps were certain`);
    });
  }
}

test("a message is heard once, and a gap is noticed", () => {
  const [start, first, second] = logOf("duel").map((step) => step.viewers["white"]);
  let view = (start?.heard ?? []).reduce((found, message) => heard(found, message, 0), NOTHING);
  const played = first?.heard.find((message) => message.type === "move.played");
  const next = second?.heard.find((message) => message.type === "move.played");
  assert.ok(played && next);
  const gap = heard(view, next, 0);
  assert.equal(gap.isStale, true);
  view = heard(view, played, 0);
  assert.equal(view.isStale, false);
  assert.equal(heard(view, played, 0), view);
});

test("a question comes, is answered, and waits for the turn", () => {
  const steps = [...lived("duel", "black")];
  const asked = steps.find((found) => found.step === "white presets.propose");
  assert.equal(asked?.view.questions.presets?.type, "presets.proposal-pending");
  assert.match((asked?.view.questions.presets as { summary: string }).summary, /Piece HP/);
  const agreed = steps.find((found) => found.step === "black presets.consent");
  assert.deepEqual(agreed?.view.questions, {});
  assert.deepEqual(agreed?.view.state?.pending?.presets?.presets?.map((preset) => preset.id), ["piece-hp", "poisoned-squares"]);
  const inForce = steps[steps.indexOf(agreed as (typeof steps)[0]) + 1];
  assert.deepEqual(inForce?.view.state?.presets.map((preset) => preset.id), ["piece-hp", "poisoned-squares"]);
  assert.deepEqual(inForce?.view.state?.pending, {});
});

test("only who is on turn may move, and nobody after the end", () => {
  for (const { view, step } of lived("duel", "white")) {
    assert.equal(isOnTurn(view), view.state?.turn === "white" && view.state.result === undefined, step);
    if (!isOnTurn(view)) assert.deepEqual(view.state?.legal, [], step);
  }
});

test("what is told beside the board", () => {
  const news = [...lived("duel", "white")].flatMap(({ told, before }) => {
    let view = before;
    return told.heard.flatMap((message) => {
      const after = heard(view, message, 0);
      const found = newsOf(view, message, after);
      view = after;
      return found ? [found.about ? `${found.about}: ${found.text}` : found.text] : [];
    });
  });
  assert.deepEqual(news, [
    "rules: The change of rules is agreed.",
    "rules: Other rules are in force now.",
    "rules: The change of rules was declined.",
    "rules: The change of rules was taken back.",
    "rules: Other rules are in force now.",
    "takeback: The wish to take back was declined.",
    "takeback: 2 moves were taken back.",
    "The draw was declined.",
  ]);
});

test("counters follow the facts of sides", () => {
  const checked = [...lived("solo", "me")].find(({ view }) => view.state?.check);
  assert.deepEqual(checked?.view.state?.panels[0]?.values, { white: 2, black: 3 });
  assert.deepEqual(checked?.view.state?.checked, ["e8"]);
});

test("moves are read aloud", () => {
  assert.equal(spokenSan("Nxf7+"), "knight takes f7");
  assert.equal(spokenSan("O-O-O"), "castles long");
  assert.equal(spokenSan("e8=Q#"), "e8 becomes queen");
  const last = [...lived("solo", "me")].find(({ view }) => view.state?.check)?.view;
  const move = last?.state?.moves[2];
  assert.ok(last && move);
  assert.match(spokenMove(move, last), /^White plays queen h5\. .*Check\. Your turn\.$/);
  assert.equal(resultText({ outcome: "draw", winner: null, reason: "stalemate" }), "Draw: stalemate");
});

test("earlier positions have the pieces that were seen in them, with all that was known of them", () => {
  let view = NOTHING;
  const seen = [...lived("duel", "white")].map(({ view: after }) => {
    view = after;
    return { ply: after.state?.ply ?? 0, pieces: after.state?.pieces };
  });
  const { state } = view;
  assert.ok(state);
  const last = seen.filter(({ ply }) => ply === 1)[0];
  assert.deepEqual(piecesAt(view, 1)?.map((piece) => piece.square), last?.pieces?.map((piece) => piece.square));
  assert.equal(piecesAt({ ...view, positions: {} }, 1), null);
});

test("what pieces cannot live without comes and goes with the rules", () => {
  for (const { step, view, told } of lived("duel", "white")) assert.deepEqual(view.state?.vital, told.state.vital, step);
  const inForce = [...lived("duel", "white")].filter(({ view }) => view.state?.presets.some((preset) => preset.id === "piece-hp"));
  assert.ok(inForce.length > 0);
  for (const { view } of inForce) assert.deepEqual(view.state?.vital, ["Hp"]);
});

test("earlier positions have the special squares that were seen in them", () => {
  const tile = (type: string, square: string, isClosed = false): Tile => ({ id: 1, type, square, isClosed, facts: {} });
  let view = NOTHING;
  for (const { view: after } of lived("solo", "me")) view = after;
  const { state } = view;
  assert.ok(state && state.ply >= 2);
  for (let ply = 0; ply <= state.ply; ply += 1) assert.deepEqual(tilesAt(view, ply), []);
  const now: RoomView = { ...view, state: { ...state, tiles: [tile("hut", "a1")] }, positions: { [momentOf(state, 1)]: { pieces: [], tiles: [tile("ice", "e4")] } } };
  const seen = [0, 1, 2, state.ply].map((ply) => tilesAt(now, ply)[0]?.type);
  assert.deepEqual(seen, ["ice", "ice", "hut", "hut"]);
  const shown = positionOf("*3/4/4/3K w", [], [tile("ice", "b2"), tile("gate", "a4", true), tile("gate", "c3", true)]).tiles;
  assert.deepEqual(shown.map(({ type, square }) => `${type} ${square}`), ["ice b2", "gate a4"]);
});

test("profiles that came into force with a move are told by their names", () => {
  assert.equal(changeOf("profiles: iron-knights, my-own"), "Profiles from here on: Iron knights, My own");
  assert.equal(changeOf("profiles: none"), "Profiles from here on: none");
  assert.equal(changeOf("profiles stay: the game ended"), null);
  assert.equal(changeOf("the rook explodes"), null);
});
