// How a game is told under headings, what is sent together, what is asked together, acts, and modifiers in a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, aimedAt, movesOf } from "../src/board/acts";
import { FIRST_SANDBOX } from "../src/models/sandbox";
import { profileWith, soloRoom } from "../src/models/trial";
import { sectionsOf, titleOf } from "../src/rules/headings";
import { usage } from "../src/rules/presets";
import { type Answer, sendTogether } from "../src/rules/sending";
import { spokenSan } from "../src/store/news";
import type { Question } from "../src/store/view";
import { changesAt } from "../src/views/room/MoveList";
import { nextAsked } from "../src/views/room/questions";
import type { LegalMove, RuleTold, Topic } from "../src/wire/types";

const rule = (about: RuleTold["about"], id: string, whom?: string): RuleTold => ({ about, id, name: id.toUpperCase(), text: `${id}.`, ...(whom ? { whom } : {}) });

test("rules stand under headings, the goal before all others", () => {
  const told = sectionsOf([rule("rule", "boom"), rule("goal", "mate"), rule("end", "hill"), rule("ability", "shot", "rooks")]);
  assert.deepEqual(told.map(({ title, rules }) => [title, rules.map(({ id }) => id)]), [
    ["How it is won", ["hill", "mate"]], ["What pieces can do besides", ["shot"]], ["What happens by itself", ["boom"]],
  ]);
  assert.deepEqual([titleOf(rule("goal", "mate")), titleOf(rule("ability", "shot", "rooks")), titleOf(rule("act", "pass"))], ["", "SHOT (rooks)", "PASS"]);
});

test("presets tell whose they are, how long they last, and their settings", () => {
  assert.equal(usage({ id: "x", scope: "both" }), "");
  assert.equal(usage({ id: "x", scope: "white", turnsRemaining: 1, config: { hitPoints: 3 } }, { config: { hitPoints: 2, isHard: true } }), ": for White only, for 1 more turn, hit points 3, is hard yes");
});

/** A room that accepts or refuses topics by what was accepted before. */
function room(accepts: (topic: Topic, before: readonly Topic[]) => boolean) {
  const said: string[] = [];
  let waiting: Topic[] = [];
  const line = {
    send: async (topic: Topic): Promise<Answer> => {
      said.push(topic);
      if (!accepts(topic, waiting)) return { type: "nack" };
      waiting = [...waiting, topic];
      return { type: `${topic}.queued`, proposalId: `p${said.length}` };
    },
    withdraw: async (topic: Topic): Promise<void> => {
      said.push(`-${topic}`);
      waiting = waiting.filter((one) => one !== topic);
    },
  };
  return { line, said, waiting: () => waiting };
}

const BOTH = { presets: [], "modifier-profile": [] };

test("presets and profiles are sent in the order in which each can be accepted", async () => {
  const adding = room((topic, before) => topic === "presets" || before.includes("presets"));
  assert.equal(await sendTogether(BOTH, adding.line), null);
  assert.deepEqual(adding.said, ["presets", "modifier-profile"]);
  const removing = room((topic, before) => topic === "modifier-profile" || before.includes("modifier-profile"));
  assert.equal(await sendTogether(BOTH, removing.line), null);
  assert.deepEqual(removing.waiting(), ["modifier-profile", "presets"]);
});

test("where one is refused in either order, the other is taken back", async () => {
  const hard = room((topic) => topic === "presets");
  assert.equal((await sendTogether(BOTH, hard.line))?.type, "nack");
  assert.deepEqual(hard.said, ["presets", "modifier-profile", "-presets", "modifier-profile"]);
  assert.deepEqual(hard.waiting(), []);
  const alone = room(() => false);
  assert.equal((await sendTogether({ presets: [] }, alone.line))?.type, "nack");
  assert.deepEqual(alone.said, ["presets"]);
});

