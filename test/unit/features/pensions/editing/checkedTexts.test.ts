import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { AppError } from "../../../../../src/platform/base/errors";
import type { Finding } from "../../../../../src/features/pensions/common/checks/findings";
import {
  CheckedTexts,
  QUIET_MILLISECONDS,
  type DocumentText,
} from "../../../../../src/features/pensions/texts/checkedTexts";
import { MemoryLog } from "../../../platform/http/support/bench";
import { VirtualClock } from "../../../platform/http/support/virtualClock";

const ID = "file:///a.pension.json";

describe("texts that are checked while they are typed", () => {
  let clock: VirtualClock;
  let log: MemoryLog;
  let texts: CheckedTexts;
  let document: DocumentText;
  let asked: { text: string; signal: AbortSignal; answer: (findings: Finding[]) => void }[];
  let found: string[];

  beforeEach(() => {
    clock = new VirtualClock();
    log = new MemoryLog();
    asked = [];
    found = [];
    texts = new CheckedTexts({
      clock,
      log,
      check: (text, signal) =>
        new Promise((answer, reject) => {
          signal.addEventListener("abort", () => reject(new AppError("canceled", "canceled/user")));
          asked.push({ text, signal, answer });
        }),
      onFindings: (id, { version, findings }) => {
        found.push(`${id.slice(-14)} ${String(version)} ${String(findings.length)}`);
      },
    });
    type("one");
  });

  function type(text: string): void {
    document = { version: (document as DocumentText | undefined)?.version ?? 0, text };
    document = { version: document.version + 1, text };
    texts.note(ID, () => document);
  }

  async function answer(which: number, ...findings: Finding[]): Promise<void> {
    asked[which]!.answer(findings);
    await setImmediate();
  }

  const texted = (): string[] => asked.map(({ text }) => text);

  it("waits for a pause, and checks what is there then", () => {
    clock.advance(QUIET_MILLISECONDS - 1);
    type("two");
    clock.advance(QUIET_MILLISECONDS - 1);
    assert.deepEqual(texted(), []);
    clock.advance(1);
    assert.deepEqual(texted(), ["two"]);
  });

  it("ends the check of a text that was typed on, and tells the newest only", async () => {
    clock.advance(QUIET_MILLISECONDS);
    type("two");
    assert.ok(asked[0]!.signal.aborted);
    await answer(0, aFinding());
    assert.deepEqual(found, []);
    assert.equal(texts.last(ID), undefined);
    clock.advance(QUIET_MILLISECONDS);
    await answer(1, aFinding(), aFinding());
    assert.equal(found.length, 1);
    assert.match(found[0]!, / 2$/);
    assert.equal(texts.last(ID)?.text, "two");
    assert.deepEqual(log.lines, []);
  });

  it("checks at once what is asked for now, and only once", async () => {
    const now = texts.now(ID);
    assert.deepEqual(texted(), ["one"]);
    await answer(0, aFinding());
    assert.equal((await now)?.findings.length, 1);
    assert.equal((await texts.now(ID))?.findings.length, 1);
    clock.advance(QUIET_MILLISECONDS);
    assert.deepEqual(texted(), ["one"]);
  });

  it("joins the question to the check that runs", async () => {
    clock.advance(QUIET_MILLISECONDS);
    const both = Promise.all([texts.now(ID), texts.now(ID)]);
    await answer(0, aFinding());
    assert.deepEqual(
      (await both).map((checked) => checked?.findings.length),
      [1, 1],
    );
    assert.deepEqual(texted(), ["one"]);
  });

  it("does not take what was found for what was changed without a word", async () => {
    clock.advance(QUIET_MILLISECONDS);
    await answer(0, aFinding());
    document = { version: document.version + 1, text: "other" };
    assert.equal(texts.last(ID), undefined);
  });

  it("says nothing of a document that was closed, and keeps no timer", async () => {
    clock.advance(QUIET_MILLISECONDS);
    texts.forget(ID);
    await answer(0, aFinding());
    type("two");
    texts.dispose();
    assert.equal(clock.pending, 0);
    assert.deepEqual(found, []);
    assert.equal(await texts.now(ID), undefined);
  });

  it("logs a check that failed, without the text", async () => {
    const failing = new CheckedTexts({
      clock,
      log,
      check: () => Promise.reject(new AppError("payload", "payload/tooDeep")),
      onFindings: () => assert.fail("nothing was found"),
    });
    failing.note(ID, () => document);
    assert.equal(await failing.now(ID), undefined);
    assert.deepEqual(log.lines.length, 1);
    assert.match(log.lines[0]!, /payload\/tooDeep/);
    failing.dispose();
  });
});

function aFinding(): Finding {
  return { rule: "date", message: "", values: [], offset: 0, length: 1, fixes: [] };
}
