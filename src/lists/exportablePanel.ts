import type { ListState } from "../core/lists/session";
import type { RowTable } from "../core/lists/table/rowTables";
import type { ListLayout } from "../shared/listLayout";
import type { ListQuery } from "../shared/listQuery";
import type { ExportablePanel, PanelRows } from "./export/exportServices";

export interface ExportableParts {
  readonly query: ListQuery;
  readonly table: RowTable;
  readonly layout: ListLayout;
  readonly state: ListState;
}

/** What can be taken along of a panel, as it is now. */
export function exportablePanel({ query, state }: ExportableParts): ExportablePanel {
  return {
    query,
    rows: () => Promise.resolve(knownOf(state)),
  };
}

/** Of the rows of the whole list: what is known without a call. */
function knownOf({ paging, walk, action }: ListState): Omit<PanelRows, "loaded" | "view"> {
  const claimed = paging?.total ?? walk?.claimed;
  const last = action?.attempts.at(-1);
  return {
    ...(claimed === undefined ? {} : { claimed }),
    ...(last?.status === undefined ? {} : { millisecondsPerPage: last.times.total }),
  };
}
