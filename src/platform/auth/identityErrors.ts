import { tryParseJson } from "../json/tryParseJson";
import * as openid from "openid-client";
import { isRecord } from "../base/shapes";
import type { Connection } from "../base/connection";
import { AppError, isAppError } from "../base/errors";
import { findHeaders, readRetryAfter, showableHeader } from "../http/headers";
import { failedCheck } from "./idTokenChecks";
import type { IdentityFetch } from "./identityFetch";
import { readRefusal, refusedProofKey } from "./refusals";

const NETWORK_CODES: Readonly<Record<string, string>> = {
  "network/attemptTimeout": "network/identityTimeout",
  "network/noAnswer": "network/identityTimeout",
  "network/stalled": "network/identityTimeout",
  "network/certificate": "network/identityCertificate",
  "network/protocol": "network/identityProtocol",
};

export interface IdentityContext {
  readonly seen: IdentityFetch["seen"];
  readonly connection: Connection;
  /** Undefined while they are being asked for. */
  readonly metadata?: openid.ServerMetadata;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Turns an error of openid-client into ours. The original is never kept: it holds requests,
 * answers and with them tokens and secrets.
 */
export function translateIdentityError(error: unknown, context: IdentityContext): AppError {
  const { answer, failure, form } = context.seen;
  const own = isAppError(error) ? error : failure;
  if (own !== undefined) {
    return own.kind === "network" ? toNetworkError(own, hostOf(context)) : own;
  }
  if (answer === undefined || answer.status === 200) {
    return unusableAnswer(error, hostOf(context));
  }
  const { status } = answer;
  const answered = { ...context, answer };
  const isTemporary = status === 429 || status >= 500;
  if (form === undefined || status < 400 || isTemporary) {
    return toStatusError(answered);
  }
  const refusal = refusalIn(answer.body.bytes);
  if (refusal !== undefined) {
    return toOAuthError(refusal, { ...answered, form });
  }
  // Basic authentication: the answer is 401 with a challenge, whatever its body says.
  const isChallenged = error instanceof openid.WWWAuthenticateChallengeError || status === 401;
  return isChallenged ? refusedClient(answered) : toStatusError(answered);
}

type Seen = IdentityContext["seen"];

interface Answered extends IdentityContext {
  readonly answer: NonNullable<Seen["answer"]>;
}

interface AnsweredForm extends Answered {
  readonly form: NonNullable<Seen["form"]>;
}

function hostOf({ connection }: IdentityContext): string {
  return new URL(connection.authUrl).host;
}

function toNetworkError({ code, values }: AppError, host: string): AppError {
  if (values["proxy"] !== undefined || code === "network/proxyUnusable") {
    // The proxy failed, not the provider.
    return new AppError("network", code, { values });
  }
  const translated = NETWORK_CODES[code] ?? "network/identityUnreachable";
  return new AppError("network", translated, { values: { ...values, host, failure: code } });
}

type Refusal = ReturnType<typeof readRefusal>;

/** An error response (RFC 6749, section 5.2), whatever its type is said to be. */
function refusalIn(bytes: Uint8Array): Refusal | undefined {
  const value = tryParseJson(Buffer.from(bytes).toString("utf8"));
  return isRecord(value) && typeof value["error"] === "string" && value["error"] !== ""
    ? readRefusal(value["error"], value["error_description"])
    : undefined;
}

function toOAuthError({ error, isAboutProofKey }: Refusal, context: AnsweredForm): AppError {
  const { connection } = context;
  const { grantType, hasProofKey } = context.form;
  const { status } = context.answer;
  const values = { error, host: hostOf(context) };
  const withUser = connection.accessModel !== "serviceAccount";
  const refused = (code: string, more: AppError["values"] = {}): AppError =>
    new AppError("credentials", code, { status, values: { ...values, ...more } });
  switch (error) {
    case "invalid_client":
      return refusedClient(context);
    case "unauthorized_client":
    case "unsupported_grant_type":
      return refused("credentials/clientNotAllowed", withUser ? { grant: grantType } : {});
    case "invalid_scope":
      return refused("credentials/scopeRefused", { scopes: connection.scopes.length });
    case "invalid_grant":
      if (grantType === "refresh_token") {
        return new AppError("credentials", "credentials/sessionEnded");
      }
      return grantType === "authorization_code"
        ? refusedCode(context, hasProofKey)
        : refused("credentials/identityRefused");
    case "slow_down":
    case "server_error":
    case "temporarily_unavailable":
      return toStatusError(context, { error });
    default:
      return isAboutProofKey && error === "invalid_request"
        ? refusedProofKey(connection, hasProofKey, values)
        : refused("credentials/identityRefused");
  }
}

/**
 * A provider that knows no PKCE answers like this, with the code already spent; it does the same
 * for a code that was too old. One that lists S256 knows it (RFC 8414, section 2).
 */
function refusedCode({ connection, metadata }: IdentityContext, hasProofKey: boolean): AppError {
  const methods = metadata?.code_challenge_methods_supported;
  const knowsProofKey = Array.isArray(methods) && methods.includes("S256");
  const canGoWithout = connection.proofKey === "auto" && hasProofKey && !knowsProofKey;
  const code = canGoWithout ? "credentials/proofKeyRefused" : "credentials/codeRefused";
  return new AppError("credentials", code, { values: { error: "invalid_grant" } });
}

/** Refused client ID or secret; names the way of sending them that the provider wants instead. */
function refusedClient(context: Answered): AppError {
  const wanted = wantedAuthentication(context);
  const { status } = context.answer;
  const values = { host: hostOf(context), ...(wanted && { remedy: wanted }) };
  return new AppError("credentials", "credentials/secretRefused", { status, values });
}

/**
 * The other client authentication, where the discovery document lists that one alone (RFC 8414,
 * section 2), or the challenge asks for Basic (RFC 6749, section 5.2).
 */
function wantedAuthentication({
  connection: { clientAuthentication: used },
  metadata,
  answer,
}: Answered): "basic" | "post" | undefined {
  const listed: unknown = metadata?.token_endpoint_auth_methods_supported;
  const methods: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const lists = (one: "basic" | "post"): boolean => methods.includes(`client_secret_${one}`);
  const other = used === "post" ? "basic" : "post";
  const challenges = findHeaders(answer.headers, "www-authenticate");
  const isChallenged = challenges.some((challenge) => /(?:^|,)\s*basic(?:\s|,|$)/i.test(challenge));
  const isWanted = (lists(other) && !lists(used)) || (used === "post" && isChallenged);
  return isWanted ? other : undefined;
}

function toStatusError(context: Answered, more: AppError["values"] = {}): AppError {
  const { now } = context;
  const { status, headers } = context.answer;
  const retryAfterSeconds = readRetryAfter(headers, now);
  const code = status >= 300 && status < 400 ? "service/identityRedirect" : "service/identity";
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds, wait: "asks" };
  const values = { host: hostOf(context), ...wait, ...more };
  return new AppError("service", code, { status, values });
}

function unusableAnswer(error: unknown, host: string): AppError {
  const code: unknown = error instanceof openid.ClientError ? error.code : undefined;
  const reason = failedCheck(error) ?? (typeof code === "string" ? showableHeader(code) : "answer");
  return new AppError("answer", "answer/identity", { values: { host, reason } });
}
