import {
  type JsonNode,
  parseJsonText,
  sourceOf,
  stringValue,
} from "../../../platform/json/jsonText";
import { isEnvelope, classifiedPath } from "./memberNames";

/** How the parts of a JSON text are masked; `path` holds names, and "0" for items of arrays. */
interface JsonMasks {
  text(path: readonly string[], value: string): string;
  /** Gives a number lexeme. */
  number(path: readonly string[], lexeme: string): string;
  name(name: string): string;
}

/** A JSON text with masked values in their places: white space, order and duplicates stay. */
export function maskJsonText(text: string, masks: JsonMasks): string {
  const writing = new Writing(text, masks);
  writing.value(parseJsonText(text), []);
  return writing.finish();
}

/** What is written so far: slices of the text with masks between them. */
class Writing {
  private readonly parts: string[] = [];
  private done = 0;

  constructor(
    private readonly source: string,
    private readonly masks: JsonMasks,
  ) {}

  /** @param around names of all members beside those of the object that is looked at */
  value(node: JsonNode, path: readonly string[], around: readonly string[] = []): void {
    switch (node.type) {
      case "object":
        this.members(node, path, around);
        return;
      case "array": {
        const inside = [...path, "0"];
        for (const item of node.items ?? []) {
          this.value(item, inside);
        }
        return;
      }
      case "string":
        this.text(node, this.masks.text(path, stringValue(this.source, node)));
        return;
      case "number":
        this.replace(
          node.offset,
          node.length,
          this.masks.number(path, sourceOf(this.source, node)),
        );
        return;
      case "boolean":
      case "null":
        return;
    }
  }

  finish(): string {
    return this.parts.join("") + this.source.slice(this.done);
  }

  private members(node: JsonNode, path: readonly string[], around: readonly string[]): void {
    const members = node.members ?? [];
    const own = members.map(({ name }) => name);
    const names = isEnvelope(path.at(-1)) ? [...around, ...own] : own;
    for (const { name, nameOffset, nameLength, value } of members) {
      const masked = this.masks.name(name);
      if (masked !== name) {
        this.replace(nameOffset, nameLength, JSON.stringify(masked));
      }
      this.value(value, classifiedPath([...path, name], names), names);
    }
  }

  /** What stays is not written anew: its escapes stay as they came. */
  private text(node: JsonNode, masked: string): void {
    if (masked !== stringValue(this.source, node)) {
      this.replace(node.offset, node.length, JSON.stringify(masked));
    }
  }

  private replace(offset: number, length: number, text: string): void {
    this.parts.push(this.source.slice(this.done, offset), text);
    this.done = offset + length;
  }
}
