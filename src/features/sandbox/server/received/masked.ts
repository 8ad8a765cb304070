import { fingerprintOf } from "../../../../platform/base/keyFingerprint";

/** Names of the subscription key, wherever it is sent. */
export const KEY_NAMES = /subscription[-_]?key/i;

/** Names of headers, parameters, fields of forms and members whose values let somebody in. */
const SECRET_NAMES = new RegExp(
  `${KEY_NAMES.source}|api[-_]?key|token|secret|passw|assertion|authorization|cookie|` +
    "code[-_]?verifier|^((device|user)[-_]?)?code$",
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

/** A body as it was sent, but with fingerprints for secret values of a form, or texts of JSON. */
export function maskedBody(type: string, text: string): string {
  const isForm = /x-www-form-urlencoded/i.test(type) || FORM.test(text);
  return isForm ? maskedPairs(text) : maskedMembers(text);
}

/** Each string of a JSON text, also one that is cut off, and what makes it the name of another. */
const STRINGS = /"([^"\\]*(?:\\.?[^"\\]*)*)(?:"|$)(\s*:\s*(?="))?/gs;

/** Not read as JSON: what is sent need not be any, and all else stays as it was sent. */
function maskedMembers(text: string): string {
  let isSecret = false;
  return text.replaceAll(STRINGS, (all: string, inside: string, colon: string | undefined) => {
    const shown = isSecret ? `"${maskOf(unescaped(inside))}${all.slice(1 + inside.length)}` : all;
    const name = colon === undefined ? "" : unescaped(inside);
    // Alone, the name is rather that of a country's or a fund's.
    isSecret = SECRET_NAMES.test(name) && name.toLowerCase() !== "code";
    return shown;
  });
}

function unescaped(inside: string): string {
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return inside;
  }
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
