import { type RowsAnswer, rowsAnswer, type RowView } from "../../../messages/listQuestions";
import type { ListCell } from "../../../messages/listTable";
import { accepted } from "../../../../../platform/base/messageSchemas";
import type { RowSlice, RowStore } from "./rowStore";

interface ListSlice extends RowSlice<ListCell, number> {
  /** All that are loaded, whatever the view leaves of them. */
  readonly all: number;
}

/** The rows of a list; of each which of the loaded ones it is, from 0. */
export type ListRows = RowStore<RowView, ListSlice>;

export function sliceOf({ numbers, ...slice }: RowsAnswer): ListSlice {
  return { ...slice, infos: numbers };
}

/** Rows as the host gives them; undefined where they are none. */
export function readRows(json: string): RowsAnswer | undefined {
  try {
    return accepted(rowsAnswer, JSON.parse(json));
  } catch {
    return undefined;
  }
}
