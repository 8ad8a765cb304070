import type { ListState } from "../common/session";
import type { RowTable } from "../common/table/rowTables";
import { pathsInView, tableLines } from "../common/table/tableLines";
import { EVERY_ROW } from "../messages/listQuestions";
import type { ListEndpoint } from "../common/listEndpoint";
import type { NodeArgument, OpenListArgument } from "../../../manifest";
import type { CompareChoice, ListLayout } from "../messages/listLayout";
import type { ListQuery } from "../messages/listQuery";
import type { ListPlace } from "./pickEndpoint";

/** The lists that there are, and the panels that show them. */
export interface ExportableLists {
  /** What is in front; undefined where that is no list. */
  readonly front: ExportablePanel | undefined;
  /** Asks which list of the definition is wanted; undefined for a refusal. */
  choose(place: ListPlace): Promise<ListQuery | undefined>;
  /** Of the active definition. Throws `AppError` `definition/unknownOperation`. */
  endpointOf(query: Pick<ListQuery, "connectionId" | "operationId">): Promise<ListEndpoint>;
  /** The first page of the list that a node or an argument names; throws `input/noPanel`. */
  queryOf(argument: NodeArgument | OpenListArgument): Promise<ListQuery>;
  /** Opens the panel of a list and holds it against what is chosen. */
  compare(query: ListQuery, choice: CompareChoice): Promise<void>;
}

/** A panel whose rows can be taken along. */
export interface ExportablePanel {
  readonly query: ListQuery;
  rows(): Promise<PanelRows>;
  /** JSON lines, masked where the panel shows them so: every row, or those in view, in its order. */
  lines(scope: "loaded" | "view"): AsyncIterable<string>;
  /** Paths of the columns in view, in order. */
  columns(): Promise<readonly (readonly string[])[]>;
}

/** What a panel knows of its rows. */
export interface PanelRows {
  readonly loaded: number;
  /** Rows in view; absent where the panel shows every row as it came. */
  readonly view?: number;
  /** Rows of the whole list, as the service says. */
  readonly claimed?: number;
  /** How long the last page took. */
  readonly millisecondsPerPage?: number;
}

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
