import type { JsonEntries } from "../../../platform/json/entries";
import { childEntries, entryAtOffset } from "../../../platform/json/entryReading";
import { sourceOf, type JsonNode } from "../../../platform/json/jsonText";
import type { Action } from "../../../platform/base/action";
import { answerError } from "../../../platform/service/answerJson";
import type { HeaderList } from "../../../platform/base/headers";
import { readEnvelope, type Envelope, type PageQuery } from "./envelope";
import { withHeaders } from "./headerEnvelope";
import { type ListRules, NO_RULES } from "./listRules";

/** One row of a list: its place in the page's text, and the text itself as it came. */
export interface ListRow {
  readonly node: JsonNode;
  readonly source: string;
}

/** An answer that was found to be a list. What the envelope says is marked as guessed. */
export interface ListPage extends Envelope {
  readonly text: string;
  /** At most `ROW_LIMIT` of them, unless more were wanted. */
  readonly rows: readonly ListRow[];
  /** Rows of the answer beyond them. */
  readonly omittedRows: number;
  /** Names of the members that lead to the list; empty for a bare array. */
  readonly path: readonly string[];
}

/** Far above every page that is asked for; an answer may hold millions of numbers. */
export const ROW_LIMIT = 5000;

export interface PageContext {
  readonly asked?: PageQuery;
  /** Gives its ids to an error. */
  readonly action?: Action;
  readonly rules?: ListRules;
  /** Those of the answer, which may say more of the list. */
  readonly headers?: HeaderList;
  readonly rowLimit?: number | undefined;
}

/**
 * Finds the list in an answer by its shape: a bare array, or an array inside objects, at any
 * level; or where the rules say. `root` is the text's outermost value. Throws `AppError`
 * `answer/notAList`.
 */
export function readPage(text: string, root: JsonNode, context: PageContext = {}): ListPage {
  const found = findRows(root, context.rules);
  if (found === undefined) {
    throw answerError("answer/notAList", { type: root.type }, context.action);
  }
  const { list, around, path } = found;
  const { asked, rules, headers = [], rowLimit = ROW_LIMIT } = context;
  const rows = list.firstItems(rowLimit).map((node) => ({ node, source: sourceOf(text, node) }));
  const facts = { rows: list.count, asked, rules };
  return {
    text,
    rows,
    omittedRows: list.count - rows.length,
    path,
    ...withHeaders(readEnvelope({ ...facts, text, around }), headers, facts),
  };
}

/** Where the rows of an answer are. */
export interface FoundRows {
  readonly list: JsonNode;
  /** Names of the members that lead to it from the root. */
  readonly path: readonly string[];
  /** The objects around it, the nearest first. */
  readonly around: readonly JsonNode[];
}

/** The entry of each row. */
export function rowEntries(entries: JsonEntries, { list }: FoundRows): Int32Array {
  return new Int32Array(childEntries(entries, entryAtOffset(entries, list.offset)));
}

/** Follows the rule where there is one, else looks for the list by its shape. */
export function findRows(root: JsonNode, { rows }: ListRules = NO_RULES): FoundRows | undefined {
  if (rows !== undefined) {
    return followPath(root, rows);
  }
  const best = findList(root);
  if (best === undefined) {
    return undefined;
  }
  const steps = stepsTo(best);
  const around = steps.map(({ object }) => object).reverse();
  return { list: best.list, path: steps.map(({ name }) => name), around };
}

function followPath(root: JsonNode, path: readonly string[]): FoundRows | undefined {
  const around: JsonNode[] = [];
  let node: JsonNode | undefined = root;
  for (const name of path) {
    around.unshift(node);
    node = node.find(name);
    if (node === undefined) {
      return undefined;
    }
  }
  return node.type === "array" ? { list: node, path, around } : undefined;
}

/** Same rows, byte for byte: the service does not page this list. Empty pages say nothing. */
export function samePage(a: ListPage, b: ListPage): boolean {
  return (
    a.rows.length > 0 &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row.source === b.rows[index]?.source)
  );
}

/** An object on the way from the root to a list, and the member that leads on from it. */
interface Step {
  readonly object: JsonNode;
  readonly name: string;
  readonly before: Step | undefined;
}

interface Candidate {
  readonly list: JsonNode;
  /** The last step to it; undefined for a bare array. */
  readonly step: Step | undefined;
  readonly depth: number;
  readonly kind: number;
  readonly isNamedLikeAList: boolean;
}

// Breaks ties only, and tells an empty page from some other empty array.
const LIST_NAMES =
  /^(items|data|results?|values?|content|records|rows|entries|list|clients|holdings|pensions)$/i;

/**
 * Level by level, so that nothing recurses; arrays are not searched for lists of their own. Steps
 * are shared and only the best candidate is kept: an answer may hold a million arrays.
 */
function findList(root: JsonNode): Candidate | undefined {
  if (root.type === "array") {
    return { list: root, step: undefined, depth: 0, kind: 0, isNamedLikeAList: true };
  }
  let best: Candidate | undefined;
  let level: readonly { readonly object: JsonNode; readonly before: Step | undefined }[] = [
    { object: root, before: undefined },
  ];
  for (let depth = 1; level.length > 0; depth++) {
    const next: { object: JsonNode; before: Step }[] = [];
    for (const { object, before } of level) {
      for (const { name, value } of object.members ?? []) {
        if (value.type === "array") {
          const found = { list: value, step: { object, name, before }, depth };
          best = better(best, { ...found, ...classify(name, value) });
        } else if (value.type === "object") {
          next.push({ object: value, before: { object, name, before } });
        }
      }
    }
    level = next;
  }
  return best;
}

/** How many items tell what kind of list it is. */
const SAMPLE = 1000;

function classify(name: string, value: JsonNode): Pick<Candidate, "kind" | "isNamedLikeAList"> {
  const items = value.firstItems(SAMPLE);
  const isNamedLikeAList = LIST_NAMES.test(name);
  const objects = items.filter(({ type }) => type === "object").length;
  if (items.length === 0) {
    return { kind: isNamedLikeAList ? 0 : 1, isNamedLikeAList };
  }
  return { kind: objects === items.length ? 0 : objects > 0 ? 1 : 2, isNamedLikeAList };
}

/** Arrays of objects first, then the nearest to the root, then by name, then the longest. */
function better(best: Candidate | undefined, other: Candidate): Candidate {
  if (best === undefined) {
    return other;
  }
  const order =
    other.kind - best.kind ||
    other.depth - best.depth ||
    Number(best.isNamedLikeAList) - Number(other.isNamedLikeAList) ||
    best.list.count - other.list.count;
  return order < 0 ? other : best;
}

/** From the root to the list. */
function stepsTo({ step }: Candidate): readonly Step[] {
  const steps: Step[] = [];
  for (let one = step; one !== undefined; one = one.before) {
    steps.push(one);
  }
  return steps.reverse();
}
