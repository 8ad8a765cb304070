import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "../../../../src/platform/base/errors";
import type { WorkerHandlers } from "../../../../src/platform/workers/serve";
import { WorkerRpc } from "../../../../src/platform/workers/workerRpc";
import { failureOf, MemoryLog } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";
import { localPort } from "./support/localPort";

interface Calls {
  readonly add: { readonly parameters: number; readonly result: number };
  readonly refuse: { readonly parameters: string; readonly result: unknown };
  readonly crash: { readonly parameters: object; readonly result: unknown };
  readonly steps: { readonly parameters: number; readonly result: string };
  readonly wait: { readonly parameters: object; readonly result: unknown };
}

/** Adds up per session; `wait` has no end. */
function handlers(): WorkerHandlers<Calls> {
  const sums = new Map<number, number>();
  return {
    add: (value, { session }) => {
      sums.set(session, (sums.get(session) ?? 0) + value);
      return sums.get(session) ?? 0;
    },
    refuse: (code) => {
      throw new AppError("input", code, { values: { line: 3 } });
    },
    crash: () => {
      throw new TypeError("of the worker");
    },
    steps: async (count, { report }) => {
      for (let step = 1; step <= count; step++) {
        report(step / count);
        await turn();
      }
      return "done";
    },
    wait: () => new Promise(() => undefined),
  };
}

describe("WorkerRpc", () => {
  it("rejects calls that cannot be posted, and goes on", async () => {
    let isBroken = true;
    const port = localPort(handlers(), () => undefined);
    const broken = new WorkerRpc<Calls>({
      program: () => ({
        on: (event, listener) => port.on(event, listener),
        ref: () => port.ref(),
        unref: () => port.unref(),
        terminate: () => port.terminate(),
        postMessage: (calls, transfer) => {
          if (isBroken) {
            throw new TypeError("could not be cloned");
          }
          port.postMessage(calls, transfer);
        },
      }),
      name: "sums",
      ...{ clock: new VirtualClock(), log: new MemoryLog(), idleMilliseconds: 1_000 },
      crashError: () => new AppError("internal", "sums/crashed"),
    });
    await assert.rejects(broken.call("add", 1), { message: "could not be cloned" });
    isBroken = false;
    assert.equal(await broken.call("add", 2), 2);
    await broken.dispose();
  });

  let clock: VirtualClock;
  let log: MemoryLog;
  let started: number;
  let posts: number[];
  let rpc: WorkerRpc<Calls>;

  beforeEach(() => {
    [clock, log, started, posts] = [new VirtualClock(), new MemoryLog(), 0, []];
    rpc = new WorkerRpc<Calls>({
      program: () => {
        started++;
        return localPort(handlers(), (count) => posts.push(count));
      },
      name: "sums",
      ...{ clock, log, idleMilliseconds: 1_000 },
      crashError: () => new AppError("internal", "sums/crashed"),
    });
  });

  afterEach(async () => {
    await rpc.dispose();
    assert.equal(clock.pending, 0, "a timer is left");
  });

  it("answers calls, and passes refusals on with kind, code and values", async () => {
    assert.equal(started, 0);
    assert.equal(await rpc.call("add", 2), 2);
    const { kind, code, values } = await failureOf(rpc.call("refuse", "input/bad"));
    assert.deepEqual([kind, code, values], ["input", "input/bad", { line: 3 }]);
    assert.equal(await rpc.call("add", 3), 5, "the same worker");
    assert.deepEqual([started, log.lines], [1, []]);
  });

  it("reports progress until the result is there", async () => {
    const shares: unknown[] = [];
    const onProgress = (share: unknown): void => void shares.push(share);
    assert.equal(await rpc.call("steps", 2, { onProgress }), "done");
    assert.deepEqual(shares, [0.5, 1]);
  });

  it("sends batched calls together, in order, before the next call that is not", async () => {
    const session = rpc.session();
    const sums = [1, 2, 3].map((value) => session.call("add", value, { isBatched: true }));
    assert.deepEqual(posts, []);
    sums.push(session.call("add", 4));
    assert.deepEqual(await Promise.all(sums), [1, 3, 6, 10]);
    assert.deepEqual(posts, [4]);
    const later = session.call("add", 5, { isBatched: true });
    rpc.flush();
    assert.equal(await later, 15);
    session.close();
  });

  it("keeps sessions apart, and their worker while one is open", async () => {
    const [one, other] = [rpc.session(), rpc.session()];
    one.notify("add", 1);
    assert.deepEqual([await one.call("add", 1), await other.call("add", 5)], [2, 5]);
    one.close();
    assert.equal((await failureOf(one.call("add", 1))).code, "canceled/disposed");
    assert.equal(clock.pending, 0);
    other.close();
    clock.advance(1_000);
    assert.equal(await rpc.call("add", 1), 1);
    assert.equal(started, 2);
  });

  it("fails what was open when the worker crashed, and its sessions for good", async () => {
    const session = rpc.session();
    const waiting = failureOf(session.call("wait", {}));
    assert.equal((await failureOf(rpc.call("crash", {}))).code, "sums/crashed");
    assert.equal((await waiting).code, "sums/crashed");
    assert.ok(session.isLost);
    session.notify("add", 1);
    assert.equal((await failureOf(session.call("add", 1))).code, "sums/crashed");
    assert.equal(await rpc.session().call("add", 1), 1);
    assert.deepEqual([started, log.lines.length], [2, 1]);
    assert.match(log.lines[0] ?? "", /TypeError/);
    assert.doesNotMatch(log.lines[0] ?? "", /of the worker/);
  });

  it("leaves a call at an abort, and drops its answer", async () => {
    const controller = new AbortController();
    const aborted = failureOf(rpc.call("add", 1, { signal: controller.signal }));
    controller.abort();
    assert.equal((await aborted).kind, "canceled");
    assert.equal(await rpc.call("add", 1), 2);
  });

  it("ends open calls when it is disposed of, and starts no more", async () => {
    const waiting = failureOf(rpc.call("wait", {}));
    await rpc.dispose();
    assert.equal((await waiting).code, "canceled/disposed");
    assert.equal((await failureOf(rpc.call("add", 1))).code, "canceled/disposed");
    assert.equal(started, 1);
  });
});
