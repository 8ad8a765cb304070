import type { Action, Attempt } from "../../../platform/base/action";
import { AppError } from "../../../platform/base/errors";
import type { RequestArgument } from "../../../manifest";
import type { History } from "./history";

/** What is in front, by which a command that names no call knows the one that is meant. */
export interface CallsInFront {
  /** The one that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
  /** The one that brought the answer in the editor in front, and the attempt. */
  readonly answerInFront: () => RequestArgument | undefined;
}

interface Calls extends CallsInFront {
  readonly history: Pick<History, "get" | "last">;
}

/** What is named, else the call of the answer in front: it is no other one, even once forgotten. */
export function meantRequest<Argument extends object = RequestArgument>(
  { activeAction, answerInFront }: CallsInFront,
  argument: Argument | undefined,
): Argument | RequestArgument | undefined {
  return argument ?? (activeAction() === undefined ? answerInFront() : undefined);
}

/**
 * The call that is meant: the one named, else of the panel or answer in front, else the last one.
 * @throws AppError `requests/gone` where the one named is forgotten, `input/noCall` where there is none
 */
export function meantAction(calls: Calls, argument: RequestArgument | undefined): Action {
  const { history, activeAction } = calls;
  const request = meantRequest(calls, argument);
  const isNamed = request !== undefined;
  const action = isNamed ? history.get(request.actionId) : (activeAction() ?? history.last);
  if (action === undefined) {
    throw new AppError("input", isNamed ? "requests/gone" : "input/noCall");
  }
  return action;
}

export interface MeantCall {
  readonly action: Action;
  readonly attempt: Attempt;
}

/** The attempt of this number, else the last one; undefined where there is none. */
export function attemptOf({ attempts }: Action, number: number | undefined): Attempt | undefined {
  return number === undefined
    ? attempts.at(-1)
    : attempts.find((attempt) => attempt.number === number);
}

/**
 * The attempt that is named, else the last one.
 * @throws AppError `requests/notSent` where it has not ended, or never left
 */
export function meantAttempt(action: Action, argument: RequestArgument | undefined): Attempt {
  const attempt = attemptOf(action, argument?.attempt);
  if (attempt === undefined) {
    throw new AppError("input", "requests/notSent", { action });
  }
  return attempt;
}

/** Both of them. Throws as `meantAction` and `meantAttempt` do. */
export function meantCall(calls: Calls, argument: RequestArgument | undefined): MeantCall {
  const request = meantRequest(calls, argument);
  const action = meantAction(calls, request);
  return { action, attempt: meantAttempt(action, request) };
}

/** Why there is no body of an answer: none came, or it is kept no longer. */
export function noAnswerBody(action: Action, { status }: Attempt): AppError {
  const code = status === undefined ? "requests/noAnswer" : "requests/bodyGone";
  return new AppError("input", code, { action });
}
