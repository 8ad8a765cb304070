import { AppError } from "../base/errors";
import type { CallbackParameters } from "./browserSignIn";

/** Characters of a callback, ID token included. */
const LONGEST_CALLBACK = 65_536;
const MOST_PARAMETERS = 64;

/**
 * Reads query and fragment of a `vscode.Uri`, which are decoded already. Decoding them again
 * would let `state=a%26code%3Db` bring a code along; read as it is, such a text names something
 * twice. A `+` is left alone: it can no longer be told from `%2B`.
 * @throws AppError `credentials/callbackRejected`
 */
export function readDecodedCallback(parts: {
  readonly query: string;
  readonly fragment: string;
}): CallbackParameters {
  return readOnePart(parts, (text) => text);
}

/**
 * Reads what came over HTTP to a loopback page, still percent-encoded: the query of a request,
 * a form post, or the fragment that the page sent on.
 * @throws AppError `credentials/callbackRejected`
 */
export function readRawCallback(callback: {
  readonly from: CallbackParameters["from"];
  readonly text: string;
}): CallbackParameters {
  return { values: readPairs(callback.text, decodeForm), from: callback.from };
}

/**
 * Reads an address that a person pasted. What stands before its query or fragment must be the
 * redirect URI, character for character, so that no look-alike of it is taken.
 * @throws AppError `credentials/callbackRejected`
 */
export function readPastedCallback(text: string, redirectUri: string): CallbackParameters {
  const address = text.trim();
  const end = address.search(/[?#]/);
  if (/[\s\p{Cc}]/u.test(address)) {
    throw rejectedCallback("malformed");
  }
  if (end === -1 || address.slice(0, end) !== redirectUri) {
    throw rejectedCallback("address");
  }
  const hash = address.indexOf("#");
  const query = address.slice(end, hash === -1 ? undefined : hash).replace("?", "");
  const fragment = hash === -1 ? "" : address.slice(hash + 1);
  return readOnePart({ query, fragment }, decodeForm);
}

/** A callback that fits no waiting sign-in, or not the one it names; `reason` is for the log. */
export function rejectedCallback(reason: string): AppError {
  return new AppError("credentials", "credentials/callbackRejected", { values: { reason } });
}

type Decode = (text: string) => string;

/** Parameters come in the query or in the fragment; in both, one of them was slipped in. */
function readOnePart(
  { query, fragment }: { readonly query: string; readonly fragment: string },
  decode: Decode,
): CallbackParameters {
  if (query !== "" && fragment !== "") {
    throw rejectedCallback("twoParts");
  }
  return fragment === ""
    ? { values: readPairs(query, decode), from: "query" }
    : { values: readPairs(fragment, decode), from: "fragment" };
}

function readPairs(text: string, decode: Decode): ReadonlyMap<string, string> {
  if (text.length > LONGEST_CALLBACK) {
    throw rejectedCallback("tooLong");
  }
  const pairs = text.split("&", MOST_PARAMETERS + 1).filter((pair) => pair !== "");
  if (pairs.length > MOST_PARAMETERS) {
    throw rejectedCallback("tooMany");
  }
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    if (/\p{Cc}/u.test(name + value)) {
      throw rejectedCallback("malformed");
    }
    // RFC 6749, section 3.1: no parameter may be included more than once.
    if (values.has(name)) {
      throw rejectedCallback("twice");
    }
    values.set(name, value);
  }
  return values;
}

/** As forms are encoded, strictly: what is no UTF-8 is refused, not replaced. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw rejectedCallback("malformed");
  }
}
