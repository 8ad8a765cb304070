import type { Outcome } from "./history";
import type { Action, Attempt } from "../../../platform/base/action";

/**
 * How an action ended, or that it has not; `retried` succeeded, but not at once, and `canceled`
 * says nothing of the service.
 */
export function actionOutcome({ attempts, progress, isCanceled }: Action): Outcome {
  const last = attempts.at(-1);
  if (progress.state !== "idle") {
    return "running";
  }
  if (isCanceled === true) {
    return "canceled";
  }
  return last === undefined || isFailed(last)
    ? "failed"
    : // Pages of a walk are attempts of one action too, each of them a first one.
      attempts.some(({ reason }) => reason !== "first")
      ? "retried"
      : "succeeded";
}

/** True when no whole answer came, or one of failure. */
export function isFailed({ status, failure }: Attempt): boolean {
  return failure !== undefined || status === undefined || status < 200 || status > 299;
}
