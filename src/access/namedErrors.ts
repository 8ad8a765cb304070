import { type AppError, isAppError, isCanceled, withValues } from "../core/errors";
import type { AccessServices } from "./services";

/** The same error with the label of the connection whose sign-in failed. */
export function nameConnection<Thrown>(
  { summaries }: Pick<AccessServices, "summaries">,
  error: Thrown,
  connectionId: string | undefined,
): Thrown | AppError {
  const label = summaries().find(({ id }) => id === connectionId)?.label;
  return isAppError(error) && !isCanceled(error) && label !== undefined
    ? withValues(error, { connectionLabel: label })
    : error;
}
