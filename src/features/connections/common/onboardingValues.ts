import { isPrefix } from "./draftValues";
import type { FactKind } from "./onboardingLabels";

/** The values behind a label, as a draft or a store would take them; none where none fits. */
export function readValues(kind: FactKind, raw: string): readonly string[] {
  const found = isPlaceholder(raw) ? "" : READERS[kind](unwrap(raw));
  return (typeof found === "string" ? [found] : found).filter((value) => value !== "");
}

type Reader = (text: string) => string | readonly string[];

const READERS: Readonly<Record<FactKind, Reader>> = {
  baseUrl: (text) => readRoot(text).replace(/\/(?:crm|finances|profiling)\/v\d+(?:\/.*)?$/, ""),
  authUrl: (text) =>
    readRoot(text).replace(/(?:\/identity|\/connect|\/\.well-known)(?:\/.*)?$/i, ""),
  crmPrefix: readPrefix,
  financesPrefix: readPrefix,
  profilingPrefix: readPrefix,
  clientId: (text) => readWord(text, /^[\x21-\x7e]+$/),
  clientSecret: (text) => readSecret(text),
  subscriptionKey: (text) => readSecret(text),
  scopes: readScopes,
  callbackUrl: readCallbacks,
  accessModel: (text) => text.slice(0, 200),
  responseType: (text) => {
    const plain = text.trim().toLowerCase();
    return /^(?:code id_token|id_token code)$/.test(plain) ? "code id_token" : codeAlone(plain);
  },
  proofKey: (text) => {
    const isOff = /\b(?:off|no|none|not|without|unsupported|false)\b/i.test(text);
    return isOff ? "off" : /\b(?:required|must|mandatory)\b/i.test(text) ? "required" : "";
  },
  clientAuthentication: (text) =>
    /basic/i.test(text) ? "basic" : /post|body/i.test(text) ? "post" : "",
  environment: (text) => text.slice(0, 200),
  pageSize: (text) => /^\d{1,15}$/.exec(text)?.[0] ?? "",
  label: (text) =>
    text
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
      .trim()
      .slice(0, 60),
};

/** `<your client id>`, but not `<https://…>`; TBC. */
function isPlaceholder(raw: string): boolean {
  const text = raw.trim();
  return (/^[<{[].*[>}\]]$/.test(text) && !/:\/|"/.test(text)) || PLACEHOLDER.test(text);
}

function codeAlone(text: string): string {
  return text === "code" ? "code" : "";
}

/** Takes off what only presents a value: quotes, brackets, Markdown, what JSON puts behind it. */
function unwrap(raw: string): string {
  let text = raw.trim().replace(/^\*{1,2}\s+/, "");
  for (let turn = 0; turn < 4; turn++) {
    const inner = WRAPPED.map((pattern) => pattern.exec(text)?.[1]).find(
      (found) => found !== undefined,
    );
    if (inner === undefined) {
      return text;
    }
    text = inner.trim();
  }
  return text;
}

const WRAPPED = [/^"(.*)"[,;]?$/, /^'(.*)'[,;]?$/, /^`(.*)`[,;]?$/, /^<(.*)>$/, /^\*\*(.*)\*\*$/];

/** Words that stand where a value would. */
const PLACEHOLDER =
  /^(?:[<[{(].*[>\]})]|[x*•.…_-]+|tb[acd]|n\/?a|none|null|undefined|see|sent|will|to|via|by|pending|separately|redacted|\[redacted\])$/i;

function readWord(text: string, fits: RegExp): string {
  const word = /^\S+/.exec(text)?.[0] ?? "";
  const bare = word.replace(/["'`]?[,;.]*$/, "");
  const isAddress = /^https?:\/\//i.test(bare);
  return fits.test(bare) && !isAddress && !PLACEHOLDER.test(bare) ? bare : "";
}

/** As it came: a sign at its end can belong to it, unless it closes a quote. */
function readSecret(text: string): string {
  const word = /^\S+/.exec(text)?.[0] ?? "";
  const bare = word.replace(/["'`][,;]?$/, "").replace(/^["'`]/, "");
  const isLong = /^[\x21-\x7e]{8,512}$/.test(bare);
  return isLong && !PLACEHOLDER.test(bare) && !/^https?:\/\//i.test(bare) ? bare : "";
}

const ADDRESS = /https?:\/\/[^\s"'`<>|\\()[\]]+/i;

/** Scheme, host and path of the first http address; "" for one with a user name or password. */
function readRoot(text: string): string {
  const found = ADDRESS.exec(text)?.[0].replace(/[)\].,;:]+$/, "") ?? "";
  const url = URL.parse(found);
  if (url === null || url.username !== "" || url.password !== "") {
    return "";
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function readPrefix(text: string): string {
  const prefix = readWord(text, /^\/[\x21-\x7e]*$/).replace(/\/+$/, "");
  return isPrefix(prefix) ? prefix : "";
}

function readScopes(text: string): readonly string[] {
  const words = text.split(/[\s,;|"'`[\]]+/).filter((word) => /^[a-z][a-z0-9._:/-]*$/i.test(word));
  // Sentences have longer words between theirs.
  const isList = words.every((word) =>
    /[._:/-]|^(?:openid|profile|email|offline_access)$/.test(word),
  );
  const scopes = isList
    ? words
    : words.filter((word) => /^\w+\.\w|^(?:openid|profile)$/.test(word));
  return [...new Set(scopes.length === 0 && words.length === 1 ? words : scopes)].slice(0, 50);
}

/** Character for character; a callback with a query or fragment cannot be used. */
function readCallbacks(text: string): readonly string[] {
  const found = text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/?[^\s"'`<>|,;\\()[\]]+/gi);
  return [...found]
    .map(([address]) => address.replace(/\.+$/, ""))
    .filter((address) => !/[?#@]/.test(address) && URL.canParse(address));
}
