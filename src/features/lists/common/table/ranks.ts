import {
  ARRAY_TYPE,
  BOOLEAN_TYPE,
  countAt,
  NULL_TYPE,
  NUMBER_TYPE,
  OBJECT_TYPE,
  sourceAt,
  STRING_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { compareLexemes } from "./decimal";
import type { LoadedPage } from "./pageReading";
import { compareTexts, isBlank } from "./textOrder";
import { isDateText, isUuidText } from "./valueShapes";

/** The place of every row's value among all values of its column; equal values share one. */
export interface Ranks {
  readonly ranks: Int32Array;
  /** The rank of rows without a value, above all others: such rows come last either way. */
  readonly none: number;
}

/** Calls back for every row with its number, its page and the entry of its value, if any. */
export type EachValue = (visit: (row: number, page: LoadedPage, entry: number) => void) => void;

/**
 * Ranks the values of a column: numbers by value, then texts, false and true, then arrays and
 * objects by how much is in them. Null, blank and missing values have no rank of their own.
 */
export function rankValues(rowCount: number, eachValue: EachValue): Ranks {
  const groups: readonly Group[] = [
    new Numbers(rowCount),
    new Texts(),
    new Codes((page, entry) => (sourceAt(page, entry) === "true" ? 1 : 0)),
    new Codes((page, entry) => countAt(page.entries, entry)),
    new Codes((page, entry) => countAt(page.entries, entry)),
  ];
  eachValue((row, page, entry) => {
    const group = entry < 0 ? undefined : GROUP_OF_TYPE[typeAt(page.entries, entry)];
    if (group !== undefined) {
      groups[group]?.add(row, page, entry);
    }
  });
  const ranks = new Int32Array(rowCount).fill(-1);
  let next = 0;
  for (const group of groups) {
    next = group.rank(ranks, next);
  }
  for (let row = 0; row < rowCount; row++) {
    if (ranks[row] === -1) {
      ranks[row] = next;
    }
  }
  return { ranks, none: next };
}

/** By type of entry; null has none. */
const GROUP_OF_TYPE: readonly (number | undefined)[] = (() => {
  const groups: (number | undefined)[] = [];
  groups[NUMBER_TYPE] = 0;
  groups[STRING_TYPE] = 1;
  groups[BOOLEAN_TYPE] = 2;
  groups[ARRAY_TYPE] = 3;
  groups[OBJECT_TYPE] = 4;
  groups[NULL_TYPE] = undefined;
  return groups;
})();

/** Values of one type. */
interface Group {
  add(row: number, page: LoadedPage, entry: number): void;
  /** Writes ranks from `first` on and gives the one after the last. */
  rank(ranks: Int32Array, first: number): number;
}

/** Rows by distinct values: `values` has each once, `indices` which of them a row has. */
class Distinct<T> {
  readonly values: T[] = [];
  private readonly rows: number[] = [];
  private readonly indices: number[] = [];
  private readonly known = new Map<T, number>();

  add(row: number, value: T): void {
    let index = this.known.get(value);
    if (index === undefined) {
      index = this.values.push(value) - 1;
      this.known.set(value, index);
    }
    this.rows.push(row);
    this.indices.push(index);
  }

  /** Ranks the values in an order; those that it calls equal share a rank. */
  rank(ranks: Int32Array, first: number, compare: (one: number, other: number) => number): number {
    const order = this.values.map((_, index) => index).sort(compare);
    const rankOf = new Int32Array(order.length);
    let rank = first - 1;
    for (const [place, index] of order.entries()) {
      const before = order[place - 1];
      rank += before === undefined || compare(before, index) !== 0 ? 1 : 0;
      rankOf[index] = rank;
    }
    for (const [place, row] of this.rows.entries()) {
      ranks[row] = rankOf[this.indices[place] ?? 0] ?? first;
    }
    return rank + 1;
  }
}

class Codes implements Group {
  private readonly distinct = new Distinct<number>();

  constructor(private readonly read: (page: LoadedPage, entry: number) => number) {}

  add(row: number, page: LoadedPage, entry: number): void {
    this.distinct.add(row, this.read(page, entry));
  }

  rank(ranks: Int32Array, first: number): number {
    const { values } = this.distinct;
    return this.distinct.rank(ranks, first, (one, other) => {
      return (values[one] ?? 0) - (values[other] ?? 0);
    });
  }
}

class Texts implements Group {
  private readonly distinct = new Distinct<string>();

  add(row: number, page: LoadedPage, entry: number): void {
    const text = stringAt(page, entry);
    if (!isBlank(text)) {
      this.distinct.add(row, text);
    }
  }

  rank(ranks: Int32Array, first: number): number {
    const { values } = this.distinct;
    // Where all have the same shape, characters alone give the order that a reader expects.
    const hasOneShape =
      values.every((text) => isDateText(text, 0, text.length)) ||
      values.every((text) => isUuidText(text, 0, text.length));
    const compare = hasOneShape ? compareCodes : compareTexts;
    return this.distinct.rank(ranks, first, (one, other) =>
      compare(values[one] ?? "", values[other] ?? ""),
    );
  }
}

function compareCodes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Numbers of so many characters without an exponent are different doubles if they differ. */
const EXACT_LENGTH = 15;

class Numbers implements Group {
  private readonly rows: number[] = [];
  private readonly doubles: Float64Array;
  /** Kept once a number came that its double may not tell from others. */
  private isExact = true;
  private readonly lexemes: string[] = [];

  constructor(rowCount: number) {
    this.doubles = new Float64Array(rowCount);
  }

  add(row: number, page: LoadedPage, entry: number): void {
    const lexeme = sourceAt(page, entry);
    this.isExact &&= lexeme.length <= EXACT_LENGTH && !/[eE]/.test(lexeme);
    this.lexemes.push(lexeme);
    // Zero has no sign here.
    this.doubles[this.rows.length] = Number(lexeme) + 0;
    this.rows.push(row);
  }

  rank(ranks: Int32Array, first: number): number {
    return this.isExact ? this.rankDoubles(ranks, first) : this.rankLexemes(ranks, first);
  }

  private rankDoubles(ranks: Int32Array, first: number): number {
    const doubles = this.doubles.subarray(0, this.rows.length);
    const sorted = Float64Array.from(doubles).sort();
    let count = 0;
    for (const value of sorted) {
      if (count === 0 || value !== sorted[count - 1]) {
        sorted[count++] = value;
      }
    }
    for (const [place, row] of this.rows.entries()) {
      ranks[row] = first + placeOf(sorted, count, doubles[place] ?? 0);
    }
    return first + count;
  }

  private rankLexemes(ranks: Int32Array, first: number): number {
    const distinct = new Distinct<string>();
    for (const [place, row] of this.rows.entries()) {
      distinct.add(row, this.lexemes[place] ?? "");
    }
    const { values } = distinct;
    const doubles = values.map(Number);
    return distinct.rank(ranks, first, (one, other) => {
      const [a = 0, b = 0] = [doubles[one], doubles[other]];
      return a === b ? compareLexemes(values[one] ?? "", values[other] ?? "") : a < b ? -1 : 1;
    });
  }
}

function placeOf(sorted: Float64Array, count: number, value: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
