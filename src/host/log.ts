import type * as vscode from "vscode";
import type { Redactor } from "../core/http/redaction";
import { formatLogLine, type Log } from "../core/log";

/** The core's log over the editor's log channel; everything passes the redaction first. */
export function createLog(channel: vscode.LogOutputChannel, redactor: Redactor): Log {
  return {
    trace: (message, fields) => channel.trace(formatLogLine(redactor, message, fields)),
    info: (message, fields) => channel.info(formatLogLine(redactor, message, fields)),
    warn: (message, fields) => channel.warn(formatLogLine(redactor, message, fields)),
    error: (message, fields) => channel.error(formatLogLine(redactor, message, fields)),
  };
}
