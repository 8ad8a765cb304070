import type { GridTexts } from "../../../messages/gridTexts";
import type { RowView } from "../../../messages/listQuestions";
import type { MenuItem } from "./menu";
import { sortOf } from "./viewChanges";

export type ColumnAction =
  | "sortAscending"
  | "sortDescending"
  | "sortNone"
  | "filterColumn"
  | "showSummary"
  | "pin"
  | "unpin"
  | "hide"
  | "moveLeft"
  | "moveRight"
  | "fitWidth"
  | "copyColumn";

export type CellAction =
  | "copyCells"
  | "copyWithHeaders"
  | "copyAsJson"
  | "copyAsMarkdown"
  | "copyRowAsJson"
  | "openRow"
  | "openValue";

interface ColumnFacts {
  readonly key: string;
  readonly isPinned: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOnly: boolean;
}

/** What can be done with a column. */
export function columnItems(
  column: ColumnFacts,
  view: RowView,
  texts: GridTexts,
): readonly MenuItem[] {
  const sort = sortOf(view, column.key)?.direction;
  const item = (id: ColumnAction, more: Partial<MenuItem> = {}): MenuItem => ({
    id,
    label: texts[id],
    ...more,
  });
  return [
    item("sortAscending", { isChecked: sort === "ascending" }),
    item("sortDescending", { isChecked: sort === "descending" }),
    item("sortNone", { isDisabled: sort === undefined }),
    item("filterColumn", { isFirst: true }),
    item("showSummary"),
    item("copyColumn"),
    item(column.isPinned ? "unpin" : "pin", { isFirst: true }),
    item("hide", { isDisabled: column.isOnly }),
    item("moveLeft", { isDisabled: column.isFirst }),
    item("moveRight", { isDisabled: column.isLast }),
    item("fitWidth"),
  ];
}

/** What can be done with the cells that are selected, and the row of the one that is pointed at. */
export function cellItems(texts: GridTexts): readonly MenuItem[] {
  const item = (id: CellAction, isFirst = false): MenuItem => ({ id, label: texts[id], isFirst });
  return [
    item("copyCells"),
    item("copyWithHeaders"),
    item("copyAsJson"),
    item("copyAsMarkdown"),
    item("copyRowAsJson", true),
    item("openRow"),
    item("openValue"),
  ];
}
