import { setTimeout as wait } from "node:timers/promises";

const STEP_MILLISECONDS = 100;
const LIMIT_MILLISECONDS = 1000;

/**
 * Pages of a walk come faster than a panel is drawn: shown one by one they would keep the click
 * on Pause waiting behind them. A panel that is out of sight takes nothing, so there is a limit.
 */
export async function untilTaken(shown: Promise<unknown>): Promise<void> {
  await Promise.race([shown.catch(() => undefined), wait(LIMIT_MILLISECONDS)]);
  await wait(STEP_MILLISECONDS);
}
