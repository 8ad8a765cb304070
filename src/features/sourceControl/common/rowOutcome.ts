import { type AppError, isAppError, isCanceled } from "../../../platform/base/errors";
import type { Action } from "../../../platform/base/action";
import type { WriteResult } from "../../pensions/common/writing/writer";
import type { BatchRow, RowOutcome, RowProblem } from "./batch";

/** What a row is when its turn is over. */
export interface RowEnd extends Pick<
  BatchRow,
  "outcome" | "problem" | "status" | "actionId" | "requestId"
> {
  /** What the service may have said why; not kept with the row. */
  readonly error?: AppError;
}

/** Of a PUT that the service took. */
export function endOfResult(result: WriteResult): RowEnd {
  const { verdict, status, action, requestId } = result;
  const isThere = verdict !== "notThere";
  return {
    outcome: isThere ? verdict : "unknown",
    problem: isThere ? undefined : { kind: "service", code: "batch/notThere", status },
    ...{ status, actionId: action.id, requestId },
  };
}

/**
 * Of a PUT that was not taken, or of which nobody knows. One that the user stopped before anything
 * of it was done waits as it did.
 */
export function endOfError(error: unknown, isStopped: boolean): RowEnd {
  if (!isAppError(error)) {
    return { ...endOf("failed"), problem: problemOf("internal", "internal/unexpected") };
  }
  if (error.code === "pensions/outcomeUnknown") {
    const outcome = error.values["shown"] === "landed" ? "landed" : "unknown";
    const reason = String(error.values["reason"]);
    return {
      ...endOf(outcome, error),
      problem: problemOf(error.kind, reason, error.status),
      error,
    };
  }
  if (isCanceled(error) && isStopped) {
    return endOf("waiting", error);
  }
  const problem = problemOf(error.kind, error.code, error.status);
  return isAnswered(error)
    ? { ...endOf("refused", error), problem, error }
    : { ...endOf("failed", error), problem };
}

/** Of a row that was not sent, because something is not as it was confirmed. */
export function endOfChange(
  code: "fileChanged" | "fileGone" | "targetChanged" | "serviceChanged" | "connectionChanged",
): RowEnd {
  return { ...endOf("changed"), problem: problemOf("refused", `batch/${code}`) };
}

function endOf(outcome: RowOutcome, error?: AppError): RowEnd {
  const action = writeOf(error);
  const last = action?.attempts.at(-1);
  return {
    ...{ outcome, problem: undefined, status: action && (error?.status ?? last?.status) },
    ...{ actionId: action?.id, requestId: action && (error?.requestId ?? last?.requestId) },
  };
}

/** The action of the PUT, where it came to that; that of a read tells nothing of the write. */
function writeOf(error: AppError | undefined): Action | undefined {
  const { action } = error ?? {};
  return action?.attempts.some(({ method }) => method === "PUT") === true ? action : undefined;
}

/** Whether the service has said no to the PUT itself. */
function isAnswered(error: AppError): boolean {
  return writeOf(error)?.attempts.some(({ status }) => status !== undefined) === true;
}

function problemOf(kind: string, code: string, status?: number): RowProblem {
  return { kind, code, status };
}
