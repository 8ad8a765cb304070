import type { JsonNode } from "../jsonText";
import { integerOf } from "./envelope";

/** What in an answer could be its list and its total, for a user who has to say which. */
export interface PageShapes {
  readonly lists: readonly { readonly path: readonly string[]; readonly rows: number }[];
  readonly numbers: readonly { readonly path: readonly string[]; readonly value: number }[];
}

export const NO_SHAPES: PageShapes = { lists: [], numbers: [] };

// More than anybody picks from; an answer may hold a million of either.
const LISTS = 50;
const NUMBERS = 100;
const OBJECTS = 10_000;

interface Place {
  readonly node: JsonNode;
  readonly path: readonly string[];
}

/** Arrays and whole numbers of an answer, outside of arrays, the nearest to the root first. */
export function listShapes(text: string, root: JsonNode): PageShapes {
  const lists: { path: readonly string[]; rows: number }[] = [];
  const numbers: { path: readonly string[]; value: number }[] = [];
  const objects: Place[] = [{ node: root, path: [] }];
  for (let at = 0; at < Math.min(objects.length, OBJECTS); at++) {
    const { node, path } = objects[at] ?? { node: root, path: [] };
    if (node.type === "array") {
      lists.push({ path, rows: node.count });
      continue;
    }
    for (const { name, value } of node.members ?? []) {
      const place = { node: value, path: [...path, name] };
      const number = integerOf(text, value);
      if (number !== undefined) {
        numbers.push({ path: place.path, value: number });
      } else if (value.type === "object" || value.type === "array") {
        objects.push(place);
      }
    }
  }
  return { lists: lists.slice(0, LISTS), numbers: numbers.slice(0, NUMBERS) };
}
