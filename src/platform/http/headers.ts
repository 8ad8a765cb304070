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
 * HTTP date (section 5.6.7). Anything else, or two different values, counts as absent.
 */
export function readRetryAfter(headers: HeaderList, now: number): number | undefined {
  const values = new Set(findHeaders(headers, "retry-after").map((value) => value.trim()));
  const [value] = values;
  if (value === undefined || values.size > 1) {
    return undefined;
  }
  const seconds = /^\d{1,10}$/.test(value) ? Number(value) : secondsUntil(value, now);
  return seconds !== undefined && seconds <= LONGEST_RETRY_AFTER_SECONDS ? seconds : undefined;
}

/** The form that servers must send, and the two obsolete ones that are still to be understood. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function secondsUntil(value: string, now: number): number | undefined {
  // Date.parse alone takes "1e9" and "-1" for dates, and a time without zone for a local one.
  const isHttpDate = HTTP_DATES.some((form) => form.test(value));
  const time = isHttpDate ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
