import assert from "node:assert/strict";
import {
  baseOf,
  isReadable,
  noteRead,
} from "../../../../../src/features/pensions/common/writing/readCurrent";
import {
  acceptedButUnreadable,
  isListed,
  keyName,
  type LastWrite,
  type PensionRecord,
  type SeenVersion,
} from "../../../../../src/features/pensions/common/writing/records";
import {
  comparedWithSeen,
  factsOf,
  hashText,
  isSameVersion,
  versionOf,
} from "../../../../../src/features/pensions/common/writing/version";
import type {
  CurrentVersion,
  PresentVersion,
  WriteReview,
} from "../../../../../src/features/pensions/common/writing/writer";
import { readPayload } from "../../../../../src/features/pensions/common/payload";
import { anAction } from "../../../../fakes/action";
import { CLIENT_ID } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

const KEY = { connectionId: "acme", clientId: CLIENT_ID, pensionId: "PEN-1" };
const SCHEMA = {};

function seen(text: string, change: Partial<SeenVersion> = {}): SeenVersion {
  const source = { actionId: "a-1", attempt: 1 };
  return { text, hash: hashText(text), at: 5, by: "read", tag: undefined, source, ...change };
}

function present(text: string): PresentVersion {
  return { kind: "present", ...seen(text) };
}

function write(change: Partial<LastWrite>): LastWrite {
  const [method, outcome] = ["PUT", "landed"] as const;
  const ids = { actionId: "a-2", traceId: undefined, status: 200 };
  return { method, outcome, bodyHash: hashText("{}"), startedAt: 7, ...ids, ...change };
}

function recordOf(last: LastWrite | undefined): PensionRecord {
  const nothing = { seen: undefined, before: undefined, isAbsent: false, changedAt: 0 };
  return { ...KEY, ...nothing, write: last };
}

describe("the version that a payload is compared with", () => {
  const lost = { text: () => Promise.resolve(undefined) };

  it("is the one that was seen, as long as its text is kept", async () => {
    const kept = { text: () => Promise.resolve('{"value":1}') };
    const base = await baseOf(kept, factsOf(seen('{"value":1}')), present('{"value":2}'));
    assert.equal(base?.text, '{"value":1}');
  });

  it("is what the service holds where that is the very same", async () => {
    const base = await baseOf(
      lost,
      factsOf(seen('{"value":1}', { at: 9 })),
      present('{"value":1}'),
    );
    assert.deepEqual([base?.text, base?.at], ['{"value":1}', 9]);
  });

  it("is none where its text is lost and the service holds another, or nothing", async () => {
    const facts = factsOf(seen('{"value":1}'));
    const others: readonly (CurrentVersion | undefined)[] = [
      present('{"value":2}'),
      { kind: "absent", status: 404, at: 6 },
      { kind: "unread", status: 403, at: 6 },
      undefined,
    ];
    for (const current of others) {
      assert.equal(await baseOf(lost, facts, current), undefined, current?.kind);
    }
    assert.equal(await baseOf(lost, undefined, present('{"value":2}')), undefined);
  });

  it("moves on to what a read shows only where nothing was seen before, or nothing changed", async () => {
    const noted: string[] = [];
    const records = {
      noteSeen: () => Promise.resolve(void noted.push("seen")),
      noteShown: () => Promise.resolve(void noted.push("shown")),
      noteAbsent: () => Promise.resolve(void noted.push("absent")),
    };
    const seenMetadata = factsOf(seen('{"value":1}'));
    const current = present('{"value":2}');
    await noteRead(records, KEY, { current, seenMetadata: undefined, changedThere: undefined });
    await noteRead(records, KEY, { current, seenMetadata, changedThere: 0 });
    await noteRead(records, KEY, { current, seenMetadata, changedThere: 1 });
    await noteRead(records, KEY, { current, seenMetadata, changedThere: undefined });
    const absent = { kind: "absent", status: 404, at: 6 } as const;
    await noteRead(records, KEY, { current: absent, seenMetadata, changedThere: undefined });
    const unread = { kind: "unread", status: 403, at: 6 } as const;
    await noteRead(records, KEY, { current: unread, seenMetadata, changedThere: undefined });
    assert.deepEqual(noted, ["seen", "seen", "shown", "shown", "absent"]);
  });
});

