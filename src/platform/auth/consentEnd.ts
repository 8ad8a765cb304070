import type { Connection } from "../base/connection";
import type { ToldConsentEnd } from "../base/session";
import type { TokenRecord } from "./tokenRecord";

/**
 * When a delegation's consent ends, in milliseconds since the epoch: as the user entered it, else
 * as the claim says that the connection names. Undefined where neither does; a token's own end
 * says nothing about it.
 */
export function consentEndOf(
  { enteredConsentEnd, identity }: TokenRecord,
  { accessModel, consentEndClaim }: Connection,
): number | undefined {
  if (accessModel !== "delegation") {
    return undefined;
  }
  const claims = identity?.claims ?? {};
  const claimed = Object.hasOwn(claims, consentEndClaim) ? claims[consentEndClaim] : undefined;
  return enteredConsentEnd ?? readConsentClaim(claimed);
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/;
const DAY = 86_400_000;
/** Seconds: the year 5138. Above it somebody counts milliseconds. */
const LATEST = 1e11;

/** Reads a claim: seconds since the epoch as in a JWT, or an ISO date. Anything else is unknown. */
export function readConsentClaim(value: unknown): number | undefined {
  if (typeof value === "number") {
    return value > 0 && value < LATEST ? value * 1000 : undefined;
  }
  if (typeof value !== "string") {
    return undefined;
  }
  if (ISO_DATE.test(value)) {
    // A day alone lasts to its end, so that no call is stopped too early.
    const start = known(Date.parse(value));
    return start === undefined ? undefined : start + DAY;
  }
  const [, time, zone = "Z"] = ISO_TIME.exec(value) ?? [];
  return time === undefined ? undefined : known(Date.parse(`${time}${zone}`));
}

/**
 * Members of a token answer that may tell of the end; no standard has one. Those that end in `_in`
 * count seconds from now.
 */
const TOLD = [
  ...["consent_expires_at", "consent_expires_in"],
  ...["refresh_expires_in", "refresh_token_expires_in"],
];

/**
 * What a token answer says that may be the end of a delegation's consent: by the name that the
 * connection gives, else by one that is in use. To be offered, never used by itself: the end of
 * a refresh token need not be that of the consent.
 * @param now milliseconds since the epoch
 */
export function toldConsentEnd(
  answer: Readonly<Record<string, unknown>>,
  { accessModel, consentEndClaim }: Connection,
  now: number,
): ToldConsentEnd | undefined {
  if (accessModel !== "delegation") {
    return undefined;
  }
  for (const name of [consentEndClaim, ...TOLD]) {
    const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    const at = name.endsWith("_in") ? afterSeconds(number, now) : readConsentClaim(number);
    if (at !== undefined && at > now) {
      return { name, at };
    }
  }
  return undefined;
}

function afterSeconds(value: unknown, now: number): number | undefined {
  return typeof value === "number" && value > 0 && value < LATEST ? now + value * 1000 : undefined;
}

function known(time: number): number | undefined {
  return Number.isNaN(time) || time <= 0 ? undefined : time;
}
