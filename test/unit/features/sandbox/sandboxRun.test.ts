import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { SandboxRun } from "../../../../src/features/sandbox/host/sandboxRun";
import { failureOf, MemoryLog } from "../../platform/http/support/bench";
import { collectGarbage } from "../../support/memory";

/** Answers each question but that for a reset, which ends it; it has no servers. */
const PROGRAM = `
process.on("message", ({ id, name }) => {
  if (name === "reset") {
    process.exit();
  }
  if (name !== "saveScenario") {
    process.send({ type: "answer", id, answer: [] });
  }
});
process.on("disconnect", () => process.exit());
process.send({ type: "ready", subscriptionKeys: {}, clients: {} });
`;

describe("a run of the sandbox", () => {
  let folder: string;
  let run: SandboxRun;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "sandbox-run-"));
    const program = join(folder, "program.js");
    writeFileSync(program, PROGRAM);
    const quiet = { log: new MemoryLog(), redactor: { add: () => undefined } };
    run = new SandboxRun(
      { program, ...quiet, onReady: () => undefined, options: () => ({}) },
      Promise.resolve(),
    );
    await run.ready;
  });

  afterEach(async () => {
    await run.stop();
    rmSync(folder, { recursive: true });
  });

  it("keeps no answer that it gave, while its process runs", async () => {
    const ask = async (): Promise<WeakRef<object>> =>
      new WeakRef(await run.ask("receivedCalls", { most: 1 }));
    const answers = [await ask(), await ask(), await ask()];
    await turn();
    collectGarbage();
    // The channel may hold the last message.
    const kept = answers.slice(0, -1).filter((answer) => answer.deref() !== undefined);
    assert.equal(kept.length, 0);
  });

  it("ends what is still asked when its process ends, and what is asked later", async () => {
    const open = [run.ask("saveScenario", undefined), run.ask("reset", undefined)];
    for (const question of open) {
      assert.equal((await failureOf(question)).code, "sandbox/ended");
    }
    const late = run.ask("receivedCalls", { most: 1 });
    assert.equal((await failureOf(late)).code, "sandbox/ended");
  });
});
