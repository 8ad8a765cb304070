import type { ListCell, ListColumn, ListTable } from "../../shared/listTable";
import { member, stringValue, type JsonNode } from "../jsonText";
import type { ListPage } from "./page";

export const COLUMN_LIMIT = 200;
/** UTF-16 units of a cell's text that reach a panel. */
export const CELL_LIMIT = 2000;
/** Paths that are told apart; an answer may give each of its values a name of its own. */
const PATH_LIMIT = 10_000;
// Deeper objects are shown as a number of members.
const NESTING_LIMIT = 6;

/** Makes columns from the rows, in order of first appearance; nested objects become dotted. */
export function readTable(page: ListPage): ListTable {
  const paths = collectPaths(page);
  const kept = paths.slice(0, COLUMN_LIMIT);
  const rows = page.rows.map(({ node }) => kept.map(({ path }) => readCell(page.text, node, path)));
  const columns = kept.map(({ path, key }, index): ListColumn => ({
    key,
    label: path.join("."),
    isNumeric: isNumericColumn(rows, index),
    kind: isNumericColumn(rows, index) ? "number" : "text",
  }));
  return { columns, rows, omittedColumns: paths.length - kept.length };
}

interface PathFacts {
  readonly path: readonly string[];
  readonly key: string;
  hasValue: boolean;
  hasMembers: boolean;
}

function collectPaths(page: ListPage): readonly PathFacts[] {
  const facts = new Map<string, PathFacts>();
  for (const { node } of page.rows) {
    collect(node, [], facts);
  }
  // Where some rows have an object and others null, the object's own columns show the null.
  const all = [...facts.values()];
  const kept = all.filter(({ hasValue, hasMembers }) => hasValue || !hasMembers);
  // A row without members needs no column of its own, unless there is nothing else to show.
  const named = kept.filter(({ path, hasValue }) => path.length > 0 || hasValue);
  return named.length > 0 ? named : kept;
}

function collect(node: JsonNode, path: readonly string[], facts: Map<string, PathFacts>): void {
  const key = path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const known = facts.get(key);
  if (known === undefined && facts.size >= PATH_LIMIT) {
    return;
  }
  const here = known ?? { path, key, hasValue: false, hasMembers: false };
  facts.set(key, here);
  if (opens(node, path.length)) {
    here.hasMembers = true;
    for (const { name, value } of node.members ?? []) {
      collect(value, [...path, name], facts);
    }
  } else if (node.type !== "null" && (node.type !== "object" || path.length > 0)) {
    here.hasValue = true;
  }
}

function opens(node: JsonNode, depth: number): boolean {
  return node.type === "object" && depth < NESTING_LIMIT && node.count > 0;
}

function readCell(text: string, row: JsonNode, path: readonly string[]): ListCell {
  let node = row;
  for (const name of path) {
    const next = member(node, name);
    if (next === undefined) {
      return node.type === "null" ? { kind: "null" } : { kind: "missing" };
    }
    node = next;
  }
  return opens(node, path.length) ? { kind: "missing" } : cellOf(text, node);
}

function cellOf(text: string, node: JsonNode): ListCell {
  switch (node.type) {
    case "null":
      return { kind: "null" };
    case "array":
      return { kind: "items", count: node.count };
    case "object":
      return { kind: "members", count: node.count };
    case "string":
      return cut("text", stringValue(text, node));
    case "number":
    case "boolean":
      return cut(node.type, stringValue(text, node));
  }
}

function cut(kind: "text" | "number" | "boolean", text: string): ListCell {
  if (text.length <= CELL_LIMIT) {
    return { kind, text };
  }
  const last = text.charCodeAt(CELL_LIMIT - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return { kind, text: text.slice(0, splitsPair ? CELL_LIMIT - 1 : CELL_LIMIT), isCut: true };
}

/** Every value there is is a number, and there is one. */
function isNumericColumn(rows: readonly (readonly ListCell[])[], index: number): boolean {
  const kinds = new Set(rows.map((row) => row[index]?.kind ?? "missing"));
  kinds.delete("missing");
  kinds.delete("null");
  return kinds.size === 1 && kinds.has("number");
}
