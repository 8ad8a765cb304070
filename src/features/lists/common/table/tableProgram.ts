import { AppError, isAppError } from "../../../../platform/base/errors";
import { answerQuestion } from "./answerQuestion";
import { LoadedTable } from "./loadedTable";
import type { TableQuestions } from "./rowTables";
import { type CreateMask, HIDDEN, ShownValues, UNMASKED } from "./shownValues";
import type { FromTables, ToldError, ToTables } from "./tableMessages";

/** Takes what the thread tells; buffers that are named go over without a copy. */
type Tell = (message: FromTables, moved: readonly ArrayBuffer[]) => void;

interface TableProgramOptions {
  readonly tell: Tell;
  /** Without one nothing is shown that was to be masked. */
  readonly createMask: CreateMask | undefined;
}

/** What runs in the thread: all tables of a window. */
export class TableProgram {
  private readonly tables = new Map<number, LoadedTable>();
  /** Those whose rows were masked before they came. */
  private readonly masked = new Set<number>();
  private shown = UNMASKED;

  constructor(private readonly options: TableProgramOptions) {}

  /** Does what it is told, in the order in which it is told. */
  take(message: ToTables): void {
    switch (message.kind) {
      case "open":
        this.tables.set(message.table, new LoadedTable());
        if (message.isMasked) {
          this.masked.add(message.table);
        }
        return;
      case "copy":
        this.tables.set(message.table, new LoadedTable(this.tables.get(message.of)));
        return;
      case "close":
        this.tables.get(message.table)?.clear();
        this.tables.delete(message.table);
        this.masked.delete(message.table);
        return;
      case "clear":
        return this.tables.get(message.table)?.clear();
      case "receive":
        return this.tables.get(message.table)?.receive(message.page, message);
      case "add":
        return this.add(message);
      case "abandon":
        return this.tables.get(message.table)?.abandon(message.page);
      case "finish":
        void this.answer(message.call, this.finish(message));
        return;
      case "ask":
        return this.ask(message);
      case "mask":
        this.shown = this.shownWith(message.key);
    }
  }

  private add({ table, page, bytes }: ToTables & { readonly kind: "add" }): void {
    const first = this.tables.get(table)?.add(page, bytes);
    if (first !== undefined) {
      this.options.tell({ table, page, first }, []);
    }
  }

  private async finish(message: ToTables & { readonly kind: "finish" }): Promise<unknown> {
    const { table, page, contentType, headers } = message;
    return this.tableOf(table).finish(page, contentType, headers);
  }

  private ask({ call, table, name, parameters }: ToTables & { readonly kind: "ask" }): void {
    try {
      const found = this.tableOf(table);
      const context = {
        table: found.rows,
        facts: found.rows.facts,
        shown: this.masked.has(table) ? UNMASKED : found.rows.shownBy(this.shown),
        other: (id: number) => this.tables.get(id)?.rows,
        page: (pageNumber: number) => found.pageOf(pageNumber),
      };
      // The parameters were typed where they were asked with; between threads they are data.
      const asked = parameters as TableQuestions[keyof TableQuestions]["parameters"];
      const result = answerQuestion(name as keyof TableQuestions, context, asked);
      this.options.tell({ call, result }, buffersIn(result));
    } catch (error) {
      this.options.tell({ call, error: toldError(error) }, []);
    }
  }

  private async answer(call: number, promise: Promise<unknown>): Promise<void> {
    let message: FromTables;
    try {
      message = { call, result: await promise };
    } catch (error) {
      message = { call, error: toldError(error) };
    }
    this.options.tell(message, []);
  }

  private tableOf(id: number): LoadedTable {
    const table = this.tables.get(id);
    if (table === undefined) {
      throw new AppError("canceled", "canceled/disposed");
    }
    return table;
  }

  private shownWith(key: Uint8Array | undefined): ShownValues {
    if (key === undefined) {
      return UNMASKED;
    }
    const { createMask } = this.options;
    return createMask === undefined ? HIDDEN : new ShownValues(createMask(key));
  }
}

/** Anything but a refusal of ours means that the program is broken, and ends the thread. */
function toldError(error: unknown): ToldError {
  if (!isAppError(error)) {
    throw error;
  }
  const { kind, code, values } = error;
  return { kind, code, values };
}

function buffersIn(result: TableQuestions[keyof TableQuestions]["result"]): ArrayBuffer[] {
  return "bytes" in result && result.bytes.buffer instanceof ArrayBuffer
    ? [result.bytes.buffer]
    : [];
}
