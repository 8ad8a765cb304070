import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { Rpc, RpcError } from "../../../../src/platform/base/rpc";

const calls = {
  double: { parameters: v.number(), result: v.number() },
  fail: { parameters: v.undefined() },
};
type Calls = typeof calls;

const nothing = {};
type Nothing = typeof nothing;

describe("Rpc", () => {
  it("calls the other side and gives its answer", async () => {
    const { near } = pair();
    assert.deepEqual(await Promise.all([near.call("double", 2), near.call("double", 21)]), [4, 42]);
  });

  it("answers a ping behind the calls that were posted before it", async () => {
    const { near, far, handled } = pair();
    near.notify("double", 5);
    await near.ping();
    assert.deepEqual(handled, [5]);
    far.receive({ kind: "ping", id: "1" });
    assert.equal(far.dropped, 1);
    near.dispose();
    assert.equal((await rejection(near.ping())).code, "rpc/disposed");
  });

  it("carries a failure as code and text, never the error itself", async () => {
    const { near, wire } = pair();
    const error = await rejection(near.call("fail", undefined));
    assert.deepEqual([error.code, error.text], ["test/failed", "It failed."]);
    assert.equal(JSON.stringify(wire).includes("secret"), false);
  });

  it("refuses parameters that do not pass the check, and unknown names", async () => {
    const { near, far, handled } = pair();
    const wrong = near.call("double", "2" as never);
    assert.equal((await rejection(wrong)).code, "rpc/refused");
    for (const name of ["constructor", "toString", "__proto__", "other"]) {
      const unknown = near.call(name as "double", 1);
      assert.equal((await rejection(unknown)).code, "rpc/refused");
    }
    assert.deepEqual([handled, far.dropped], [[], 5]);
  });

  it("refuses results that are not as they should be, and counts them", async () => {
    const rpc = lonely(({ id }) => rpc.receive({ kind: "reply", id, result: "2" }), new Timers());
    assert.equal((await rejection(rpc.call("double", 1))).code, "rpc/refused");
    assert.equal((await rejection(rpc.call("fail", undefined))).code, "rpc/refused");
    assert.equal(rpc.dropped, 2);
  });

  it("takes no answer to a call of the page before, whose numbers are others", async () => {
    const posted: { id: number }[] = [];
    const begin = (): ReturnType<typeof lonely> =>
      lonely((message) => posted.push(message), new Timers());
    void begin()
      .call("double", 1)
      .catch(() => undefined);
    const later = begin();
    const call = later.call("double", 2);
    later.receive({ kind: "reply", id: posted[0]?.id, result: 2 });
    assert.equal(later.dropped, 1);
    later.receive({ kind: "reply", id: posted[1]?.id, result: 4 });
    assert.equal(await call, 4);
  });

  it("gives up after the timeout, and drops the late answer", async () => {
    const posted: { id: number }[] = [];
    const timers = new Timers();
    const rpc = lonely((message) => posted.push(message), timers);
    const call = rpc.call("double", 1);
    timers.run();
    assert.equal((await rejection(call)).code, "rpc/timeout");
    rpc.receive({ kind: "reply", id: posted[0]?.id, result: 2 });
    assert.equal(rpc.dropped, 1);
  });

  it("takes its timer back when the answer came", async () => {
    const timers = new Timers();
    const rpc = lonely(({ id }) => rpc.receive({ kind: "reply", id, result: 2 }), timers);
    assert.equal(await rpc.call("double", 1), 2);
    assert.equal(timers.open, 0);
  });

  it("rejects every open call at dispose, and every later one", async () => {
    const timers = new Timers();
    const rpc = lonely(() => undefined, timers);
    const calls = [rpc.call("double", 1), rpc.call("double", 2)];
    rpc.dispose();
    const errors = await Promise.all([...calls, rpc.call("double", 3)].map(rejection));
    assert.deepEqual(
      errors.map(({ code }) => code),
      ["rpc/disposed", "rpc/disposed", "rpc/disposed"],
    );
    assert.equal(timers.open, 0);
  });

  it("answers nobody after dispose, and notices want no answer", async () => {
    const { near, far, wire, handled } = pair();
    near.notify("double", 5);
    await Promise.resolve();
    assert.deepEqual([handled, wire.length], [[5], 1]);
    const open = near.call("double", 6);
    far.dispose();
    near.dispose();
    await rejection(open);
    assert.equal(
      wire.filter((message) => (message as { kind: string }).kind === "reply").length,
      0,
    );
  });

  it("survives whatever is sent to it", () => {
    const { far, handled } = pair();
    const part = fc.oneof(fc.anything(), fc.constantFrom("call", "reply", "failure", "double"));
    const message = fc.record({ kind: part, id: part, name: part, parameters: fc.string() });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), message), (sent) => {
        far.receive(sent);
      }),
    );
    assert.deepEqual(handled, []);
    assert.ok(far.dropped > 0);
  });
});

/** Two sides over a wire that clones, as `postMessage` does. */
function pair(): {
  near: Rpc<Calls, Nothing>;
  far: Rpc<Nothing, Calls>;
  wire: unknown[];
  handled: number[];
} {
  const wire: unknown[] = [];
  const handled: number[] = [];
  const describeFailure = (): { code: string; text: string } => ({
    code: "test/failed",
    text: "It failed.",
  });
  const near: Rpc<Calls, Nothing> = new Rpc({
    post: (message) => {
      wire.push(message);
      far.receive(structuredClone(message));
    },
    handlers: {},
    incoming: nothing,
    outgoing: calls,
    timeoutMilliseconds: 60_000,
    describeFailure,
  });
  const far = new Rpc<Nothing, Calls>({
    post: (message) => {
      wire.push(message);
      near.receive(structuredClone(message));
    },
    handlers: {
      double: (value) => {
        handled.push(value);
        return value * 2;
      },
      fail: () => Promise.reject(new Error("secret")),
    },
    incoming: calls,
    outgoing: nothing,
    timeoutMilliseconds: 60_000,
    describeFailure,
  });
  return { near, far, wire, handled };
}

function lonely(post: (message: { id: number }) => void, timers: Timers): Rpc<Calls, Nothing> {
  return new Rpc<Calls, Nothing>({
    post: (message) => post(message as { id: number }),
    handlers: {},
    incoming: nothing,
    outgoing: calls,
    timeoutMilliseconds: 1,
    describeFailure: () => ({ code: "", text: "" }),
    schedule: timers.schedule,
  });
}

/** Timers that run when they are told to. */
class Timers {
  private readonly waiting = new Set<() => void>();

  readonly schedule = (run: () => void): (() => void) => {
    this.waiting.add(run);
    return () => this.waiting.delete(run);
  };

  get open(): number {
    return this.waiting.size;
  }

  run(): void {
    for (const run of [...this.waiting]) {
      run();
    }
  }
}

async function rejection(call: Promise<unknown>): Promise<RpcError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof RpcError);
    return error;
  }
  return assert.fail("the call was answered");
}
