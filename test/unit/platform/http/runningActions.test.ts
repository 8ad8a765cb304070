import assert from "node:assert/strict";
import { RunningActions } from "../../../../src/platform/base/runningActions";
import type { Action } from "../../../../src/platform/base/action";
import { failureOf, openBench } from "./support/bench";
import { sendJson } from "./support/servers";
import { VirtualClock } from "./support/virtualClock";

describe("running actions", () => {
  const call = { operationId: "listClients" } as const;

  it("end on the wire when the user says so elsewhere, and are said to be cancelled", async () => {
    const running = new RunningActions();
    const asked = Promise.withResolvers<undefined>();
    const left = Promise.withResolvers<undefined>();
    const bench = await openBench({
      running,
      answer: (_request, response) => {
        response.on("close", () => left.resolve(undefined));
        asked.resolve(undefined);
      },
    });
    const action = bench.client.startAction("Clients");
    const sent = failureOf(bench.client.send(call, { action }));
    await asked.promise;
    assert.equal(running.cancel("another"), false);
    assert.equal(running.cancel(action.id), true);
    const { kind, code } = await sent;
    assert.deepEqual([kind, code], ["canceled", "canceled/byUser"]);
    await left.promise;
    const last = bench.actions.at(-1);
    assert.deepEqual([last?.isCanceled, last?.progress.state], [true, "idle"]);
    assert.equal(last?.attempts.at(-1)?.failure, "canceled/byUser");
    assert.equal(running.cancel(action.id), false, "it has ended");
    await bench.close();
  });

  it("are found by their action, else the one that began last", () => {
    const running = new RunningActions();
    assert.equal(running.find("a"), undefined);
    const [endA] = ["a", "b"].map((id) => running.begin(id, new AbortController()));
    assert.deepEqual(
      [running.find("a"), running.find("c"), running.find(undefined)],
      ["a", "b", "b"],
    );
    endA?.();
    assert.equal(running.find("a"), "b");
  });

  it("are told of when the first begins and the last ends", () => {
    const told: boolean[] = [];
    const running = new RunningActions((isRunning) => told.push(isRunning));
    const ends = ["a", "a", "b"].map((id) => running.begin(id, new AbortController()));
    ends.slice(0, 2).forEach((end) => end());
    assert.ok(!told.includes(false));
    ends[2]?.();
    assert.equal(told.at(-1), false);
    assert.equal(told.filter((isRunning) => !isRunning).length, 1);
  });

  it("end between two attempts too, and what follows is cancelled no more", async () => {
    const running = new RunningActions();
    const clock = new VirtualClock();
    const waiting = Promise.withResolvers<undefined>();
    const states: Action[] = [];
    let status = 503;
    const bench = await openBench({
      ...{ running, clock },
      answer: (_request, response) => sendJson(response, status, []),
      onAction: (action) => {
        states.push(action);
        if (action.progress.state === "waiting") {
          waiting.resolve(undefined);
        }
      },
    });
    const action = bench.client.startAction("Clients");
    const sent = failureOf(bench.client.send(call, { action }));
    await waiting.promise;
    assert.equal(running.cancel(action.id), true);
    assert.equal((await sent).kind, "canceled");
    const [last] = states.slice(-1);
    assert.deepEqual([last?.isCanceled, last?.attempts.length], [true, 1]);
    assert.equal(clock.pending, 0, "nothing is left to wait for");
    status = 200;
    const answer = await bench.client.send(call, { action });
    assert.equal(answer.action.isCanceled, false);
    await bench.close();
  });
});
