import type { HeaderList } from "../base/headers";

const SHOWN_LENGTH = 256;

/** What asks for more is no number of seconds that anyone meant. */
const LONGEST_RETRY_AFTER_SECONDS = 2 ** 31 - 1;

/** The first value of a header. */
export function findHeader(headers: HeaderList, name: string): string | undefined {
  for (const [key, value] of headers) {
    if (key.length === name.length && key.toLowerCase() === name) {
      return value;
    }
  }
  return undefined;
}

/** All values of a header. */
export function findHeaders(headers: HeaderList, name: string): readonly string[] {
  const { length } = name;
  return headers
    .filter(([key]) => key.length === length && key.toLowerCase() === name)
    .map(([, value]) => value);
}

/** A header's value made fit to be shown: control and direction characters out, short. */
export function showableHeader(value: string): string {
  const isPlain = /^[\x21-\x7e][\x20-\x7e]*$/.test(value);
  const plain = isPlain
    ? value.trimEnd()
    : value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return plain.length > SHOWN_LENGTH ? `${plain.slice(0, SHOWN_LENGTH)}…` : plain;
}

/**
 * Seconds to wait as `Retry-After` says (RFC 9110, section 10.2.3): a whole number or an
 * HTTP date (section 5.6.7). Anything else, or two different values, counts as absent. A date is
 * counted from the answer's own `Date` (section 6.6.1): the clock of this machine may be wrong.
 */
export function readRetryAfter(headers: HeaderList, now: number): number | undefined {
  const value = onlyValue(headers, "retry-after");
  if (value === undefined) {
    return undefined;
  }
  const from = readHttpDate(onlyValue(headers, "date") ?? "") ?? now;
  const seconds = /^\d{1,10}$/.test(value) ? Number(value) : secondsUntil(value, from);
  return seconds !== undefined && seconds <= LONGEST_RETRY_AFTER_SECONDS ? seconds : undefined;
}

/** What a header says, where it says one thing. */
function onlyValue(headers: HeaderList, name: string): string | undefined {
  const [value, ...others] = new Set(findHeaders(headers, name).map((text) => text.trim()));
  return others.length > 0 ? undefined : value;
}

/** The form that servers must send, and the two obsolete ones that are still to be understood. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function secondsUntil(value: string, from: number): number | undefined {
  const time = readHttpDate(value);
  return time === undefined ? undefined : Math.max(0, Math.ceil((time - from) / 1000));
}

/** Milliseconds since the epoch. */
function readHttpDate(value: string): number | undefined {
  // Date.parse alone takes "1e9" and "-1" for dates, and a time without zone for a local one.
  const isHttpDate = HTTP_DATES.some((form) => form.test(value));
  const time = isHttpDate ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
