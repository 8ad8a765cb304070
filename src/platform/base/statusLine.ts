import * as v from "valibot";
import { amount, type Shape, textsOf } from "./messageSchemas";
import { formatSpan } from "./spans";
import { fillText, formatNumber } from "./texts";

/** What a call's status line says, the same wherever a call is shown. */
export const statusFacts = v.object({
  /** Absent when there was no answer. */
  status: v.exactOptional(amount),
  statusText: v.exactOptional(v.string()),
  milliseconds: amount,
  /** Decoded bytes of the answer. */
  bytes: amount,
  attempts: amount,
  requestId: v.exactOptional(v.string()),
  /** Absent when trace ids are switched off. */
  traceId: v.exactOptional(v.string()),
  /** Whether the service returned the trace id. */
  echo: v.picklist(["equal", "missing", "changed", "notSent"]),
});
export type StatusFacts = Shape<typeof statusFacts>;

/** Words of the status line in the user's language, `{0}` for numbers. */
export const statusTexts = textsOf([
  ...["status", "noAnswer", "oneAttempt", "attempts", "request", "trace", "none"],
  ...["copyRequestId", "copyTraceId", "copied", "echoed", "notEchoed", "echoChanged"],
] as const);
export type StatusTexts = Shape<typeof statusTexts>;

/** The parts before the ids: "200 OK", "84 ms", "9.1 KB", "1 attempt"; numbers as in `language`. */
export function statusParts(
  facts: StatusFacts,
  texts: Pick<StatusTexts, "noAnswer" | "oneAttempt" | "attempts">,
  language: string,
): readonly string[] {
  const status =
    facts.status === undefined
      ? texts.noAnswer
      : [facts.status, facts.statusText].filter((part) => part !== undefined && part !== "");
  return [
    typeof status === "string" ? status : status.join(" "),
    formatDuration(facts.milliseconds, language),
    formatBytes(facts.bytes, language),
    facts.attempts === 1
      ? texts.oneAttempt
      : fillText(texts.attempts, formatNumber(facts.attempts, language)),
  ];
}

/** "84 ms", "1.2 s", "1 min 12 s", "1 hr 12 min", "1 day". */
export function formatDuration(milliseconds: number, language: string): string {
  const whole = Math.max(0, Math.round(milliseconds));
  if (whole < 1000) {
    return `${whole} ms`;
  }
  // 59.95 s rounds up to 60.0 s, which is a minute.
  if (whole < 59_950) {
    return `${formatNumber(whole / 1000, language, { least: 1, most: 1 })} s`;
  }
  const seconds = Math.round(whole / 1000);
  if (seconds >= 3600) {
    return formatSpan(seconds * 1000, language);
  }
  return `${formatNumber(Math.floor(seconds / 60), language)} min ${seconds % 60} s`;
}

/** "312 B", "9.1 KB", "20 MB"; units of 1,024 as the editor counts them. */
export function formatBytes(bytes: number, language: string): string {
  const units = ["B", "KB", "MB", "GB"];
  let value = Math.max(0, bytes);
  let unit = 0;
  // What would round to 1,024 belongs to the next unit.
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const most = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${formatNumber(value, language, { least: 0, most })} ${units[unit] ?? ""}`;
}

/** "7c1e…b2", with a short word before a dash kept: "fpx-6f…01". Short ids stay whole. */
export function shortenId(id: string): string {
  const letters = Array.from(id);
  if (letters.length <= 10) {
    return id;
  }
  const prefix = /^[a-z]{1,6}-/.exec(id)?.[0] ?? "";
  const head = prefix === "" ? 4 : prefix.length + 2;
  return `${letters.slice(0, head).join("")}…${letters.slice(-2).join("")}`;
}
