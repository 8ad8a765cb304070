import assert from "node:assert/strict";
import { readPayload } from "../../../../../src/features/pensions/common/payload";
import {
  decodeRecord,
  encodeRecord,
  recordName,
} from "../../../../../src/features/pensions/common/writing/recordFile";
import type {
  DeleteResult,
  WriteResult,
  WriteReview,
} from "../../../../../src/features/pensions/common/writing/writer";
import { failureOf } from "../../../platform/http/support/bench";
import {
  codeOf,
  deleter,
  inTurn,
  openWriting,
  shows,
  status,
  TARGET,
  user,
  type WritingBench,
} from "../support/writingBench";

const V1 = '{"provider":"Aviva","value":1}';
const V2 = '{"provider":"Aviva","value":2}';
const THEIRS = '{"provider":"Zurich","value":1}';

describe("what reads and writes prove of a pension", () => {
  let stage: WritingBench;
  beforeEach(async () => {
    stage = await openWriting();
  });
  afterEach(() => stage.close());

  const write = (text: string): Promise<WriteResult> =>
    stage.writer.write(stage.request(text), user());
  const remove = (): Promise<DeleteResult> =>
    stage.writer.delete(
      { ...stage.request("{}"), title: "Delete pension" },
      deleter({ goesOn: true }),
    );
  const review = (text = V1): Promise<WriteReview> =>
    stage.writer.review({ ...stage.request("{}"), payload: readPayload(text) }, user());

  it("takes a 404 for gone once a read showed it, also where it showed a change", async () => {
    stage.service.put = shows(V1, undefined, 201);
    await write(V1);
    assert.equal((await review()).current.kind, "unread", "it was taken, and never shown");
    stage.service.get = shows(THEIRS);
    const changed = await review();
    assert.equal(changed.comparison?.changedThere, 1);
    assert.deepEqual([stage.record()?.seen?.by, stage.record()?.isShown], ["write", true]);
    stage.service.get = status(404);
    assert.equal((await review()).current.kind, "absent");
    assert.equal(stage.record()?.isAbsent, true);
  });

  it("takes a 404 for gone where a read showed it before a PUT whose answer is all there is", async () => {
    stage.service.get = inTurn(
      shows(V1),
      shows(V1),
      status(500),
      status(500),
      status(500),
      status(500),
    );
    stage.service.put = shows(V2);
    await write(V2);
    assert.equal(stage.record()?.seen?.by, "write");
    stage.service.get = status(404);
    assert.equal((await review(V2)).current.kind, "absent");
  });

  it("begins anew with a pension that was deleted here", async () => {
    stage.service.get = shows(V1);
    await review();
    stage.service.delete = status(204);
    stage.service.get = inTurn(shows(V1), shows(V1), status(404));
    assert.equal((await remove()).outcome, "deleted");
    assert.equal(stage.record()?.isShown, false);
    stage.service.put = shows(V2, undefined, 201);
    await write(V2);
    assert.equal((await review(V2)).current.kind, "unread");
  });

  it("keeps on disk that it was shown", () => {
    const record = {
      ...{ connectionId: "c", ...TARGET, isAbsent: false, changedAt: 1, isShown: true },
      ...{ seen: undefined, before: undefined, write: undefined },
    };
    assert.equal(decodeRecord(encodeRecord(record), recordName(record))?.isShown, true);
  });

  for (const [what, answer] of [
    ["nothing", status(204)],
    ["a receipt", shows('{"accepted":true}', undefined, 202)],
  ] as const) {
    it(`takes no older version for what a PUT that was answered with ${what} wrote over`, async () => {
      stage.service.get = status(405);
      stage.service.put = shows(V1);
      await write(V1);
      stage.service.put = answer;
      assert.equal((await write(V2)).verdict, "notSeen");
      assert.equal(stage.record()?.seen?.by, "sent");
      const { id: connectionId } = stage.bench.connection;
      assert.equal((await stage.writer.before({ connectionId, ...TARGET }))?.text, V1);
      stage.service.get = shows(V2);
      const { comparison, seen } = await review(V2);
      assert.deepEqual([comparison?.changedThere, comparison?.changes], [0, 0]);
      assert.equal(seen?.text, V2, "its own write is nobody else's change");
      stage.service.get = shows(THEIRS);
      assert.notEqual((await review(V2)).comparison?.changedThere, 0, "somebody else's is");
    });
  }

  it("takes no DELETE for done that failed and was then answered with 404, where nothing showed it", async () => {
    const failing = [500, 500, 500, 500].map((code) => status(code));
    stage.service.get = inTurn(...failing, status(404));
    stage.service.delete = inTurn(status(500), status(404));
    const failure = await failureOf(remove());
    assert.deepEqual(
      [failure.code, failure.values["shown"], stage.record()?.write?.outcome],
      ["pensions/outcomeUnknown", "nothing", "unknown"],
    );
    assert.equal(stage.record()?.isAbsent, false);
  });

  it("takes it for done where a read had shown it before", async () => {
    stage.service.get = shows(V1);
    await review();
    const failing = [500, 500, 500, 500].map((code) => status(code));
    stage.service.get = inTurn(...failing, status(404));
    stage.service.delete = inTurn(status(500), status(404));
    const failure = await failureOf(remove());
    assert.deepEqual(
      [failure.values["shown"], stage.record()?.write?.outcome],
      ["landed", "deleted"],
    );
  });

  it("takes a DELETE for refused that was answered with 404 alone, where nothing showed it", async () => {
    const failing = [500, 500, 500, 500].map((code) => status(code));
    stage.service.get = inTurn(...failing, status(404));
    stage.service.delete = status(404);
    assert.equal(await codeOf(remove()), "service/404");
    assert.equal(stage.record()?.write?.outcome, "refused");
  });
});
