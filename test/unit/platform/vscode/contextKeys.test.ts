import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// First: it stands in for the editor.
import { answers } from "../../../fakes/editorSurfaces";
import { tellKeptPlans } from "../../../../src/features/sourceControl/host/keptPlans";
import { CONTEXT_KEYS } from "../../../../src/manifest";
import { clearContextKeys, contextKeySetter } from "../../../../src/platform/vscode/contextKeys";
import { VirtualClock } from "../http/support/virtualClock";

const RUNNING = "financialPlanning.callRunning";

describe("context keys", () => {
  let told: (readonly [key: string, value: unknown])[];

  beforeEach(() => {
    told = [];
    answers.set("executeCommand", (command: string, key: string, value: unknown) => {
      assert.equal(command, "setContext");
      told.push([key, value]);
    });
  });
  afterEach(() => answers.delete("executeCommand"));

  it("are told the first time, and when they have changed", () => {
    const set = contextKeySetter(RUNNING);
    [false, false, true, true, false].forEach(set);
    assert.deepEqual(told, [
      [RUNNING, false],
      [RUNNING, true],
      [RUNNING, false],
    ]);
  });

  it("that an extension host left behind when it ended are taken back at once", () => {
    clearContextKeys();
    assert.deepEqual(
      told,
      CONTEXT_KEYS.map((key) => [key, false]),
    );
    assert.ok(told.length > 35, String(told.length));
    const set = contextKeySetter(RUNNING);
    set(true);
    assert.deepEqual(told.at(-1), [RUNNING, true]);
  });

  it("of what comes and goes are not turned off each time", () => {
    const clock = new VirtualClock();
    const set = contextKeySetter(RUNNING, { offDelay: 1000, clock });
    for (let call = 0; call < 100; call++) {
      set(true);
      clock.advance(20);
      set(false);
      clock.advance(999);
    }
    assert.deepEqual(told, [[RUNNING, true]]);
    clock.advance(1);
    assert.deepEqual(told.at(-1), [RUNNING, false]);
    assert.equal(clock.pending, 0);
  });

  it("say that a plan that was kept may be shown, applied or resumed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plans-"));
    const keyOf = (act: string): string => `financialPlanning.batches.${act}`;
    const expected = (isKept: boolean): typeof told => [
      ...["show", "apply", "resume"].map((act) => [keyOf(act), isKept] as const),
      [keyOf("stop"), false],
    ];
    await tellKeptPlans(join(folder, "none"));
    assert.deepEqual(told.splice(0), expected(false));
    writeFileSync(join(folder, "a.tmp"), "");
    await tellKeptPlans(folder);
    assert.deepEqual(told.splice(0), expected(false));
    writeFileSync(join(folder, "a.batch.jsonl"), "");
    await tellKeptPlans(folder);
    assert.deepEqual(told, expected(true));
    rmSync(folder, { recursive: true });
  });
});
