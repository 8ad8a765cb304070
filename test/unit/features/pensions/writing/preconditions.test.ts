import assert from "node:assert/strict";
import { preconditionsOf } from "../../../../../src/features/pensions/common/writing/attemptWrite";
import type {
  PensionRecord,
  PensionRecords,
  SeenVersion,
} from "../../../../../src/features/pensions/common/writing/records";
import {
  hashText,
  isSameVersion,
} from "../../../../../src/features/pensions/common/writing/version";
import type { CurrentVersion } from "../../../../../src/features/pensions/common/writing/writer";
import { CLIENT_ID } from "../../../platform/http/support/bench";

const KEY = { connectionId: "acme", clientId: CLIENT_ID, pensionId: "PEN-1" };
const UNREAD: CurrentVersion = { kind: "unread", status: 405, at: 9 };
const ABSENT: CurrentVersion = { kind: "absent", status: 404, at: 9 };

function seen(text: string, tag?: string): SeenVersion {
  const source = { actionId: "a-1", attempt: 1 };
  return { text, hash: hashText(text), at: 5, by: "read", tag, source };
}

function record(change: Partial<PensionRecord>): PensionRecord {
  const empty = { seen: undefined, before: undefined, write: undefined };
  return { ...KEY, ...empty, isAbsent: false, changedAt: 5, ...change };
}

function written(outcome: "landed" | "refused" | "unknown", startedAt: number): PensionRecord {
  const times = { startedAt, actionId: "w-1", traceId: undefined, status: 200 };
  return record({
    seen: seen("{}", '"one"'),
    write: { method: "PUT", outcome, bodyHash: hashText("{}"), ...times },
  });
}

describe("the precondition of a write", () => {
  const of = (
    current: CurrentVersion,
    records: readonly PensionRecord[],
    reason: "asked" | "refused" = "asked",
  ): unknown => {
    const known = { of: () => records, get: () => records[0] } as unknown as PensionRecords;
    return preconditionsOf({ current, reason }, known, KEY);
  };

  it("is the tag of what is there", () => {
    assert.deepEqual(of({ kind: "present", ...seen("{}", '"one"') }, []), { ifMatch: '"one"' });
  });

  it("is that nothing is there, where any pension of the connection ever had a tag", () => {
    const [tagged, bare] = [record({ seen: seen("{}", '"one"') }), record({ seen: seen("{}") })];
    assert.deepEqual(of(ABSENT, [bare, tagged]), { ifNoneMatch: "*" });
    assert.deepEqual(of(ABSENT, [bare]), {});
  });

  for (const [what, known, expected] of [
    ["nothing was written", record({ seen: seen("{}", '"one"') }), { ifMatch: '"one"' }],
    ["it is what was written", written("landed", 5), { ifMatch: '"one"' }],
    ["what was written was refused", written("refused", 6), { ifMatch: '"one"' }],
    ["it was written over", written("landed", 6), {}],
    ["it may have been written over", written("unknown", 6), {}],
    ["nothing of it was ever seen", { ...written("landed", 6), seen: undefined }, {}],
  ] as const) {
    it(`is ${JSON.stringify(expected)} unread, where ${what}`, () => {
      assert.deepEqual(of(UNREAD, [known]), expected);
      assert.deepEqual(of(UNREAD, [known], "refused"), {}, "there is nothing better to go by");
    });
  }
});

describe("two looks at a pension", () => {
  it("are the same version by values, or where both find none", () => {
    const present = (text: string): CurrentVersion => ({ kind: "present", ...seen(text) });
    const same = (one: CurrentVersion, other: CurrentVersion): boolean =>
      isSameVersion(one, other, undefined);
    assert.equal(same(present('{"a":1}'), present('{ "a": 1.0 }')), true);
    assert.equal(same(present('{"a":1}'), present('{"a":2}')), false);
    assert.deepEqual([same(ABSENT, ABSENT), same(UNREAD, UNREAD)], [true, true]);
    assert.deepEqual([same(ABSENT, UNREAD), same(present("{}"), ABSENT)], [false, false]);
    assert.equal(same(ABSENT, present("{}")), false);
  });
});
