import * as openid from "openid-client";
import { AppError, isAppError } from "../errors";
import { readRetryAfter, showableHeader } from "../http/headers";
import type { IdentityFetch } from "./identityFetch";

/** OAuth error codes (RFC 6749, section 5.2) that have an advice of their own. */
const OAUTH_CODES: Readonly<Record<string, string>> = {
  invalid_client: "credentials/secretRefused",
  unauthorized_client: "credentials/clientNotAllowed",
  unsupported_grant_type: "credentials/clientNotAllowed",
  invalid_scope: "credentials/scopeRefused",
};

const NETWORK_CODES: Readonly<Record<string, string>> = {
  "network/attemptTimeout": "network/identityTimeout",
  "network/noAnswer": "network/identityTimeout",
  "network/stalled": "network/identityTimeout",
  "network/certificate": "network/identityCertificate",
  "network/protocol": "network/identityProtocol",
};

export interface IdentityContext {
  readonly seen: IdentityFetch["seen"];
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Turns an error of openid-client into ours. The original is never kept: it holds requests,
 * answers and with them tokens and secrets.
 */
export function translateIdentityError(error: unknown, context: IdentityContext): AppError {
  const { seen, host } = context;
  const own = isAppError(error) ? error : seen.failure;
  if (own !== undefined) {
    return own.kind === "network" ? toNetworkError(own, host) : own;
  }
  const status = seen.answer?.status ?? 0;
  if (error instanceof openid.ResponseBodyError) {
    return toOAuthError(error.error, status, host);
  }
  // Basic authentication: the answer is 401 with a challenge, whatever its body says.
  if (error instanceof openid.WWWAuthenticateChallengeError || status === 401) {
    return new AppError("credentials", "credentials/secretRefused", { status, values: { host } });
  }
  return status === 200 || status === 0 ? unusableAnswer(error, host) : toStatusError(context);
}

function toNetworkError({ code, values }: AppError, host: string): AppError {
  if (values["proxy"] !== undefined || code === "network/proxyUnusable") {
    // The proxy failed, not the provider.
    return new AppError("network", code, { values });
  }
  const translated = NETWORK_CODES[code] ?? "network/identityUnreachable";
  return new AppError("network", translated, { values: { ...values, host, failure: code } });
}

function toOAuthError(word: string, status: number, host: string): AppError {
  // The word comes from outside: only what looks like one of the standard's is shown.
  const error = /^[a-z_]{1,40}$/.test(word) ? word : "unknown";
  const code = OAUTH_CODES[error] ?? "credentials/identityRefused";
  return new AppError("credentials", code, { status, values: { error, host } });
}

function toStatusError({ seen, host, now }: IdentityContext): AppError {
  const status = seen.answer?.status ?? 0;
  const retryAfterSeconds = readRetryAfter(seen.answer?.headers ?? [], now);
  const code = status >= 300 && status < 400 ? "service/identityRedirect" : "service/identity";
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new AppError("service", code, { status, values: { host, ...wait } });
}

function unusableAnswer(error: unknown, host: string): AppError {
  const code: unknown = error instanceof openid.ClientError ? error.code : undefined;
  const reason = typeof code === "string" ? showableHeader(code) : "answer";
  return new AppError("answer", "answer/identity", { values: { host, reason } });
}
