/** Takes secrets out of text: exact values that were registered, and what looks like one. */
export interface Redactor {
  /** From now on `value` and its encoded forms never pass. */
  add(value: string): void;
  redact(text: string): string;
}

const MARK = "[redacted]";
/** Shorter values would blank out ordinary words; no credential is that short. */
const SHORTEST_SECRET = 6;
/** Renewed tokens pile up in a long session; the oldest ones have expired by then. */
const MOST_FORMS = 4_096;

/** A redactor of its own; one serves the whole extension. */
export function createRedactor(): Redactor {
  const forms = new Set<string>();
  /** The values added last; every call brings its credentials here again. */
  const recent = new Set<string>();
  let exact: RegExp | undefined;
  return {
    add: (value) => {
      if (value.length < SHORTEST_SECRET || recent.has(value)) {
        return;
      }
      remember(recent, value);
      for (const form of formsOf(value)) {
        // Re-added, so that the set keeps the order of last use.
        forms.delete(form);
        forms.add(form);
      }
      dropOldest(forms);
      exact = undefined;
    },
    redact: (text) => {
      const plain = holdsAny(text, forms) ? text.replace((exact ??= toPattern(forms)), MARK) : text;
      const small = plain.toLowerCase();
      return PATTERNS.filter(({ sign }) => sign.test(small))
        .flatMap(({ replacements }) => replacements)
        .reduce((result, { find, put }) => result.replace(find, put), plain);
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

/** Searching for plain text is much faster than any pattern, and mostly there is nothing to find. */
function holdsAny(text: string, forms: ReadonlySet<string>): boolean {
  for (const form of forms) {
    if (text.includes(form)) {
      return true;
    }
  }
  return false;
}

function toPattern(forms: ReadonlySet<string>): RegExp {
  // Longest first: a form can be the beginning of another one.
  const sorted = [...forms].sort((one, other) => other.length - one.length);
  return new RegExp(sorted.map(escapePattern).join("|"), "g");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
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

function dropOldest(forms: Set<string>): void {
  for (const form of forms) {
    if (forms.size <= MOST_FORMS) {
      return;
    }
    forms.delete(form);
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
  readonly replacements: readonly { readonly find: RegExp; readonly put: string }[];
}

const PATTERNS: readonly Pattern[] = [
  {
    sign: /(?:bearer|basic)\s+[a-z0-9._~+/=-]/,
    replacements: [
      {
        find: new RegExp(`\\b(Bearer|Basic)(\\s+)(?!${CHALLENGE}=)[A-Za-z0-9._~+/=-]{6,}`, "gi"),
        put: `$1$2${MARK}`,
      },
    ],
  },
  {
    sign: /eyj/,
    replacements: [
      { find: /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g, put: MARK },
    ],
  },
  {
    sign: new RegExp(`(?:${NAMES.toLowerCase()})["']?\\s*[:=]`),
    replacements: [
      // As JSON or as shown objects: "name": "value", 'name': 'value'.
      {
        find: new RegExp(`(["']?\\b(?:${NAMES})["']?\\s*[:=]\\s*)"(?:[^"\\\\]|\\\\.)*"`, "gi"),
        put: `$1"${MARK}"`,
      },
      {
        find: new RegExp(`(["']?\\b(?:${NAMES})["']?\\s*[:=]\\s*)'(?:[^'\\\\]|\\\\.)*'`, "gi"),
        put: `$1'${MARK}'`,
      },
      // As form, query or header line: name=value, name: value.
      {
        find: new RegExp(`(\\b(?:${NAMES})\\s*[:=]\\s*)(?!["'\\[])[^\\s&;,"'}]+`, "gi"),
        put: `$1${MARK}`,
      },
    ],
  },
  {
    sign: /(?:code|state|nonce|token)=/,
    replacements: [
      { find: /([?&#](?:code|state|nonce|token)=)[^\s&#"']+/gi, put: `$1${MARK}` },
      // Not the codes of our own errors, which log lines name: code=network/refused.
      {
        find: /(^|[\s"'{,])(code=)(?![a-z]+\/[A-Za-z0-9]+(?:[\s"'},]|$))[^\s&"'},]{6,}/g,
        put: `$1$2${MARK}`,
      },
    ],
  },
  {
    sign: /@/,
    replacements: [{ find: /(\bhttps?:\/\/)[^\s/@"']+@/gi, put: `$1${MARK}@` }],
  },
];
