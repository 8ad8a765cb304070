import "../../../../../src/errorTexts";
import assert from "node:assert/strict";
import { describeError } from "../../../../../src/platform/texts/errorText";
import type { DeleteResult } from "../../../../../src/features/pensions/common/writing/writer";
import { hashText } from "../../../../../src/features/pensions/common/writing/version";
import { failureOf } from "../../../platform/http/support/bench";
import { WORDS } from "../words/support";
import {
  codeOf,
  deleter,
  inTurn,
  openWriting,
  reset,
  shows,
  status,
  user,
  type WritingBench,
} from "../support/writingBench";

const V1 = '{"provider":"Aviva","value":100.5}';

describe("PensionWriter.delete", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting();
    stage.service.delete = status(204);
  });
  afterEach(() => stage.close());

  const remove = (as = deleter()): Promise<DeleteResult> =>
    stage.writer.delete({ ...stage.request("{}"), title: "Delete pension" }, as);
  const methods = (): readonly string[] => stage.calls().map(({ method }) => method);

  it("shows what is there, deletes it once, and knows the version to go back to", async () => {
    stage.service.get = inTurn(shows(V1, '"one"'), shows(V1, '"one"'), status(404));
    const as = deleter();
    const { outcome, before, action } = await remove(as);
    assert.deepEqual([outcome, before?.text, action.attempts.length], ["deleted", V1, 1]);
    assert.deepEqual(methods(), ["GET", "GET", "DELETE", "GET"]);
    assert.equal(stage.calls()[2]?.headers["if-match"], '"one"');
    assert.deepEqual(as.steps, ["reading", "deleting", "checking"]);
    const { isAbsent, write } = stage.record()!;
    assert.deepEqual([isAbsent, write?.method, write?.outcome], [true, "DELETE", "deleted"]);
  });

  it("takes what is gone already for done", async () => {
    for (const code of [404, 410]) {
      stage.bench.service.seen.length = 0;
      stage.service.delete = status(code);
      const { outcome, action } = await remove();
      assert.deepEqual([outcome, action.attempts.at(-1)?.status], ["gone", code]);
      const write = stage.record()?.write;
      assert.deepEqual([write?.outcome, write?.status], ["deleted", code]);
      assert.deepEqual(methods(), ["GET", "GET", "DELETE"], "nothing was there to look for");
    }
  });

  it("is done by a 410 where nothing can be read", async () => {
    stage.service.get = status(405);
    stage.service.delete = status(410);
    assert.equal((await remove()).outcome, "gone");
  });

  it("is not known by a 404 where the service took it and never showed it", async () => {
    stage.service.put = shows(V1, undefined, 201);
    await stage.writer.write(stage.request(V1), user());
    stage.service.delete = status(404);
    const failure = await failureOf(remove());
    assert.match(
      describeError(failure, WORDS.t).what,
      /404\. It is not known whether the pension is deleted/,
    );
    const { write, seen, isAbsent } = stage.record()!;
    assert.deepEqual([write?.outcome, seen?.hash, isAbsent], ["refused", hashText(V1), false]);
    stage.service.delete = status(204);
    assert.equal((await remove()).outcome, "deleted");
    assert.equal(stage.record()?.isAbsent, true);
  });

  it("is no deletion while the service still shows it, whatever it answered", async () => {
    stage.service.get = shows(V1);
    assert.equal((await remove()).outcome, "stillThere");
    assert.equal(stage.record()?.write?.outcome, "unknown");
    stage.service.delete = status(404);
    assert.equal(await codeOf(remove()), "service/404");
    assert.equal(stage.record()?.write?.outcome, "refused");
  });

  it("counts as done where nothing can be read after it", async () => {
    stage.service.get = inTurn(shows(V1), shows(V1), status(500));
    assert.equal((await remove()).outcome, "deleted");
  });

  it("does nothing when the user declines", async () => {
    assert.equal(await codeOf(remove(deleter({ says: () => false }))), "canceled/byUser");
    assert.deepEqual(methods(), ["GET"]);
  });

  it("asks again where it is another one by then", async () => {
    stage.service.get = inTurn(shows(V1), shows('{"value":2}'));
    const as = deleter();
    await remove(as);
    assert.deepEqual(
      as.reviews.map(({ reason }) => reason),
      ["asked", "changedMeanwhile"],
    );
  });

  it("is not known when its answer is lost, unless a read finds none", async () => {
    stage.service.delete = reset;
    stage.service.get = shows(V1);
    const lost = await failureOf(remove());
    assert.deepEqual([lost.code, lost.values["shown"]], ["pensions/outcomeUnknown", "before"]);
    stage.service.get = inTurn(shows(V1), shows(V1), status(404));
    const found = await failureOf(remove());
    assert.deepEqual(
      [found.values["shown"], stage.record()?.write?.outcome],
      ["landed", "deleted"],
    );
  });
});
