import type { Action, Attempt } from "../../../platform/base/action";
import { AppError } from "../../../platform/base/errors";
import type { RequestArgument } from "../../../manifest";
import type { History } from "./history";

interface Calls {
  readonly history: Pick<History, "get" | "last">;
  /** The one that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
}

/**
 * The call that is meant: the one named, else of the panel in front, else the last one.
 * @throws AppError `requests/gone` where the one named is forgotten, `input/noCall` where there is none
 */
export function meantAction(
  { history, activeAction }: Calls,
  argument: RequestArgument | undefined,
): Action {
  const isNamed = argument !== undefined;
  const action = isNamed ? history.get(argument.actionId) : (activeAction() ?? history.last);
  if (action === undefined) {
    throw new AppError("input", isNamed ? "requests/gone" : "input/noCall");
  }
  return action;
}

/**
 * The attempt that is named, else the last one.
 * @throws AppError `requests/notSent` where it has not ended, or never left
 */
export function meantAttempt(action: Action, argument: RequestArgument | undefined): Attempt {
  const attempt =
    argument?.attempt === undefined
      ? action.attempts.at(-1)
      : action.attempts.find(({ number }) => number === argument.attempt);
  if (attempt === undefined) {
    throw new AppError("input", "requests/notSent", { action });
  }
  return attempt;
}

/** Why there is no body of an answer: none came, or it is kept no longer. */
export function noAnswerBody(action: Action, { status }: Attempt): AppError {
  const code = status === undefined ? "requests/noAnswer" : "requests/bodyGone";
  return new AppError("input", code, { action });
}
