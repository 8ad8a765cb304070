import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isRecord } from "../base/shapes";
import type { Clock } from "../base/clock";
import type { Locks } from "./locks/locks";
import type { Log } from "../base/log";
import { replaceFile } from "./replaceFile";
import { watchFolder } from "./watchFolder";

export interface SharedValueOptions<Value> {
  /** The same in all windows that share it; made when first needed. */
  readonly folder: string;
  /** Name of the file, without folders. */
  readonly name: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  /** What it is where there is no file yet. */
  readonly initial: Value;
  /** Undefined for what is no such value. */
  readonly decode: (stored: unknown) => Value | undefined;
  /** Another window changed it. */
  readonly onChange: () => void;
}

type Edit<Value> = (value: Value) => Value;

/**
 * A small value in a file that windows share. A change is an edit of what the file holds by then,
 * made under a lock: of two windows that change it at once, neither loses the other's change.
 */
export class SharedValue<Value> {
  /** What the file held when it was read last. */
  private stored: Value;
  /** Edits that are not in the file yet, or that the disk did not take: they hold here. */
  private pending: readonly Edit<Value>[] = [];
  private readonly stopWatching: () => void;
  private isOver = false;

  constructor(private readonly options: SharedValueOptions<Value>) {
    const { folder, clock, initial } = options;
    this.stored = initial;
    try {
      this.stored = this.decoded(readFileSync(this.path, "utf8")) ?? initial;
    } catch {
      // No file yet, or none that can be read now: the first change finds out which.
    }
    this.stopWatching = watchFolder(folder, clock, () => void this.refresh());
  }

  get value(): Value {
    return this.pending.reduce((value, edit) => edit(value), this.stored);
  }

  /** False while the disk has not taken all changes: those hold in this window alone. */
  get isKept(): boolean {
    return this.pending.length === 0;
  }

  /** Holds here at once; done when it is in the file, or the disk did not take it. */
  async change(edit: Edit<Value>): Promise<void> {
    this.pending = [...this.pending, edit];
    const { locks, log } = this.options;
    try {
      await locks.withLock(this.lock, () => this.write());
    } catch (error) {
      log.warn("files: a shared value could not be kept", { code: codeOf(error) });
    }
  }

  dispose(): void {
    this.isOver = true;
    this.stopWatching();
  }

  private get lock(): string {
    return `shared value ${this.path}`;
  }

  private get path(): string {
    return `${this.options.folder}/${this.options.name}`;
  }

  private async write(): Promise<void> {
    const edits = this.pending;
    const { folder, name, initial } = this.options;
    const before = await this.read();
    const after = edits.reduce((value, edit) => edit(value), before ?? initial);
    const text = JSON.stringify(after);
    if (before === undefined || text !== JSON.stringify(before)) {
      await replaceFile(folder, name, text);
    }
    this.stored = after;
    this.pending = this.pending.slice(edits.length);
  }

  /** Undefined where there is no file, or one that holds something else; throws what the disk says. */
  private async read(): Promise<Value | undefined> {
    try {
      return this.decoded(await readFile(this.path, "utf8"));
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return undefined;
      }
      throw error;
    }
  }

  private decoded(text: string): Value | undefined {
    try {
      return this.options.decode(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Under the lock: what was read before a change of this window's own would undo it here. */
  private async refresh(): Promise<void> {
    await this.options.locks.withLock(this.lock, async () => {
      const found = await this.read().catch(() => undefined);
      const isNews = found !== undefined && JSON.stringify(found) !== JSON.stringify(this.stored);
      if (isNews && !this.isOver) {
        this.stored = found;
        this.options.onChange();
      }
    });
  }
}

function codeOf(error: unknown): string {
  return isRecord(error) ? String(error["code"]) : "unknown";
}
