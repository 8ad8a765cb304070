import { type AppError, isAppError, isCanceled, withValues } from "../../../platform/base/errors";
import type { AccessServices } from "./services";

/** The same error with label and id of the connection whose sign-in failed. */
export function nameConnection<Thrown>(
  { summaries }: Pick<AccessServices, "summaries">,
  error: Thrown,
  connectionId: string | undefined,
): Thrown | AppError {
  const found = summaries().find(({ id }) => id === connectionId);
  return isAppError(error) && !isCanceled(error) && found !== undefined
    ? withValues(error, { connectionLabel: found.label, connectionId: found.id })
    : error;
}
