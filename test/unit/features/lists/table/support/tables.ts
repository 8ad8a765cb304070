import { NO_RULES, type ListRules } from "../../../../../../src/features/lists/common/listRules";
import type {
  PageOptions,
  ReadPage,
  RowTable,
  RowTables,
} from "../../../../../../src/features/lists/common/table/rowTables";
import { ownPort } from "./ownPort";
import type { CreateMask } from "../../../../../../src/features/lists/common/table/shownValues";
import { createRowTables } from "../../../../../../src/features/lists/common/table/tableWorkerClient";
import {
  EVERY_ROW,
  type RowsAnswer,
  type RowsQuestion,
  type RowView,
} from "../../../../../../src/features/lists/messages/listQuestions";
import type { ListCell } from "../../../../../../src/features/lists/messages/listTable";
import { MemoryLog } from "../../../../platform/http/support/bench";
import { VirtualClock } from "../../../../platform/http/support/virtualClock";

/** Tables without a thread. */
export function openTables(createMask?: CreateMask): RowTables {
  const [clock, log] = [new VirtualClock(), new MemoryLog()];
  return createRowTables({ worker: ownPort(createMask), clock, log });
}

export interface PageGiven extends Partial<Omit<PageOptions, "rules">> {
  readonly rules?: ListRules;
  readonly contentType?: string;
}

/** Gives a table the text of a page at once. */
export async function load(
  table: RowTable,
  text: string | Uint8Array,
  { contentType, ...given }: PageGiven = {},
): Promise<ReadPage> {
  const reader = table.receive(pageOptions(given));
  reader.add(typeof text === "string" ? Buffer.from(text) : text);
  return reader.finish(contentType);
}

export function pageOptions(given: Partial<PageOptions> = {}): PageOptions {
  const asked = { pageNumber: 1, pageSize: 100 };
  return { asked, rules: NO_RULES, isAdded: false, ...given };
}

/** A table that has these rows, as an answer of its own. */
export async function tableOf(rows: readonly unknown[] | string): Promise<RowTable> {
  const table = openTables().open();
  await load(table, typeof rows === "string" ? rows : JSON.stringify(rows));
  return table;
}

export function sorted(column: string, direction: "ascending" | "descending"): RowView {
  return { ...EVERY_ROW, sort: [{ column, direction }] };
}

/** Asks for the first rows, of all columns unless some are named. */
export async function rowsOf(
  table: RowTable,
  question: Partial<RowsQuestion> = {},
): Promise<RowsAnswer> {
  const { columns } = await table.ask("facts", {});
  const keys = columns.map(({ key }) => key);
  return table.ask("rows", { view: EVERY_ROW, from: 0, count: 500, columns: keys, ...question });
}

/** What a cell shows, as a short text. */
export function told(cell: ListCell | undefined): string {
  if (cell === undefined) {
    return "none";
  }
  if (cell.kind === "several") {
    return `${cell.times}: ${cell.values.map(told).join(" | ")}`;
  }
  return "text" in cell ? cell.text : "count" in cell ? `${cell.kind} ${cell.count}` : cell.kind;
}

/** The rows of an answer as short texts. */
export function toldRows(answer: RowsAnswer): readonly (readonly string[])[] {
  return answer.rows.map((row) => row.map(told));
}
