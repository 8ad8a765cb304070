import { formatLanguage } from "./texts";

/** Units of time and their seconds, the largest first. */
export const TIME_UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * A span as a language writes it, in its two largest units: "6 days 4 hr", "42 min 10 sec".
 * @param milliseconds the sign does not matter
 */
export function formatSpan(milliseconds: number, language: string): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const from = TIME_UNITS.findIndex(([, length]) => seconds >= length);
  const start = from === -1 ? TIME_UNITS.length - 1 : from;
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, length] of TIME_UNITS.slice(start, start + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || parts.length === 0) {
      const options = { style: "unit", unit, unitDisplay: "short" } as const;
      parts.push(new Intl.NumberFormat(formatLanguage(language), options).format(count));
    }
  }
  return parts.join(" ");
}

type Exactness = "seconds" | "minutes";
const TIME_STYLES = { seconds: "medium", minutes: "short" } as const;

/** A moment in local time as a language writes it: "31 Oct 2026, 14:12:05". */
export function formatMoment(at: number, language: string, to: Exactness = "seconds"): string {
  return formatDate(at, language, { dateStyle: "medium", timeStyle: TIME_STYLES[to] });
}

/** The time of a moment alone: "14:12:05". */
export function formatTime(at: number, language: string, to: Exactness = "seconds"): string {
  return formatDate(at, language, { timeStyle: TIME_STYLES[to] });
}

/** The day of a moment alone: "31 Oct 2026". */
export function formatDay(at: number, language: string): string {
  return formatDate(at, language, { dateStyle: "medium" });
}

/** What fits into a narrow column: "10:42:07" of today, "11/20, 10:42" of another day. */
export function formatNarrow(at: number, language: string, isToday: boolean): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return formatDate(
    at,
    language,
    isToday ? { ...time, second: "2-digit" } : { ...time, day: "2-digit", month: "2-digit" },
  );
}

/** Formats are slow to make, and rows ask for the same few. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatDate(at: number, language: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(new Date(at).getTime())) {
    // Read from a file that somebody may have changed.
    return "?";
  }
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(formatLanguage(language), options);
  formats.set(key, format);
  return format.format(at);
}
