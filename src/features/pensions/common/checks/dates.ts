const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d{1,12})?(.{0,6})$/;
const ZONE = /^([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const YEAR_FIRST = /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[Tt ]00:00:00(\.0{1,12})?[Zz]?$/;

/** A text read as a date: what is wrong with it, and the date that it surely means. */
type ReadDate =
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  /** Written in another way; `means` is undefined where that can be read in two ways. */
  | { readonly kind: "notation"; readonly means: string | undefined }
  /** Shaped like a date, but there is no such day. */
  | { readonly kind: "missing" }
  | { readonly kind: "none" };

/** Reads what a person may have meant as a date (RFC 3339, section 5.6, or what looks like one). */
export function readDate(text: string): ReadDate {
  const plain = text.length > 64 ? "" : text.trim();
  if (DAY.test(plain)) {
    return !isDay(plain)
      ? { kind: "missing" }
      : plain === text
        ? { kind: "date" }
        : { kind: "notation", means: plain };
  }
  const time = DAY_AND_TIME.exec(plain);
  if (time !== null) {
    return isDay(time[1] ?? "") ? { kind: "time" } : { kind: "missing" };
  }
  return readOther(plain);
}

/** The day of a time at midnight without a zone of its own: nothing but the day was meant. */
export function dayOfMidnight(text: string): string | undefined {
  const day = MIDNIGHT.exec(text.trim())?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
}

/** True for a time with date and zone as RFC 3339 (section 5.6) has it. */
export function isDateTime(text: string): boolean {
  const [, day = "", hours, minutes, seconds, , zone = ""] = DAY_AND_TIME.exec(text) ?? [];
  return (
    isDay(day) &&
    text[10] !== " " &&
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    // 60 is a leap second.
    Number(seconds) <= 60 &&
    ZONE.test(zone)
  );
}

function readOther(plain: string): ReadDate {
  const first = YEAR_FIRST.exec(plain);
  const [, year = "", month = "", day = ""] =
    first === null ? (COMPACT.exec(plain) ?? []) : [first[0], first[1], first[3], first[4]];
  if (year !== "") {
    const means = dayText(year, month, day);
    return isDay(means) ? { kind: "notation", means } : { kind: "missing" };
  }
  const [, one = "", , other = "", lastYear = ""] = YEAR_LAST.exec(plain) ?? [];
  if (lastYear === "") {
    return { kind: "none" };
  }
  const readings = [dayText(lastYear, other, one), dayText(lastYear, one, other)].filter(isDay);
  const means = new Set(readings).size === 1 ? readings[0] : undefined;
  return readings.length === 0 ? { kind: "missing" } : { kind: "notation", means };
}

function dayText(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
