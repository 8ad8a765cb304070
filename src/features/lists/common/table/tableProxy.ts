import { AppError } from "../../../../platform/base/errors";
import type { PageOptions, PageReader, ReadPage, RowTable, TableQuestions } from "./rowTables";
import { ByteBlocks } from "./byteBlocks";
import type { TablePort } from "./tablePort";
import { brokenThread, type TableWorkerHost } from "./tableWorkerHost";

/** A table as those see it who ask: everything happens on the other side of a port. */
export class TableProxy implements RowTable {
  /** Where its rows are; gone when that port is not the current one any more. */
  private port: TablePort | undefined;
  private isOver = false;

  constructor(
    private readonly home: TableWorkerHost,
    readonly id: number,
    private readonly isMasked = false,
  ) {}

  /** Makes the table on the other side, so that the program is up when the rows come. */
  begin(): TablePort {
    if (this.port === undefined || !this.home.isCurrent(this.port)) {
      this.port = this.home.port();
      this.port.post({ kind: "open", table: this.id, isMasked: this.isMasked });
    }
    return this.port;
  }

  receive(options: PageOptions): PageReader {
    if (this.isOver) {
      return closedReader(disposed);
    }
    if (options.isAdded && this.port !== undefined && !this.home.isCurrent(this.port)) {
      // The rows that it was to follow are gone: alone it would be taken for the whole list.
      return closedReader(brokenThread);
    }
    const { asked, rules, isAdded, onFirstRows } = options;
    const port = this.begin();
    const page = this.home.nextNumber();
    this.home.onFirstRows(page, onFirstRows);
    const tellsFirst = onFirstRows !== undefined;
    const question = { asked, rules };
    port.post({ kind: "receive", table: this.id, page, question, isAdded, tellsFirst });
    return this.reader(port, page);
  }

  async ask<K extends keyof TableQuestions>(
    name: K,
    parameters: TableQuestions[K]["parameters"],
  ): Promise<TableQuestions[K]["result"]> {
    const port = this.currentPort();
    const { call, answer } = this.home.calls.begin(this.id);
    port.post({ kind: "ask", call, table: this.id, name, parameters });
    return (await answer) as TableQuestions[K]["result"];
  }

  copy(): RowTable {
    return this.home.copyOf(this.id);
  }

  clear(): void {
    if (!this.isOver && this.port !== undefined && this.home.isCurrent(this.port)) {
      this.port.post({ kind: "clear", table: this.id });
    }
  }

  dispose(): void {
    if (this.isOver) {
      return;
    }
    this.isOver = true;
    if (this.port !== undefined && this.home.isCurrent(this.port)) {
      this.port.post({ kind: "close", table: this.id });
    }
    this.home.calls.fail(this.id, disposed);
    this.home.forget(this);
  }

  private reader(port: TablePort, page: number): PageReader {
    const isThere = (): boolean => !this.isOver && this.home.isCurrent(port);
    const place = { table: this.id, page };
    const blocks = new ByteBlocks((bytes) => {
      port.post({ kind: "add", ...place, bytes }, [bytes.buffer]);
    });
    return {
      add: (bytes) => {
        if (isThere()) {
          blocks.add(bytes);
        }
      },
      finish: async (contentType, headers = []) => {
        if (!isThere()) {
          throw this.isOver ? disposed() : brokenThread();
        }
        blocks.end();
        const { call, answer } = this.home.calls.begin(this.id);
        port.post({ kind: "finish", call, ...place, contentType, headers });
        try {
          return (await answer) as ReadPage;
        } finally {
          this.home.onFirstRows(page, undefined);
        }
      },
      abandon: () => {
        this.home.onFirstRows(page, undefined);
        if (isThere()) {
          port.post({ kind: "abandon", ...place });
        }
      },
    };
  }

  private currentPort(): TablePort {
    if (this.isOver || this.port === undefined) {
      throw disposed();
    }
    if (!this.home.isCurrent(this.port)) {
      throw brokenThread();
    }
    return this.port;
  }
}

function disposed(): AppError {
  return new AppError("canceled", "canceled/disposed");
}

function closedReader(why: () => AppError): PageReader {
  return {
    add: () => undefined,
    finish: () => Promise.reject(why()),
    abandon: () => undefined,
  };
}
