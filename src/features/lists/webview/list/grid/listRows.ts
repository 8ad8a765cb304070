import type { RowsAnswer, RowView } from "../../../messages/listQuestions";
import type { ListCell } from "../../../messages/listTable";
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
