import { createScanner, type JSONScanner } from "jsonc-parser";
import { AppError, isAppError } from "../base/errors";
import { EntryList, ESCAPED_BIT, JSON_TYPES, type JsonEntries, type JsonType } from "./entries";
import { positionAt } from "./position";

/** Containers inside one another; more is refused, so that no reader of the nodes can overflow. */
export const JSON_DEPTH_LIMIT = 512;

/**
 * Reads strict JSON (RFC 8259) into entries. Throws `AppError` kind `payload`, with
 * `{offset, line, column}` (line and column 1-based): `payload/empty`, `payload/tooDeep` (`limit`),
 * `payload/syntax` (`reason`, a short word code).
 */
export function scanJson(text: string): JsonEntries {
  const scan = beginScan(text);
  while (!scan.advance()) {
    // In one go.
  }
  return scan.finish();
}

/** The same in pieces, for who has other things to do in between. */
export function beginScan(text: string): JsonScan {
  if (text.trim() === "") {
    throw new AppError("payload", "payload/empty", {
      values: { offset: 0, line: 1, column: 1 },
    });
  }
  return new JsonScan(text);
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
  return new JsonScan(text).readPrefix();
}

type SyntaxReason =
  | "expectedValue"
  | "expectedName"
  | "expectedColon"
  | "expectedComma"
  | "trailingComma"
  | "contentAfterEnd"
  | "comment"
  | "unexpectedEnd"
  | "unterminatedString"
  | "invalidNumber"
  | "invalidUnicode"
  | "invalidEscape"
  | "controlCharacter";

// The values of jsonc-parser's `SyntaxKind`, a const enum that isolated modules cannot import.
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  end: 17,
} as const;

// By jsonc-parser's `ScanError`.
const SCAN_REASONS: readonly (SyntaxReason | undefined)[] = [
  undefined,
  "comment",
  "unterminatedString",
  "invalidNumber",
  "invalidUnicode",
  "invalidEscape",
  "controlCharacter",
];

const kindOf = (type: JsonType): number => JSON_TYPES.indexOf(type);
const OBJECT = kindOf("object");
const ARRAY = kindOf("array");
const STRING = kindOf("string");

/** Kinds of entries by token; undefined for what is no scalar. */
const SCALARS: readonly (number | undefined)[] = Array.from(
  { length: TOKEN.end + 1 },
  (_, token) =>
    token === TOKEN.null
      ? kindOf("null")
      : token === TOKEN.true || token === TOKEN.false
        ? kindOf("boolean")
        : token === TOKEN.string
          ? STRING
          : token === TOKEN.number
            ? kindOf("number")
            : undefined,
);

/** Tokens that are read at once: a few milliseconds. */
const TOKENS_AT_ONCE = 65_536;

type State = "value" | "firstItem" | "firstName" | "name" | "colon" | "separator" | "finished";

export type { JsonScan };

/** One pass over one text in pieces, with its own stack instead of recursion. */
class JsonScan {
  private readonly scanner: JSONScanner;
  private readonly entries: EntryList;
  /** Numbers of the containers that are open. */
  private readonly stack: number[] = [];
  private state: State = "value";

  constructor(private readonly text: string) {
    this.scanner = createScanner(text, false);
    this.entries = new EntryList(text.length);
  }

  /** Reads some more; true at the end of the text. Throws what `scanJson` throws. */
  advance(): boolean {
    for (let tokens = 0; tokens < TOKENS_AT_ONCE; tokens++) {
      const token = this.nextToken();
      if (token === TOKEN.end) {
        if (this.state !== "finished") {
          throw this.problem("unexpectedEnd");
        }
        return true;
      }
      this.take(token);
    }
    return false;
  }

  /** After the end only. */
  finish(): JsonEntries {
    return this.entries.finish();
  }

  /** All there is of a text that goes on; undefined where it cannot be the beginning of JSON. */
  readPrefix(): ScannedPrefix | undefined {
    try {
      // A token that touches the end may go on after it, and be another one then.
      for (let token = this.nextToken(); !this.touchesEnd(token); token = this.nextToken()) {
        this.take(token);
      }
    } catch (error) {
      if (!isAppError(error)) {
        throw error;
      }
      if (this.scanner.getPosition() < this.text.length) {
        return undefined;
      }
    }
    if (this.isAfterName()) {
      this.entries.dropLast();
    }
    for (const open of this.stack.toReversed()) {
      this.entries.close(open, this.text.length);
    }
    return { entries: this.entries.finish(), open: this.stack };
  }

