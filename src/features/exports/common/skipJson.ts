import { JSON_DEPTH_LIMIT } from "../../../platform/json/scan";

/** What a place is called that is no place: the text is no JSON, or too deep. */
export const INVALID = -1;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const SPACE = 0x20;

/** 1 for bytes that stand for themselves in a string (RFC 8259, section 7). */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH ? 0 : 1,
);
/** 1 for what may follow a backslash, but for `u`. */
const ESCAPED = bytesOf('"\\/bfnrt');
const HEXADECIMAL = bytesOf("0123456789abcdefABCDEF");
const WHITE = bytesOf(" \t\n\r");
const LITERALS: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const word = ["true", "false", "null"].find((one) => one.charCodeAt(0) === byte);
  return word === undefined ? undefined : Buffer.from(word);
});

/**
 * Goes over one value of a text in UTF-8 and holds it against RFC 8259; gives the place behind it,
 * else `INVALID`. `open` containers are around it. A zero byte has to follow the text: no place is
 * held against its end.
 */
export function skipValue(bytes: Uint8Array, at: number, open: number): number {
  switch (bytes[at]) {
    case QUOTE:
      return skipString(bytes, at + 1);
    case OPEN_BRACE:
      return open === JSON_DEPTH_LIMIT ? INVALID : skipObject(bytes, at + 1, open + 1);
    case OPEN_BRACKET:
      return open === JSON_DEPTH_LIMIT ? INVALID : skipArray(bytes, at + 1, open + 1);
    default:
      return skipWord(bytes, at);
  }
}

/** The place of what is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (WHITE[bytes[at] ?? 0] === 1) {
    at++;
  }
  return at;
}

/** The place behind a string whose quote is before the place given. */
export function skipString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (PLAIN[bytes[at] ?? 0] === 1) {
      at++;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      return at + 1;
    }
    at = byte === BACKSLASH ? skipEscape(bytes, at + 1) : INVALID;
    if (at === INVALID) {
      return INVALID;
    }
  }
}

/** The place of a member's value; `at` is behind the quote that its name begins with. */
export function skipName(bytes: Uint8Array, at: number): number {
  const end = skipString(bytes, at);
  const colon = end === INVALID ? 0 : skipSpace(bytes, end);
  return end === INVALID || bytes[colon] !== COLON ? INVALID : skipSpace(bytes, colon + 1);
}

function skipEscape(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== LETTER_U) {
    return ESCAPED[bytes[at] ?? 0] === 1 ? at + 1 : INVALID;
  }
  for (let digit = at + 1; digit <= at + 4; digit++) {
    if (HEXADECIMAL[bytes[digit] ?? 0] !== 1) {
      return INVALID;
    }
  }
  return at + 5;
}

function skipObject(bytes: Uint8Array, from: number, open: number): number {
  let at = skipSpace(bytes, from);
  if (bytes[at] === CLOSE_BRACE) {
    return at + 1;
  }
  for (;;) {
    const value = bytes[at] === QUOTE ? skipName(bytes, at + 1) : INVALID;
    const end = value === INVALID ? INVALID : skipValue(bytes, value, open);
    if (end === INVALID) {
      return INVALID;
    }
    at = skipSpace(bytes, end);
    if (bytes[at] !== COMMA) {
      return bytes[at] === CLOSE_BRACE ? at + 1 : INVALID;
    }
    at = skipSpace(bytes, at + 1);
  }
}

function skipArray(bytes: Uint8Array, from: number, open: number): number {
  let at = skipSpace(bytes, from);
  if (bytes[at] === CLOSE_BRACKET) {
    return at + 1;
  }
  for (;;) {
    const end = skipValue(bytes, at, open);
    if (end === INVALID) {
      return INVALID;
    }
    at = skipSpace(bytes, end);
    if (bytes[at] !== COMMA) {
      return bytes[at] === CLOSE_BRACKET ? at + 1 : INVALID;
    }
    at = skipSpace(bytes, at + 1);
  }
}

/** A number or a literal. */
function skipWord(bytes: Uint8Array, from: number): number {
  const literal = LITERALS[bytes[from] ?? 0];
  if (literal === undefined) {
    return skipNumber(bytes, from);
  }
  for (let index = 0; index < literal.length; index++) {
    if (bytes[from + index] !== literal[index]) {
      return INVALID;
    }
  }
  return from + literal.length;
}

function skipNumber(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  at = bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
  if (at !== INVALID && bytes[at] === DOT) {
    at = skipDigits(bytes, at + 1);
  }
  const letter = at === INVALID ? 0 : (bytes[at] ?? 0) | SPACE;
  if (letter !== 0x65) {
    return at;
  }
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === MINUS || sign === PLUS ? at + 2 : at + 1);
}

/** At least one. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[at] ?? 0) {
    at++;
  }
  return at === from ? INVALID : at;
}

function bytesOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) {
    table[byte] = 1;
  }
  return table;
}
