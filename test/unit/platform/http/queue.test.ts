import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { Queue, type Priority } from "../../../../src/platform/http/queue";
import { AppError } from "../../../../src/platform/base/errors";
import { failureOf } from "./support/bench";
import { VirtualClock } from "./support/virtualClock";

describe("the queue before the wire", () => {
  it("lets as many in as its width, and the next one when one leaves", async () => {
    const { enter, order } = bench(2);
    const [first] = await Promise.all([enter("a"), enter("b")]);
    const third = enter("c");
    await turn();
    assert.deepEqual(order, ["a", "b"]);
    first();
    first();
    await third;
    // Whoever leaves twice makes room once.
    void enter("d");
    await turn();
    assert.deepEqual(order, ["a", "b", "c"]);
  });

  it("lets what the user looks at go before a walk, each in the order it came", async () => {
    const { enter, order } = bench(1);
    const leave = await enter("first");
    const walking = [enter("walk 1", "background"), enter("walk 2", "background")];
    const looking = [enter("page 1"), enter("page 2")];
    leave();
    for (const next of [...looking, ...walking]) {
      (await next)();
    }
    assert.deepEqual(order, ["first", "page 1", "page 2", "walk 1", "walk 2"]);
  });

  it("lets those who wait in before a newcomer, when it has become wider", async () => {
    let width = 1;
    const { enter, order } = bench(() => width);
    await enter("inside");
    const waiting = enter("waiting", "background");
    width = 2;
    const late = enter("late", "background");
    await turn();
    assert.deepEqual(order, ["inside", "waiting"]);
    (await waiting)();
    await late;
    assert.deepEqual(order, ["inside", "waiting", "late"]);
  });

  it("forgets who was cancelled, and lets those inside finish when it becomes narrower", async () => {
    let width = 2;
    const { enter, order } = bench(() => width);
    const [one, two] = await Promise.all([enter("one"), enter("two")]);
    const stop = new AbortController();
    const left = failureOf(enter("cancelled", "foreground", stop.signal));
    const stays = enter("stays");
    stop.abort(new AppError("canceled", "canceled/disposed"));
    assert.equal((await left).code, "canceled/disposed");
    width = 1;
    one();
    await turn();
    assert.deepEqual(order, ["one", "two"]);
    two();
    await stays;
    assert.deepEqual(order, ["one", "two", "stays"]);
    assert.equal((await failureOf(enter("x", "foreground", AbortSignal.abort()))).kind, "canceled");
  });

  it("leaves one place for what the user looks at, where there is more than one", async () => {
    const wide = bench(3);
    for (const name of ["walk 1", "walk 2", "walk 3"]) {
      void wide.enter(name, "background");
    }
    await turn();
    assert.deepEqual(wide.order, ["walk 1", "walk 2"]);
    await wide.enter("page");
    assert.deepEqual(wide.order, ["walk 1", "walk 2", "page"]);
    const narrow = bench(1);
    await narrow.enter("walk", "background");
    assert.deepEqual(narrow.order, ["walk"]);
  });

  it("has no more inside than its width, whoever they are", async () => {
    const { enter, order } = bench(3);
    await Promise.all([enter("page 1"), enter("page 2"), enter("walk 1", "background")]);
    void enter("walk 2", "background");
    await turn();
    assert.deepEqual(order, ["page 1", "page 2", "walk 1"]);
  });

  it("takes nobody in who has left before, and keeps no place", async () => {
    const { queue, enter, order } = bench(1);
    const left = AbortSignal.abort();
    assert.equal((await failureOf(enter("left", "foreground", left))).kind, "canceled");
    await enter("next");
    queue.pauseBackground(1_000);
    const resting = queue.untilResumed(left).then(() => Promise.reject(new Error("calm")));
    assert.equal((await failureOf(resting)).kind, "canceled");
    assert.deepEqual(order, ["next"]);
  });

  it("listens to nobody who had their turn, and has no timer for those who wait for one", async () => {
    const { clock, enter } = bench(1);
    const signal = new AbortController().signal;
    const leave = await enter("first");
    const waiting = enter("walk", "background", signal);
    await turn();
    assert.deepEqual([getEventListeners(signal, "abort").length, clock.pending], [1, 0]);
    leave();
    await waiting;
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("has one timer for all who rest, as long as there are any", async () => {
    const { queue, clock, enter } = bench(4);
    queue.pauseBackground(1_000);
    assert.equal(clock.pending, 0);
    const stop = new AbortController();
    const left = [1, 2].map((page) => failureOf(enter(`walk ${page}`, "background", stop.signal)));
    await turn();
    assert.deepEqual(clock.dueIn, [1_000]);
    stop.abort();
    await Promise.all(left);
    assert.equal(clock.pending, 0);
  });

  it("lets in who waited already when the rest began", async () => {
    const { queue, clock, enter, order } = bench(2);
    const leave = await enter("walk 1", "background");
    const waiting = enter("walk 2", "background");
    await turn();
    queue.pauseBackground(1_000);
    leave();
    clock.advance(1_000);
    await waiting;
    assert.deepEqual(order, ["walk 1", "walk 2"]);
  });

  it("gives a walk no place for what others were answered", async () => {
    const { queue, clock, enter, order } = bench(4);
    queue.pauseBackground(1_000);
    clock.advance(1_000);
    (await enter("page"))();
    void enter("walk 1", "background");
    void enter("walk 2", "background");
    await turn();
    assert.deepEqual(order, ["page", "walk 1"]);
  });

  it("holds a walk while the service wants patience, and nobody else", async () => {
    const { queue, clock, enter, order } = bench(4);
    queue.pauseBackground(5_000);
    const walking = [1, 2, 3].map((page) => enter(`walk ${page}`, "background"));
    await enter("page");
    clock.advance(4_999);
    await turn();
    assert.deepEqual(order, ["page"]);
    clock.advance(1);
    (await walking[0])?.();
    // One after a rest, then more and more of them.
    assert.deepEqual(order, ["page", "walk 1"]);
    await Promise.all(walking);
    assert.deepEqual(order, ["page", "walk 1", "walk 2", "walk 3"]);
    assert.equal(clock.pending, 0);
  });

  it("comes back from a rest with one place, and wins another with each answer", async () => {
    const { queue, clock, enter, order } = bench(4);
    const before = await Promise.all([enter("before 1", "background"), enter("b", "background")]);
    queue.pauseBackground(1_000);
    before.forEach((leave) => leave());
    const walking = [1, 2, 3, 4].map((page) => enter(`walk ${page}`, "background"));
    clock.advance(1_000);
    await turn();
    assert.deepEqual(order.slice(2), ["walk 1"]);
    (await walking[0])?.();
    await turn();
    assert.deepEqual(order.slice(2), ["walk 1", "walk 2", "walk 3"]);
  });

  it("is held as long as whoever asks for the longest", async () => {
    const { queue, clock, enter, order } = bench(4);
    queue.pauseBackground(1_000);
    const walking = enter("walk", "background");
    const calm = queue.untilResumed(new AbortController().signal).then(() => order.push("calm"));
    queue.pauseBackground(3_000);
    queue.pauseBackground(2_000);
    clock.advance(1_000);
    await turn();
    clock.advance(1_999);
    await turn();
    assert.deepEqual([order, queue.isBackgroundPaused], [[], true]);
    clock.advance(1);
    await Promise.all([walking, calm]);
    assert.deepEqual([order.toSorted(), queue.isBackgroundPaused], [["calm", "walk"], false]);
  });

  it("lets the others in when one who waited for the same rest is cancelled as it ends", async () => {
    const { queue, clock, enter, order } = bench(4);
    queue.pauseBackground(1_000);
    const stop = new AbortController();
    const left = failureOf(enter("cancelled", "background", stop.signal));
    const stays = enter("stays", "background");
    const leftToo = failureOf(
      queue.untilResumed(stop.signal).then(() => Promise.reject(new Error())),
    );
    clock.pass(1_000);
    stop.abort(new AppError("canceled", "canceled/disposed"));
    assert.deepEqual([(await left).kind, (await leftToo).kind], ["canceled", "canceled"]);
    clock.advance(0);
    await stays;
    assert.deepEqual([order, clock.pending], [["stays"], 0]);
  });
});

interface QueueBench {
  readonly queue: Queue;
  readonly clock: VirtualClock;
  readonly order: string[];
  readonly enter: (name: string, priority?: Priority, signal?: AbortSignal) => Promise<() => void>;
}

function bench(width: number | (() => number)): QueueBench {
  const clock = new VirtualClock();
  const queue = new Queue(typeof width === "number" ? () => width : width, clock);
  const order: string[] = [];
  const enter: QueueBench["enter"] = async (name, priority = "foreground", signal) => {
    const leave = await queue.enter(priority, signal ?? new AbortController().signal);
    order.push(name);
    return leave;
  };
  return { queue, clock, order, enter };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
