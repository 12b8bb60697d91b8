import assert from "node:assert/strict";
import { test } from "node:test";
import { applyFix, describedEntries, findingsOf, placeOf, remedyOf } from "../src/models/fixes";
import { type Profile, emptyProfile, withoutEntry } from "../src/models/profile";
import type { ProfileFinding, ProfilesCheck } from "../src/wire/types";

const army: Profile = {
  ...emptyProfile("army", "Army"),
  perType: [{ pieceType: "king", kind: "CaptureFlags", value: "CANNOT_BE_CAPTURED" }],
  perInstance: [{ square: "e5", kind: "HpBonus", value: 1 }],
};
const problem = (more: Partial<ProfileFinding>): ProfileFinding => ({
  code: "E_PROFILE_INVULN_KING", message: "m", severity: "error", path: "perType[0]", line: null, column: null, hint: null, profile: "army", isFixable: true, ...more,
});
const check = (problems: ProfileFinding[], conflicts: ProfileFinding[] = []): ProfilesCheck => ({ ok: true, profiles: [], entries: [], problems, conflicts });

test("a problem has a button where leaving something out mends it, else advice", () => {
  assert.deepEqual(remedyOf(problem({})), { kind: "fix", label: "Let it be captured" });
  assert.deepEqual(remedyOf(problem({ code: "E_PROFILE_ORPHAN_INSTANCE", path: "perInstance[0]" })), { kind: "fix", label: "Take the entry out" });
  assert.deepEqual(remedyOf(problem({ code: "E_PROFILE_ORPHAN_INSTANCE", path: "layoutId" })), { kind: "fix", label: "Take the entries by square out" });
  assert.deepEqual(remedyOf(problem({ isFixable: false, advice: "begin elsewhere" })), { kind: "advice", text: "begin elsewhere" });
  assert.deepEqual(remedyOf(problem({ isFixable: false, hint: "did you mean x?" })), { kind: "advice", text: "did you mean x?" });
  assert.deepEqual(remedyOf(problem({ isFixable: false })), { kind: "advice", text: "Change the profile by hand." });
});

test("a fix is the server's; its answer has both lists again", async () => {
  const asked: ProfileFinding[] = [];
  const fixed = await applyFix(army, problem({}), async (found, profile) => {
    asked.push(found);
    const { perInstance: _, ...rest } = withoutEntry(profile, { listing: "perType", index: 0 });
    return { profile: rest as never, check: check([]) };
  });
  assert.equal(asked.length, 1);
  assert.deepEqual([fixed.perType, fixed.perInstance, fixed.name], [[], [], "Army"]);
});

test("nothing is asked where there is nothing to mend any more", async () => {
  const never = (): never => { throw new Error("asked"); };
  assert.equal(await applyFix(army, problem({ path: "perType[4]" }), never), army);
  assert.equal(await applyFix(army, problem({ isFixable: false }), never), army);
});

test("findings are sorted to the entries of their profile", () => {
  const own = problem({});
  const deep = problem({ path: "perInstance[0].value", profile: "" });
  const foreign = problem({ profile: "other" });
  const general = problem({ path: "" });
  const found = findingsOf(check([own, foreign, general], [deep]), "army");
  assert.deepEqual([...found.byPlace], [["perType[0]", [own]], ["perInstance[0]", [deep]]]);
  assert.deepEqual(found.others, [foreign, general]);
  assert.deepEqual(placeOf(own), { listing: "perType", index: 0 });
  assert.equal(placeOf(general), null);
});

test("entries have the checker's words, also where it left one out", () => {
  const told = (kind: string, value: unknown, text: string) => ({ profile: "army", kind, value, pieces: "", text, origin: "" });
  const given: Profile = { ...army, perType: [{ pieceType: "knigt", kind: "HpBonus", value: 1 }, { pieceType: "rook", kind: "HpBonus", value: 2 }, { pieceType: "rook", kind: "grudge" }], perInstance: [{ square: "e2", kind: "CaptureFlags", value: ["CANNOT_CAPTURE"] }] };
  const entries = [{ ...told("HpBonus", 9, "+9 HP"), profile: "other" }, told("HpBonus", 2, "+2 HP"), told("grudge", null, "grudge"), told("CaptureFlags", 2, "cannot capture")];
  assert.deepEqual([...describedEntries({ ...check([]), entries }, given)], [["perType[1]", "+2 HP"], ["perInstance[0]", "cannot capture"]]);
  assert.equal(describedEntries(null, given).size, 0);
});
