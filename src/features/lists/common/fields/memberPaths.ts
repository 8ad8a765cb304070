import { type JsonNode, sourceOf, stringValue } from "../../../../platform/json/jsonText";

/** Stands for the items of an array in a path. */
export const ITEMS = "[]";

/** What a row has at one path; of the items of an array all together. */
export interface SeenMember {
  readonly path: readonly string[];
  readonly type: JsonNode["type"];
  /** There are members below it, which have paths of their own. */
  readonly hasMembers: boolean;
  /** Anything at or below it is neither null nor empty. */
  readonly isFilled: boolean;
  /** Text of all that is there without members. */
  readonly source: string;
}

/** Deeper members are looked at as one text. */
const DEPTH = 8;
/** Of a longer array the first items tell which members there are. */
const MOST_ITEMS = 100;
/** A row of more members is cut: nobody reads so many names. */
const MOST_MEMBERS = 2_000;

/** The members of a row by their paths, a member before what is in it. */
export function memberPaths(text: string, row: JsonNode): ReadonlyMap<string, SeenMember> {
  const seen = new Map<string, SeenMember>();
  visit({ text, seen }, row, []);
  return seen;
}

/** Under which `memberPaths` has a path. */
export function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

interface Looking {
  readonly text: string;
  readonly seen: Map<string, SeenMember>;
}

/** Whether there is anything at or below the node. */
function visit(looking: Looking, node: JsonNode, path: readonly string[]): boolean {
  const { seen, text } = looking;
  const key = pathKey(path);
  if (!seen.has(key) && seen.size >= MOST_MEMBERS) {
    return isFilledAlone(text, node);
  }
  const children = path.length < DEPTH ? childrenOf(node) : [];
  const hasMembers = children.length > 0;
  // Its place comes before its members' places.
  const first = { path, type: node.type, hasMembers, isFilled: false, source: "" };
  const before = seen.get(key) ?? first;
  seen.set(key, before);
  let isFilled = !hasMembers && isFilledAlone(text, node);
  for (const [name, child] of children) {
    isFilled = visit(looking, child, [...path, name]) || isFilled;
  }
  seen.set(key, {
    ...before,
    hasMembers: before.hasMembers || hasMembers,
    isFilled: before.isFilled || isFilled,
    source: hasMembers ? before.source : `${before.source}${sourceOf(text, node)},`,
  });
  return isFilled;
}

/** Only an array of objects has members of its own; any other is one value. */
function childrenOf(node: JsonNode): readonly (readonly [name: string, node: JsonNode])[] {
  if (node.type === "object") {
    return (node.members ?? []).map(({ name, value }) => [name, value]);
  }
  const items = node.firstItems(MOST_ITEMS);
  return items.some(({ type }) => type === "object")
    ? items.map((item) => [ITEMS, item] as const)
    : [];
}

function isFilledAlone(text: string, node: JsonNode): boolean {
  switch (node.type) {
    case "null":
      return false;
    case "string":
      return stringValue(text, node).trim() !== "";
    case "object":
    case "array":
      return node.count > 0;
    default:
      return true;
  }
}
