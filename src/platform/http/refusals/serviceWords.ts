import { isRecord } from "../../base/shapes";
import { readChallenges } from "../challenge";
import { findHeader } from "../headers";
import { decodeText } from "../text";
import type { RefusedAnswer } from "./blame";
import { collectJsonProblems, type Members, messageOf, plain } from "./jsonProblems";
import { cutBetweenWords, cutShown, parseClean } from "./problemList";
import { problemPathText } from "./problemPath";
import { ID_LINE } from "./problems";

/** An answer whose status is not 2xx, or that is not what it should be. */
export interface DescribedAnswer extends RefusedAnswer {
  readonly statusText?: string | undefined;
}

/** Bytes of a body that are looked at, and characters of one text in it. */
const LONGEST_BODY = 262_144;
const LONGEST_TEXT = 4_096;
const LONGEST_MARKUP = 65_536;
/** A notification shows no more. */
const LONGEST_WORDS = 300;
const MOST_PARTS = 3;
const MOST_NODES = 2_000;
/** Containers of errors are looked into before all else. */
const ERROR_NAMES = /^(?:errors?|faults?|exception|problems?|issues?|messages?|details?|body)$/;
const CODE_NAMES = ["code", "errorcode", "error", "type"];
const NO_TEXT = /^(?:image|audio|video|font)\/|octet-stream|\/pdf|\/zip|\/gzip/i;

/**
 * Why the service says that it refused: a body of any shape (JSON, problem details of RFC 9457,
 * HTML, XML, plain text), the challenge (RFC 6750, section 3), a reason phrase of its own. In one
 * line of at most 300 characters; "" where it says no more than its status does.
 * @param clean takes secrets out; asked before anything is cut, or half of one would stay
 */
export function readServiceWords(answer: DescribedAnswer, clean: (text: string) => string): string {
  const found: string[] = [];
  const all = [...bodyTexts(answer, clean), ...challengeTexts(answer), answer.statusText ?? ""];
  for (const text of all) {
    const line = cleanLine(text, clean);
    const isKnown = found.some((known) => known.toLowerCase().includes(line.toLowerCase()));
    if (!isKnown && saysMore(line, answer.status)) {
      found.push(line);
    }
    if (found.length === MOST_PARTS) {
      break;
    }
  }
  return cutShown(found.join(" · "), LONGEST_WORDS);
}

/** Cleaned as it came and as it is shown: a secret may hide behind what is not seen. */
function cleanLine(text: string, clean: (text: string) => string): string {
  const line = clean(cutBetweenWords(text, LONGEST_TEXT))
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return clean(line);
}

/**
 * "403", "403 Forbidden", "Error" and "HTTP error 403: forbidden." say what the status says, and
 * these two codes of RFC 6750, section 3.1, what our own sentence says.
 */
function saysMore(line: string, status: number): boolean {
  if (/^(?:invalid_token|insufficient_scope)$/.test(line)) {
    return false;
  }
  const rest = line
    .toLowerCase()
    .replaceAll("[redacted]", " ")
    .replace(PHRASES[status] ?? /$/, " ")
    .replaceAll(String(status), " ")
    .replace(/\b(?:https?|status|code|errors?|response|fail(?:ed|ure)?)\b/g, " ");
  return /[\p{L}\p{N}]/u.test(rest);
}

/** Reason phrases (RFC 9110, section 15), also where a page repeats them. */
const PHRASES: Readonly<Record<number, RegExp>> = {
  400: /bad request/g,
  401: /unauthori[sz]ed/g,
  403: /forbidden/g,
  404: /not found/g,
  405: /method not allowed/g,
  409: /conflict/g,
  412: /precondition failed/g,
  413: /(?:payload|content|request entity) too large/g,
  415: /unsupported media type/g,
  422: /unprocessable (?:entity|content)/g,
  429: /too many requests/g,
  500: /internal server error/g,
  502: /bad gateway/g,
  503: /service (?:temporarily )?unavailable/g,
  504: /gateway time-?out/g,
};

function challengeTexts({ headers }: DescribedAnswer): readonly string[] {
  return readChallenges(headers).flatMap(({ parameters }) => {
    const text = parameters.get("error_description") ?? parameters.get("error");
    return text === undefined ? [] : [text];
  });
}

function bodyTexts(
  { headers, body, status }: DescribedAnswer,
  clean: (text: string) => string,
): readonly string[] {
  const type = findHeader(headers, "content-type");
  if (body === undefined || NO_TEXT.test(type ?? "")) {
    return [];
  }
  const text = cutBetweenWords(
    decodeText(body.subarray(0, 4 * LONGEST_BODY), type).text,
    LONGEST_BODY,
  );
  if (text.includes("\0")) {
    return [];
  }
  const parsed = parseClean(text, clean);
  if (parsed !== undefined) {
    return jsonTexts(parsed.value, status);
  }
  return /^\s*</.test(text) ? markupTexts(text, status) : [plainText(text)];
}

const CUT_MESSAGE = /"(message|detail|error_description|reason|title)"\s*:\s*"([^"\\]*)"/i;

