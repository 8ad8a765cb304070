import type { Action, Attempt } from "../../../platform/base/action";
import { AppError, isAppError } from "../../../platform/base/errors";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";
import { MARK } from "../../../platform/http/redaction";
import { maskAction } from "../../requests/common/maskAction";
import type { RecordedAnswer } from "../messages/sandboxQuestions";
import { readablePath } from "./readablePath";

/** Never given again: they are about the connection of then, or about its user. */
const LEFT_OUT = /^(set-cookie|server|via|alt-svc|strict-transport-security)$/i;

/**
 * An attempt's answer as the sandbox is to give it; undefined where there was none. With a masking
 * no name, id or value of a client is in it: neither in its body nor in the address.
 * @throws AppError `sandbox/notMaskable` for a body that is no JSON, with a masking
 */
export function recordedAnswerOf(
  action: Action,
  number: number,
  { body, masking = NO_MASKING }: { readonly body: string; readonly masking?: Masking },
): RecordedAnswer | undefined {
  const attempt = maskAction(action, masking).attempts.find((one) => one.number === number);
  const url = attempt && URL.parse(attempt.url);
  if (attempt?.status === undefined || url === null || url === undefined) {
    return undefined;
  }
  const { method, operationId, status } = attempt;
  return {
    ...{ method, status },
    path: readablePath(url.pathname),
    query: url.search.slice(1),
    ...(operationId !== undefined && { operationId }),
    headers: headersOf(attempt),
    body: maskBody(body, masking, action),
  };
}

function headersOf({ responseHeaders }: Attempt): RecordedAnswer["headers"] {
  return responseHeaders.filter(([name, value]) => !LEFT_OUT.test(name) && !value.includes(MARK));
}

/** Of what is no JSON nobody can say what is private in it; nothing is, where there is no body. */
function maskBody(body: string, masking: Masking, action: Action): string {
  if (body.trim() === "") {
    return body;
  }
  try {
    return masking.maskJson(body);
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    throw new AppError("input", "sandbox/notMaskable", { action });
  }
}
