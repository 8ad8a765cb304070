import type * as vscode from "vscode";
import type { Redactor } from "../core/http/redaction";
import type { Log, LogFields } from "../core/log";

/** The core's log over the editor's log channel; everything passes the redaction first. */
export function createLog(channel: vscode.LogOutputChannel, redactor: Redactor): Log {
  const line = (message: string, fields?: LogFields): string =>
    redactor.redact(`${message}${formatFields(fields)}`);
  return {
    trace: (message, fields) => channel.trace(line(message, fields)),
    info: (message, fields) => channel.info(line(message, fields)),
    warn: (message, fields) => channel.warn(line(message, fields)),
    error: (message, fields) => channel.error(line(message, fields)),
  };
}

function formatFields(fields: LogFields = {}): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${String(value)}`)
    .join("");
}
