import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createPensionRecords } from "../../../../../src/features/pensions/common/writing/pensionRecords";
import type {
  PensionRecords,
  SeenVersion,
} from "../../../../../src/features/pensions/common/writing/records";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { createLocks } from "../../../../fakes/locks";
import { CLIENT_ID, MemoryLog } from "../../../platform/http/support/bench";

const KEY = { connectionId: "connection-1", clientId: CLIENT_ID, pensionId: "PEN-1" };

describe("the version that a window compares with", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-records-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function openWindow(): PensionRecords {
    return createPensionRecords({
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

  it("is none where the pension was deleted here, or its connection forgotten", async () => {
    const window = openWindow();
    await window.noteSeen(KEY, aVersion("first"));
    const times = { startedAt: 1, traceId: undefined, status: undefined };
    const write = { method: "DELETE", outcome: "sending", bodyHash: hashText("") } as const;
    await window.beginWrite(KEY, { ...write, ...times, actionId: "a" }, undefined);
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
