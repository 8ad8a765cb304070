import { JSONPathEnvironment, JSONPathError, type JSONValue } from "json-p3";
import { AppError } from "../../../platform/base/errors";
import {
  ARRAY_TYPE,
  childEntries,
  type IndexedText,
  lengthAt,
  offsetAt,
  stringAt,
  typeAt,
} from "../../../platform/json/entryReading";
import { JSON_DEPTH_LIMIT, scanJson } from "../../../platform/json/scan";

/** Of more matches than these only how many there are is told. */
export const MATCHES_LIMIT = 10_000;

/** Where a query found values, in the order of the text. */
export interface PathMatches {
  /** All of them. */
  readonly count: number;
  /** Offset and length of each of the first ones, in UTF-16 units. */
  readonly places: Int32Array;
}

const ENVIRONMENT = new JSONPathEnvironment({
  // It counts the root as 1 and refuses the limit itself.
  maxRecursionDepth: JSON_DEPTH_LIMIT + 2,
});

/** What is wrong with a JSONPath query (RFC 9535); undefined for nothing. */
export function pathProblem(query: string): string | undefined {
  try {
    ENVIRONMENT.compile(query);
    return undefined;
  } catch (error) {
    if (error instanceof JSONPathError) {
      return error.message;
    }
    throw error;
  }
}

/**
 * Values of a JSON text by a JSONPath query (RFC 9535), as places in the text: whatever is done with
 * them, their lexemes stay. Of names that stand more than once in an object the last one counts.
 * Regular expressions of a query can take for ever: call it where it can be ended. Throws what
 * `scanJson` throws, and `AppError` `lists/pathSyntax` (`reason`).
 */
export function findByPath(text: string, query: string): PathMatches {
  const problem = pathProblem(query);
  if (problem !== undefined) {
    throw new AppError("input", "lists/pathSyntax", { values: { reason: problem } });
  }
  const places = new EntryFinder({ text, entries: scanJson(text) });
  const found: number[] = [];
  let count = 0;
  for (const { location } of ENVIRONMENT.lazyQuery(query, JSON.parse(text) as JSONValue)) {
    count++;
    if (count <= MATCHES_LIMIT) {
      found.push(places.entryOf(location));
    }
  }
  found.sort((one, other) => one - other);
  return { count, places: Int32Array.from(found.flatMap((entry) => places.placeOf(entry))) };
}

/** The entries behind normalized paths; what is in a container is looked up once. */
class EntryFinder {
  private readonly items = new Map<number, readonly number[]>();
  private readonly members = new Map<number, ReadonlyMap<string, number>>();

  constructor(private readonly source: IndexedText) {}

  entryOf(location: readonly (string | number)[]): number {
    let entry = 0;
    for (const step of location) {
      const child =
        typeof step === "number" ? this.itemsOf(entry)[step] : this.membersOf(entry).get(step);
      if (child === undefined) {
        throw new Error("A path leads to nothing");
      }
      entry = child;
    }
    return entry;
  }

  placeOf(entry: number): [offset: number, length: number] {
    const { entries } = this.source;
    return [offsetAt(entries, entry), lengthAt(entries, entry)];
  }

  private itemsOf(array: number): readonly number[] {
    const { entries } = this.source;
    const known = this.items.get(array);
    const items =
      known ?? (typeAt(entries, array) === ARRAY_TYPE ? childEntries(entries, array) : []);
    this.items.set(array, items);
    return items;
  }

  private membersOf(object: number): ReadonlyMap<string, number> {
    const known = this.members.get(object);
    const members =
      known ??
      new Map(
        childEntries(this.source.entries, object).map((name) => [
          stringAt(this.source, name),
          name + 1,
        ]),
      );
    this.members.set(object, members);
    return members;
  }
}
