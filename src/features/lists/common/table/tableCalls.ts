import { AppError } from "../../../../platform/base/errors";
import type { FromTables } from "./tableMessages";

interface Waiting {
  readonly table: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: AppError) => void;
}

type Settled = Exclude<FromTables, { readonly first: unknown }>;

/** Questions that wait for their answers. */
export class TableCalls {
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  /** `onChange` hears whether any waits. */
  constructor(private readonly onChange: (isWaiting: boolean) => void) {}

  /** Begins a call of a table: its number, and the promise that its answer settles. */
  begin(table: number): { readonly call: number; readonly answer: Promise<unknown> } {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = ++this.count;
    this.waiting.set(call, { table, resolve, reject });
    this.onChange(true);
    return { call, answer: promise };
  }

  /** Answers to calls that were given up are dropped. */
  settle(message: Settled): void {
    const found = this.waiting.get(message.call);
    this.remove([message.call]);
    if ("error" in message) {
      const { kind, code, values } = message.error;
      found?.reject(new AppError(kind, code, { values }));
    } else {
      found?.resolve(message.result);
    }
  }

  /** Ends the calls of a table. */
  fail(table: number, error: () => AppError): void {
    this.end(
      [...this.waiting].filter(([, waiting]) => waiting.table === table),
      error,
    );
  }

  failAll(error: () => AppError): void {
    this.end([...this.waiting], error);
  }

  private end(calls: readonly (readonly [number, Waiting])[], error: () => AppError): void {
    this.remove(calls.map(([call]) => call));
    for (const [, { reject }] of calls) {
      reject(error());
    }
  }

  private remove(calls: readonly number[]): void {
    for (const call of calls) {
      this.waiting.delete(call);
    }
    this.onChange(this.waiting.size > 0);
  }
}
