import { setImmediate as turn } from "node:timers/promises";

/** Until the system's clock shows another time, so that what follows is told apart by it. */
export async function nextMillisecond(): Promise<void> {
  const before = Date.now();
  while (Date.now() === before) {
    await turn();
  }
}
