import { AppError } from "../../../../platform/base/errors";
import type { PageOptions, RowTable } from "./rowTables";
import type { TableCalls } from "./tableCalls";
import type { TablePort } from "./tablePort";

/** What a table needs of the thread that it lives in. */
export interface TableWorkerHost {
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

/** Error for calls that were pending when the worker crashed. */
export function brokenThread(): AppError {
  return new AppError("internal", "lists/threadBroken");
}
