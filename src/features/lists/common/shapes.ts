import type { JsonNode } from "../../../platform/json/jsonText";
import { integerOf } from "./envelope";

/** What in an answer could be its list and its total, for a user who has to say which. */
export interface PageShapes {
  readonly lists: readonly { readonly path: readonly string[]; readonly rows: number }[];
  readonly numbers: readonly { readonly path: readonly string[]; readonly value: number }[];
}

export const NO_SHAPES: PageShapes = { lists: [], numbers: [] };

// More than anybody picks from. What has more members is no envelope but data.
const LISTS = 50;
const NUMBERS = 100;
const MEMBERS = 1000;
const PLACES = 10_000;

interface Place {
  readonly node: JsonNode;
  readonly path: readonly string[];
}

/** Arrays and whole numbers of an answer, outside of arrays, the nearest to the root first. */
export function listShapes(text: string, root: JsonNode): PageShapes {
  const lists: PageShapes["lists"][number][] = [];
  const numbers: PageShapes["numbers"][number][] = [];
  const places: Place[] = [{ node: root, path: [] }];
  for (const { node, path } of places) {
    const number = integerOf(text, node);
    if (node.type === "array") {
      lists.push({ path, rows: node.count });
    } else if (number !== undefined) {
      numbers.push({ path, value: number });
    } else if (places.length < PLACES && node.count <= MEMBERS) {
      const members = node.members ?? [];
      places.push(...members.map(({ name, value }) => ({ node: value, path: [...path, name] })));
    }
  }
  return { lists: lists.slice(0, LISTS), numbers: numbers.slice(0, NUMBERS) };
}
