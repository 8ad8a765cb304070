import { fingerprintOf } from "../../../../platform/base/keyFingerprint";

/** Names of the subscription key, wherever it is sent. */
export const KEY_NAMES = /subscription[-_]?key/i;

/** Names of headers, parameters and fields of forms whose values let somebody in. */
const SECRET_NAMES = new RegExp(
  `${KEY_NAMES.source}|api[-_]?key|token|secret|passw|assertion|authorization|cookie|` +
    "code[-_]?verifier|^((device|user)[-_])?code$",
  "i",
);

/** Headers as name and value pairs, with fingerprints for secrets; the scheme of a token stays. */
export function maskedHeaders(raw: readonly string[]): readonly [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    headers.push([name, SECRET_NAMES.test(name) ? maskedValue(value) : value]);
  }
  return headers;
}

function maskedValue(value: string): string {
  const [, scheme = "", secret = value] = /^([A-Za-z]+ +)(.+)$/.exec(value) ?? [];
  return `${scheme}${maskOf(secret)}`;
}

/** Path and query with fingerprints for secret values; everything else as it was sent. */
export function maskedTarget(target: string): string {
  const [path = "", query] = target.split(/\?(.*)/s);
  return query === undefined ? path : `${path}?${maskedPairs(query)}`;
}

/** How a form begins, also one that was sent as something else; neither JSON nor markup does. */
const FORM = /^\s*[\w.%~-]+=/;

/** A body as it was sent, but a form with fingerprints for secret values. */
export function maskedBody(type: string, text: string): string {
  return /x-www-form-urlencoded/i.test(type) || FORM.test(text) ? maskedPairs(text) : text;
}

function maskedPairs(text: string): string {
  const pairs = text.split("&").map((pair) => {
    const [name = "", value] = pair.split(/=(.*)/s);
    return value !== undefined && SECRET_NAMES.test(decoded(name).trim())
      ? `${name}=${maskOf(decoded(value))}`
      : pair;
  });
  return pairs.join("&");
}

/** As the explorer shows keys. */
function maskOf(secret: string): string {
  return `#${fingerprintOf(secret)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
