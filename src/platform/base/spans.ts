import { formatLanguage } from "./texts";

const UNITS = [
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
  const from = UNITS.findIndex(([, length]) => seconds >= length);
  const start = from === -1 ? UNITS.length - 1 : from;
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, length] of UNITS.slice(start, start + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || parts.length === 0) {
      const options = { style: "unit", unit, unitDisplay: "short" } as const;
      parts.push(new Intl.NumberFormat(formatLanguage(language), options).format(count));
    }
  }
  return parts.join(" ");
}

/** A moment in local time as a language writes it: "31 Oct 2026, 14:12:05". */
export function formatMoment(milliseconds: number, language: string): string {
  const options = { dateStyle: "medium", timeStyle: "medium" } as const;
  return new Intl.DateTimeFormat(formatLanguage(language), options).format(milliseconds);
}
