import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createPensionRecords } from "../../../../../src/features/pensions/common/writing/pensionRecords";
import type { WindowState } from "../../../../../src/features/pensions/common/writing/keptBases";
import type {
  LastWrite,
  PensionRecords,
  SeenVersion,
} from "../../../../../src/features/pensions/common/writing/records";
import { recordName } from "../../../../../src/features/pensions/common/writing/recordFile";
import { factsOf, hashText } from "../../../../../src/features/pensions/common/writing/version";
import { createLocks } from "../../../../fakes/locks";
import { CLIENT_ID, MemoryLog } from "../../../platform/http/support/bench";

const WRITE: Omit<LastWrite, "method"> = {
  ...{ actionId: "a", bodyHash: hashText(""), startedAt: 1 },
  ...{ outcome: "sending", traceId: undefined, status: undefined },
};
const KEY = { connectionId: "connection-1", clientId: CLIENT_ID, pensionId: "PEN-1" };

describe("the version that a window compares with", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-records-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function openWindow(bases?: WindowState): PensionRecords {
    return createPensionRecords({
      ...(bases === undefined ? {} : { bases }),
      ...{ folder, locks: createLocks(), clock: SYSTEM_CLOCK, log: new MemoryLog() },
      bodies: () => Promise.resolve(undefined),
      isLasting: () => true,
    });
  }

  it("is what this window saw, whatever another one sees after it", async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.noteSeen(KEY, aVersion("first"));
    await other.noteSeen(KEY, aVersion("second"));
    await one.refresh();
    assert.equal(one.get(KEY)?.seen?.hash, hashText("first"));
    assert.equal(one.of(KEY.connectionId)[0]?.seen?.hash, hashText("first"));
    assert.equal(other.get(KEY)?.seen?.hash, hashText("second"));
  });

  it("is what was there when it first looked, after a restart", async () => {
    await openWindow().noteSeen(KEY, aVersion("first"));
    const restarted = openWindow();
    await restarted.refresh();
    await openWindow().noteSeen(KEY, aVersion("second"));
    await restarted.refresh();
    assert.equal(restarted.get(KEY)?.seen?.hash, hashText("first"));
    await restarted.noteSeen(KEY, aVersion("third"));
    assert.equal(restarted.get(KEY)?.seen?.hash, hashText("third"));
  });

  it("is what this window saw, also once it was reloaded", async () => {
    const state = new MemoryState();
    await openWindow(state).noteSeen(KEY, aVersion("first"));
    await openWindow().noteSeen(KEY, aVersion("second"));
    const reloaded = openWindow(state);
    await reloaded.refresh();
    assert.equal(reloaded.get(KEY)?.seen?.hash, hashText("first"));
  });

  it("is what its own write left there, where it ended before it looked", async () => {
    const state = new MemoryState();
    const window = openWindow(state);
    await window.noteSeen(KEY, aVersion("first"));
    await window.beginWrite(KEY, { ...WRITE, method: "PUT" }, aVersion("first"));
    const seen = factsOf(aVersion("second"));
    await window.settleWrite(KEY, { actionId: "a", outcome: "landed", status: 200, seen });
    const reloaded = openWindow(state);
    await reloaded.refresh();
    assert.equal(reloaded.get(KEY)?.seen?.hash, hashText("second"));
  });

  it("is that of before a write that did nothing, also over a reload", async () => {
    const state = new MemoryState();
    const window = openWindow(state);
    await window.noteSeen(KEY, aVersion("first"));
    await window.beginWrite(KEY, { ...WRITE, method: "PUT" }, aVersion("first"));
    const [before, sent] = [factsOf(aVersion("first")), factsOf(aVersion("sent"))];
    const end = { actionId: "a", status: 200 };
    await window.settleWrite(KEY, { ...end, outcome: "landed", seen: sent });
    await window.settleWrite(KEY, { ...end, outcome: "unknown", seen: before });
    const reloaded = openWindow(state);
    await reloaded.refresh();
    assert.equal(reloaded.get(KEY)?.seen?.hash, hashText("first"));
  });

  it("stays none over a reload where the pension was deleted here", async () => {
    const state = new MemoryState();
    const window = openWindow(state);
    await window.noteSeen(KEY, aVersion("first"));
    await window.beginWrite(KEY, { ...WRITE, method: "DELETE" }, undefined);
    await window.settleWrite(KEY, { actionId: "a", outcome: "deleted", status: 204 });
    await openWindow().noteSeen(KEY, aVersion("second"));
    const reloaded = openWindow(state);
    await reloaded.refresh();
    assert.equal(reloaded.get(KEY)?.seen, undefined);
  });

  it("is not kept for a connection that was forgotten, nor taken from what is no version", async () => {
    const state = new MemoryState();
    const window = openWindow(state);
    await window.noteSeen(KEY, aVersion("first"));
    assert.equal(Object.keys(state.value).length, 1);
    await window.forget(KEY.connectionId);
    assert.deepEqual(state.value, {});
    await openWindow().noteSeen(KEY, aVersion("second"));
    state.value = {
      [recordName(KEY)]: { hash: "none" },
      other: 5,
    };
    const reloaded = openWindow(state);
    await reloaded.refresh();
    assert.equal(reloaded.get(KEY)?.seen?.hash, hashText("second"));
  });

  it("is kept of the last five hundred pensions", async () => {
    const state = new MemoryState();
    const window = openWindow(state);
    for (let number = 0; number < 501; number++) {
      await window.noteSeen({ ...KEY, pensionId: `PEN-${number}` }, aVersion("first"));
    }
    const names = Object.keys(state.value);
    assert.equal(names.length, 500);
    assert.equal(names.includes(recordName({ ...KEY, pensionId: "PEN-0" })), false);
  });

  it("is forgotten, and nothing else, where another window forgot the service before", async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.noteSeen(KEY, aVersion("before"));
    await other.refresh();
    await one.forget(KEY.connectionId);
    await one.noteSeen(KEY, aVersion("after"));
    await other.forgetHere(KEY.connectionId);
    assert.equal(other.get(KEY)?.seen?.hash, hashText("after"));
    await one.refresh();
    assert.equal(one.get(KEY)?.seen?.hash, hashText("after"), "its record is still there");
  });

  it("is no longer that of a record that another window removed meanwhile", async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.noteSeen(KEY, aVersion("before"));
    await other.refresh();
    await one.forget(KEY.connectionId);
    await other.refresh();
    assert.equal(other.get(KEY), undefined);
    await one.noteSeen(KEY, aVersion("after"));
    await other.refresh();
    assert.equal(other.get(KEY)?.seen?.hash, hashText("after"));
  });

  it("is none where the pension was deleted here, or its connection forgotten", async () => {
    const window = openWindow();
    await window.noteSeen(KEY, aVersion("first"));
    await window.beginWrite(KEY, { ...WRITE, method: "DELETE" }, undefined);
    await window.settleWrite(KEY, { actionId: "a", outcome: "deleted", status: 204 });
    assert.equal(window.get(KEY)?.seen, undefined);
    await window.noteSeen(KEY, aVersion("second"));
    await window.forget(KEY.connectionId);
    await openWindow().noteSeen(KEY, aVersion("third"));
    await window.refresh();
    assert.equal(window.get(KEY)?.seen?.hash, hashText("third"));
  });
});

function aVersion(text: string): SeenVersion {
  const source = { actionId: "action-1", attempt: 1 };
  return { text, hash: hashText(text), at: 1_000, by: "read", tag: undefined, source };
}

class MemoryState implements WindowState {
  value: Readonly<Record<string, unknown>> = {};

  get(): unknown {
    return this.value;
  }

  set(value: Readonly<Record<string, unknown>>): void {
    this.value = JSON.parse(JSON.stringify(value)) as Readonly<Record<string, unknown>>;
  }
}
