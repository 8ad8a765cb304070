import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { ServiceAnswer } from "../../../../src/platform/service/client";
import { type Bench, failureOf, openBench } from "./support/bench";
import { sendJson } from "./support/servers";
import { VirtualClock } from "./support/virtualClock";

describe("a call that is stopped between two exchanges", () => {
  it("does not begin", async () => {
    const bench = await openBench();
    const error = await failureOf(list(bench, AbortSignal.abort()));
    assert.equal(error.kind, "canceled");
    assert.deepEqual(bench.service.seen, []);
    await bench.close();
  });

  it("ends in a wait for a retry, and says what was answered before", async () => {
    const clock = new VirtualClock();
    const bench = await openBench({
      clock,
      answer: (_request, response) => sendJson(response, 503, {}, { "retry-after": "20" }),
    });
    const stop = new AbortController();
    const call = failureOf(list(bench, stop.signal));
    await until(() => bench.actions.at(-1)?.progress.state === "waiting");
    stop.abort();
    const error = await call;
    assert.equal(error.kind, "canceled");
    assert.deepEqual(
      error.action?.attempts.map(({ status }) => status),
      [503],
    );
    assert.equal(clock.pending, 0);
    await bench.close();
  });

  it("goes on to its answer while it is on the wire", async () => {
    const stop = new AbortController();
    const bench = await openBench({
      answer: (_request, response) => {
        stop.abort();
        sendJson(response, 200, { items: [] });
      },
    });
    assert.equal((await list(bench, stop.signal)).status, 200);
    await bench.close();
  });

  it("is not repeated by what was answered after that", async () => {
    const stop = new AbortController();
    const bench = await openBench({
      answer: (_request, response) => {
        stop.abort();
        sendJson(response, 500, {});
      },
    });
    const error = await failureOf(list(bench, stop.signal));
    assert.equal(error.kind, "canceled");
    assert.equal(bench.service.seen.length, 1);
    await bench.close();
  });
});

function list({ client }: Bench, stop: AbortSignal): Promise<ServiceAnswer> {
  return client.send({ operationId: "listClients" }, { action: client.startAction("x"), stop });
}

/** For what real sockets do in their own time; the runner ends a wait without end. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await turn();
  }
}
