import { format } from "jsonc-parser";
import type { JsonNode } from "../../../../platform/json/jsonText";
import type { TextEdit } from "../checks/findings";
import { applied, joined } from "./textEdits";
import { sourceOfValue, type Value } from "./values";

/** A member with its name, or an item: what stands between two commas. */
interface Element {
  readonly key: string | number;
  readonly start: number;
  readonly end: number;
  /** Where its name ends; its start for an item, which has none. */
  readonly nameEnd: number;
  readonly value: JsonNode;
}

/** Changes of one object or array in its text, which keep the rest to the character. */
export class ContainerEdits {
  private readonly elements: readonly Element[];
  private readonly removed = new Set<string | number>();
  private readonly added: string[] = [];
  private readonly replaced: TextEdit[] = [];
  private readonly layout: Layout;

  constructor(
    text: string,
    private readonly node: JsonNode,
  ) {
    this.elements = elementsOf(node);
    this.layout = layoutOf(text, node, this.elements);
  }

  /** Undefined takes a member or an item out; of duplicate names all go, or the last one counts. */
  set(key: string | number, value: Value | undefined): void {
    const last = this.elements.findLast((element) => element.key === key);
    if (value === undefined) {
      this.removed.add(key);
    } else if (last === undefined) {
      this.added.push(this.elementText(key, value));
    } else {
      const { offset, length } = last.value;
      this.replaced.push({ offset, length, text: laidOut(value, this.layout) });
    }
  }

  /** In the order of the text; none touches another. */
  edits(): readonly TextEdit[] {
    const kept = this.elements.filter(({ key }) => !this.removed.has(key));
    const last = kept.at(-1);
    if (last === undefined) {
      return [this.refill()];
    }
    const text = this.added.map((element) => `,${this.layout.before}${element}`).join("");
    const insertion = text === "" ? [] : [{ offset: last.end, length: 0, text }];
    return joined([...this.replaced, ...insertion, ...this.removals(kept[0])]);
  }

  /** Elements with the commas that they need no more: the one before, of the first ones the next. */
  private removals(firstKept: Element | undefined): TextEdit[] {
    const edits: TextEdit[] = [];
    let end: number | undefined;
    for (const element of this.elements) {
      if (!this.removed.has(element.key)) {
        end = element.end;
      } else if (end === undefined) {
        end = firstKept?.start ?? element.end;
        edits.push({ offset: element.start, length: end - element.start, text: "" });
      } else if (element.end > end) {
        edits.push({ offset: end, length: element.end - end, text: "" });
        end = element.end;
      }
    }
    return edits;
  }

  /** All that is between the brackets. */
  private refill(): TextEdit {
    const { before, outer } = this.layout;
    const text = this.added.map((element) => `${before}${element}`).join(",");
    const end = this.added.length === 0 ? "" : outer;
    return { offset: this.node.offset + 1, length: this.node.length - 2, text: text + end };
  }

  private elementText(key: string | number, value: Value): string {
    const name = typeof key === "number" ? "" : `${JSON.stringify(key)}${this.layout.colon}`;
    return name + laidOut(value, this.layout);
  }
}

/** How a container is written: what stands before each element, and before its end. */
interface Layout {
  /** Line break and indentation, or what is on one line. */
  readonly before: string;
  readonly outer: string;
  readonly colon: string;
  /** Undefined where it is written on one line. */
  readonly lines:
    { readonly eol: string; readonly unit: string; readonly indent: string } | undefined;
}

function elementsOf(node: JsonNode): readonly Element[] {
  const items = node.items?.map((value, key): Element => {
    const start = value.offset;
    return { key, start, nameEnd: start, end: start + value.length, value };
  });
  return (
    items ??
    (node.members ?? []).map(({ name, nameOffset, nameLength, value }) => ({
      ...{ key: name, start: nameOffset, nameEnd: nameOffset + nameLength },
      ...{ end: value.offset + value.length, value },
    }))
  );
}

function layoutOf(text: string, node: JsonNode, elements: readonly Element[]): Layout {
  const [first, second] = elements;
  const colon = first ? colonOf(text, first) : ": ";
  const eol = /\r\n|\n|\r/.exec(text)?.[0];
  const unit = unitOf(text);
  const outer = indentAt(text, node.offset);
  const gap = first && text.slice(node.offset + 1, first.start);
  const indent = gap === undefined ? outer + unit : /[\r\n]([ \t]*)$/.exec(gap)?.[1];
  if (eol !== undefined && indent !== undefined) {
    return { before: eol + indent, outer: eol + outer, colon, lines: { eol, unit, indent } };
  }
  const isSpaced = gap === undefined ? node.type === "object" : gap !== "";
  const space = isSpaced ? " " : "";
  const before = first && second ? spaceBetween(text, first, second) : space;
  return { before, outer: space, colon, lines: undefined };
}

function colonOf(text: string, { value, nameEnd }: Element): string {
  const between = text.slice(nameEnd, value.offset);
  return /[\r\n]/.test(between) ? ": " : between;
}

function spaceBetween(text: string, first: Element, second: Element): string {
  const between = text.slice(first.end, second.start);
  return between.slice(between.indexOf(",") + 1);
}

/** Of the first line that is indented at all. */
function unitOf(text: string): string {
  return /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function indentAt(text: string, offset: number): string {
  const line = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? "";
}

/** A value of another text in the layout of this one; its lexemes stay as they came. */
function laidOut(value: Value, { lines }: Layout): string {
  const source = sourceOfValue(value);
  if (lines === undefined) {
    return inOneLine(source);
  }
  const { eol, unit, indent } = lines;
  const insertSpaces = !unit.includes("\t");
  const edits = format(source, undefined, { insertSpaces, tabSize: unit.length, eol });
  const text = applied(
    source,
    edits.map(({ content, ...edit }) => ({ ...edit, text: content })),
  );
  return text.split(/\r\n|\n|\r/).join(eol + indent);
}

/** No string of JSON holds a line break as such. */
function inOneLine(source: string): string {
  return source.replace(/[\r\n][ \t\r\n]*/g, " ");
}
