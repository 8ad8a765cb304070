import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import { isAppError } from "../../../../src/platform/base/errors";
import type { TypedMemento } from "../../../../src/platform/vscode/state";
import type { Scan, ScannedPayload } from "../../../../src/features/sourceControl/host/payloadScan";
import { Staging } from "../../../../src/features/sourceControl/host/staging";
import { MemoryLog } from "../../platform/http/support/bench";

describe("marks of staged payloads in two windows of a workspace", () => {
  let root: string;
  const windows: Staging[] = [];

  const open = (kept: readonly string[] = []) => {
    const [clock, log] = [SYSTEM_CLOCK, new MemoryLog()];
    let tell = (): void => undefined;
    const staging = new Staging({
      ...{ folder: join(root, "staged"), clock, log, onChange: () => tell() },
      locks: createFileLocks({ folder: join(root, "locks"), clock, log }),
      workspaceState: { get: () => kept } as unknown as TypedMemento,
    });
    windows.push(staging);
    return { staging, heard: () => new Promise<void>((resolve) => (tell = resolve)) };
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "fp-staged-"));
  });

  afterEach(() => {
    windows.splice(0).forEach((staging) => staging.dispose());
    rmSync(root, { recursive: true, force: true });
  });

  it("are those of both, and gone where either took one away", async () => {
    const [one, two] = [open(["file:///kept"]), open(["file:///kept"])];
    await Promise.all([one.staging.stage([uriOf("a")]), two.staging.stage([uriOf("b")])]);
    assert.deepEqual(open().staging.marks.toSorted(), ["a", "b", "kept"].map(fileOf));
    const heard = one.heard();
    await two.staging.unstage([uriOf("a"), uriOf("kept")]);
    await heard;
    assert.deepEqual(
      ["a", "b", "kept"].map((name) => one.staging.has(uriOf(name))),
      [...[false, true, false]],
    );
  });

  it("of files that a look did not find are gone, but not one that was made meanwhile", async () => {
    const [one, two] = [open(), open()];
    await one.staging.stage([uriOf("a"), uriOf("b")]);
    const { marks } = one.staging;
    await two.staging.stage([uriOf("new")]);
    await one.staging.forgetAllBut(scanOf(["b"]), marks);
    assert.deepEqual(open().staging.marks, ["b", "new"].map(fileOf));
  });

  it("of files that could not be read stay, and are missed by a plan of their folder", async () => {
    const { staging } = open();
    await staging.stage(["a", "below/b", "gone"].map(uriOf));
    const scan = scanOf([], ["a", "below"]);
    await staging.forgetAllBut(scan, staging.marks);
    assert.deepEqual(staging.marks, ["a", "below/b"].map(fileOf));
    const folder = (name: string) => ({ uri: uriOf(name) }) as vscode.WorkspaceFolder;
    assert.throws(() => staging.demandRead(scan, folder("below")), isStagedUnread);
    staging.demandRead(scan, folder("other"));
    staging.demandRead(scanOf(["below/b"], ["a"]), folder("below"));
  });
});

function fileOf(name: string): string {
  return `file:///${name}`;
}

function uriOf(name: string): vscode.Uri {
  return { toString: () => fileOf(name) } as vscode.Uri;
}

function scanOf(found: readonly string[], unread: readonly string[] = []): Scan {
  const payloads = found.map((name) => ({ uri: uriOf(name) }) as ScannedPayload);
  return { payloads, unread: unread.map(uriOf) };
}

function isStagedUnread(error: unknown): boolean {
  return isAppError(error) && error.code === "input/stagedUnread";
}
