import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { Action, ActionProgress } from "../../../../src/platform/base/action";
import { failureOf, listClients, openBench } from "../../platform/http/support/bench";
import { sendJson, type Answer } from "../../platform/http/support/servers";
import { VirtualClock } from "../../platform/http/support/virtualClock";

function states(actions: readonly Action[]): readonly string[] {
  return actions.map(({ progress, attempts }) => `${progress.state} ${attempts.length}`);
}

/** For what real sockets do in their own time; the runner ends a wait without end. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await turn();
  }
}

/** Answers nothing until it is told to. */
function held(): {
  readonly answer: Answer;
  readonly release: () => void;
  readonly waiting: () => number;
} {
  const waiting: (() => void)[] = [];
  return {
    answer: (_request, response) => waiting.push(() => sendJson(response, 200, [])),
    release: () => waiting.shift()?.(),
    waiting: () => waiting.length,
  };
}

describe("the progress of an action", () => {
  it("goes from running over a wait to running and idle, with the times of the clock", async () => {
    const clock = new VirtualClock();
    let calls = 0;
    const bench = await openBench({
      clock,
      answer: (_request, response) =>
        ++calls === 1
          ? sendJson(response, 429, {}, { "retry-after": "7" })
          : sendJson(response, 200, []),
    });
    const call = listClients(bench.client);
    await until(() => bench.actions.at(-1)?.progress.state === "waiting");
    const now = clock.now();
    const expected: ActionProgress = {
      state: "waiting",
      since: now,
      until: now + 7_000,
      status: 429,
      why: "retryAfter",
    };
    assert.deepEqual(bench.actions.at(-1)?.progress, expected);
    clock.advance(7_000);
    const { action } = await call;
    assert.deepEqual(states(bench.actions), [
      ...["running 0", "idle 1", "waiting 1", "running 1", "idle 2"],
    ]);
    assert.deepEqual(bench.actions[3]?.progress, {
      ...{ state: "running", number: 2, since: now + 7_000 },
    });
    assert.deepEqual(action.progress, { state: "idle" });
    await bench.close();
  });

  it("is queued while others are on the wire, and none was sent when it is cancelled there", async () => {
    const { answer, release, waiting } = held();
    const bench = await openBench({ answer, limits: { concurrentRequests: 1 } });
    const first = listClients(bench.client);
    await until(() => waiting() === 1);
    const cancel = new AbortController();
    const second = listClients(bench.client, cancel.signal);
    await until(() => bench.actions.at(-1)?.progress.state === "queued");
    const queued = bench.actions.at(-1)!;
    assert.equal(queued.progress.state === "queued" && queued.progress.number, 1);
    cancel.abort();
    assert.equal((await failureOf(second)).kind, "canceled");
    assert.deepEqual(states(bench.actions.slice(-2)), ["queued 0", "idle 0"]);
    assert.equal(bench.actions.at(-1)?.id, queued.id);
    release();
    await first;
    await bench.close();
  });

  it("ends idle when a wait is cancelled", async () => {
    const bench = await openBench({
      clock: new VirtualClock(),
      answer: (_request, response) => sendJson(response, 503, {}, { "retry-after": "7" }),
    });
    const cancel = new AbortController();
    const call = listClients(bench.client, cancel.signal);
    await until(() => bench.actions.at(-1)?.progress.state === "waiting");
    cancel.abort();
    assert.equal((await failureOf(call)).kind, "canceled");
    assert.deepEqual(states(bench.actions.slice(-2)), ["waiting 1", "idle 1"]);
    await bench.close();
  });

  it("is that of the newest of several calls, and idle when none is left", async () => {
    const { answer, release, waiting } = held();
    const bench = await openBench({ answer });
    const action = bench.client.startAction("Walk");
    const call = { operationId: "listClients" } as const;
    const one = bench.client.send(call, { action });
    await until(() => waiting() === 1);
    const two = bench.client.send(call, { action });
    await until(() => waiting() === 2);
    const running = (): number | undefined => {
      const { progress } = bench.actions.at(-1)!;
      return progress.state === "running" ? progress.number : undefined;
    };
    assert.equal(running(), 2);
    release();
    await one;
    assert.equal(running(), 2);
    release();
    await two;
    assert.deepEqual(states(bench.actions), ["running 0", "running 0", "running 1", "idle 2"]);
    await bench.close();
  });

  it("is idle while a token is renewed, and after the repeat", async () => {
    let calls = 0;
    const bench = await openBench({
      answer: (_request, response) => sendJson(response, ++calls === 1 ? 401 : 200, []),
    });
    await listClients(bench.client);
    assert.deepEqual(states(bench.actions), ["running 0", "idle 1", "running 1", "idle 2"]);
    await bench.close();
  });
});
