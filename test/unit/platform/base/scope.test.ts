import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "../../../../src/platform/base/errors";
import {
  abortReason,
  openScope,
  pause,
  throwIfAborted,
  untilAborted,
} from "../../../../src/platform/base/scope";
import { failureOf } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

const GONE = new AppError("canceled", "canceled/disposed");

describe("a scope", () => {
  it("ends with the first of its parents, for that one's reason", () => {
    for (const index of [0, 1]) {
      const parents = [new AbortController(), new AbortController()];
      const { signal } = openScope(new VirtualClock(), undefined, ...parents.map((p) => p.signal));
      assert.equal(signal.aborted, false);
      parents[index]?.abort(GONE);
      assert.equal(signal.reason, GONE);
    }
  });

  it("is over at once where a parent is", () => {
    const { signal } = openScope(new VirtualClock(), AbortSignal.abort(GONE));
    assert.equal(signal.reason, GONE);
  });

  it("ends when its time is over, and says how long that was", () => {
    const clock = new VirtualClock();
    const scope = openScope(clock);
    const { signal } = scope;
    scope.limit(2_600, "network/actionTimeout");
    clock.advance(2_599);
    assert.equal(signal.aborted, false);
    clock.advance(1);
    const { kind, code, values } = abortReason(signal);
    assert.deepEqual([kind, code, values], ["network", "network/actionTimeout", { seconds: 3 }]);
  });

  it("ends in this turn of time where none is left", () => {
    const clock = new VirtualClock();
    openScope(clock).limit(-5, "network/actionTimeout");
    assert.deepEqual(clock.dueIn, [0]);
  });

  it("says the whole time where some of it had passed before", () => {
    const clock = new VirtualClock();
    const scope = openScope(clock);
    scope.limit(-5, "network/actionTimeout", 90_000);
    clock.advance(0);
    assert.deepEqual(abortReason(scope.signal).values, { seconds: 90 });
  });

  it("lasts where its time is taken back, one limit or all of them", () => {
    const clock = new VirtualClock();
    const scope = openScope(clock);
    const takeBack = scope.limit(10, "network/one");
    scope.limit(20, "network/two");
    takeBack();
    assert.deepEqual(clock.dueIn, [20]);
    scope.limit(30, "network/three");
    scope.unlimit();
    clock.advance(60);
    assert.equal(scope.signal.aborted, false);
  });

  it("still ends with its parents when it is without limits", () => {
    const parent = new AbortController();
    const scope = openScope(new VirtualClock(), parent.signal);
    scope.unlimit();
    parent.abort(GONE);
    assert.equal(scope.signal.reason, GONE);
  });

  it("leaves neither timers nor listeners behind", () => {
    const clock = new VirtualClock();
    const parent = new AbortController();
    const scope = openScope(clock, parent.signal);
    scope.limit(10, "network/actionTimeout");
    assert.deepEqual([clock.pending, listeners(parent)], [1, 1]);
    scope.end();
    assert.deepEqual([clock.pending, listeners(parent)], [0, 0]);
    parent.abort();
    assert.equal(scope.signal.aborted, false);
  });
});

describe("the reason of an end", () => {
  it("is the user's wish where nothing of ours is named", () => {
    assert.equal(abortReason(AbortSignal.abort(GONE)), GONE);
    for (const signal of [undefined, AbortSignal.abort(), AbortSignal.abort("x")]) {
      const { kind, code } = abortReason(signal);
      assert.deepEqual([kind, code], ["canceled", "canceled/byUser"]);
    }
  });

  it("is thrown where there was an end", () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    assert.throws(() => throwIfAborted(AbortSignal.abort(GONE)), GONE);
  });
});

describe("waiting", () => {
  it("lasts as long as was said", async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    let isOver = false;
    const waiting = pause(100, clock, signal).then(() => (isOver = true));
    clock.advance(99);
    await turn();
    assert.equal(isOver, false);
    clock.advance(1);
    await waiting;
    assert.equal(clock.pending, 0);
  });

  it("ends with the signal, and takes its timer and its listener with it", async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const waiting = failureOf(pause(100, clock, stop.signal));
    assert.deepEqual([clock.pending, listeners(stop)], [1, 1]);
    stop.abort(GONE);
    assert.equal(await waiting, GONE);
    await turn();
    assert.deepEqual([clock.pending, listeners(stop)], [0, 0]);
    assert.equal(await failureOf(pause(100, clock, AbortSignal.abort(GONE))), GONE);
  });

  it("for work gives what the work gives, and no longer than the signal lets it", async () => {
    const { signal } = new AbortController();
    const failing = Promise.reject(GONE);
    assert.equal(await untilAborted(Promise.resolve(1), undefined), 1);
    assert.equal(await untilAborted(Promise.resolve(2), signal), 2);
    assert.equal(await failureOf(untilAborted(failing, signal)), GONE);
    const never = new Promise<never>(() => undefined);
    assert.equal(await failureOf(untilAborted(never, AbortSignal.abort(GONE))), GONE);
  });
});

function listeners({ signal }: AbortController): number {
  return getEventListeners(signal, "abort").length;
}
