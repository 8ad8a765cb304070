import type { Clock } from "../../../../platform/base/clock";
import type { Log } from "../../../../platform/base/log";
import type { PageOptions, RowTable, RowTables, TableOptions } from "./rowTables";
import { TableCalls } from "./tableCalls";
import { brokenThread, type TableWorkerHost } from "./tableWorkerHost";
import type { FromTables } from "./tableMessages";
import { type PortListener, type StartPort, type TablePort, threadPort } from "./tablePort";
import { TableProxy } from "./tableProxy";

/** A thread without tables ends after this long. */
const IDLE_MILLISECONDS = 60_000;

interface RowTablesOptions {
  /** Path of the thread's program, or how a program is begun that has none. */
  readonly worker: string | StartPort;
  readonly clock: Clock;
  readonly log: Log;
}

/** One thread for all tables: started with the first of them, replaced when it breaks. */
export function createRowTables(options: RowTablesOptions): RowTables {
  return new TableWorkerClient(options);
}

class TableWorkerClient implements RowTables, TableWorkerHost {
  readonly calls = new TableCalls((isWaiting) => this.current?.keepAlive(isWaiting));
  private readonly tables = new Set<RowTable>();
  private readonly firstRows = new Map<number, NonNullable<PageOptions["onFirstRows"]>>();
  private current: TablePort | undefined;
  private mask: Uint8Array | undefined;
  private count = 0;
  private isOver = false;
  private stopIdleTimer: (() => void) | undefined;

  constructor(private readonly options: RowTablesOptions) {}

  open({ isMasked }: TableOptions = { isMasked: false }): RowTable {
    const table = new TableProxy(this, this.nextNumber(), isMasked);
    if (this.isOver) {
      table.dispose();
      return table;
    }
    this.stopIdleTimer?.();
    this.tables.add(table);
    table.begin();
    return table;
  }

  copyOf(of: number): RowTable {
    const copy = this.open();
    this.current?.post({ kind: "copy", table: copy.id, of });
    return copy;
  }

  setMask(key: Uint8Array | undefined): void {
    this.mask = key;
    this.current?.post({ kind: "mask", key });
  }

  async dispose(): Promise<void> {
    this.isOver = true;
    for (const table of [...this.tables]) {
      table.dispose();
    }
    await this.end();
  }

  port(): TablePort {
    if (this.current === undefined) {
      this.current = this.start();
      if (this.mask !== undefined) {
        this.current.post({ kind: "mask", key: this.mask });
      }
    }
    return this.current;
  }

  isCurrent(port: TablePort): boolean {
    return port === this.current;
  }

  onFirstRows(page: number, listener: PageOptions["onFirstRows"]): void {
    if (listener === undefined) {
      this.firstRows.delete(page);
    } else {
      this.firstRows.set(page, listener);
    }
  }

  nextNumber(): number {
    return ++this.count;
  }

  forget(table: RowTable): void {
    this.tables.delete(table);
    if (this.tables.size === 0 && !this.isOver) {
      this.stopIdleTimer?.();
      this.stopIdleTimer = this.options.clock.schedule(IDLE_MILLISECONDS, () => void this.end());
    }
  }

  private start(): TablePort {
    const { worker } = this.options;
    // Late news of a port that was given up concern nobody.
    const listener: PortListener = {
      tell: (message) => this.isCurrent(port) && this.hear(message),
      break: (error) => this.isCurrent(port) && this.lose(error),
    };
    const port: TablePort =
      typeof worker === "string" ? threadPort(worker, listener) : worker(listener);
    return port;
  }

  private hear(message: FromTables): void {
    if ("first" in message) {
      const listener = this.firstRows.get(message.page);
      this.firstRows.delete(message.page);
      listener?.(message.first);
    } else {
      this.calls.settle(message);
    }
  }

  /** The rows are gone with the thread; who asks is told so until the list is loaded anew. */
  private lose(error: unknown): void {
    const { current } = this;
    this.current = undefined;
    const reason = error instanceof Error ? error.name : "unknown";
    this.options.log.warn("lists: the thread of the tables broke", { reason });
    this.firstRows.clear();
    this.calls.failAll(() => brokenThread());
    void current?.end();
  }

  private async end(): Promise<void> {
    this.stopIdleTimer?.();
    const { current } = this;
    this.current = undefined;
    await current?.end();
  }
}
