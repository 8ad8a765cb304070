import { sourceOf, type JsonMember, type JsonNode } from "../jsonText";
import type { Action } from "../requests/record";
import { answerError } from "../service/answerJson";
import { readEnvelope, type Envelope, type PageQuery } from "./envelope";

/** One row of a list: its place in the page's text, and the text itself as it came. */
export interface ListRow {
  readonly node: JsonNode;
  readonly source: string;
}

/** An answer that was found to be a list. What the envelope says is marked as guessed. */
export interface ListPage extends Envelope {
  readonly text: string;
  readonly rows: readonly ListRow[];
  /** Names of the members that lead to the list; empty for a bare array. */
  readonly path: readonly string[];
}

export interface PageContext {
  readonly asked?: PageQuery;
  /** Gives its ids to an error. */
  readonly action?: Action;
}

/**
 * Finds the list in an answer by its shape: a bare array, or an array inside objects, at any
 * level. `root` is the text's outermost value. Throws `AppError` `answer/notAList`.
 */
export function readPage(text: string, root: JsonNode, context: PageContext = {}): ListPage {
  const best = findLists(root).toSorted(compareCandidates)[0];
  if (best === undefined) {
    throw answerError("answer/notAList", { type: root.type }, context.action);
  }
  const rows = (best.list.items ?? []).map((node) => ({ node, source: sourceOf(text, node) }));
  const around = best.around.toReversed();
  return {
    text,
    rows,
    path: best.path,
    ...readEnvelope({ text, around, rows: rows.length, asked: context.asked }),
  };
}

/** Same rows, byte for byte: the service does not page this list. Empty pages say nothing. */
export function samePage(a: ListPage, b: ListPage): boolean {
  return (
    a.rows.length > 0 &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row.source === b.rows[index]?.source)
  );
}

interface Candidate {
  readonly list: JsonNode;
  readonly path: readonly string[];
  /** The objects that hold it, the root first. */
  readonly around: readonly JsonNode[];
  readonly kind: number;
  readonly isNamedLikeAList: boolean;
}

// Breaks ties only, and tells an empty page from some other empty array.
const LIST_NAMES =
  /^(items|data|results?|values?|content|records|rows|entries|list|clients|holdings|pensions)$/i;

/** Level by level, so that nothing recurses; arrays are not searched for lists of their own. */
function findLists(root: JsonNode): Candidate[] {
  const found: Candidate[] = [];
  if (root.type === "array") {
    found.push({ list: root, path: [], around: [], kind: 0, isNamedLikeAList: true });
    return found;
  }
  let level: readonly Omit<Candidate, "kind" | "isNamedLikeAList">[] = [
    { list: root, path: [], around: [] },
  ];
  while (level.length > 0) {
    const next: Omit<Candidate, "kind" | "isNamedLikeAList">[] = [];
    for (const { list: object, path, around } of level) {
      for (const member of object.members ?? []) {
        const inner = {
          list: member.value,
          path: [...path, member.name],
          around: [...around, object],
        };
        if (member.value.type === "array") {
          found.push({ ...inner, ...classify(member) });
        } else if (member.value.type === "object") {
          next.push(inner);
        }
      }
    }
    level = next;
  }
  return found;
}

function classify({ name, value }: JsonMember): Pick<Candidate, "kind" | "isNamedLikeAList"> {
  const items = value.items ?? [];
  const isNamedLikeAList = LIST_NAMES.test(name);
  const objects = items.filter(({ type }) => type === "object").length;
  if (items.length === 0) {
    return { kind: isNamedLikeAList ? 0 : 1, isNamedLikeAList };
  }
  return { kind: objects === items.length ? 0 : objects > 0 ? 1 : 2, isNamedLikeAList };
}

/** Arrays of objects first, then the nearest to the root, then by name, then the longest. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.kind - b.kind ||
    a.path.length - b.path.length ||
    Number(b.isNamedLikeAList) - Number(a.isNamedLikeAList) ||
    b.list.count - a.list.count
  );
}
