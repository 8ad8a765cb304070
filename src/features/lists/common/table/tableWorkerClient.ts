import type { Clock } from "../../../../platform/base/clock";
import { AppError } from "../../../../platform/base/errors";
import type { Log } from "../../../../platform/base/log";
import {
  WorkerRpc,
  type WorkerRpcOptions,
  type WorkerSession,
} from "../../../../platform/workers/workerRpc";
import { ByteBlocks } from "./byteBlocks";
import type { PageOptions, PageReader, RowTable, RowTables, TableQuestions } from "./rowTables";
import type { TableCalls } from "./tableProgram";

/** A thread without tables ends after this long. */
const IDLE_MILLISECONDS = 60_000;

interface RowTablesOptions {
  /** Path of the thread's program, `rowTablesWorker.js`. */
  readonly worker: WorkerRpcOptions["program"];
  readonly clock: Clock;
  readonly log: Log;
}

/** One thread for all tables: started with the first of them, replaced when it crashes. */
export function createRowTables({ worker, clock, log }: RowTablesOptions): RowTables {
  const tables = new Set<TableProxy>();
  let isDisposed = false;
  let mask: Uint8Array | undefined;
  const rpc = new WorkerRpc<TableCalls>({
    program: worker,
    name: "row tables",
    clock,
    log,
    idleMilliseconds: IDLE_MILLISECONDS,
    crashError,
    onStart: () => {
      if (mask !== undefined) {
        rpc.notify("mask", { key: mask });
      }
    },
  });
  const open = (isMasked: boolean, copied?: TableProxy): RowTable => {
    const table: TableProxy = new TableProxy({
      rpc,
      isMasked,
      copy: () => open(isMasked, table),
      onDispose: () => tables.delete(table),
    });
    if (isDisposed) {
      table.dispose();
    } else {
      tables.add(table);
      table.begin(copied);
    }
    return table;
  };
  return {
    open: (options) => open(options?.isMasked ?? false),
    setMask: (key) => {
      mask = key;
      rpc.notify("mask", { key });
    },
    dispose: async () => {
      isDisposed = true;
      tables.forEach((table) => table.dispose());
      await rpc.dispose();
    },
  };
}

interface TableProxyOptions {
  readonly rpc: WorkerRpc<TableCalls>;
  readonly isMasked: boolean;
  readonly copy: () => RowTable;
  readonly onDispose: () => void;
}

/** A table as those see it who ask: everything happens in the thread. */
class TableProxy implements RowTable {
  /** In which its rows are; lost with its thread. */
  private session: WorkerSession<TableCalls> | undefined;
  private isDisposed = false;
  private pages = 0;
  /** The last revision that was told: rows of a thread that takes its place are none of it. */
  private revision = 0;

  constructor(private readonly options: TableProxyOptions) {}

  get id(): number {
    return this.session?.id ?? 0;
  }

  get isLost(): boolean {
    return this.session?.isLost === true;
  }

  /** Makes the table in the thread, so that the thread is up when the rows come. */
  begin(copied?: TableProxy): WorkerSession<TableCalls> {
    if (this.session === undefined || this.isLost) {
      const { rpc, isMasked } = this.options;
      this.session = rpc.session();
      const { revision: after } = this;
      this.session.notify("open", { isMasked, after, ...(copied && { copyOf: copied.id }) });
    }
    return this.session;
  }

  receive({ asked, rules, isAdded, onFirstRows }: PageOptions): PageReader {
    if (this.isDisposed) {
      return closedReader(disposedError);
    }
    if (isAdded && this.isLost) {
      // The rows that it was to follow are gone: alone it would be taken for the whole list.
      return closedReader(crashError);
    }
    const session = this.begin();
    const page = ++this.pages;
    const reportsFirst = onFirstRows !== undefined;
    session.notify("receive", { page, question: { asked, rules }, isAdded, reportsFirst });
    let isOver = false;
    const blocks = new ByteBlocks((bytes) => {
      const transfer = [bytes.buffer];
      if (onFirstRows === undefined) {
        session.notify("add", { page, bytes }, transfer);
        return;
      }
      session.call("add", { page, bytes }, { transfer }).then(
        (first) => {
          if (first !== undefined && !isOver) {
            this.revision = first.revision;
            onFirstRows(first);
          }
        },
        () => undefined,
      );
    });
    return {
      add: (bytes) => blocks.add(bytes),
      finish: async (contentType, headers = []) => {
        blocks.end();
        try {
          const read = await session.call("finish", { page, contentType, headers });
          this.revision = read.facts.revision;
          return read;
        } finally {
          isOver = true;
        }
      },
      abandon: () => {
        isOver = true;
        // Without its first rows those before are counted once more, and panels hear of it.
        this.revision++;
        session.notify("abandon", { page });
      },
    };
  }

  async ask<K extends keyof TableQuestions>(
    name: K,
    parameters: TableQuestions[K]["parameters"],
  ): Promise<TableQuestions[K]["result"]> {
    if (this.session === undefined) {
      throw disposedError();
    }
    return await this.session.call("ask", { name, parameters });
  }

  copy(): RowTable {
    return this.options.copy();
  }

  clear(): void {
    this.revision++;
    this.session?.notify("clear", {});
  }

  dispose(): void {
    if (!this.isDisposed) {
      this.isDisposed = true;
      this.session?.notify("close", {});
      this.session?.close();
      this.options.onDispose();
    }
  }
}

function crashError(): AppError {
  return new AppError("internal", "lists/threadBroken");
}

function disposedError(): AppError {
  return new AppError("canceled", "canceled/disposed");
}

function closedReader(error: () => AppError): PageReader {
  return {
    add: () => undefined,
    finish: () => Promise.reject(error()),
    abandon: () => undefined,
  };
}
