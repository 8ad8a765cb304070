import { AppError, isAppError } from "../errors";
import { parseJsonText, type JsonNode } from "../jsonText";
import type { Action } from "../requests/record";

/**
 * Reads an answer's text as JSON. Throws `AppError` kind `answer`: `answer/notJson` with
 * `{line, column, reason}` or `answer/tooDeep`; with the action's ids when it is given.
 */
export function parseAnswerText(text: string, action?: Action): JsonNode {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const code = error.code === "payload/tooDeep" ? "answer/tooDeep" : "answer/notJson";
    const reason = error.code === "payload/empty" ? { reason: "empty" } : {};
    throw answerError(code, { ...error.values, ...reason }, action);
  }
}

/** An `AppError` of kind `answer` that knows the ids of the exchange it came from. */
export function answerError(
  code: string,
  values: Readonly<Record<string, string | number>>,
  action: Action | undefined,
): AppError {
  const last = action?.attempts.at(-1);
  return new AppError("answer", code, {
    values,
    action,
    requestId: last?.requestId,
    ...(last?.status === undefined ? {} : { status: last.status }),
  });
}
