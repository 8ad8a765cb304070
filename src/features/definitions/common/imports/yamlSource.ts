import {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Parser,
  type YAMLParseError,
} from "yaml";
import { positionAt } from "../../../../platform/json/position";
import type { DocumentPosition } from "./document";
import type { NoteList } from "./noteList";
import { refusal, type SourceDocument } from "./source";
import { nameOf, YamlValues } from "./yamlValues";

/**
 * Whatever version a document names; names that are there twice are told later, since the library
 * compares each name with each other.
 */
const OPTIONS = { schema: "core", uniqueKeys: false, resolveKnownTags: false } as const;

/**
 * Reads YAML 1.2, core schema: dates stay text, other tags are not looked at. Throws
 * `definition/syntax`, `definition/severalDocuments`, `definition/tooDeep`, `definition/aliases`.
 */
export function readYamlSource(text: string, notes: NoteList): SourceDocument {
  const where = (offset: number): DocumentPosition => positionAt(text, offset);
  const root = parse(text, where);
  const at = (steps: readonly string[]): Found => resolveSteps(root, steps);
  return {
    syntax: "yaml",
    value: new YamlValues(notes, where).valueOf(root),
    textAt: (...names) => {
      const { node, left } = at(names);
      return left === 0 && isScalar(node) ? node.source : undefined;
    },
    positionOf: (steps) => where(at(steps).offset),
  };
}

function parse(text: string, where: (offset: number) => DocumentPosition): Node | null {
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(parser.parse(text), true, text.length)) {
    const error = document.errors[0];
    if (error !== undefined) {
      throw syntaxRefusal(error, where(error.pos[0]));
    }
    if (first !== undefined && document.contents !== null) {
      throw refusal("definition/severalDocuments", { ...where(document.range[0]) });
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
function resolveSteps(root: Node | null, steps: readonly string[]): Found {
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
