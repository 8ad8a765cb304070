import { JSONPathEnvironment, JSONPathError, type JSONValue } from "json-p3";
import { AppError } from "../../../platform/base/errors";
import { fillText, formatNumber } from "../../../platform/base/texts";
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
import type { Localizer } from "../../../platform/texts/words";
import { MATCHES_LIMIT } from "../messages/listQuestions";

/** Matches that are counted at most: steps of a query multiply them. */
export const COUNT_LIMIT = 1_000_000;
/** UTF-16 units of a query. */
export const QUERY_LIMIT = 1000;

/** How many values a query found. */
interface MatchCount {
  readonly count: number;
  /** False where there are more than were counted. */
  readonly isCountExact: boolean;
}

/** Where a query found values, in the order of the text. */
export interface PathMatches extends MatchCount {
  /** Offset and length of each of the first ones, in UTF-16 units. */
  readonly places: Int32Array;
}

const ENVIRONMENT = new JSONPathEnvironment({
  // It counts the root as 1 and refuses the limit itself.
  maxRecursionDepth: JSON_DEPTH_LIMIT + 2,
});

/** Of a thread, which translates nothing: the window asked the same before. */
const UNTRANSLATED: Localizer = { t: fillText, language: "en" };

/** What is wrong with a JSONPath query (RFC 9535), by the library in its English; undefined for nothing. */
export function pathProblem(
  query: string,
  { t, language }: Localizer = UNTRANSLATED,
): string | undefined {
  if (query.length > QUERY_LIMIT) {
    return t("longer than {0} characters", formatNumber(QUERY_LIMIT, language));
  }
  try {
    ENVIRONMENT.compile(query);
    return undefined;
  } catch (error) {
    if (error instanceof JSONPathError) {
      return error.message;
    }
    // Brackets within brackets: it reads them by calling itself.
    if (error instanceof RangeError) {
      return t("nested too deeply");
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
  const { entries, finder, ...counted } = search(text, query);
  const places = entries.flatMap(({ entry }) => finder.placeOf(entry));
  return { ...counted, places: Int32Array.from(places) };
}

/** A value in one of the items of an array, and in which of some members of that item it is. */
export interface RowMatch {
  readonly row: number;
  /**
   * Places in the paths that were given: of the member that is the value or has it in it, or of
   * those that it has in it; none for an item as a whole.
   */
  readonly columns: readonly number[];
}

/** The same for an array of rows. The array itself, which is no row, is counted alone. */
export function findInRows(
  text: string,
  query: string,
  columns: readonly (readonly string[])[],
): MatchCount & { readonly places: readonly RowMatch[] } {
  const { entries, count, isCountExact } = search(text, query);
  const known = new Map<string, readonly number[]>();
  const places = entries.flatMap(({ location }): readonly RowMatch[] => {
    const [row, ...steps] = location;
    if (typeof row !== "number") {
      return [];
    }
    const names = namesOf(steps);
    const key = JSON.stringify([names, names.length === steps.length]);
    const found = known.get(key) ?? columnsOf(columns, names, names.length === steps.length);
    known.set(key, found);
    return [{ row, columns: found }];
  });
  return { count, isCountExact, places };
}

type Location = readonly (string | number)[];

interface Search extends MatchCount {
  /** The first ones, in the order of the text. */
  readonly entries: readonly { readonly entry: number; readonly location: Location }[];
  readonly finder: EntryFinder;
}

function search(text: string, query: string): Search {
  const problem = pathProblem(query);
  if (problem !== undefined) {
    throw new AppError("input", "lists/pathSyntax", { values: { reason: problem } });
  }
  const finder = new EntryFinder({ text, entries: scanJson(text) });
  const entries: { entry: number; location: Location }[] = [];
  let count = 0;
  for (const { location } of ENVIRONMENT.lazyQuery(query, JSON.parse(text) as JSONValue)) {
    if (count === COUNT_LIMIT) {
      return { ...{ entries: inOrder(entries), finder, count }, isCountExact: false };
    }
    count++;
    if (count <= MATCHES_LIMIT) {
      entries.push({ entry: finder.entryOf(location), location });
    }
  }
  return { ...{ entries: inOrder(entries), finder, count }, isCountExact: true };
}

function inOrder(entries: Search["entries"]): Search["entries"] {
  return entries.toSorted((one, other) => one.entry - other.entry);
}

/** Up to the first index: columns do not reach into arrays. */
function namesOf(steps: Location): readonly string[] {
  const end = steps.findIndex((step) => typeof step === "number");
  return steps.slice(0, end === -1 ? undefined : end).map(String);
}

function columnsOf(
  columns: readonly (readonly string[])[],
  names: readonly string[],
  isWhole: boolean,
): readonly number[] {
  const above = columns
    .map((path, place) => ({ path, place }))
    .filter(({ path }) => isStartOf(path, names))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (above !== undefined) {
    return [above.place];
  }
  // Of a row as a whole its number is marked, and not everything.
  return isWhole && names.length > 0
    ? columns.flatMap((path, place) => (isStartOf(names, path) ? [place] : []))
    : [];
}

function isStartOf(start: readonly string[], path: readonly string[]): boolean {
  return start.length <= path.length && start.every((name, at) => path[at] === name);
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
