import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { type AppError, isAppError } from "../../src/platform/base/errors";
import { createRedactor } from "../../src/platform/http/redaction";
import { EXTENSION_ID } from "../../src/manifest";
import { SandboxProcess } from "../../src/features/sandbox/host/sandboxProcess";
import { eventually } from "./support/explorer";

describe("the sandbox's process", () => {
  let sandbox: SandboxProcess;
  let lines: string[];
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-process-"));
  });

  beforeEach(() => {
    const { extensionPath } = vscode.extensions.getExtension(EXTENSION_ID)!;
    sandbox = open(join(extensionPath, "dist", "sandbox.js"));
  });

  afterEach(async () => {
    await sandbox.stop();
    sandbox.dispose();
  });

  after(() => rm(folder, { recursive: true }));

  function open(program: string): SandboxProcess {
    lines = [];
    const note = (line: string): void => void lines.push(line);
    const log = { trace: note, info: note, warn: note, error: note };
    return new SandboxProcess({ program, options: () => ({}), log, redactor: createRedactor() });
  }

  /** The sandbox from a program of the test's own. */
  async function openOther(source: string): Promise<SandboxProcess> {
    const program = join(folder, "program.cjs");
    await writeFile(program, source);
    return open(program);
  }

  it("stopped while it starts: quiet, gone, and started again by a wish only", async () => {
    const starting = failureOf(sandbox.start());
    await eventually("a process", () => sandbox.processId);
    assert.equal(sandbox.state, "starting");
    await sandbox.stop();
    assert.equal((await starting).kind, "canceled");
    assert.deepEqual(
      [sandbox.state, sandbox.ended, sandbox.startFailure, sandbox.processId],
      ["stopped", "stopped", undefined, undefined],
    );
    assert.equal(lines.filter((line) => line.startsWith("Sandbox ended")).length, 1);
    assert.ok((await sandbox.start()).baseUrl);
  });

  it("stopped in the same turn: no process is made", async () => {
    const starting = failureOf(sandbox.start());
    await sandbox.stop();
    assert.equal((await starting).kind, "canceled");
    assert.deepEqual([sandbox.startFailure, lines], [undefined, []]);
  });

  it("restarted while it starts: whoever waited gets the new one", async () => {
    const first = sandbox.start();
    await eventually("a process", () => sandbox.processId);
    const restarted = await sandbox.restart();
    assert.equal(await first, restarted);
    assert.equal(sandbox.facts, restarted);
    assert.deepEqual([sandbox.startFailure, sandbox.ended], [undefined, undefined]);
    assert.equal(lines.filter((line) => line.startsWith("Sandbox started")).length, 1);
  });

  it("restarted while it runs: the old process is gone before the new one starts", async () => {
    const before = await sandbox.start();
    assert.notEqual(await sandbox.restart(), before);
    assert.deepEqual(
      lines.filter((line) => /^Sandbox (started|ended)/.test(line)),
      ["Sandbox started", "Sandbox ended", "Sandbox started"],
    );
  });

  it("that cannot be made at all: says so, and can be stopped and started afterwards", async () => {
    const { execPath } = process;
    process.execPath = join(folder, "no-such-program");
    try {
      assert.equal((await failureOf(sandbox.start())).code, "sandbox/startFailed");
    } finally {
      process.execPath = execPath;
    }
    await sandbox.stop();
    assert.equal(sandbox.state, "stopped");
    assert.ok((await sandbox.start()).baseUrl);
  });

  it("that ends before it is ready: says so, and is gone", async () => {
    sandbox = await openOther("process.exit(3);");
    const failure = await failureOf(sandbox.start());
    assert.equal(failure.code, "sandbox/startFailed");
    assert.deepEqual([sandbox.startFailure, sandbox.state], [failure, "stopped"]);
  });

  it("that does not heed the wish to end: is ended", async () => {
    sandbox = await openOther(
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('up');",
    );
    const starting = failureOf(sandbox.start());
    await eventually("its first word", () => lines.includes("Sandbox: up") || undefined);
    const id = sandbox.processId!;
    await sandbox.stop();
    assert.equal((await starting).kind, "canceled");
    assert.throws(() => process.kill(id, 0), /ESRCH/);
  });
});

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "a failure was expected" });
}
