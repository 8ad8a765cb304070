import type { HeaderList } from "../base/headers";
import type { Redactor } from "../base/redactor";
import type { Attempt } from "../base/action";
import { MARK } from "./redaction";

type Header = HeaderList[number];

const BEARER_MARK = `Bearer ${MARK}`;

/** Headers whose whole value is a credential, whoever sent them. */
const SECRET_NAME = new RegExp(
  [
    "^(?:set-cookie2?|cookie)$",
    "(?:^|[-_])(?:authorization|token|secret|password|session|sessionid)$",
    "(?:^|[-_])(?:api|access|auth|functions|shared|subscription)[-_]?key$",
  ].join("|"),
  "i",
);

/**
 * The same attempt without secrets: a server can send back what it was given, in every place
 * that is kept of an answer. Mostly nothing is found, so it is looked for in one go first.
 */
export function withoutSecrets(attempt: Attempt, redact: Redactor["redact"]): Attempt {
  const known = hasSecretHeader(attempt) ? withoutCredentials(attempt) : attempt;
  const text = textOf(known);
  return redact(text) === text ? known : eachRedacted(known, redact);
}

function hasSecretHeader({ requestHeaders, responseHeaders }: Attempt): boolean {
  return requestHeaders.some(isExposed) || responseHeaders.some(isExposed);
}

function isExposed([name, value]: Header): boolean {
  return isSecret(name) && value !== MARK && value !== BEARER_MARK;
}

function withoutCredentials(attempt: Attempt): Attempt {
  return {
    ...attempt,
    requestHeaders: attempt.requestHeaders.map(withoutCredential),
    responseHeaders: attempt.responseHeaders.map(withoutCredential),
  };
}

/** The scheme of a credential stays: it says which kind was sent. */
function withoutCredential(header: Header): Header {
  const [name, value] = header;
  return isExposed(header) ? [name, /^Bearer /i.test(value) ? BEARER_MARK : MARK] : header;
}

/** Every answer of a service brings the same few names. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 1_000;

function isSecret(name: string): boolean {
  let found = judged.get(name);
  if (found === undefined) {
    found = SECRET_NAME.test(name);
    if (judged.size < MOST_JUDGED) {
      judged.set(name, found);
    }
  }
  return found;
}

/** Sent with every request, and of the explorer's own making. */
const OWN = new Set(["host", "user-agent", "accept-encoding", "Accept", "Content-Type"]);

function textOf(attempt: Attempt): string {
  const { url, statusText = "", requestId = "" } = attempt;
  let text = `${url}\n${statusText}\n${requestId}`;
  for (const { field, value } of attempt.errorIds ?? []) {
    text += `\n${field} ${value}`;
  }
  for (const [name, value] of attempt.requestHeaders) {
    if (!OWN.has(name) && !isSecret(name)) {
      text += `\n${name}: ${value}`;
    }
  }
  for (const [name, value] of attempt.responseHeaders) {
    if (!isSecret(name)) {
      text += `\n${name}: ${value}`;
    }
  }
  return text;
}

function eachRedacted(attempt: Attempt, redact: Redactor["redact"]): Attempt {
  const { url, statusText, requestId, errorIds } = attempt;
  return {
    ...attempt,
    url: redact(url),
    ...(statusText === undefined ? {} : { statusText: redact(statusText) }),
    ...(requestId === undefined ? {} : { requestId: redact(requestId) }),
    ...(errorIds === undefined
      ? {}
      : { errorIds: errorIds.filter((id) => isClean(`${id.field} ${id.value}`, redact)) }),
    requestHeaders: attempt.requestHeaders.map((header) => redactHeader(header, redact)),
    responseHeaders: attempt.responseHeaders.map((header) => redactHeader(header, redact)),
  };
}

function isClean(text: string, redact: Redactor["redact"]): boolean {
  return redact(text) === text;
}

/** As a line, because a name can say what its value is; a name can hold a secret, too. */
function redactHeader([name, value]: Header, redact: Redactor["redact"]): Header {
  const start = `${name}: `;
  const line = redact(start + value);
  return line.startsWith(start) ? [name, line.slice(start.length)] : [redact(name), MARK];
}
