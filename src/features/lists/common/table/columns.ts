import type { ListColumn } from "../../messages/listTable";
import { columnKind, SEEN } from "./columnKinds";
import type { RowPath, RowPaths } from "./rowPaths";

export const COLUMN_LIMIT = 2000;

/** A column with the way from a row to its values. */
export interface PathColumn extends ListColumn {
  readonly path: readonly string[];
}

interface TableColumns {
  readonly columns: readonly PathColumn[];
  /** Beyond the limit; the JSON still has them. */
  readonly omitted: number;
}

/** The columns of rows, in the order in which their values appear first. */
export function columnsOf(paths: RowPaths): TableColumns {
  const shown = shownPaths(paths.all);
  const columns = shown.slice(0, COLUMN_LIMIT).map((place): PathColumn => {
    const { path, key, seen } = place;
    const kind = columnKind(path.at(-1) ?? "", place);
    return { key, label: path.join("."), isNumeric: seen === SEEN.number, kind, path };
  });
  return { columns, omitted: shown.length - columns.length };
}

function shownPaths(all: readonly RowPath[]): readonly RowPath[] {
  // Where some rows have an object and others null, the object's own columns show the null.
  const kept = all.filter(({ hasValue, hasMembers }) => hasValue || !hasMembers);
  // A row without members needs no column of its own, unless there is nothing else to show.
  const named = kept.filter(({ path, hasValue }) => path.length > 0 || hasValue);
  return named.length > 0 ? named : kept;
}
