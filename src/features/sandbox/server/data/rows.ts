import { stringifyJson } from "./losslessJson";

/** Rows of a list as their JSON texts, made when they are asked for. */
export interface RowList {
  readonly length: number;
  /** From an index up to another, which is not included; fewer where the list ends. */
  slice(from: number, to: number): readonly string[];
}

/** A list of rows that are there already. */
export function listOf(rows: readonly unknown[]): RowList {
  return {
    length: rows.length,
    slice: (from, to) => rows.slice(from, to).map((row) => stringifyJson(row)),
  };
}
