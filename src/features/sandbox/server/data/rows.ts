import { stringifyJson } from "./losslessJson";

/** Rows of a list as their JSON texts, made when they are asked for. */
export interface RowList {
  readonly length: number;
  /** From an index up to another, which is not included; fewer where the list ends. */
  slice(from: number, to: number): readonly string[];
}

/** A list of rows that are there already; `complete` makes of one what is shown of it. */
export function listOf<Row>(
  rows: readonly Row[],
  complete: (row: Row) => unknown = (row) => row,
): RowList {
  return {
    length: rows.length,
    slice: (from, to) => rows.slice(from, to).map((row) => stringifyJson(complete(row))),
  };
}
