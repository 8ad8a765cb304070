import assert from "node:assert/strict";
import { ActionIndex } from "../../../../src/features/requests/common/actionIndex";
import { failureOf, listClients, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

describe("trace ids", () => {
  it("are one per action, on every attempt and call of it", async () => {
    const bench = await openBench({
      random: () => 0,
      answer: (request, response) =>
        sendJson(response, 503, {}, { "x-dt-traceid": request.headers["x-dt-traceid"] }),
    });
    const action = bench.client.startAction("Twice");
    const call = { operationId: "listClients" } as const;
    await failureOf(bench.client.send(call, { action }));
    const error = await failureOf(bench.client.send(call, { action }));
    const sent = new Set(bench.service.seen.map(({ headers }) => headers["x-dt-traceid"]));
    assert.deepEqual([...sent], [action.traceId]);
    assert.deepEqual(
      error.action?.attempts.map(({ echo }) => echo),
      Array.from({ length: 8 }, () => "equal"),
    );
    assert.notEqual(bench.client.startAction("Another").traceId, action.traceId);
    await bench.close();
  });

  it("have the prefix that is set, and none that would break a header", async () => {
    for (const [prefix, pattern] of [
      ["acme.dev_", /^acme\.dev_[0-9a-f]{32}$/],
      ["", /^[0-9a-f]{32}$/],
      ["with space\r\n", /^[0-9a-f]{32}$/],
    ] as const) {
      const bench = await openBench({ trace: { prefix } });
      assert.match(bench.client.startAction("x").traceId ?? "", pattern);
      await bench.close();
    }
  });

  it("are the pinned one while one is pinned", async () => {
    const bench = await openBench({ trace: { pinned: "INC-4711.retry_2" } });
    await listClients(bench.client);
    await listClients(bench.client);
    assert.deepEqual(
      bench.service.seen.map(({ headers }) => headers["x-dt-traceid"]),
      ["INC-4711.retry_2", "INC-4711.retry_2"],
    );
    await bench.close();
    const broken = await openBench({ trace: { pinned: "a b" } });
    assert.match(broken.client.startAction("x").traceId ?? "", /^fpx-/);
    await broken.close();
  });

  it("are that of an action before it where that is given, unless one is pinned", async () => {
    const bench = await openBench();
    const { traceId } = bench.client.startAction("First");
    const actions = ["Second", "Third"].map((title) =>
      bench.client.startAction(title, { traceId }),
    );
    for (const action of actions) {
      await bench.client.send({ operationId: "listClients" }, { action });
    }
    const sent = bench.service.seen.map(({ headers }) => headers["x-dt-traceid"]);
    assert.deepEqual(sent, [traceId, traceId]);
    assert.equal(new Set(actions.map(({ id }) => id)).size, 2);
    const log = new ActionIndex();
    bench.actions.forEach((action) => log.note(action));
    const found = log.find(traceId ?? "").map(({ action: { title }, what }) => [title, what]);
    assert.deepEqual(found.toSorted(), [
      ["Second", "traceId"],
      ["Third", "traceId"],
    ]);
    assert.equal(log.query({ text: traceId ?? "" }, 0, 10).total, 2);
    const broken = bench.client.startAction("x", { traceId: "a b\r\n" });
    assert.match(broken.traceId ?? "", /^fpx-[0-9a-f]{32}$/);
    await bench.close();
    const pinned = await openBench({ trace: { pinned: "INC-4711" } });
    assert.equal(pinned.client.startAction("x", { traceId }).traceId, "INC-4711");
    await pinned.close();
    const silent = await openBench({ trace: { send: false } });
    assert.equal(silent.client.startAction("x", { traceId }).traceId, undefined);
    await silent.close();
  });

  it("can be left out: the header is optional", async () => {
    const bench = await openBench({ trace: { send: false, pinned: "INC-4711" } });
    const { action } = await listClients(bench.client);
    assert.equal("x-dt-traceid" in (bench.service.seen[0]?.headers ?? {}), false);
    assert.deepEqual([action.traceId, action.attempts[0]?.echo], [undefined, "notSent"]);
    await bench.close();
  });

  it("are not told of a call that never left", async () => {
    const bench = await openBench({ limits: { actionMilliseconds: 60_000 } });
    const action = bench.client.startAction("x");
    const call = bench.client.send(
      { operationId: "listClients" },
      { action, signal: AbortSignal.abort() },
    );
    assert.equal((await failureOf(call)).traceId, undefined);
    await bench.close();
  });
});
