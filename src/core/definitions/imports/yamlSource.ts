import {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type YAMLParseError,
} from "yaml";
import type { DocumentPosition } from "./document";
import type { NoteList } from "./noteList";
import { refusal, type SourceDocument } from "./source";
import { nameOf, YamlValues } from "./yamlValues";

/**
 * Reads YAML 1.2, core schema: dates stay text, other tags are not looked at. Throws
 * `definition/syntax`, `definition/severalDocuments`, `definition/tooDeep`, `definition/aliases`.
 */
export function readYamlSource(text: string, notes: NoteList): SourceDocument {
  const lines = new LineCounter();
  const positionAt = (offset: number): DocumentPosition => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const root = parse(text, lines, positionAt);
  const at = (steps: readonly string[]): Found => follow(root, steps);
  return {
    syntax: "yaml",
    value: new YamlValues(notes, positionAt).valueOf(root),
    textAt: (...names) => {
      const { node, left } = at(names);
      return left === 0 && isScalar(node) ? node.source : undefined;
    },
    positionOf: (steps) => positionAt(at(steps).offset),
  };
}

function parse(
  text: string,
  lines: LineCounter,
  positionAt: (offset: number) => DocumentPosition,
): Node | null {
  const parser = new Parser(lines.addNewLine);
  // Names that are there twice are told later: the library compares each name with each other.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false });
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(parser.parse(text), true, text.length)) {
    const error = document.errors[0];
    if (error !== undefined) {
      throw syntaxRefusal(error, positionAt(error.pos[0]));
    }
    if (first !== undefined && document.contents !== null) {
      throw refusal("definition/severalDocuments", { ...positionAt(document.range[0]) });
    }
    first ??= document;
  }
  return first?.contents ?? null;
}

function syntaxRefusal({ code }: YAMLParseError, { line, column }: DocumentPosition): Error {
  return code === "RESOURCE_EXHAUSTION"
    ? refusal("definition/tooDeep", { line, column })
    : refusal("definition/syntax", { name: "YAML", line, column, reason: code });
}

interface Found {
  readonly node: Node | null;
  readonly offset: number;
  /** Steps that lead nowhere. */
  readonly left: number;
}

/** As far as the steps lead; aliases are not followed, their place is the one that is meant. */
function follow(root: Node | null, steps: readonly string[]): Found {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, step] of steps.entries()) {
    const pair = isMap(node) ? node.items.findLast(({ key }) => nameOf(key) === step) : undefined;
    const item = isSeq(node) && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
    const next = (pair === undefined ? item : pair.value) as Node | null | undefined;
    if (next === undefined) {
      return { node, offset, left: steps.length - index };
    }
    const begin = (pair?.key ?? next) as Node | null;
    offset = begin?.range?.[0] ?? offset;
    node = next;
  }
  return { node, offset, left: 0 };
}