/** Lines that only name the call are no reason; of JSON that was cut off its message is. */
function plainText(text: string): string {
  const [, , message] = (/^\s*[[{]/.test(text) && CUT_MESSAGE.exec(text)) || [];
  if (message !== undefined) {
    return message;
  }
  const lines = cutBetweenWords(text, 4 * LONGEST_TEXT).split(/[\r\n\u2028\u2029]/);
  return lines.filter((line) => !ID_LINE.test(line.trim())).join(" ");
}

function jsonTexts(root: unknown, status: number): readonly string[] {
  if (typeof root === "string") {
    // Some gateways pack JSON into a JSON text.
    const inner = parseClean(root, (inside) => inside);
    return inner !== undefined && isRecord(inner.value) ? jsonTexts(inner.value, status) : [root];
  }
  const whole = [...(Array.isArray(root) ? textsOf(root) : []), ...wholeTexts(root, status)];
  const parts = collectJsonProblems(root)
    .filter(({ message }) => !whole.some((text) => text.includes(message)))
    .map(({ path, message }) =>
      path.length === 0 ? message : `${problemPathText(path)}: ${message}`,
    );
  const said = [...whole, ...parts];
  return said.some((text) => saysMore(text, status)) ? said : otherTexts(root, status);
}

/** The sentence on the whole, of the outermost object that says more than the status. */
function wholeTexts(root: unknown, status: number): readonly string[] {
  for (const members of objectsOf(root)) {
    const texts = membersTexts(members);
    if (texts.some((text) => saysMore(text, status))) {
      return texts;
    }
  }
  return [];
}

/** Title and detail of problem details, a message with its code, a list of messages. */
function membersTexts(members: Members): readonly string[] {
  const named = new Map(Object.entries(members).map(([name, value]) => [plain(name), value]));
  const lists = ["message", "messages", "errors", "error", "detail"].flatMap((name) =>
    textsOf(named.get(name)),
  );
  const message = messageOf(members);
  if (message === undefined) {
    return lists;
  }
  const title = named.get("title");
  const head = typeof title === "string" && title !== message ? [title] : [];
  const code = CODE_NAMES.map((name) => named.get(name)).find(
    // A URI of problem details names a kind of problem that its title names better.
    (value) => typeof value === "string" && /^[\w.-]{2,60}$/.test(value) && value !== message,
  );
  const coded = typeof code === "string" ? `${message} (${code})` : message;
  return [...head, coded, ...lists];
}

function textsOf(value: unknown): readonly string[] {
  // OData has the text in an object beside its language.
  const one = isRecord(value) ? [value["value"], value["text"]] : [];
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_PARTS) : one;
  return list.filter((item) => typeof item === "string");
}

/** Every object, the outer ones first, and of those beside one another the ones for errors. */
function* objectsOf(root: unknown): Generator<Members> {
  let level: readonly unknown[] = [root];
  for (let seen = 0; level.length > 0 && seen < MOST_NODES; seen += level.length) {
    const first: unknown[] = [];
    const later: unknown[] = [];
    for (const value of level) {
      if (isRecord(value)) {
        yield value;
        for (const [name, inner] of Object.entries(value)) {
          (ERROR_NAMES.test(plain(name)) ? first : later).push(inner);
        }
      } else if (Array.isArray(value)) {
        const items: readonly unknown[] = value.slice(0, MOST_NODES);
        later.push(...items);
      }
    }
    level = [...first, ...later];
  }
}

/** No member has a name that is known: whatever texts there are, with their names. */
function otherTexts(root: unknown, status: number): readonly string[] {
  return [...objectsOf(root)]
    .flatMap((members) => Object.entries(members))
    .flatMap(([name, value]) => {
      const isWords =
        typeof value === "string" && saysMore(value, status) && !UNTOLD.test(plain(name));
      return isWords && !ID_LINE.test(`${name}: ${value}`) ? [`${name}: ${value}`] : [];
    });
}

/** What every error has and nobody calls a reason. */
const UNTOLD = /^(?:status|statuscode|timestamp|time|path|instance|method|type|\w*id|ids?)$/;

/** A page: its title, else its headings, else its text. Of XML the elements that tell a reason. */
function markupTexts(text: string, status: number): readonly string[] {
  const bare = cutBetweenWords(text, LONGEST_MARKUP)
    .replace(/<!\[CDATA\[|\]\]>/g, "")
    .replace(/<(script|style)\b[^<>]*>(?:(?!<\/?\1\b)[^])*<\/\1\s*>/gi, " ");
  const isPage = /<(?:!doctype html|html|head|body|title|h1)\b/i.test(text.slice(0, LONGEST_TEXT));
  const names = isPage ? PAGE_ELEMENTS : XML_ELEMENTS;
  for (const name of names) {
    const found = elementTexts(bare, name).find((line) => saysMore(line, status));
    if (found !== undefined) {
      return [found];
    }
  }
  return isPage ? [] : [withoutMarks(bare)];
}

const PAGE_ELEMENTS = ["title", "h1", "h2", "h3", "p"];
const XML_ELEMENTS = [
  ...[
    "message",
    "faultstring",
    "detail",
    "reason",
    "description",
    "text",
    "title",
    "error",
    "code",
  ],
];

/** Texts of the elements of a name, with or without a prefix. */
function elementTexts(text: string, name: string): readonly string[] {
  const tag = `(?:[\\w-]{1,40}:)?${name}\\b`;
  // Some end tags may be left out, as that of "p" (HTML, section 13.1.2.4).
  const element = new RegExp(`<${tag}[^<>]*>([^]{0,1000}?)(?=</?${tag}|$)`, "gi");
  return [...text.matchAll(element)].map(([, inner = ""]) => withoutMarks(inner));
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

function withoutMarks(text: string): string {
  return cutBetweenWords(text, 4 * LONGEST_TEXT)
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, ...codes: unknown[]) => {
      const [decimal, hex, name] = codes.map((code) => (typeof code === "string" ? code : ""));
      const point = decimal === "" ? parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff
        ? String.fromCodePoint(point)
        : (ENTITIES[(name ?? "").toLowerCase()] ?? all);
    });
}
