import type { HeaderList } from "../http/headers";
import type { Redactor } from "../http/redaction";
import type { Attempt } from "./record";

const MARK = "[redacted]";

/** Headers whose whole value is a credential, whoever sent them. */
const SECRET_NAME =
  /^(?:authorization|proxy-authorization|ocp-apim-subscription-key|set-cookie2?|cookie)$|(?:^|[-_])(?:token|secret|password|api-?key|session|sessionid)$/i;

/**
 * The same attempt without secrets: a server can send back what it was given, in every place
 * that is kept of an answer. Mostly nothing is found, so it is looked for in one go first.
 */
export function withoutSecrets(attempt: Attempt, redact: Redactor["redact"]): Attempt {
  const requestHeaders = withoutCredentials(attempt.requestHeaders);
  const responseHeaders = withoutCredentials(attempt.responseHeaders);
  const hidden: Attempt = { ...attempt, requestHeaders, responseHeaders };
  const text = textOf(hidden);
  return redact(text) === text ? hidden : eachRedacted(hidden, redact);
}

/** The scheme of a credential stays: it says which kind was sent. */
function withoutCredentials(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) =>
    SECRET_NAME.test(name)
      ? [name, /^Bearer /i.test(value) ? `Bearer ${MARK}` : MARK]
      : [name, value],
  );
}

function textOf(attempt: Attempt): string {
  const { url, statusText = "", requestId = "", requestHeaders, responseHeaders } = attempt;
  const ids = (attempt.errorIds ?? []).map(({ field, value }) => `${field} ${value}`);
  const headers = [...requestHeaders, ...responseHeaders]
    .filter(([, value]) => !value.endsWith(MARK))
    .map(lineOf);
  return [url, statusText, requestId, ...ids, ...headers].join("\n");
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

type Header = HeaderList[number];

function lineOf([name, value]: Header): string {
  return `${name}: ${value}`;
}

/** As a line, because a name can say what its value is; a name can hold a secret, too. */
function redactHeader([name, value]: Header, redact: Redactor["redact"]): Header {
  const line = redact(lineOf([name, value]));
  const start = `${name}: `;
  return line.startsWith(start) ? [name, line.slice(start.length)] : [redact(name), MARK];
}
