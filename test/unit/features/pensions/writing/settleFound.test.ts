import assert from "node:assert/strict";
import type {
  DeleteReview,
  WriteReview,
} from "../../../../../src/features/pensions/common/writing/writer";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { failureOf } from "../../../platform/http/support/bench";
import { type Answer, sendJson } from "../../../platform/http/support/servers";
import {
  codeOf,
  inTurn,
  openWriting,
  reset,
  shows,
  status,
  TARGET,
  user,
  type WritingBench,
} from "../support/writingBench";

const V1 = '{"provider":"Aviva","value":1}';
const MINE = '{"provider":"Aviva","value":2}';
const LANDED = '{"provider":"Aviva","value":2,"lastUpdated":"now"}';
const THEIRS = '{"provider":"Zurich","value":2}';

describe("a write whose outcome was not known, and what a later read tells", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting();
  });
  afterEach(() => stage.close());

  const compare = (text = MINE): Promise<WriteReview> =>
    stage.writer.review(stage.request(text), user());
  const outcome = (): string | undefined => stage.record()?.write?.outcome;
  /** Its answer does not come, and the read after it fails. */
  const lose = (): void => {
    stage.service.get = inTurn(shows(V1), shows(V1), status(403));
    stage.service.put = stage.service.delete = reset;
  };

  async function losePut(): Promise<void> {
    lose();
    const lost = await failureOf(stage.writer.write(stage.request(MINE), user()));
    assert.deepEqual([lost.values["shown"], outcome()], ["nothing", "unknown"]);
  }

  async function loseDelete(): Promise<void> {
    lose();
    const as = user<DeleteReview>();
    const lost = await failureOf(stage.writer.delete(stage.request("{}"), as));
    assert.deepEqual([lost.values["shown"], outcome()], ["nothing", "unknown"]);
  }

  /** As it is found after the end of a window that was sending. */
  const leaveSending = (): Promise<void> =>
    stage.records.beginWrite(
      { connectionId: stage.bench.connection.id, ...TARGET },
      {
        ...{ method: "PUT", outcome: "sending", bodyHash: hashText(MINE), startedAt: 1 },
        ...{ actionId: "of another window", traceId: undefined, status: undefined },
      },
      undefined,
    );

  for (const [what, leave] of [
    ["whose answer was lost", losePut],
    ["of a window that ended", leaveSending],
  ] as const) {
    it(`is a PUT ${what}, and landed: all that it sent is there`, async () => {
      await leave();
      stage.service.get = shows(LANDED);
      assert.equal((await compare()).effect, "nothing");
      assert.equal(outcome(), "landed");
      const { write, seen } = (await stage.recordOnDisk())!;
      assert.deepEqual([write?.outcome, seen?.hash], ["landed", hashText(LANDED)]);
    });

    for (const [other, there, text] of [
      ["something else is there", THEIRS, MINE],
      ["what was there before is still there", V1, MINE],
      ["the payload is another one by now", THEIRS, THEIRS],
    ] as const) {
      it(`is a PUT ${what}, and not known still: ${other}`, async () => {
        await leave();
        const before = outcome();
        stage.service.get = shows(there);
        await compare(text);
        assert.equal(outcome(), before);
      });
    }
  }

  it("is a PUT that cannot be read, and not known still", async () => {
    await losePut();
    stage.service.get = status(403);
    await compare();
    assert.equal(outcome(), "unknown");
  });

  it("is a PUT on its way, which tells its end itself", async () => {
    stage.service.get = shows(MINE);
    await compare(V1);
    let meanwhile: string | undefined;
    const refuse: Answer = (_request, response) => {
      void compare().then(() => {
        meanwhile = outcome();
        sendJson(response, 422, {});
      });
    };
    stage.service.put = refuse;
    assert.equal(await codeOf(stage.writer.write(stage.request(MINE), user())), "service/422");
    assert.deepEqual([meanwhile, outcome()], ["sending", "refused"]);
    assert.equal(stage.record()?.before, undefined);
  });

  for (const [what, read] of [
    ["read", () => stage.writer.read(stage.request("{}"), user<DeleteReview>())],
    ["compared", () => compare()],
  ] as const satisfies readonly (readonly [string, () => Promise<unknown>])[]) {
    it(`is a DELETE, and done: the pension is ${what} and gone`, async () => {
      await loseDelete();
      stage.service.get = shows(V1);
      await read();
      assert.equal(outcome(), "unknown", "it may still be carried out");
      stage.service.get = status(404);
      await read();
      const { write, isAbsent, seen } = stage.record()!;
      assert.deepEqual([write?.outcome, isAbsent, seen], ["deleted", true, undefined]);
    });
  }

  it("is a DELETE of what no read ever showed, and not known by a 404", async () => {
    stage.service.get = status(403);
    stage.service.delete = reset;
    await failureOf(stage.writer.delete(stage.request("{}"), user<DeleteReview>()));
    stage.service.get = status(404);
    await compare();
    assert.equal(outcome(), "unknown");
  });
});
