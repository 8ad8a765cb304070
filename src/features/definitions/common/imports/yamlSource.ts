import { Composer, isMap, isScalar, isSeq, type Node, Parser, type YAMLParseError } from "yaml";
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
      const { node } = at(names);
      return isScalar(node) ? node.source : undefined;
    },
    positionOf: (steps) => where(at(steps).offset),
  };
}

function parse(text: string, where: (offset: number) => DocumentPosition): Node | null {
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  let root: Node | null = null;
  for (const document of composer.compose(parser.parse(text), true, text.length)) {
    const error = document.errors[0];
    if (error !== undefined) {
      throw syntaxRefusal(error, where(error.pos[0]));
    }
    if (isNothing(document.contents)) {
      continue;
    }
    if (root !== null) {
      throw refusal("definition/severalDocuments", { ...where(document.range[0]) });
    }
    root = document.contents;
  }
  return root;
}

/** A document of a stream in which nothing is but comments, as behind a last `---`. */
function isNothing(contents: Node | null): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function syntaxRefusal({ code }: YAMLParseError, { line, column }: DocumentPosition): Error {
  return code === "RESOURCE_EXHAUSTION"
    ? refusal("definition/tooDeep", { line, column })
    : refusal("definition/syntax", { name: "YAML", line, column, reason: code });
}

interface Found {
  /** Undefined where the steps lead nowhere. */
  readonly node: Node | null | undefined;
  readonly offset: number;
}

/** As far as the steps lead; aliases are not followed, their place is the one that is meant. */
function resolveSteps(root: Node | null, steps: readonly string[]): Found {
  let node: Found["node"] = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of steps) {
    const pair = isMap(node) ? node.items.findLast(({ key }) => nameOf(key) === step) : undefined;
    const item = isSeq(node) && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
    const begin = (pair?.key ?? item) as Found["node"];
    offset = begin?.range?.[0] ?? offset;
    node = (pair === undefined ? item : pair.value) as Found["node"];
  }
  return { node, offset };
}
