import { type AppError, isAppError } from "../../../../platform/base/errors";
import type { ClientLine } from "./journalLines";

/** Time out, too early, too many: the service has nothing against this client. */
const PASSING = new Set([408, 425, 429]);

/**
 * What an error says of one client alone, so that the others go on: the service refused it, or
 * answered with what is no list. Undefined for what would meet the next one as well.
 */
export function refusalOf(error: unknown): Partial<ClientLine> | undefined {
  if (!isAppError(error) || !isAboutClient(error)) {
    return undefined;
  }
  const { code, status, traceId, requestId } = error;
  return {
    code,
    ...(status === undefined ? {} : { status }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(requestId === undefined ? {} : { requestIds: [requestId] }),
  };
}

function isAboutClient({ kind, code, status = 0 }: AppError): boolean {
  switch (kind) {
    case "service":
      return status >= 400 && status < 500 && status !== 401 && !PASSING.has(status);
    case "answer":
      // Cut on its way: the whole answer may be good.
      return code !== "answer/cut";
    case "input":
      return code === "input/clientId" || code === "exports/clientName";
    default:
      return false;
  }
}
