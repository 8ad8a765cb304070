import { AppError } from "../../../../platform/base/errors";
import type { PageOptions, RowTable } from "./rowTables";
import type { TableCalls } from "./tableCalls";
import type { TablePort } from "./tablePort";

/** What a table needs of the thread that it lives in. */
export interface TableHome {
  readonly calls: TableCalls;
  /** The port of now, started if need be; another one than before when that broke. */
  port(): TablePort;
  isCurrent(port: TablePort): boolean;
  onFirstRows(page: number, listener: PageOptions["onFirstRows"]): void;
  nextNumber(): number;
  /** Another table with the rows of one; without any where those are gone. */
  copyOf(table: number): RowTable;
  forget(table: RowTable): void;
}

/** What becomes of questions whose rows went with the thread. */
export function brokenThread(): AppError {
  return new AppError("internal", "lists/threadBroken");
}
