import type { Attempt } from "../base/action";

/** Attempts of one action that are kept; a long walk makes as many as its list has pages. */
export const MOST_ATTEMPTS = 1_000;
/** Let go at once: one by one each would move all the others. */
const LET_GO_AT_ONCE = 250;
/** Where it began says what all the others were. */
const FIRST = 10;

/**
 * The same attempts as long as they are few; else without the oldest of those that just brought
 * their answer, and only where that is not enough, without the oldest of all. The first ones stay.
 */
export function keptAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
  if (attempts.length < MOST_ATTEMPTS + LET_GO_AT_ONCE) {
    return attempts;
  }
  const telling = without(attempts, attempts.length - MOST_ATTEMPTS, isPlain);
  return without(telling, telling.length - MOST_ATTEMPTS, () => true);
}

/** How many attempts of an action were let go; those on their way may count while it runs. */
export function countDroppedAttempts(attempts: readonly Attempt[]): number {
  const made = attempts.reduce((most, { number }) => Math.max(most, number), 0);
  const missing = made - attempts.length;
  return missing < LET_GO_AT_ONCE ? 0 : missing;
}

function without(
  attempts: readonly Attempt[],
  most: number,
  canGo: (attempt: Attempt) => boolean,
): readonly Attempt[] {
  let left = most;
  return attempts.filter((attempt, index) => {
    const goes = left > 0 && index >= FIRST && canGo(attempt);
    left -= goes ? 1 : 0;
    return !goes;
  });
}

/** Nothing happened that anybody would look for. */
function isPlain({ reason, status, failure }: Attempt): boolean {
  const isSuccess = status !== undefined && status >= 200 && status <= 299;
  return reason === "first" && isSuccess && failure === undefined;
}
