import type * as vscode from "vscode";
import type { Redactor } from "../base/redactor";
import { formatLogLine, type Log, type LogLevel, type LogTail } from "../base/log";

/** The core's log over the editor's log channel; everything passes the redaction first. */
export function createLog(
  channel: vscode.LogOutputChannel,
  redactor: Redactor,
  tail: LogTail,
  closed: AbortSignal,
): Log {
  const write =
    (level: LogLevel): Log[LogLevel] =>
    (message, fields) => {
      const line = formatLogLine(redactor, message, fields);
      tail.add(level, line);
      // What ends after the extension, like the sandbox's process, finds no channel any more.
      if (!closed.aborted) {
        channel[level](line);
      }
    };
  return {
    trace: write("trace"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
}
