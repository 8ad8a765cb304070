import assert from "node:assert/strict";
import { Queue } from "../../../src/core/http/queue";
import { AppError } from "../../../src/core/errors";
import type { Priority } from "../../../src/core/service/client";
import { failureOf } from "./support/bench";

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
});

interface QueueBench {
  readonly order: string[];
  readonly enter: (name: string, priority?: Priority, signal?: AbortSignal) => Promise<() => void>;
}

function bench(width: number | (() => number)): QueueBench {
  const queue = new Queue(typeof width === "number" ? () => width : width);
  const order: string[] = [];
  const enter: QueueBench["enter"] = async (name, priority = "foreground", signal) => {
    const leave = await queue.enter(priority, signal ?? new AbortController().signal);
    order.push(name);
    return leave;
  };
  return { order, enter };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
