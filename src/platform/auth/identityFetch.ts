import type { CustomFetch } from "openid-client";
import { AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Door, Exchange, ExchangeLimits } from "../http/door";
import { readRetryAfter } from "../http/headers";
import { openScope, pause, throwIfAborted } from "../base/scope";
import { sealIdentityRequest } from "../http/seal";

export interface IdentityFetchOptions {
  readonly door: Door;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
  /** Ends the waits before a request is repeated, and no exchange: the last answer counts then. */
  readonly waiting?: AbortSignal | undefined;
}

/** What happened at the identity provider, kept apart from the library's own errors. */
export interface IdentityFetch {
  readonly fetch: CustomFetch;
  readonly seen: {
    answer?: Exchange;
    failure?: AppError;
    /** What the last form asked for, without its values. */
    form?: { readonly grantType: string; readonly hasProofKey: boolean };
  };
}

/** Of token requests that were turned away unread; the first try is not counted. */
const MOST_REPEATS = 2;
/** A longer wait is not begun: it is told instead. */
const LONGEST_WAIT_SECONDS = 15;
/** From the first try on, slow answers included: nothing is repeated later. */
const LONGEST_REPEATING = 30_000;
/** Where no time is named; what RFC 8628, section 3.5, adds to an interval. */
const USUAL_WAIT_SECONDS = 5;

/**
 * Lets openid-client speak through our door: its origin, deadlines and limits hold, redirects
 * are answers. The library's own signal is not used; deadlines run on our clock.
 */
export function createIdentityFetch(options: IdentityFetchOptions): IdentityFetch {
  const { door, clock, limits, signal } = options;
  const seen: IdentityFetch["seen"] = {};
  const exchange = async (...[url, request]: Parameters<CustomFetch>): Promise<Response> => {
    const body = readForm(request.body);
    const sealed = sealIdentityRequest({ method: request.method, url, body });
    const { headers } = request;
    const form = body && new URLSearchParams(Buffer.from(body).toString("utf8"));
    const grantType = form?.get("grant_type") ?? undefined;
    delete seen.form;
    if (form !== undefined && grantType !== undefined) {
      seen.form = { grantType, hasProofKey: form.has("code_verifier") };
    }
    const latest = clock.monotonic() + LONGEST_REPEATING;
    for (let repeats = 0; ; repeats++) {
      const scope = openScope(clock, signal);
      const answer = await door
        .exchange(sealed, { headers, limits, scope })
        .finally(() => scope.end());
      if (answer.failure !== undefined) {
        throw answer.failure;
      }
      seen.answer = answer;
      const wait = grantType === undefined ? undefined : askedWait(grantType, answer, clock.now());
      const isRepeated =
        wait !== undefined &&
        wait <= LONGEST_WAIT_SECONDS &&
        repeats < MOST_REPEATS &&
        clock.monotonic() + wait * 1000 <= latest;
      if (!isRepeated || !(await paused(wait * 1000, options))) {
        return toResponse(answer);
      }
    }
  };
  const fetch: CustomFetch = async (url, request) => {
    try {
      return await exchange(url, request);
    } catch (error) {
      seen.failure = isAppError(error) ? error : unusable();
      throw seen.failure;
    }
  };
  return { fetch, seen };
}

/** False where the wait was given up: nothing is on its way, and nothing more is sent. */
async function paused(
  milliseconds: number,
  { clock, signal, waiting = signal }: IdentityFetchOptions,
): Promise<boolean> {
  const either = AbortSignal.any([signal, waiting]);
  await pause(milliseconds, clock, either).catch(() => undefined);
  throwIfAborted(signal);
  return !either.aborted;
}

/**
 * Seconds after which a token request may be sent again that was turned away before it was looked
 * at: 429 (RFC 6585, section 4), 503 with `Retry-After` (RFC 9110, section 10.2.3), `slow_down`
 * (RFC 8628, section 3.5). A code is sent once (RFC 6749, section 4.1.2). A refresh token may be
 * spent behind a 503 of a gateway, and is not sent twice then (RFC 9700, section 4.14.2).
 */
function askedWait(
  grantType: string,
  { status, headers, body }: Exchange,
  now: number,
): number | undefined {
  if (grantType === "authorization_code") {
    return undefined;
  }
  const asked = readRetryAfter(headers, now);
  const isSlowDown =
    status === 400 && /"error"\s*:\s*"slow_down"/.test(Buffer.from(body.bytes).toString("latin1"));
  if (status === 429 || isSlowDown) {
    return asked ?? USUAL_WAIT_SECONDS;
  }
  return status === 503 && grantType !== "refresh_token" ? asked : undefined;
}

function readForm(body: unknown): Uint8Array | undefined {
  if (body instanceof URLSearchParams || typeof body === "string") {
    return Buffer.from(body.toString(), "utf8");
  }
  if (body === undefined || body === null) {
    return undefined;
  }
  throw new AppError("refused", "refused/method");
}

/** `Response` throws for other statuses than 200 to 599, and for a body with some of them. */
function toResponse({ status, headers, body }: Exchange): Response {
  const bodiless = status === 204 || status === 205 || status === 304;
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(bodiless ? null : Buffer.from(body.bytes), { status, headers: list });
}

function unusable(): AppError {
  return new AppError("answer", "answer/identity", { values: { reason: "answer" } });
}
