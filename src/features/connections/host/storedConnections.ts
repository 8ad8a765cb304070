import * as vscode from "vscode";
import type { Connection } from "../../../platform/base/connection";
import {
  readRecords,
  recordsIn,
  type StoredRecords,
  withMoved,
  withRemoved,
  withSaved,
} from "../common/connectionRecords";
import type { Log } from "../../../platform/base/log";
import type { TypedMemento } from "../../../platform/vscode/state";

/** One connection that is not what it was: new, edited or removed. */
export interface StoredChange {
  readonly before: Connection | undefined;
  readonly after: Connection | undefined;
  /** False where another window made it, which then sees to its tokens too. */
  readonly isOwn: boolean;
}

/**
 * The user's connections, in the order they are shown. All windows share the list, but the
 * editor does not tell one of another's change: it is read again when the window gets the focus
 * and before each change. Two windows that write within the same moment can still undo each
 * other, because the editor stores the whole state of an extension as one value.
 */
export class StoredConnections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<readonly StoredChange[]>();
  /** Fires with what changed; with nothing when the order did. */
  readonly onDidChange = this.changed.event;
  private list: readonly Connection[] = [];
  private readonly focus: vscode.Disposable;
  private writing: Promise<void> = Promise.resolve();
  private unreadable = 0;

  constructor(
    private readonly state: TypedMemento,
    private readonly log: Log,
  ) {
    this.adopt(this.records());
    this.focus = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        this.refresh();
      }
    });
  }

  get all(): readonly Connection[] {
    return this.list;
  }

  find(id: string): Connection | undefined {
    return this.list.find((connection) => connection.id === id);
  }

  /** Reads what other windows stored since. */
  refresh(): void {
    this.publish(this.records(), false);
  }

  /**
   * Each in its place; a new one behind `after`, or at the end. One write: all of them or none.
   * They are asked for when the write has its turn: `all` is then what it changes.
   */
  async save(connections: () => readonly Connection[], after?: string): Promise<void> {
    await this.write((records) =>
      connections().reduce((list, connection) => withSaved(list, connection, after), records),
    );
  }

  async remove(id: string): Promise<void> {
    await this.write((records) => withRemoved(records, id));
  }

  /** Moves it by so many places. */
  async move(id: string, by: number): Promise<void> {
    await this.write((records) => withMoved(records, id, by));
  }

  dispose(): void {
    this.focus.dispose();
    this.changed.dispose();
  }

  private records(): StoredRecords {
    return recordsIn(this.state.get("connections.records"));
  }

  private async write(change: (records: StoredRecords) => StoredRecords): Promise<void> {
    const turn = this.writing.then(async () => {
      this.refresh();
      const before = this.records();
      const records = change(before);
      if (records === before) {
        return;
      }
      await this.state.set("connections.records", records);
      this.publish(records, true);
    });
    this.writing = turn.catch(() => undefined);
    await turn;
  }

  private publish(records: StoredRecords, isOwn: boolean): void {
    const before = this.list;
    this.adopt(records);
    const changes = changesBetween(before, this.list).map((change) => ({ ...change, isOwn }));
    const isSameOrder = before.every(({ id }, index) => this.list[index]?.id === id);
    if (changes.length > 0 || !isSameOrder) {
      this.changed.fire(changes);
    }
  }

  /** What is the same stays the same object. */
  private adopt(records: StoredRecords): void {
    const { connections, unreadable } = readRecords(records);
    if (unreadable > this.unreadable) {
      this.log.warn("connections: stored records could not be read and are left out", {
        count: unreadable,
      });
    }
    this.unreadable = unreadable;
    this.list = connections.map((connection) => {
      const known = this.find(connection.id);
      return known !== undefined && isSame(known, connection) ? known : connection;
    });
  }
}

function changesBetween(
  before: readonly Connection[],
  after: readonly Connection[],
): readonly Omit<StoredChange, "isOwn">[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const found = (list: readonly Connection[], wanted: string): Connection | undefined =>
    list.find(({ id }) => id === wanted);
  return [...ids]
    .map((id) => ({ before: found(before, id), after: found(after, id) }))
    .filter((change) => change.before !== change.after);
}

function isSame(one: Connection, other: Connection): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Connection): unknown {
  return Object.entries({ ...value, prefixes: Object.entries(value.prefixes).sort() })
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
