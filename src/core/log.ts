import type { Redactor } from "./http/redaction";

/**
 * Where the core writes what it does. The host gives it a log output channel; every
 * argument passes the redaction of `core/http/redaction.ts` before it is written.
 */
export interface Log {
  trace(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The line that a log writes; it has passed the redaction. */
export function formatLogLine(redactor: Redactor, message: string, fields: LogFields = {}): string {
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${String(value)}`);
  return redactor.redact(`${message}${shown.join("")}`);
}
