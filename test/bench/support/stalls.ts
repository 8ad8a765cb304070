import { setImmediate } from "node:timers/promises";

/**
 * The longest turn of the event loop, in milliseconds: by the clock on the wall, and by the time that
 * the thread itself was at work. On a busy machine the first is that of its neighbours, too.
 */
export interface Stall {
  readonly wall: number;
  readonly work: number;
}

/** What came of some work, how long it took, and the longest that its thread could do nothing else. */
interface Watched<Value> {
  readonly value: Value;
  /** Milliseconds. */
  readonly took: number;
  readonly stall: Stall;
}

/** Watches the thread's turns while the work goes on; the work is slower for it on two cores. */
export async function watched<Value>(work: () => Promise<Value>): Promise<Watched<Value>> {
  await setImmediate();
  const start = now();
  const state = { isOver: false, took: 0 };
  const done = work().finally(() => {
    Object.assign(state, { isOver: true, took: performance.now() - start.wall });
  });
  // Awaited only after the turns are counted: a failure in between is not unhandled.
  done.catch(() => undefined);
  const stall = await longestTurn(() => state.isOver, start);
  return { value: await done, took: state.took, stall };
}

/** The longest turn within so many milliseconds. */
export async function longestStall(milliseconds: number): Promise<Stall> {
  const start = now();
  return longestTurn(() => performance.now() - start.wall >= milliseconds, start);
}

/** The worst of several. */
export function longestWork(stalls: readonly Stall[]): number {
  return Math.max(...stalls.map(({ work }) => work));
}

/** What is done before the first turn counts, too. */
async function longestTurn(isOver: () => boolean, start: Stall): Promise<Stall> {
  let [wall, work] = [0, 0];
  let last = start;
  do {
    await setImmediate();
    const turn = now();
    wall = Math.max(wall, turn.wall - last.wall);
    // A thread's time is updated once a tick: a turn may be charged with the work of turns before it.
    work = Math.max(work, Math.min(turn.wall - last.wall, turn.work - last.work));
    last = turn;
  } while (!isOver());
  return { wall, work };
}

function now(): Stall {
  const { user, system } = process.threadCpuUsage();
  return { wall: performance.now(), work: (user + system) / 1000 };
}
