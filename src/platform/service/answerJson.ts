import { AppError, isAppError } from "../base/errors";
import type { JsonIndexer } from "../json/indexer";
import type { JsonNode } from "../json/jsonText";
import type { Action } from "../base/action";
import type { ServiceAnswer } from "./client";

/**
 * Reads an answer as JSON at the first call; later ones get the same. Rejects with an `AppError`
 * of kind `answer` and the action's ids: `answer/notJson` with `{line, column, reason}`, or
 * `answer/tooDeep`; of kind `canceled` after an abort.
 */
export function answerIndex(
  answer: Pick<ServiceAnswer, "text" | "body" | "action">,
  { indexer, signal }: { readonly indexer: JsonIndexer; readonly signal?: AbortSignal | undefined },
): () => Promise<JsonNode> {
  let index: Promise<JsonNode> | undefined;
  return () => {
    const { text, body, action } = answer;
    index ??= indexer.index(text, { bytes: body.byteLength, signal }).catch((error: unknown) => {
      throw asAnswerError(error, action);
    });
    return index;
  };
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

/** What is wrong with a text, as something that is wrong with the service's answer. */
export function asAnswerError(error: unknown, action: Action | undefined): unknown {
  if (!isAppError(error) || error.kind !== "payload") {
    return error;
  }
  const code = error.code === "payload/tooDeep" ? "answer/tooDeep" : "answer/notJson";
  const reason = error.code === "payload/empty" ? { reason: "empty" } : {};
  return answerError(code, { ...error.values, ...reason }, action);
}
