import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { canDiscard } from "../../../../src/features/sourceControl/common/knownState";
import {
  groupOf,
  judge,
  stateOfJudged,
} from "../../../../src/features/sourceControl/common/stateOf";
import type { KnownState } from "../../../../src/features/sourceControl/common/state";
import { stateContext } from "../../../../src/features/sourceControl/host/sourceControls";
import { SOURCE_CONTROL } from "../../../../src/manifest";
import { holds, readContributes } from "../../../fakes/palette";
import { JUDGING, knowing, source, version } from "./support";

const DISCARD = readContributes().menus["scm/resourceState/context"]!.filter(
  ({ command }) => command === "financialPlanning.changes.discard",
);
const BASE = '{"provider":"Aviva","notes":"a"}';
const MINE = '{"provider":"Aviva","notes":"mine"}';
const SEEN = { seen: version(BASE), seenMetadata: version(BASE) };
const PRESENT: KnownState["current"] = { kind: "present", ...version(BASE) };
const ABSENT: KnownState["current"] = { kind: "absent", status: 404, at: 1_000 };

/** The group of a payload, and in which places of its row the discarding is offered. */
async function menuOf(
  text: string,
  known: Partial<KnownState>,
  isStaged = false,
): Promise<readonly (string | undefined)[]> {
  const knownState = knowing(known);
  const judged = await judge(source(text), JUDGING);
  const state = stateOfJudged(judged, knownState, JUDGING.schema);
  const group = groupOf(state, isStaged);
  const values = {
    scmProvider: SOURCE_CONTROL,
    ...(group !== undefined && { scmResourceGroup: group }),
    scmResourceState: stateContext({ state, canDiscard: canDiscard(state.effect, knownState) }),
  };
  const places = DISCARD.filter(({ when }) => holds(when, [], values));
  return [group, ...places.map(({ group: place = "" }) => place.split("@")[0])];
}

describe("what was changed in a payload", () => {
  it("can be discarded where a version of its pension is known", async () => {
    const whole = ["inline", "1_modification"];
    assert.deepEqual(await menuOf(MINE, { current: PRESENT, ...SEEN }), ["changes", ...whole]);
    assert.deepEqual(await menuOf(MINE, SEEN), ["changes", ...whole]);
    const theirs = { kind: "present", ...version('{"provider":"Zurich","notes":"a"}') } as const;
    assert.deepEqual(await menuOf(MINE, { ...SEEN, current: theirs }), ["conflicts", ...whole]);
    assert.deepEqual(await menuOf("[]", SEEN), ["invalid", "1_modification"]);
    assert.deepEqual(await menuOf(MINE, SEEN, true), ["staged", "1_modification"]);
  });

  it("cannot be discarded where none is known, or the service has none", async () => {
    assert.deepEqual(await menuOf(MINE, {}), ["unknown"]);
    assert.deepEqual(await menuOf(MINE, {}, true), ["staged"]);
    assert.deepEqual(await menuOf("[]", {}), ["invalid"]);
    assert.deepEqual(await menuOf(MINE, { current: ABSENT }), ["changes"]);
    assert.deepEqual(await menuOf(MINE, { current: ABSENT, ...SEEN }), ["conflicts"]);
  });

  it("cannot be discarded where nothing is changed", async () => {
    assert.deepEqual(await menuOf(BASE, { current: PRESENT, ...SEEN }, true), ["staged"]);
  });
});
