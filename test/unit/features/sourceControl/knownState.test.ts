import assert from "node:assert/strict";
import { knownStateOf } from "../../../../src/features/sourceControl/common/knownState";
import type { KnownState } from "../../../../src/features/sourceControl/common/state";
import type { CurrentVersion } from "../../../../src/features/pensions/common/writing/writer";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { factsOf, hashText } from "../../../../src/features/pensions/common/writing/version";
import { key, openReads, type ReadsBench, version } from "./support";

describe("what is known of a pension", () => {
  const PENSION = key("PEN-1");
  const READ_AT = 5_000;
  let bench: Bench;
  let stage: ReadsBench;

  beforeEach(async () => {
    bench = await openBench();
    stage = openReads(bench);
  });

  afterEach(async () => {
    await bench.close();
    stage.close();
  });

  const known = (): Promise<KnownState> => knownStateOf(stage.records, stage.reads, PENSION);
  const current = async (): Promise<CurrentVersion | undefined> => (await known()).current;
  const noteRead = (text: string): void =>
    stage.reads.note(PENSION, { kind: "present", ...version(text, READ_AT) });

  it("is what was read in this window, where nothing newer is", async () => {
    await stage.records.noteSeen(PENSION, version('{"notes":"before"}', READ_AT - 1));
    noteRead('{"notes":"read"}');
    const { current: read, seen } = await known();
    assert.deepEqual([read?.at, seen?.at], [READ_AT, READ_AT - 1]);
  });

  it("is what was seen after that, by whatever read or write", async () => {
    noteRead('{"notes":"read"}');
    await stage.records.noteSeen(PENSION, version('{"notes":"after"}', READ_AT + 1));
    const now = await current();
    assert.match(now?.kind === "present" ? now.text : "", /after/);
  });

  it("is not what was sent after that and nothing shows: that is only what to compare with", async () => {
    noteRead('{"notes":"read"}');
    const sent = { ...version('{"notes":"sent"}', READ_AT + 1), by: "sent" } as const;
    await stage.records.noteSeen(PENSION, sent);
    const { current: now, seen } = await known();
    assert.deepEqual([now, seen?.text], [undefined, sent.text]);
  });

  it("is not what was read, where the service said after it that there is none", async () => {
    noteRead('{"notes":"read"}');
    await stage.records.noteAbsent(PENSION);
    assert.equal(await current(), undefined);
    stage.reads.note(PENSION, { kind: "absent", status: 404, at: READ_AT });
    assert.equal((await current())?.kind, "absent");
  });

  it("is what was read also after a write that was refused, and not after any other", async () => {
    const write = { method: "PUT", bodyHash: hashText("x"), startedAt: READ_AT } as const;
    const begun = { ...write, outcome: "sending", actionId: "a-1", traceId: undefined } as const;
    noteRead('{"notes":"read"}');
    await stage.records.beginWrite(PENSION, { ...begun, status: undefined }, undefined);
    assert.equal(await current(), undefined);
    const end = { actionId: "a-1", outcome: "refused", status: 422 } as const;
    await stage.records.settleWrite(PENSION, end);
    assert.equal((await current())?.kind, "present");
  });

  it("is the text of a forgotten version where the service holds the very same", async () => {
    noteRead('{"notes":"a"}');
    const facts = factsOf(version('{"notes":"a"}'));
    const records = {
      get: () => ({ ...EMPTY, seen: facts }),
      text: () => Promise.resolve(undefined),
    };
    const { seen } = await knownStateOf(records, stage.reads, PENSION);
    assert.equal(seen?.text, '{"notes":"a"}');
  });

  const EMPTY = {
    ...PENSION,
    ...{ seen: undefined, before: undefined, write: undefined },
    ...{ isAbsent: false, changedAt: 0 },
  };
});
