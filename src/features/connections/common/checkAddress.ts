import { isAppError } from "../../../platform/base/errors";
import { isLoopbackLiteral, pinOrigin } from "../../../platform/http/origin";
import { normaliseRoot } from "./draftValues";

/** What is wrong with an address: the code of its sentence, and what that names. */
interface AddressProblem {
  readonly code: AddressProblemCode;
  readonly values?: Readonly<Record<string, string | number>>;
}

type AddressProblemCode =
  | "addressMissing"
  | "addressLong"
  | "addressCharacters"
  | "addressUnreadable"
  | "addressScheme"
  | "addressUserInfo"
  | "addressQuery"
  | "addressReadAs"
  | "callbackMissing"
  | "callbackScheme"
  | "callbackHttp"
  | "callbackQuery"
  | "callbackPath"
  | "callbackReadAs";

/** Longer than any that was ever registered; browsers and providers end below it. */
const LONGEST_ADDRESS = 2000;

/**
 * Checks the root of a server: what people read has to be what is called. Whatever a parser would
 * silently make into something else (other letters, short IP numbers, backslashes, dots) is
 * named with what it is read as.
 */
export function checkRoot(typed: string): AddressProblem | undefined {
  const text = typed.trim();
  const coarse = text === "" ? { code: "addressMissing" as const } : checkText(text);
  if (coarse !== undefined) {
    return coarse;
  }
  const url = URL.parse(text);
  // The parser forgives `https:host` and `https:///host`.
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) {
    return { code: "addressUnreadable" };
  }
  const refused = checkOrigin(text);
  if (refused !== undefined) {
    return refused;
  }
  if (/[?#]/.test(text)) {
    return { code: "addressQuery" };
  }
  const address = readAs(text);
  return address === undefined ? undefined : { code: "addressReadAs", values: { address } };
}

/**
 * Checks a registered callback. It is compared character for character by the provider, and
 * openid-client sends it as a parsed address without its query: one that would be sent in
 * another form cannot be used.
 */
export function checkCallback(typed: string): AddressProblem | undefined {
  const text = typed.trim();
  const coarse = text === "" ? { code: "callbackMissing" as const } : checkText(text);
  if (coarse !== undefined) {
    return coarse;
  }
  const url = URL.parse(text);
  if (url === null) {
    return { code: "addressUnreadable" };
  }
  if (url.username !== "" || url.password !== "") {
    return { code: "addressUserInfo" };
  }
  return checkCallbackScheme(url) ?? checkCallbackForm(text, url);
}

/** Schemes that a browser runs, or reads a file by, instead of handing over what came. */
const UNSAFE_SCHEMES = new Set(["javascript:", "data:", "vbscript:", "file:", "blob:", "about:"]);

function checkCallbackScheme({ protocol, hostname }: URL): AddressProblem | undefined {
  if (UNSAFE_SCHEMES.has(protocol)) {
    return { code: "callbackScheme" };
  }
  // A code is never sent over the network unencrypted (RFC 9700, section 2.6).
  const isHere = isLoopbackLiteral(hostname) || hostname === "localhost";
  return protocol === "http:" && !isHere ? { code: "callbackHttp" } : undefined;
}

function checkCallbackForm(text: string, url: URL): AddressProblem | undefined {
  if (/[?#]/.test(text)) {
    return { code: "callbackQuery" };
  }
  const { href } = url;
  if (href === text) {
    // `scheme://host` without a path is kept as it is for other schemes than http.
    return url.pathname === ""
      ? { code: "callbackPath", values: { address: `${href}/` } }
      : undefined;
  }
  const code = href === `${text}/` ? "callbackPath" : "callbackReadAs";
  return { code, values: { address: href } };
}

function checkText(text: string): AddressProblem | undefined {
  if (text.length > LONGEST_ADDRESS) {
    return { code: "addressLong", values: { limit: LONGEST_ADDRESS } };
  }
  // Parsers cut line breaks out and take a backslash for a slash.
  return /[\s\\\p{Cc}\p{Cf}]/u.test(text) || !text.isWellFormed()
    ? { code: "addressCharacters" }
    : undefined;
}

function checkOrigin(text: string): AddressProblem | undefined {
  try {
    pinOrigin(text);
    return undefined;
  } catch (error) {
    const codes: Readonly<Record<string, AddressProblemCode>> = {
      "refused/userInfo": "addressUserInfo",
      "refused/scheme": "addressScheme",
    };
    return { code: (isAppError(error) ? codes[error.code] : undefined) ?? "addressUnreadable" };
  }
}

/** What the address is read as; undefined where that is what was typed, but for case and slashes. */
function readAs(text: string): string | undefined {
  const normal = normaliseRoot(text) ?? "";
  const [, scheme = "", authority = "", path = ""] = /^([^:]+:)\/\/([^/]*)(.*)$/.exec(text) ?? [];
  const port = scheme.toLowerCase() === "https:" ? /:443$/ : /:80$/;
  const plain = `${scheme}//${authority.replace(port, "")}`.toLowerCase();
  // Another host to browsers and certificates, the same one to people.
  const dotted = normal.replace(/^([^:]+:\/\/[^/:]*[^/:.])\.+(?=[:/]|$)/, "$1");
  return `${plain}${path.replace(/\/+$/, "")}` === normal && dotted === normal ? undefined : dotted;
}
