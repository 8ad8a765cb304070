/** A text as UTF-16 units, or as its bytes in UTF-8. A zero or nothing follows it: tokens end there. */
export type CodeUnits = Uint8Array | Uint16Array;

export function codeUnitsOf(text: string): CodeUnits {
  // What is read as bytes elsewhere is read so here: one kind of array is read fastest.
  const isAscii = Buffer.byteLength(text) === text.length;
  const units = new (isAscii ? Uint8Array : Uint16Array)(text.length + 1);
  Buffer.from(units.buffer).write(text, isAscii ? "latin1" : "utf16le");
  return units;
}

/** The first are the types of values, by their numbers in `JSON_TYPES`. */
export const Token = {
  object: 0,
  array: 1,
  string: 2,
  number: 3,
  boolean: 4,
  null: 5,
  closeBrace: 6,
  closeBracket: 7,
  comma: 8,
  colon: 9,
  end: 10,
  invalid: 11,
} as const;
export type Token = (typeof Token)[keyof typeof Token];

/** What is wrong with a token that is almost one. */
export type TokenFault =
  | "comment"
  | "unterminatedString"
  | "invalidNumber"
  | "invalidUnicode"
  | "invalidEscape"
  | "controlCharacter";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const ASTERISK = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
/** What makes a capital a small letter. */
const LOWER_CASE = 0x20;

const CONTROLS = String.fromCharCode(...Array(0x20).keys());
const SPACES = tableOf(" \t\n\r");
/** What does not stand for itself in a string (RFC 8259, section 7). */
const STRING_STOPS = tableOf(`"\\${CONTROLS}`);
/** What may follow a backslash, but for `u`. */
const ESCAPES = tableOf('"\\/bfnrt');
const HEXADECIMAL = tableOf("0123456789abcdefABCDEF");
const DIGITS = tableOf("0123456789");
/** What ends a word: `truest` is no literal. */
const DELIMITERS = tableOf('\0 \t\n\r{}[]":,/');

/** Tokens by the unit they begin with. */
const TOKENS: Token[] = Array<Token>(256).fill(Token.invalid);
for (const [characters, token] of [
  ["{", Token.object],
  ["[", Token.array],
  ['"', Token.string],
  ["-0123456789", Token.number],
  ["tf", Token.boolean],
  ["n", Token.null],
  ["}", Token.closeBrace],
  ["]", Token.closeBracket],
  [",", Token.comma],
  [":", Token.colon],
] as const) {
  for (const unit of Buffer.from(characters)) {
    TOKENS[unit] = token;
  }
}

/** Reads the tokens of strict JSON (RFC 8259), one after the other. */
export class Lexer {
  /** Where the last token begins. */
  tokenOffset = 0;
  /** Where it ends; of an invalid one, where that shows. */
  position = 0;
  /** Whether the last string has escapes. */
  isEscaped = false;
  fault: TokenFault | undefined;

  constructor(
    private readonly units: CodeUnits,
    private readonly end: number,
  ) {}

  next(): Token {
    const { units } = this;
    let at = this.position;
    while (SPACES[units[at] ?? 0] === 1) {
      at++;
    }
    this.tokenOffset = at;
    const token = at === this.end ? Token.end : TOKENS[units[at] ?? 0];
    switch (token) {
      case Token.string:
        return this.readString(at + 1);
      case Token.number:
        return this.readNumber(at);
      case Token.boolean:
        return this.readWord(at, token, units[at] === LOWER_T ? "true" : "false");
      case Token.null:
        return this.readWord(at, token, "null");
      case Token.end:
        this.position = at;
        return token;
      case Token.invalid:
      case undefined:
        return this.readInvalid(at);
      default:
        this.position = at + 1;
        return token;
    }
  }

  /** Goes over a colon that comes at once; false where there is none. */
  skipColon(): boolean {
    const isColon = this.units[this.position] === COLON;
    this.position += isColon ? 1 : 0;
    return isColon;
  }

  private readString(from: number): Token {
    const { units } = this;
    let at = from;
    this.isEscaped = false;
    for (;;) {
      while (STRING_STOPS[units[at] ?? 0] !== 1) {
        at++;
      }
      const stop = units[at];
      if (stop === QUOTE) {
        this.position = at + 1;
        return Token.string;
      }
      if (stop !== BACKSLASH) {
        const isBreak = stop === LINE_FEED || stop === CARRIAGE_RETURN;
        return this.invalid(at, isBreak ? "unterminatedString" : "controlCharacter");
      }
      this.isEscaped = true;
      at++;
      if (units[at] === LOWER_U) {
        const digits = at + 1;
        at = digits;
        while (at < digits + 4 && HEXADECIMAL[units[at] ?? 0] === 1) {
          at++;
        }
        if (at < digits + 4) {
          return this.invalid(at, "invalidUnicode");
        }
      } else if (ESCAPES[units[at] ?? 0] === 1) {
        at++;
      } else {
        return this.invalid(at, "invalidEscape");
      }
    }
  }

  private readNumber(from: number): Token {
    const { units } = this;
    const first = units[from] === MINUS ? from + 1 : from;
    let at = units[first] === ZERO ? first + 1 : this.skipDigits(first);
    if (at === first) {
      return this.invalid(at);
    }
    if (units[at] === DOT) {
      const fraction = at + 1;
      at = this.skipDigits(fraction);
      if (at === fraction) {
        return this.invalid(at, "invalidNumber");
      }
    }
    if (((units[at] ?? 0) | LOWER_CASE) === LOWER_E) {
      const isSigned = units[at + 1] === MINUS || units[at + 1] === PLUS;
      const exponent = at + (isSigned ? 2 : 1);
      at = this.skipDigits(exponent);
      if (at === exponent) {
        return this.invalid(at, "invalidNumber");
      }
    }
    this.position = at;
    return Token.number;
  }

  private skipDigits(from: number): number {
    let at = from;
    while (DIGITS[this.units[at] ?? 0] === 1) {
      at++;
    }
    return at;
  }

  private readWord(from: number, token: Token, literal: string): Token {
    const { units } = this;
    let at = from;
    for (let index = 0; units[at] === literal.charCodeAt(index); index++) {
      at++;
    }
    const isLiteral = at === from + literal.length && DELIMITERS[units[at] ?? 0] === 1;
    this.position = at;
    return isLiteral ? token : this.readInvalid(from);
  }

  private readInvalid(from: number): Token {
    const { units } = this;
    if (units[from] === SLASH && (units[from + 1] === SLASH || units[from + 1] === ASTERISK)) {
      return this.invalid(from + 2, "comment");
    }
    let at = from + 1;
    while (DELIMITERS[units[at] ?? 0] !== 1) {
      at++;
    }
    return this.invalid(at);
  }

  private invalid(at: number, fault?: TokenFault): Token {
    this.position = at;
    const isCutString = at === this.end && this.units[this.tokenOffset] === QUOTE;
    this.fault = isCutString ? "unterminatedString" : fault;
    return Token.invalid;
  }
}

/** 1 for these characters, in a table that all bytes are in. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) {
    table[byte] = 1;
  }
  return table;
}
