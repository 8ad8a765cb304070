import type { CustomFetch } from "openid-client";
import { AppError, isAppError } from "../errors";
import type { Clock } from "../http/clock";
import type { Door, Exchange, ExchangeLimits } from "../http/door";
import { openScope } from "../http/scope";
import { sealIdentityRequest } from "../http/seal";

export interface IdentityFetchOptions {
  readonly door: Door;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
}

/** What happened at the identity provider, kept apart from the library's own errors. */
export interface IdentityFetch {
  readonly fetch: CustomFetch;
  readonly seen: { answer?: Exchange; failure?: AppError };
}

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
    const scope = openScope(clock, signal);
    const { headers } = request;
    const answer = await door
      .exchange(sealed, { headers, limits, scope })
      .finally(() => scope.end());
    if (answer.failure !== undefined) {
      throw answer.failure;
    }
    seen.answer = answer;
    return toResponse(answer);
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

function readForm(body: unknown): Uint8Array | undefined {
  if (body instanceof URLSearchParams || typeof body === "string") {
    return Buffer.from(body.toString(), "utf8");
  }
  if (body === undefined || body === null) {
    return undefined;
  }
  throw new AppError("refused", "refused/method");
}

/** `Response` knows statuses 200 to 599 only, and no body with some of them. */
function toResponse({ status, headers, body }: Exchange): Response {
  if (status < 200 || status > 599) {
    throw unusable();
  }
  const bodiless = status === 204 || status === 205 || status === 304;
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(bodiless ? null : Buffer.from(body.bytes), { status, headers: list });
}

function unusable(): AppError {
  return new AppError("answer", "answer/identity", { values: { reason: "answer" } });
}
