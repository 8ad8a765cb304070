import assert from "node:assert/strict";
import { setTimeout as realDelay } from "node:timers/promises";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { Recorder } from "../../../../src/platform/http/recorder";
import type { Action } from "../../../../src/platform/base/action";
import {
  CLIENT_SECRET,
  SUBSCRIPTION_KEY,
  failureOf,
  listClients,
  MemoryLog,
  openBench,
} from "../../platform/http/support/bench";
import { VirtualClock } from "../../platform/http/support/virtualClock";
import { anAttempt } from "../../../fakes/action";

describe("records", () => {
  it("never change what was handed out; each attempt makes a new state", async () => {
    const bench = await openBench();
    const action = bench.client.startAction("Two calls");
    const first = await bench.client.send({ operationId: "listClients" }, { action });
    const second = await bench.client.send({ operationId: "listClients" }, first);
    assert.deepEqual(
      [action, first.action, second.action].map(({ attempts }) => attempts.length),
      [0, 1, 2],
    );
    assert.equal(new Set([action.traceId, first.action.traceId, second.action.traceId]).size, 1);
    assert.deepEqual(
      second.action.attempts.map(({ number }) => number),
      [1, 2],
    );
    await bench.close();
  });

  it("give every action a trace id of its own", async () => {
    const bench = await openBench();
    const ids = Array.from({ length: 200 }, () => bench.client.startAction("x").traceId);
    assert.equal(new Set(ids).size, 200);
    await bench.close();
  });

  it("refuse an action that another client began", async () => {
    const bench = await openBench();
    const action = bench.reopen().startAction("x");
    const call = bench.client.send({ operationId: "listClients" }, { action });
    assert.equal((await failureOf(call)).code, "internal/unknownAction");
    await bench.close();
  });

  it("are whole when their client has been disposed of, for calls that this stopped too", async () => {
    const bench = await openBench({ answer: () => undefined });
    const call = failureOf(listClients(bench.client));
    while (bench.service.seen.length === 0) {
      await realDelay(2);
    }
    await bench.client.dispose();
    const { attempts, progress } = bench.actions.at(-1)!;
    assert.deepEqual([attempts[0]?.failure, progress.state], ["canceled/disposed", "idle"]);
    await call;
    await bench.close();
  });

  it("hold no secret, and neither does the log", async () => {
    const bench = await openBench();
    await listClients(bench.client);
    const told = JSON.stringify(bench.actions) + bench.log.lines.join("\n");
    for (const secret of ["token-1", SUBSCRIPTION_KEY, CLIENT_SECRET]) {
      assert.equal(told.includes(secret), false);
    }
    await bench.close();
  });

  it("survive a listener that fails", async () => {
    const bench = await openBench();
    const log = new MemoryLog();
    const recorder = new Recorder({
      connection: { ...bench.connection, environment: "production" },
      clock: new VirtualClock(),
      log,
      redactor: createRedactor(),
      trace: () => ({ send: true, prefix: "fpx-", pinned: undefined }),
      onAction: () => {
        throw new Error("listener");
      },
    });
    const action: Action = recorder.start("x");
    const number = recorder.beginAttempt(action);
    const attempt = anAttempt({ number });
    assert.equal(recorder.endAttempt(action, attempt).attempts.length, 1);
    assert.match(log.lines.join("\n"), /a listener of actions failed/);
    await bench.close();
  });
});
