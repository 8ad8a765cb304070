import { env } from "vscode";
import { formatDay, formatMoment, formatTime } from "../base/spans";
import { formatBytes, formatDuration } from "../base/statusLine";
import { formatNumber } from "../base/texts";

/** Numbers and times as the editor's language writes them, in the user's time zone. */

/** "1,204". */
export function countText(count: number): string {
  return formatNumber(count, env.language);
}

/** "84 ms", "4.0 s", "2 min 5 s". */
export function durationText(milliseconds: number): string {
  return formatDuration(milliseconds, env.language);
}

/** "212 B", "9.1 KB". */
export function bytesText(bytes: number): string {
  return formatBytes(bytes, env.language);
}

/** "10:42:07". */
export function exactTime(at: number): string {
  return formatTime(at, env.language);
}

/** "31 Oct 2026, 14:12:05". */
export function exactMoment(at: number): string {
  return formatMoment(at, env.language);
}

/** "10:42"; with the date where that is not the day of `now`. */
export function shortTime(at: number, now: number): string {
  const time = formatTime(at, env.language, "minutes");
  return isSameDay(at, now) ? time : `${formatDay(at, env.language)}, ${time}`;
}

/** Whether both are of one day, in the user's time zone. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
