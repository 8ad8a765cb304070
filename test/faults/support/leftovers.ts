import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as realDelay } from "node:timers/promises";
import type { TestServer } from "../../unit/platform/http/support/servers";
import { count } from "./gates";

/** Far beyond what a busy machine needs: it ends what will never come. */
const LONGEST_LOOK_MS = 5 * 60_000;

/** For the tests of one group: no rejection may be left without somebody who hears of it. */
export function expectNoRejections(gate: string): void {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  before(() => process.on("unhandledRejection", note));
  after(async () => {
    await turn();
    process.off("unhandledRejection", note);
    count(gate, "rejections", rejections.length);
    assert.deepEqual(rejections, []);
  });
}

/** Waits until a socket is closed; one that never is ends in the test's time. */
export async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) {
    await new Promise((resolve) => socket.once("close", resolve));
  }
}

/** Waits until every connection that brought something is closed. */
export async function quiet(...servers: readonly TestServer[]): Promise<void> {
  for (const server of servers) {
    for (const socket of server.open) {
      await closed(socket);
    }
  }
  // A socket is marked as closed a moment before it says so.
  await turn();
}

/** What keeps the process alive, counted by kind: sockets, timers, lookups, connects. */
export function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo().sort()) {
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Holds that in the end no more is alive than was. What is closing gets its time. */
export async function expectResources(
  gate: string,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  const more = (): readonly string[] =>
    Object.entries(resources()).flatMap(([kind, amount]) =>
      amount > (expected[kind] ?? 0) ? [`${kind}: ${amount} for ${expected[kind] ?? 0}`] : [],
    );
  await until(() => more().length === 0).catch(() => undefined);
  count(gate, "left", more().length);
  assert.deepEqual(more(), []);
}

/** Looks again and again. */
export async function until(isSo: () => boolean, what = "what was waited for"): Promise<void> {
  const end = performance.now() + LONGEST_LOOK_MS;
  for (let look = 0; !isSo() && performance.now() < end; look++) {
    await realDelay(look < 20 ? 1 : 5);
  }
  assert.ok(isSo(), `${what} did not come about`);
}
