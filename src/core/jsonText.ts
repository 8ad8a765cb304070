import { createScanner, type JSONScanner } from "jsonc-parser";
import { AppError } from "./errors";

export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

/** A value in a JSON text by its place; nothing is converted. Offsets and lengths in UTF-16 units. */
export interface JsonNode {
  readonly type: JsonType;
  readonly offset: number;
  readonly length: number;
  /** Of an object, in the order of the text, duplicates kept. */
  readonly members?: readonly JsonMember[];
  /** Of an array. */
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  /** Decoded, without quotes. */
  readonly name: string;
  readonly nameOffset: number;
  readonly nameLength: number;
  readonly value: JsonNode;
}

/** Containers inside one another; more is refused, so that no reader of the nodes can overflow. */
export const JSON_DEPTH_LIMIT = 512;

/**
 * Reads strict JSON (RFC 8259) into positions. Throws `AppError` kind `payload`, with
 * `{offset, line, column}` (line and column 1-based): `payload/empty`, `payload/tooDeep` (`limit`),
 * `payload/syntax` (`reason`, a short word code).
 */
export function parseJsonText(text: string): JsonNode {
  if (text.trim() === "") {
    throw new AppError("payload", "payload/empty", {
      values: { offset: 0, line: 1, column: 1 },
    });
  }
  return new Reading(text).read();
}

/** The text of a value exactly as it came. */
export function sourceOf(text: string, node: JsonNode): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** The decoded content of a string; the source text of anything else. */
export function stringValue(text: string, node: JsonNode): string {
  const source = sourceOf(text, node);
  if (node.type !== "string") {
    return source;
  }
  return source.includes("\\") ? String(JSON.parse(source)) : source.slice(1, -1);
}

/** The value of a member; the last one wins among duplicates, as in `JSON.parse`. */
export function member(node: JsonNode, name: string): JsonNode | undefined {
  return node.members?.findLast((candidate) => candidate.name === name)?.value;
}

/** Where an offset is, both 1-based; line breaks as the editor counts them: CRLF, LF, CR. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index);
    const isBreak = code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10);
    if (isBreak) {
      line++;
      lineStart = index + 1;
    }
  }
  return { line, column: offset - lineStart + 1 };
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

const SCALARS: Readonly<Record<number, JsonType>> = {
  [TOKEN.null]: "null",
  [TOKEN.true]: "boolean",
  [TOKEN.false]: "boolean",
  [TOKEN.string]: "string",
  [TOKEN.number]: "number",
};

interface OpenNode {
  readonly type: "object" | "array";
  readonly offset: number;
  length: number;
  members?: JsonMember[];
  items?: JsonNode[];
}

interface Name {
  readonly name: string;
  readonly nameOffset: number;
  readonly nameLength: number;
}

type State = "value" | "firstItem" | "firstName" | "name" | "colon" | "separator" | "finished";

/** One pass over one text, with its own stack instead of recursion. */
class Reading {
  private readonly scanner: JSONScanner;
  private readonly stack: { readonly node: OpenNode; name: Name | undefined }[] = [];
  private root: JsonNode | undefined;
  private state: State = "value";

  constructor(private readonly text: string) {
    this.scanner = createScanner(text, false);
  }

  read(): JsonNode {
    for (;;) {
      const token = this.nextToken();
      if (token === TOKEN.end) {
        if (this.state !== "finished" || this.root === undefined) {
          throw this.problem("unexpectedEnd");
        }
        return this.root;
      }
      this.take(token);
    }
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
    const type = SCALARS[token];
    if (type === undefined) {
      throw this.problem(token === TOKEN.closeBracket ? "trailingComma" : "expectedValue");
    }
    const offset = this.scanner.getTokenOffset();
    this.add({ type, offset, length: this.scanner.getTokenLength() });
    this.state = this.stack.length === 0 ? "finished" : "separator";
  }

  private takeName(token: number): void {
    const top = this.stack.at(-1);
    if (token !== TOKEN.string || top === undefined) {
      throw this.problem(token === TOKEN.closeBrace ? "trailingComma" : "expectedName");
    }
    top.name = {
      name: this.scanner.getTokenValue(),
      nameOffset: this.scanner.getTokenOffset(),
      nameLength: this.scanner.getTokenLength(),
    };
    this.state = "colon";
  }

  private takeSeparator(token: number): void {
    const isObject = this.stack.at(-1)?.node.type === "object";
    if (token === (isObject ? TOKEN.closeBrace : TOKEN.closeBracket)) {
      this.close();
    } else if (token === TOKEN.comma) {
      this.state = isObject ? "name" : "value";
    } else {
      throw this.problem("expectedComma");
    }
  }

  private openContainer(isObject: boolean): void {
    if (this.stack.length === JSON_DEPTH_LIMIT) {
      const offset = this.scanner.getTokenOffset();
      const values = { offset, ...positionAt(this.text, offset), limit: JSON_DEPTH_LIMIT };
      throw new AppError("payload", "payload/tooDeep", { values });
    }
    const place = { offset: this.scanner.getTokenOffset(), length: 0 };
    const node: OpenNode = isObject
      ? { type: "object", ...place, members: [] }
      : { type: "array", ...place, items: [] };
    this.add(node);
    this.stack.push({ node, name: undefined });
    this.state = isObject ? "firstName" : "firstItem";
  }

  private close(): void {
    const closed = this.stack.pop();
    if (closed !== undefined) {
      closed.node.length = this.scanner.getPosition() - closed.node.offset;
    }
    this.state = this.stack.length === 0 ? "finished" : "separator";
  }

  private add(node: JsonNode): void {
    const top = this.stack.at(-1);
    if (top === undefined) {
      this.root = node;
    } else if (top.name === undefined) {
      top.node.items?.push(node);
    } else {
      top.node.members?.push({ ...top.name, value: node });
      top.name = undefined;
    }
  }

  private problem(reason: SyntaxReason): AppError {
    const offset = this.scanner.getTokenOffset();
    const values = { offset, ...positionAt(this.text, offset), reason };
    return new AppError("payload", "payload/syntax", { values });
  }
}
