import { hash } from "node:crypto";

/** As the explorer shows keys: the first 6 hex digits of the SHA-256. */
export function fingerprintOf(secret: string): string {
  return `#${hash("sha256", secret, "hex").slice(0, 6)}`;
}

const SECRET_HEADERS = /^(authorization|proxy-authorization|ocp-apim-subscription-key|cookie)$/i;
const SECRET_PARAMETERS =
  /^(access_token|id_token|refresh_token|token|code|code_verifier|client_secret|client_assertion|password|subscription-key|ocp-apim-subscription-key)$/i;

/** Headers as name and value pairs, with fingerprints for secrets; the scheme of a token stays. */
export function maskedHeaders(raw: readonly string[]): readonly [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    headers.push([name, SECRET_HEADERS.test(name) ? maskedValue(value) : value]);
  }
  return headers;
}

function maskedValue(value: string): string {
  const [, scheme = "", secret = value] = /^([A-Za-z]+ +)(.+)$/.exec(value) ?? [];
  return `${scheme}${fingerprintOf(secret)}`;
}

/** Path and query with fingerprints for secret values; everything else as it was sent. */
export function maskedTarget(target: string): string {
  const [path = "", query] = target.split(/\?(.*)/s);
  if (query === undefined) {
    return path;
  }
  const pairs = query.split("&").map((pair) => {
    const [name = "", value] = pair.split(/=(.*)/s);
    return value !== undefined && SECRET_PARAMETERS.test(decoded(name))
      ? `${name}=${fingerprintOf(decoded(value))}`
      : pair;
  });
  return `${path}?${pairs.join("&")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
