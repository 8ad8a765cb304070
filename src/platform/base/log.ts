import type { Redactor } from "./redactor";

/**
 * Where the core writes what it does. The host gives it a log output channel; every
 * argument passes the redaction of `platform/http/redaction.ts` before it is written.
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

export type LogLevel = keyof Log;

const MOST_LINES = 2_000;

/** The last lines of the log, redacted as it wrote them, for evidence. */
export class LogTail {
  private readonly kept: string[] = [];
  private next = 0;

  constructor(private readonly now: () => number) {}

  /** Takes a line that has passed the redaction. */
  add(level: LogLevel, line: string): void {
    const time = new Date(this.now()).toISOString();
    this.kept[this.next] = `${time} [${level}] ${line.replace(/[\r\n]+/g, " ")}`;
    this.next = (this.next + 1) % MOST_LINES;
  }

  /** The oldest first, each with its time in UTC and its level. */
  get lines(): readonly string[] {
    return [...this.kept.slice(this.next), ...this.kept.slice(0, this.next)];
  }
}
