import type { ListState } from "../common/session";
import type { RowTable } from "../common/table/rowTables";
import { pathsInView, tableLines } from "../common/table/tableLines";
import type { ListLayout } from "../messages/listLayout";
import { EVERY_ROW } from "../messages/listQuestions";
import type { ListQuery } from "../messages/listQuery";
import type { ExportablePanel, PanelRows } from "./exportable";

interface ExportableParts {
  readonly query: ListQuery;
  readonly table: RowTable;
  readonly layout: ListLayout;
  readonly state: ListState;
}

/** What can be taken along of a panel, as it is now. */
export function exportablePanel({ query, table, layout, state }: ExportableParts): ExportablePanel {
  return {
    query,
    rows: async () => {
      const loaded = state.loaded?.page.facts.rows ?? 0;
      const view = loaded === 0 || isPlain(layout) ? undefined : await inView(table, layout);
      return { ...knownOf(state), loaded, ...(view === undefined ? {} : { view }) };
    },
    lines: (scope) => tableLines(table, scope === "view" ? layout.view : EVERY_ROW),
    columns: () => pathsInView(table, layout.columns),
  };
}

/** Every row as it came, in every column, in the order of both. */
function isPlain({ view, columns }: ListLayout): boolean {
  const { sort, filters, search } = view;
  const isEveryRow = sort.length + filters.length + search.length === 0;
  return isEveryRow && columns.hidden.length + columns.order.length === 0;
}

async function inView(table: RowTable, { view }: ListLayout): Promise<number> {
  const { total } = await table.ask("rows", { view, from: 0, count: 0, columns: [] });
  return total;
}

/** Of the rows of the whole list: what is known without a call. */
export function knownOf({ paging, walk, action }: ListState): Omit<PanelRows, "loaded" | "view"> {
  const claimed = paging?.total ?? walk?.claimed;
  const last = action?.attempts.at(-1);
  return {
    ...(claimed === undefined ? {} : { claimed }),
    ...(last?.status === undefined ? {} : { millisecondsPerPage: last.times.total }),
  };
}
