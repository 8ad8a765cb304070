import { AppError, type ErrorKind } from "../base/errors";

/** How far an exchange had come when it failed. */
export type Phase = "connecting" | "beforeHead" | "inBody";

const NETWORK_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "network/refused",
  ENOTFOUND: "network/nameNotFound",
  EAI_AGAIN: "network/nameNotFound",
  EAI_FAIL: "network/nameNotFound",
  ENETUNREACH: "network/unreachable",
  ENETDOWN: "network/unreachable",
  EHOSTUNREACH: "network/unreachable",
  EHOSTDOWN: "network/unreachable",
  EADDRNOTAVAIL: "network/unreachable",
  ETIMEDOUT: "network/connectTimeout",
  UND_ERR_CONNECT_TIMEOUT: "network/connectTimeout",
  UND_ERR_HEADERS_TIMEOUT: "network/noAnswer",
  UND_ERR_BODY_TIMEOUT: "network/stalled",
  ECONNRESET: "network/reset",
  EPIPE: "network/reset",
  UND_ERR_SOCKET: "network/reset",
  UND_ERR_HEADERS_OVERFLOW: "network/protocol",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "network/protocol",
  UND_ERR_ABORTED: "canceled/byUser",
  UND_ERR_ABORT: "canceled/byUser",
  UND_ERR_DESTROYED: "canceled/disposed",
  UND_ERR_CLOSED: "canceled/disposed",
};

/** What these say of a connection that is being opened is no news of one that was open already. */
export const CODES_OF_CONNECTING: ReadonlySet<string> = new Set([
  "network/refused",
  "network/nameNotFound",
  "network/unreachable",
  "network/connectTimeout",
  "network/certificate",
  "network/tls",
]);

/**
 * In TLS 1.3 a server judges the client's part of the handshake when the client thinks it is over
 * (RFC 8446, section 4.4.2.4): such an alert comes instead of an answer to a request never read.
 */
const HANDSHAKE_ALERT = /_ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;

/** Connection lost in the body: what came is a part, and is never shown as the whole. */
const CUT_IN_BODY = new Set(["network/reset", "network/protocol"]);

/**
 * Turns what undici, node:net or node:tls threw into our own error. The original is not kept
 * as cause: it can hold headers and addresses. Its code is, which is a fixed word.
 */
export function translateWireError(error: unknown, phase: Phase): AppError {
  const reason = reasonOf(error);
  const named = codeFor(error, reason);
  const isLost =
    phase !== "connecting" && CODES_OF_CONNECTING.has(named) && !HANDSHAKE_ALERT.test(reason);
  const code = isLost ? "network/reset" : named;
  const cut = phase === "inBody" && CUT_IN_BODY.has(code);
  const kind: ErrorKind = code.startsWith("canceled/") ? "canceled" : cut ? "answer" : "network";
  return new AppError(kind, cut ? "answer/cut" : code, { values: { reason } });
}

function codeFor(error: unknown, reason: string): string {
  const known = NETWORK_CODES[reason];
  if (known !== undefined) {
    return known;
  }
  if (isCertificateCode(reason)) {
    return "network/certificate";
  }
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(reason)) {
    return "network/tls";
  }
  // HTTPParserError has llhttp's code (HPE_…) or none. A status such as 099 ends in an assertion;
  // in minified code node:assert fails to read the line it stands on, with a SyntaxError.
  const name = error instanceof Error ? error.name : "";
  return /^HPE_|^ERR_ASSERTION$/.test(reason) ||
    /HTTPParserError|AssertionError|SyntaxError/.test(name)
    ? "network/protocol"
    : "network/failed";
}

function isCertificateCode(code: string): boolean {
  return (
    code === "ERR_TLS_CERT_ALTNAME_INVALID" ||
    /^(CERT|CRL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|HOSTNAME_)/.test(code)
  );
}

function reasonOf(error: unknown): string {
  for (const candidate of [error, ...nested(error)]) {
    const code: unknown =
      typeof candidate === "object" && candidate !== null && "code" in candidate
        ? candidate.code
        : undefined;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_/]{1,60}$/.test(code)) {
      return code;
    }
  }
  return "UNKNOWN";
}

/** Several addresses of one host that all failed come as an AggregateError. */
function nested(error: unknown): readonly unknown[] {
  const list: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...list, error instanceof Error ? error.cause : undefined];
}
