import { isAppError } from "../base/errors";
import type { Log } from "../base/log";

/** Writes into the log what went wrong while a message of a page was handled, and that nobody foresaw. */
export class PageFailures {
  private log: Pick<Log, "error"> = { error: () => undefined };

  writeTo(log: Pick<Log, "error">): void {
    this.log = log;
  }

  /** `call` is the name of the message. Code and name only, as `errorMessages.ts` logs. */
  note(call: string, error: unknown): void {
    const { log } = this;
    const code = isAppError(error) ? error.code : "internal/unexpected";
    // What is foreseen, the page says.
    if (!isAppError(error) || error.kind === "internal") {
      const name = error instanceof Error ? error.name : typeof error;
      log.error("A message of a panel failed", { call, code, error: name });
    }
  }
}

/** Of all webviews of this window. */
export const pageFailures = new PageFailures();
