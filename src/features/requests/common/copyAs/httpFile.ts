import { isSeen } from "./quoting";
import { cannotWrite, type CopyHeader, type CopyRequest, textOf } from "./request";

/**
 * A `.http` text that REST Client and httpYac read alike. Both give a meaning of their own to many
 * lines of a body (comments, scripts, files, tests), so only lines of JSON are written.
 * @throws AppError `input/copyForm` for a request that one of them would change
 */
export function httpFileText({ method, url, headers, body }: CopyRequest): string {
  const hasBody = body !== undefined && body.byteLength > 0;
  const values = headers.map(({ text }) => text);
  if (!METHODS.has(method) || [url, ...values].some((text) => text.includes("{{"))) {
    throw cannotWrite();
  }
  const lines = [
    "# Both tools take token and subscriptionKey from their environment.",
    ...(isLines(body) ? ["# REST Client ends the lines of a body as the system does."] : []),
    // Both tools follow redirects otherwise, and hand on the subscription key with them.
    "# @no-redirect",
    `${method} ${url} HTTP/1.1`,
    ...headers.map(headerLine),
    ...(hasBody ? ["", bodyText(body)] : [""]),
  ];
  const needed = headers.some(({ secret }) => secret !== undefined) ? lines : lines.slice(1);
  // Nothing behind the body: it would be part of it.
  return needed.join("\n");
}

function headerLine({ name, text, secret }: CopyHeader): string {
  return secret === undefined ? `${name}: ${text}` : `${name}: ${text}{{${secret}}}`;
}

function isLines(body: Uint8Array | undefined): boolean {
  return body?.includes(0x0a) === true;
}

function bodyText(body: Uint8Array): string {
  const text = textOf(body);
  const isKept =
    text !== undefined &&
    !text.includes("{{") &&
    isSeen(text) &&
    text.split("\n").every((line) => JSON_LINE.test(line));
  if (!isKept) {
    throw cannotWrite();
  }
  return text;
}

/** No line break but LF, no line that is blank, no space at the end, which is cut off. */
// eslint-disable-next-line no-control-regex -- no control character is read by both alike
const JSON_LINE = /^[ \t]*(?:["{}[\]\d,:]|-\d|true|false|null)(?:[^\x00-\x08\x0a-\x1f]*[^\s])?$/;

const METHODS: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"],
]);