describe("versions of a pension", () => {
  it("are the same by their values, whatever their layout, and by being absent both", () => {
    const absent = { kind: "absent", status: 404, at: 6 } as const;
    assert.ok(isSameVersion(present('{"value":1}'), present('{ "value": 1 }'), SCHEMA));
    assert.ok(!isSameVersion(present('{"value":1}'), present('{"value":2}'), SCHEMA));
    assert.ok(isSameVersion(absent, { ...absent, status: 410 }, SCHEMA));
    assert.ok(!isSameVersion(absent, present("{}"), SCHEMA));
    assert.ok(!isSameVersion(present("{}"), { kind: "unread", status: 403, at: 6 }, SCHEMA));
  });

  it("have the entity tag without the blanks around it", () => {
    const headers = [["ETag", ' "v1" ']] as const;
    const answer = { headers, action: anAction({ attempts: [] }) };
    const version = versionOf(answer, "{}", { by: "read", clock: new VirtualClock() });
    assert.deepEqual([version.tag, version.source.attempt], ['"v1"', 0]);
    const bare = versionOf({ ...answer, headers: [] }, "{}", {
      by: "read",
      clock: new VirtualClock(),
    });
    assert.equal(bare.tag, undefined);
  });

  it("can be read again, but for those that this service or access lets nobody read", () => {
    const readable = (status: number): boolean => isReadable({ kind: "unread", status, at: 6 });
    assert.deepEqual([400, 404, 500, 503].map(readable), [true, true, true, true]);
    assert.deepEqual([0, 200, 399, 403, 405, 501].map(readable), Array(6).fill(false));
    assert.ok(isReadable(present("{}")));
    assert.ok(isReadable({ kind: "absent", status: 404, at: 6 }));
  });

  it("seen last are compared with where the service shows none", () => {
    const payload = readPayload('{"value":2}');
    const review = (current: CurrentVersion, last: SeenVersion | undefined): WriteReview =>
      ({ current, seen: last, payload }) as WriteReview;
    const unread = { kind: "unread", status: 403, at: 6 } as const;
    const compared = comparedWithSeen(review(unread, seen('{"value":1}')), SCHEMA);
    assert.deepEqual(
      compared.comparison?.fields.map(({ path }) => path),
      ["value"],
    );
    assert.equal(comparedWithSeen(review(unread, undefined), SCHEMA).comparison, undefined);
    const shown = review(present('{"value":1}'), seen('{"value":1}'));
    assert.equal(comparedWithSeen(shown, SCHEMA), shown);
  });
});

describe("what a record says of a pension", () => {
  it("has one name for one pension, whatever the case of its client's id", () => {
    const upper = { ...KEY, clientId: KEY.clientId.toUpperCase() };
    assert.equal(keyName(upper), keyName(KEY));
    assert.ok(keyName(KEY).includes(KEY.clientId));
    assert.notEqual(keyName({ ...KEY, pensionId: "pen-1" }), keyName(KEY));
  });

  it("is accepted though never shown: by a PUT that landed, or whose status said so", () => {
    const accepted = (change: Partial<LastWrite>): boolean =>
      acceptedButUnreadable({ seenMetadata: undefined, write: write(change) });
    const statuses = [199, 200, 204, 299, 300, 500, undefined];
    assert.deepEqual(
      statuses.map((status) => accepted({ outcome: "unknown", status })),
      [false, true, true, true, false, false, false],
    );
    assert.ok(accepted({ outcome: "landed", status: 201 }));
    assert.ok(!accepted({ outcome: "refused", status: 200 }));
    assert.ok(!accepted({ outcome: "sending", status: 200 }));
    assert.ok(!accepted({ method: "DELETE", outcome: "unknown", status: 200 }));
    assert.ok(!acceptedButUnreadable({ seenMetadata: undefined, write: undefined }));
    assert.ok(
      !acceptedButUnreadable({ seenMetadata: factsOf(seen("{}")), write: write({}) }),
      "a read has shown it",
    );
  });

  it("is listed where the list came after its last DELETE", () => {
    const deleted = recordOf(write({ method: "DELETE", outcome: "deleted", startedAt: 7 }));
    assert.deepEqual(
      [6, 7, 8, undefined].map((at) => isListed(deleted, at)),
      [false, false, true, false],
    );
    assert.deepEqual(
      [6, undefined].map((at) => isListed(recordOf(write({})), at)),
      [true, false],
    );
    assert.ok(isListed(undefined, 6));
  });
});
