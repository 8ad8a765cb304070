import { parsePointer } from "../../../../platform/json/jsonPointer";
import type { ColumnLayout } from "../../messages/listLayout";
import type { RowView } from "../../messages/listQuestions";
import { shownColumns } from "../../messages/columnOrder";
import { AppError } from "../../../../platform/base/errors";
import type { RowTable } from "./rowTables";

/**
 * The rows of a view as JSON lines, unmasked, each ended by a line feed, some at a time; those
 * that there are at the first step, whatever the table loads afterwards. Throws `AppError` kind
 * `input`: `exports/rowsChanged` while rows are still coming, and as `RowTable.ask` does.
 */
export async function* tableLines(table: RowTable, view: RowView): AsyncGenerator<string> {
  const { rows, isGrowing } = await table.ask("facts", {});
  const copy = table.copy();
  try {
    // Of a thread that broke in between there is a copy too, without a row.
    const copied = await copy.ask("facts", {});
    if (isGrowing || copied.rows !== rows) {
      throw new AppError("input", "exports/rowsChanged");
    }
    for (let [from, total] = [0, 1]; from < total;) {
      const answer = await copy.ask("lines", { view, from });
      ({ next: from, total } = answer);
      if (answer.text !== "") {
        yield answer.text;
      }
    }
  } finally {
    copy.dispose();
  }
}

/** Paths of the columns on screen, in their order. */
export async function pathsInView(
  table: RowTable,
  layout: ColumnLayout,
): Promise<readonly (readonly string[])[]> {
  const { columns } = await table.ask("facts", {});
  return pathsOf(shownColumns(columns, layout).map(({ key }) => key));
}

/** Names of the members that lead to the values of columns, by their keys (`RowPath.key`). */
export function pathsOf(columnKeys: readonly string[]): readonly (readonly string[])[] {
  return columnKeys.map(parsePointer);
}
