const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]+(\d{2}):(\d{2}))?$/;

/**
 * Reads `YYYY-MM-DD`, which is the end of that day, or `YYYY-MM-DD HH:MM`; local time. Gives
 * milliseconds since the epoch; undefined for what is no such time, 30 February included.
 */
export function readConsentEnd(text: string): number | undefined {
  const match = FORM.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  const [hour = 24, minute = 0] = match
    .slice(4)
    .flatMap((part: string | undefined) => (part === undefined ? [] : [Number(part)]));
  const isCalendarDay = new Date(year, month - 1, day).getDate() === day && month <= 12;
  const isTime = match[4] === undefined || (hour < 24 && minute < 60);
  return isCalendarDay && isTime && month > 0
    ? new Date(year, month - 1, day, hour, minute).getTime()
    : undefined;
}

/** The same time as it is typed, to the minute. */
export function writeConsentEnd(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