  private touchesEnd(token: number): boolean {
    return token === TOKEN.end || this.scanner.getPosition() === this.text.length;
  }

  /** In an object whose last entry is a name without its value. */
  private isAfterName(): boolean {
    const top = this.stack.at(-1);
    const isValueNext = this.state === "colon" || this.state === "value";
    return isValueNext && top !== undefined && this.entries.isObject(top);
  }

  private nextToken(): number {
    let token: number;
    do {
      token = this.scanner.scan();
    } while (token === TOKEN.trivia || token === TOKEN.lineBreak);
    if (token === TOKEN.lineComment || token === TOKEN.blockComment) {
      throw this.problem("comment");
    }
    const reason = SCAN_REASONS[this.scanner.getTokenError()];
    if (reason !== undefined) {
      throw this.problem(reason);
    }
    return token;
  }

  private take(token: number): void {
    switch (this.state) {
      case "value":
        return this.takeValue(token);
      case "firstItem":
        return token === TOKEN.closeBracket ? this.close() : this.takeValue(token);
      case "firstName":
        return token === TOKEN.closeBrace ? this.close() : this.takeName(token);
      case "name":
        return this.takeName(token);
      case "colon":
        if (token !== TOKEN.colon) {
          throw this.problem("expectedColon");
        }
        this.state = "value";
        return;
      case "separator":
        return this.takeSeparator(token);
      case "finished":
        throw this.problem("contentAfterEnd");
    }
  }

  private takeValue(token: number): void {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
      this.openContainer(token === TOKEN.openBrace);
      return;
    }
    const kind = SCALARS[token];
    if (kind === undefined) {
      throw this.problem(token === TOKEN.closeBracket ? "trailingComma" : "expectedValue");
    }
    this.addScalar(kind);
    this.state = this.stack.length === 0 ? "finished" : "separator";
  }

  private takeName(token: number): void {
    if (token !== TOKEN.string) {
      throw this.problem(token === TOKEN.closeBrace ? "trailingComma" : "expectedName");
    }
    this.addScalar(STRING);
    this.state = "colon";
  }

  private takeSeparator(token: number): void {
    const top = this.stack.at(-1);
    const isObject = top !== undefined && this.entries.isObject(top);
    if (token === (isObject ? TOKEN.closeBrace : TOKEN.closeBracket)) {
      this.close();
    } else if (token === TOKEN.comma) {
      this.state = isObject ? "name" : "value";
    } else {
      throw this.problem("expectedComma");
    }
  }

  private openContainer(isObject: boolean): void {
    const offset = this.scanner.getTokenOffset();
    if (this.stack.length === JSON_DEPTH_LIMIT) {
      const values = { offset, ...positionAt(this.text, offset), limit: JSON_DEPTH_LIMIT };
      throw new AppError("payload", "payload/tooDeep", { values });
    }
    this.stack.push(this.entries.add(offset, 0, isObject ? OBJECT : ARRAY));
    this.state = isObject ? "firstName" : "firstItem";
  }

  private close(): void {
    const closed = this.stack.pop();
    if (closed !== undefined) {
      this.entries.close(closed, this.scanner.getPosition());
    }
    this.state = this.stack.length === 0 ? "finished" : "separator";
  }

  private addScalar(kind: number): void {
    const { scanner } = this;
    const length = scanner.getTokenLength();
    // Every escape is longer than what it stands for.
    const isEscaped = kind === STRING && scanner.getTokenValue().length !== length - 2;
    this.entries.add(scanner.getTokenOffset(), length, isEscaped ? kind | ESCAPED_BIT : kind);
  }

  private problem(reason: SyntaxReason): AppError {
    const offset = this.scanner.getTokenOffset();
    const isCut = reason === "unexpectedEnd" || this.endsIn(reason);
    const values = { offset, ...positionAt(this.text, offset), reason };
    return new AppError("payload", "payload/syntax", {
      values: isCut ? { ...values, isCut: 1 } : values,
    });
  }

  /** Whether what is wrong is the beginning of a token that the text ends in. */
  private endsIn(reason: SyntaxReason): boolean {
    const token = this.text.slice(this.scanner.getTokenOffset());
    const isLast = this.stack.length > 0 && this.scanner.getPosition() >= this.text.length;
    return (
      isLast &&
      (reason === "unterminatedString" ||
        /^(?:-|-?\d+\.|-?[\d.]+e[+-]?|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/i.test(
          token.slice(0, 1_000),
        ))
    );
  }
}
