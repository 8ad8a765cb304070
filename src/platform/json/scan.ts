import { AppError, isAppError } from "../base/errors";
import { EntryList, ESCAPED_BIT, type JsonEntries } from "./entries";
import { type CodeUnits, codeUnitsOf, Lexer, Token, type TokenFault } from "./lexer";
import { positionAt } from "./position";

/** Containers inside one another; more is refused, so that no reader of the nodes can overflow. */
export const JSON_DEPTH_LIMIT = 512;

/**
 * Reads strict JSON (RFC 8259) into entries. Throws `AppError` kind `payload`, with
 * `{offset, line, column}` (line and column 1-based): `payload/empty`, `payload/tooDeep` (`limit`),
 * `payload/syntax` (`reason`, a short word code).
 */
export function scanJson(text: string): JsonEntries {
  return beginScan(text).readToEnd().finish();
}

/** The same in pieces, for who has other things to do in between. */
export function beginScan(text: string): JsonScan {
  if (text.trim() === "") {
    throw new AppError("payload", "payload/empty", {
      values: { offset: 0, line: 1, column: 1 },
    });
  }
  return new JsonScan(codeUnitsOf(text), text.length);
}

/**
 * The same of bytes in UTF-8, with offsets and lengths in bytes. A zero has to follow the `length`
 * bytes, unless nothing does. In a sequence there is any number of values, one after the other:
 * the first entry is the first one's, and each links to the next.
 */
export function scanBytes(bytes: Uint8Array, length: number, isSequence = false): JsonEntries {
  return new JsonScan(bytes, length, isSequence).readToEnd().written;
}

/** What a text that has not come to its end holds so far. */
export interface ScannedPrefix {
  /** Of everything that is there; what is still open ends with the text. */
  readonly entries: JsonEntries;
  /** Numbers of the containers that are open, the outermost first. */
  readonly open: readonly number[];
}

/** Reads as far as a beginning of JSON goes; undefined where it cannot be one. */
export function scanPrefix(text: string): ScannedPrefix | undefined {
  return new JsonScan(codeUnitsOf(text), text.length).readPrefix();
}

type SyntaxReason =
  | TokenFault
  | "expectedValue"
  | "expectedName"
  | "expectedColon"
  | "expectedComma"
  | "trailingComma"
  | "contentAfterEnd"
  | "unexpectedEnd";

/** Tokens that are read at once: a few milliseconds. */
const TOKENS_AT_ONCE = 65_536;

const State = {
  value: 0,
  firstItem: 1,
  firstName: 2,
  name: 3,
  colon: 4,
  separator: 5,
  finished: 6,
} as const;
type State = (typeof State)[keyof typeof State];

export type { JsonScan };

/** One pass over one text in pieces, with its own stack instead of recursion. */
class JsonScan {
  private readonly lexer: Lexer;
  private readonly entries: EntryList;
  /** Numbers of the containers that are open. */
  private readonly stack: number[] = [];
  /** Whether the innermost of them is an object. */
  private isInObject = false;
  private state: State = State.value;
  private readonly afterRoot: State;

  constructor(
    private readonly units: CodeUnits,
    private readonly end: number,
    isSequence = false,
  ) {
    this.lexer = new Lexer(units, end);
    this.entries = new EntryList(end);
    this.afterRoot = isSequence ? State.value : State.finished;
  }

  /** Reads some more; true at the end of the text. Throws what `scanJson` throws. */
  advance(): boolean {
    for (let tokens = 0; tokens < TOKENS_AT_ONCE; tokens++) {
      const token = this.lexer.next();
      if (token === Token.end) {
        if (this.stack.length > 0 || this.state !== this.afterRoot) {
          throw this.problem("unexpectedEnd");
        }
        return true;
      }
      this.accept(token);
    }
    return false;
  }

  readToEnd(): this {
    while (!this.advance()) {
      // In one go.
    }
    return this;
  }

  /** After the end only. */
  finish(): JsonEntries {
    return this.entries.finish();
  }

  /** The same without a copy, in a buffer that may be larger. */
  get written(): JsonEntries {
    return this.entries.written;
  }

  /** All there is of a text that goes on; undefined where it cannot be the beginning of JSON. */
  readPrefix(): ScannedPrefix | undefined {
    try {
      // A token that touches the end may go on after it, and be another one then.
      for (let token = this.lexer.next(); !this.touchesEnd(token); token = this.lexer.next()) {
        this.accept(token);
      }
    } catch (error) {
      if (!isAppError(error)) {
        throw error;
      }
      return undefined;
    }
    if (this.isAfterName()) {
      this.entries.dropLast();
    }
    for (const open of this.stack.toReversed()) {
      this.entries.close(open, this.end);
    }
    return { entries: this.entries.finish(), open: this.stack };
  }

