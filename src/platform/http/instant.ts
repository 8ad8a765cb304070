/** Years that a date of four digits can name. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** UTC in ISO 8601 with milliseconds; an impossible time becomes the nearest possible one. */
export function isoInstant(milliseconds: number): string {
  const usable = Number.isNaN(milliseconds) ? 0 : milliseconds;
  return new Date(Math.min(LATEST, Math.max(EARLIEST, usable))).toISOString();
}
