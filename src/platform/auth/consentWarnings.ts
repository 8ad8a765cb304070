/** What is said of the end of a consent, in this order: 7 days, 1 day, 1 hour before, and then. */
const CONSENT_WARNINGS = ["week", "day", "hour", "ended"] as const;
export type ConsentWarning = (typeof CONSENT_WARNINGS)[number];

/** The last warning that was given, and of which end. */
export interface GivenWarning {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  readonly warning: ConsentWarning;
}

const HOUR = 3_600_000;
const BEFORE: Readonly<Record<ConsentWarning, number>> = {
  week: 7 * 24 * HOUR,
  day: 24 * HOUR,
  hour: HOUR,
  ended: 0,
};

/** The most urgent warning whose time has come; those before it are no longer worth a word. */
export function dueWarning(endsAt: number, now: number): ConsentWarning | undefined {
  return CONSENT_WARNINGS.findLast((warning) => now >= endsAt - BEFORE[warning]);
}

/** Milliseconds until another warning is due; undefined after the last. */
export function untilNextWarning(endsAt: number, now: number): number | undefined {
  const next = CONSENT_WARNINGS.find((warning) => now < endsAt - BEFORE[warning]);
  return next === undefined ? undefined : endsAt - BEFORE[next] - now;
}

/** Each warning is given once for an end; a renewed consent has another end. */
export function isGiven(given: GivenWarning | undefined, asked: GivenWarning): boolean {
  return (
    given?.endsAt === asked.endsAt &&
    CONSENT_WARNINGS.indexOf(given.warning) >= CONSENT_WARNINGS.indexOf(asked.warning)
  );
}
