import { SHORTEST_TEXT, TextIndex } from "./textIndex";
import type { Redactor } from "../base/redactor";

/** Stands in the place of a secret. */
export const MARK = "[redacted]";
/** Shorter values would blank out ordinary words; no credential is that short. */
const SHORTEST_SECRET = SHORTEST_TEXT;
/** Renewed tokens pile up in a long session; the oldest ones have expired by then. */
const MOST_FORMS = 4_096;

/** A redactor of its own; one serves the whole extension. */
export function createRedactor(): Redactor {
  const forms = new TextIndex(MOST_FORMS);
  /** The values added last; every call brings its credentials here again. */
  const recent = new Set<string>();
  return {
    add: (value) => {
      if (value.length < SHORTEST_SECRET || recent.has(value)) {
        return;
      }
      remember(recent, value);
      formsOf(value).forEach((form) => forms.add(form));
    },
    redact: (text) => {
      const plain = forms.replaceIn(text, MARK);
      const small = plain.toLowerCase();
      return PATTERNS.filter(({ sign }) => sign.test(small)).reduce(
        (result, { redact }) => redact(result),
        plain,
      );
    },
  };
}

/** Every form in which a secret travels: headers, URLs, forms, JSON, Basic credentials. */
function formsOf(value: string): readonly string[] {
  const uri = encodeURIComponent(value);
  const form = new URLSearchParams([["", value]]).toString().slice(1);
  const json = JSON.stringify(value).slice(1, -1);
  const utf8 = Buffer.from(value, "utf8");
  return [
    value,
    uri,
    lowerEscapes(uri),
    form,
    lowerEscapes(form),
    encodeURI(value),
    json,
    JSON.stringify(json).slice(1, -1),
    utf8.toString("hex"),
    ...base64Forms(utf8),
  ].filter((text) => text.length >= SHORTEST_SECRET);
}

/**
 * Base64 of a text that holds the value depends on where in a group of three bytes it starts.
 * What all three positions have in common with the value alone is kept.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((lead) => {
    const shifted = Buffer.concat([Buffer.alloc(lead), bytes]);
    const whole = Math.floor(shifted.length / 3) * 3;
    const text = shifted.subarray(0, whole).toString("base64");
    const inner = text.slice(lead === 0 ? 0 : 4);
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** So few that none of their forms can have been dropped. */
const MOST_RECENT = 16;

function remember(recent: Set<string>, value: string): void {
  recent.add(value);
  for (const oldest of recent) {
    if (recent.size <= MOST_RECENT) {
      return;
    }
    recent.delete(oldest);
  }
}

const NAMES =
  "access_token|refresh_token|id_token|client_secret|client_assertion|code_verifier|password|" +
  "subscription[-_]key|ocp-apim-subscription-key|accessToken|refreshToken|idToken|" +
  "clientSecret|subscriptionKey|api[-_]?key";

/** What stands behind the scheme of a challenge, which says why a credential was refused. */
const CHALLENGE = "(?:realm|scope|charset|error(?:_description|_uri)?)";

interface Pattern {
  /** Of small letters; a text without it has nothing that could be found. */
  readonly sign: RegExp;
  /** Takes time in proportion to the text, whatever it holds: servers choose it. */
  readonly redact: (text: string) => string;
}

type Replacement = readonly [find: RegExp, put: string];

function replacing(...replacements: readonly Replacement[]): Pattern["redact"] {
  return (text) => replacements.reduce((result, [find, put]) => result.replace(find, put), text);
}

/** What a JWT is made of, and what may stand around one without a break. */
const TOKEN_CHARACTERS = /[A-Za-z0-9_.-]{10,}/g;

/**
 * JWTs (RFC 7519, section 3), wherever a word begins. By parts: one pattern for a whole JWT would
 * look through all that follows again at every `eyJ`.
 */
function redactTokens(characters: string): string {
  const parts = characters.split(".");
  const shown: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const start = part.search(/(?<![A-Za-z0-9_])eyJ/);
    const isToken = start >= 0 && part.length - start >= 8 && (parts[index + 1] ?? "") !== "";
    shown.push(isToken ? part.slice(0, start) + MARK : part);
    // Its claims and its signature.
    index += isToken ? 2 : 0;
  }
  return shown.join(".");
}

const PATTERNS: readonly Pattern[] = [
  {
    sign: /(?:bearer|basic)\s+[a-z0-9._~+/=-]/,
    redact: replacing([
      new RegExp(`\\b(Bearer|Basic)(\\s+)(?!${CHALLENGE}=)[A-Za-z0-9._~+/=-]{6,}`, "gi"),
      `$1$2${MARK}`,
    ]),
  },
  {
    sign: /eyj/,
    redact: (text) => text.replace(TOKEN_CHARACTERS, redactTokens),
  },
  {
    sign: new RegExp(`(?:${NAMES.toLowerCase()})["']?\\s*[:=]`),
    redact: replacing(
      // As JSON or as shown objects: "name": "value", 'name': 'value'.
      [
        new RegExp(`(["']?\\b(?:${NAMES})["']?\\s*[:=]\\s*)"(?:[^"\\\\]|\\\\.)*"`, "gi"),
        `$1"${MARK}"`,
      ],
      [
        new RegExp(`(["']?\\b(?:${NAMES})["']?\\s*[:=]\\s*)'(?:[^'\\\\]|\\\\.)*'`, "gi"),
        `$1'${MARK}'`,
      ],
      // As form, query or header line: name=value, name: value.
      [new RegExp(`(\\b(?:${NAMES})\\s*[:=]\\s*)(?!["'\\[])[^\\s&;,"'}]+`, "gi"), `$1${MARK}`],
    ),
  },
  {
    sign: /(?:code|state|nonce|token)=/,
    redact: replacing(
      [/([?&#](?:code|state|nonce|token)=)[^\s&#"']+/gi, `$1${MARK}`],
      // Not the codes of our own errors, which log lines name: code=network/refused.
      [/(^|[\s"'{,])(code=)(?![a-z]+\/[A-Za-z0-9]+(?:[\s"'},]|$))[^\s&"'},]{6,}/g, `$1$2${MARK}`],
    ),
  },
  {
    sign: /@/,
    redact: replacing([/(\bhttps?:\/\/)[^\s/@"']+@/gi, `$1${MARK}@`]),
  },
];
