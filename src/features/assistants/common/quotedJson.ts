import {
  type JsonNode,
  parseJsonText,
  sourceOf,
  stringValue,
} from "../../../platform/json/jsonText";

/** How much of a value is told; what is beyond is cut, with a word on how much it was. */
export interface QuoteLimits {
  /** UTF-16 units of a string. */
  readonly text: number;
  readonly items: number;
  readonly members: number;
  readonly depth: number;
}

/** Of a value that is asked for by itself, and where that is still too long. */
export const LIMITS: readonly [QuoteLimits, QuoteLimits, QuoteLimits] = [
  { text: 1_000, items: 50, members: 100, depth: 8 },
  { text: 200, items: 10, members: 40, depth: 5 },
  { text: 80, items: 3, members: 15, depth: 3 },
];

/** Longer lexemes are no numbers that anybody reads. */
const LONGEST_NUMBER = 60;
const LONGEST_NAME = 200;

export interface Quoted {
  /** JSON; numbers stand as they came, to the digit. */
  readonly text: string;
  readonly isCut: boolean;
}

type Redact = (text: string) => string;

/**
 * A JSON text written anew within limits, its strings without secrets: a server can send back what
 * it was given. Throws what `parseJsonText` throws.
 */
export function quoteJson(source: string, limits: QuoteLimits, redact: Redact): Quoted {
  const writer = new QuoteWriter(source, limits, redact);
  const text = writer.value(parseJsonText(source), 0);
  return { text, isCut: writer.isCut };
}

/** Within so many bytes, by limits that become tighter; undefined where none is tight enough. */
export function quoteWithin(source: string, bytes: number, redact: Redact): Quoted | undefined {
  for (const limits of LIMITS) {
    const quoted = quoteJson(source, limits, redact);
    if (Buffer.byteLength(quoted.text) <= bytes) {
      return quoted;
    }
  }
  return undefined;
}

class QuoteWriter {
  isCut = false;

  constructor(
    private readonly source: string,
    private readonly limits: QuoteLimits,
    private readonly redact: Redact,
  ) {}

  value(node: JsonNode, depth: number): string {
    switch (node.type) {
      case "object":
        return this.object(node, depth);
      case "array":
        return this.array(node, depth);
      case "string":
        return this.text(stringValue(this.source, node), this.limits.text);
      case "number":
        return node.length > LONGEST_NUMBER
          ? this.text(sourceOf(this.source, node), LONGEST_NUMBER)
          : sourceOf(this.source, node);
      case "boolean":
      case "null":
        return sourceOf(this.source, node);
    }
  }

  private object(node: JsonNode, depth: number): string {
    const { members, depth: deepest } = this.limits;
    if (depth >= deepest && node.count > 0) {
      return this.cut(`${node.count} members`);
    }
    const shown = (node.members ?? []).slice(0, members);
    const written = shown.map(
      ({ name, value }) => `${this.text(name, LONGEST_NAME)}:${this.value(value, depth + 1)}`,
    );
    const rest = node.count - shown.length;
    return `{${[...written, ...(rest > 0 ? [`"…":${this.cut(`${rest} more members`)}`] : [])].join(",")}}`;
  }

  private array(node: JsonNode, depth: number): string {
    const { items, depth: deepest } = this.limits;
    if (depth >= deepest && node.count > 0) {
      return this.cut(`${node.count} items`);
    }
    const shown = node.firstItems(items);
    const written = shown.map((item) => this.value(item, depth + 1));
    const rest = node.count - shown.length;
    return `[${[...written, ...(rest > 0 ? [this.cut(`${rest} more items`)] : [])].join(",")}]`;
  }

  private text(given: string, most: number): string {
    const text = this.redact(given);
    if (text.length <= most) {
      return JSON.stringify(text);
    }
    this.isCut = true;
    const shown = text.slice(0, most).toWellFormed();
    return JSON.stringify(`${shown}… (cut, ${text.length} characters)`);
  }

  private cut(what: string): string {
    this.isCut = true;
    return JSON.stringify(`… (cut, ${what})`);
  }
}

/**
 * What a reader of markup could take for its own, and characters that nobody sees: written as
 * escapes, which is the same JSON. All of them stand inside strings.
 */
const UNSAFE =
  /[<>\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;

export function escapeUnseen(json: string): string {
  return json.replace(UNSAFE, (found) =>
    Array.from({ length: found.length }, (_, index) => {
      const unit = found.charCodeAt(index).toString(16).padStart(4, "0");
      return `\\u${unit}`;
    }).join(""),
  );
}
