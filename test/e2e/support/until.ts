import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { FAR_AWAY_MS } from "../../../scripts/host/chromium.mjs";

const POLL_MS = 50;
const FIRST_PATIENCE_MS = 2_000;
let repeats = 0;
process.once("exit", () => {
  process.stdout.write(`  clicks and keys that had to be repeated: ${repeats}\n`);
});

/** Waits for what comes in its own time. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limit = FAR_AWAY_MS,
): Promise<void> {
  await untilIt(() => what, isSo, limit);
}

/** Waits until this is read, and says what was read last where it never is. */
export async function untilRead(
  what: string,
  wanted: string | RegExp,
  read: () => string | Promise<string>,
): Promise<string> {
  let found = "";
  await untilIt(
    () => `${what} is ${JSON.stringify(found)}, not ${String(wanted)}`,
    async () => {
      found = await read();
      return typeof wanted === "string" ? found === wanted : wanted.test(found);
    },
  );
  return found;
}

/**
 * Does what a busy window may lose (a key before anything has the focus, a click on a row that is
 * drawn anew) until it got there, with twice the patience each time.
 */
export async function untilItWorks(action: (patience: number) => Promise<void>): Promise<void> {
  const end = Date.now() + FAR_AWAY_MS;
  for (let patience = FIRST_PATIENCE_MS; ; patience *= 2) {
    try {
      await action(patience);
      return;
    } catch (error) {
      if (Date.now() > end || isOver(error)) {
        throw error;
      }
      repeats += 1;
      await wait(POLL_MS);
    }
  }
}

/** The page is gone, where a window was closed after a test that failed. */
function isOver(error: unknown): boolean {
  return error instanceof Error && error.message.includes("has been closed");
}

/**
 * The same for what the mouse does to a part that the hover card of another one may cover: a card
 * stays as long as the mouse is over it or over what it speaks of.
 */
export async function untilUncovered(
  page: Page,
  action: (patience: number) => Promise<void>,
): Promise<void> {
  await untilItWorks(async (patience) => {
    try {
      await action(patience);
    } catch (error) {
      await page.mouse.move(0, 0);
      throw error;
    }
  });
}

async function untilIt(
  failure: () => string,
  isSo: () => boolean | Promise<boolean>,
  limit = FAR_AWAY_MS,
): Promise<void> {
  const end = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > end) {
      throw new Error(`It did not come: ${failure()}`);
    }
    await wait(POLL_MS);
  }
}