test("presets and profiles that are proposed together are asked together, presets first", () => {
  const ask = (type: string, id: string, expiresAt: number, proposedBy = "white"): Question => ({ type: `${type}.proposal-pending`, proposalId: id, proposedBy, expiresAt }) as unknown as Question;
  const ids = (...found: Parameters<typeof nextAsked>): string[] => nextAsked(...found).map(({ question }) => question.proposalId);
  const both = { "modifier-profile": ask("modifier-profile", "p2", 60_040), presets: ask("presets", "p1", 60_000) };
  assert.deepEqual(ids(both, []), ["p1", "p2"]);
  assert.deepEqual(ids({ ...both, presets: ask("presets", "p1", 20_000) }, []), ["p2"]);
  assert.deepEqual(ids({ ...both, presets: ask("presets", "p1", 60_000, "black") }, []), ["p2"]);
  assert.deepEqual(ids(both, ["p2"]), ["p1"]);
  assert.deepEqual(ids({ takeback: ask("takeback", "p3", 60_000), ...both }, []), ["p3"]);
  assert.deepEqual(ids({}, []), []);
});

const way = (move: string, fields: Partial<LegalMove>): LegalMove => ({ move, san: move, capture: false, ...fields });

test("acts stand beside moves, and are aimed at what they need", () => {
  const legal = [
    way("e2e4", { from: "e2", to: "e4" }), way("pass", { act: "pass" }), way("inspire:c1", { act: "inspire", to: "c1" }),
    way("fireball:d5xf7", { act: "fireball", from: "d5", to: "f7" }), way("fireball:d5xf6", { act: "fireball", from: "d5", to: "f6" }), way("rest:b1", { act: "rest", from: "b1" }),
  ];
  assert.deepEqual(movesOf(legal).map(({ move }) => move), ["e2e4"]);
  assert.deepEqual(actsOf(legal).map(({ id, needs, ways }) => [id, needs, ways.length]), [["pass", "nothing", 1], ["inspire", "square", 1], ["fireball", "pair", 2], ["rest", "square", 1]]);
  const [, inspire, fireball, rest] = actsOf(legal);
  assert.deepEqual([inspire, rest].map((act) => act && aimedAt(act).map(({ from, to, drop }) => [from, to, drop])), [[[undefined, "c1", "act"]], [[undefined, "b1", "act"]]]);
  assert.deepEqual(fireball && aimedAt(fireball).map(({ from, to }) => [from, to]), [["d5", "f7"], ["d5", "f6"]]);
  assert.deepEqual(["pass", "inspire:c1", "fireball:d5xf7", "e4"].map(spokenSan), ["pass", "inspire at c1", "fireball from d5 at f7", "e4"]);
});

test("changes of rules stand where they were made", () => {
  const ruleChanges = [{ ply: 0, text: "presets from here on: A" }, { ply: 3, text: "profiles from here on: B" }];
  assert.deepEqual(changesAt({ ruleChanges }, [0]), ["Presets from here on: A"]);
  assert.deepEqual(changesAt({ ruleChanges }, [3, 4]), ["Profiles from here on: B"]);
  assert.deepEqual(changesAt({ ruleChanges }, [1, 2]), []);
});

test("a modifier is played by a profile that gives it to the carrier of the sandbox, from the start of the game", () => {
  const modifier = { kind: "modifier" as const, id: "hunger", type: "data" as const, version: 1 as const, name: "Hunger", primitives: [{ kind: "on-capture" }] };
  const profile = profileWith(modifier, "knight", ["hunger-knight"]);
  assert.deepEqual([profile.id, profile.name, profile.perType], ["hunger-knight-2", "Hunger for knights", [{ pieceType: "knight", kind: "hunger" }]]);
  const asked = soloRoom(modifier, profile, FIRST_SANDBOX, [], []);
  assert.deepEqual([asked.variant, asked.mode, asked.fen, asked.presets], ["chess", "solo", undefined, [{ id: "piece-hp", config: { hp: 1 } }]]);
  assert.deepEqual((asked.profiles?.[0] as unknown as typeof profile).customModifiers, [modifier]);
});
