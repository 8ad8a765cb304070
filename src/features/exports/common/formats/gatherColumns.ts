import { NESTING_LIMIT } from "../../../lists/common/table/cells";
import type { ManifestFlattening } from "../exportManifest";
import { PATH_SEPARATOR } from "./columnNames";
import { ColumnTree } from "./columnTree";
import type { LineSource } from "./lineBlocks";
import { readRows } from "./readRows";

export interface GatheredColumns {
  readonly tree: ColumnTree;
  /** Columns beyond the limit, at least. */
  readonly omitted: number;
}

/** Reads all rows for the columns that any of them has; `onRows` hears of rows as they are read. */
export async function gatherColumns(
  source: LineSource,
  onRows?: (rows: number) => void,
): Promise<GatheredColumns> {
  const tree = new ColumnTree();
  for await (const { page, rows } of readRows(source)) {
    onRows?.(rows.length);
    for (const row of rows) {
      tree.add(page, row);
    }
  }
  return { tree, omitted: tree.settle() };
}

/** What a manifest says of the columns of a file, after its rows were read. */
export function flatteningOf(
  names: readonly string[],
  { tree, omitted: omittedColumns }: GatheredColumns,
): ManifestFlattening {
  const columns = tree.found.map(({ path }, index) => ({ name: names[index] ?? "", path }));
  return {
    ...{
      separator: PATH_SEPARATOR,
      depth: NESTING_LIMIT,
      arrays: "json",
      nulls: "empty",
      missing: "empty",
    },
    ...{ columns, omittedColumns },
    ...(tree.repeatedRows > 0 && { repeatedNames: "joined", repeatedNameRows: tree.repeatedRows }),
  };
}
