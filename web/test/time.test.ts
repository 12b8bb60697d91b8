import assert from "node:assert/strict";
import { test } from "node:test";
import { aheadBy, secondsLeft } from "../src/net/time";
import { heard } from "../src/store/reducer";
import { NOTHING } from "../src/store/view";
import type { ServerMessage } from "../src/wire/messages";

const HOUR = 3_600_000;

test("what was told with the least delay is nearest to the server's clock", () => {
  assert.equal(aheadBy(null, undefined, 500), null);
  assert.equal(aheadBy(null, 10_000, 900), 9_100);
  assert.equal(aheadBy(9_100, 12_000, 2_500), 9_500); // it came quicker than the first
  assert.equal(aheadBy(9_500, 13_000, 9_000), 9_500); // it came late
});

test("a proposal waits as long as the server says, whatever this machine's clock shows", () => {
  for (const wrong of [-HOUR, 0, HOUR]) {
    const own = (): number => 1_000_000 + wrong;
    assert.equal(secondsLeft(1_060_000, 999_000, 1_000, own), 60);
    assert.equal(secondsLeft(1_060_000, 999_000, 31_500, own), 30);
    assert.equal(secondsLeft(1_060_000, 999_000, 99_000, own), 0);
  }
});

test("where the server tells no time, the countdown stays between none and the usual", () => {
  assert.equal(secondsLeft(1_060_000, null, 0, () => 1_020_000), 40);
  assert.equal(secondsLeft(1_060_000, null, 0, () => 1_060_000 - HOUR), 60);
  assert.equal(secondsLeft(1_060_000, null, 0, () => 1_060_000 + HOUR), 0);
});

test("states and questions set the time of a room, and entering it anew begins anew", () => {
  const said = (type: string, more: object): ServerMessage => ({ type, ...more }) as unknown as ServerMessage;
  const state = (now: number): object => ({ state: { now, seq: 0, pieces: [], tiles: [], moves: [], ply: 0 } });
  const joined = heard(NOTHING, said("room.joined", { side: "white", ...state(50_000) }), 1_000);
  assert.equal(joined.ahead, 49_000);
  const asked = heard(joined, said("presets.proposal-pending", { now: 52_000, expiresAt: 112_000, proposalId: "p1" }), 2_900);
  assert.equal(asked.ahead, 49_100);
  assert.equal(heard(asked, said("room.presence", { white: {}, black: {}, spectators: 0 }), 9_000).ahead, 49_100);
  assert.equal(heard(asked, said("room.joined", { side: "white", ...state(20_000) }), 10_000).ahead, 10_000);
});
