/** Headers in the order and spelling they came. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const SHOWN_LENGTH = 256;

/** Longest wait that is taken for real: a day. What asks for more is ignored. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/** The first value of a header. */
export function findHeader(headers: HeaderList, name: string): string | undefined {
  return findHeaders(headers, name)[0];
}

/** All values of a header. */
export function findHeaders(headers: HeaderList, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
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
 * HTTP date. Anything else, or two different values, counts as absent.
 */
export function readRetryAfter(headers: HeaderList, now: number): number | undefined {
  const values = new Set(findHeaders(headers, "retry-after").map((value) => value.trim()));
  const [value] = values;
  if (value === undefined || values.size > 1) {
    return undefined;
  }
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : secondsUntil(value, now);
  return seconds !== undefined && seconds <= LONGEST_RETRY_AFTER_SECONDS ? seconds : undefined;
}

function secondsUntil(value: string, now: number): number | undefined {
  // Only the one form that servers must send; Date.parse alone takes "1e9" and "-1" for dates.
  const isHttpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value);
  const time = isHttpDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