  private touchesEnd(token: Token): boolean {
    return token === Token.end || this.lexer.position === this.end;
  }

  /** In an object whose last entry is a name without its value. */
  private isAfterName(): boolean {
    const isValueNext = this.state === State.colon || this.state === State.value;
    return isValueNext && this.stack.length > 0 && this.isInObject;
  }

  private accept(token: Token): void {
    switch (this.state) {
      case State.value:
        return this.acceptValue(token);
      case State.firstItem:
        return token === Token.closeBracket ? this.close() : this.acceptValue(token);
      case State.firstName:
        return token === Token.closeBrace ? this.close() : this.acceptName(token);
      case State.name:
        return this.acceptName(token);
      case State.colon:
        if (token !== Token.colon) {
          throw this.problem("expectedColon");
        }
        this.state = State.value;
        return;
      case State.separator:
        return this.acceptSeparator(token);
      case State.finished:
        throw this.problem("contentAfterEnd");
    }
  }

  private acceptValue(token: Token): void {
    if (token === Token.object || token === Token.array) {
      this.openContainer(token);
    } else if (token <= Token.null) {
      this.addScalar(token);
      this.state = this.stack.length === 0 ? this.afterRoot : State.separator;
    } else {
      throw this.problem(token === Token.closeBracket ? "trailingComma" : "expectedValue");
    }
  }

  private acceptName(token: Token): void {
    if (token !== Token.string) {
      throw this.problem(token === Token.closeBrace ? "trailingComma" : "expectedName");
    }
    this.addScalar(token);
    this.state = this.lexer.skipColon() ? State.value : State.colon;
  }

  private acceptSeparator(token: Token): void {
    if (token === Token.comma) {
      this.state = this.isInObject ? State.name : State.value;
    } else if (token === (this.isInObject ? Token.closeBrace : Token.closeBracket)) {
      this.close();
    } else {
      throw this.problem("expectedComma");
    }
  }

  private openContainer(token: Token): void {
    const offset = this.lexer.tokenOffset;
    if (this.stack.length === JSON_DEPTH_LIMIT) {
      throw new AppError("payload", "payload/tooDeep", {
        values: { ...this.placeOf(offset), limit: JSON_DEPTH_LIMIT },
      });
    }
    this.stack.push(this.entries.add(offset, 0, token));
    this.isInObject = token === Token.object;
    this.state = this.isInObject ? State.firstName : State.firstItem;
  }

  private close(): void {
    const { stack, entries } = this;
    entries.close(stack.pop() ?? 0, this.lexer.position);
    const around = stack.at(-1);
    this.isInObject = around !== undefined && entries.isObject(around);
    this.state = around === undefined ? this.afterRoot : State.separator;
  }

  private addScalar(token: Token): void {
    const { tokenOffset, position, isEscaped } = this.lexer;
    const kind = token === Token.string && isEscaped ? token | ESCAPED_BIT : token;
    this.entries.add(tokenOffset, position - tokenOffset, kind);
  }

  private problem(expected: SyntaxReason): AppError {
    const { tokenOffset, fault } = this.lexer;
    const reason = fault ?? expected;
    const values = { ...this.placeOf(tokenOffset), reason };
    const isCut = reason === "unexpectedEnd" || this.endsIn(reason);
    return new AppError("payload", "payload/syntax", {
      values: isCut ? { ...values, isCut: 1 } : values,
    });
  }

  /** Whether what is wrong is the beginning of a token that the text ends in. */
  private endsIn(reason: SyntaxReason): boolean {
    const { tokenOffset, position } = this.lexer;
    const isLast = this.stack.length > 0 && position === this.end;
    const isWord = /^(?:-|-?\d+\.|-?[\d.]+e[+-]?|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/i;
    return (
      isLast &&
      (reason === "unterminatedString" ||
        isWord.test(this.textOf(tokenOffset, Math.min(this.end, tokenOffset + 1_000))))
    );
  }

  private placeOf(offset: number): { offset: number; line: number; column: number } {
    return { offset, ...positionAt(this.textOf(0, offset), offset) };
  }

  /** A character for each unit, also where these are bytes. */
  private textOf(from: number, to: number): string {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.units.subarray(from, to);
    const bytes = Buffer.from(buffer, byteOffset, (to - from) * BYTES_PER_ELEMENT);
    return bytes.toString(BYTES_PER_ELEMENT === 1 ? "latin1" : "utf16le");
  }
}
