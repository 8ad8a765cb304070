import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import type { Clock } from "../../../platform/base/clock";
import type { Redactor } from "../../../platform/base/redactor";
import { SerialQueue } from "../../../platform/base/serialQueue";
import type { Locks } from "../../../platform/files/locks/locks";
import { replaceFile } from "../../../platform/files/replaceFile";
import type { Log } from "../../../platform/base/log";
import {
  decodeLine,
  encodeAction,
  encodeHeader,
  endedLine,
  type HistoryHeader,
  joinActions,
} from "./actionLine";
import { HistoryReader, readWhole } from "./historyReader";
import { WrittenNumbers } from "./writtenNumbers";
import type { Action } from "../../../platform/base/action";

interface HistoryFileOptions {
  /** Shared by all windows of this machine and user; made when first needed. */
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "redact">;
  readonly limits?: HistoryLimits;
  /** Gets what other windows and earlier sessions wrote; also what this one did, now and then. */
  readonly onActions: (actions: readonly Action[]) => void;
  /** All that began until then was forgotten, here or in another window. */
  readonly onCleared: (at: number) => void;
  /** The file was written anew with these actions; what belongs to others can go. */
  readonly onRewritten: (ids: ReadonlySet<string>) => void;
}

export interface HistoryLimits {
  readonly actions: number;
  readonly bytes: number;
}

const LIMITS: HistoryLimits = { actions: 1_000, bytes: 8_000_000 };
/** Written anew it holds so much less than it may, so that this is seldom. */
const ROOM = 0.5;
const MORE_ACTIONS = 1.1;
const FILE_NAME = "actions.jsonl";
const LOCK = "requests.history";
const BATCH = 500;

/**
 * The last actions on disk, as lines that every window adds to under a lock. The newest states
 * are written in batches; a file that has grown too long is written anew and put in its place.
 */
export class HistoryFile {
  private readonly path: string;
  private readonly limits: HistoryLimits;
  private readonly reader: HistoryReader;
  private readonly pending = new Map<string, Action>();
  /** What this window wrote, by action. */
  private readonly written = new Map<string, WrittenAction>();
  private readonly queue = new SerialQueue();
  private cancelFlush: (() => void) | undefined;
  private hasWarned = false;

  constructor(private readonly options: HistoryFileOptions) {
    this.path = `${options.folder}/${FILE_NAME}`;
    this.limits = options.limits ?? LIMITS;
    const { onActions } = options;
    const onCleared = (at: number): void => this.forget(at);
    this.reader = new HistoryReader({ path: this.path, onActions, onCleared });
  }

  /** Takes the newest state of an action; it is on disk half a second later. */
  write(action: Action): void {
    if (!this.hasUnwritten(action)) {
      return;
    }
    this.pending.set(action.id, action);
    this.cancelFlush ??= this.options.clock.schedule(BATCH, () => void this.flush());
  }

  /** Writes what waits, now. */
  flush(): Promise<void> {
    this.cancelFlush?.();
    this.cancelFlush = undefined;
    return this.pending.size === 0
      ? this.queue.idle()
      : this.quietly(this.underLock(() => this.append()));
  }

  /** Reads what others have written. */
  refresh(): Promise<void> {
    return this.quietly(this.queue.run(() => this.reader.catchUp()));
  }

  /** Forgets everything that began until now, for every window. Throws what the disk throws. */
  clear(): Promise<void> {
    return this.underLock(async () => {
      await this.reader.catchUp();
      const now = Math.max(this.options.clock.now(), this.reader.clearedAt + 1);
      await this.replace({ generation: randomUUID(), clearedAt: now }, NOTHING);
      this.forget(now);
    });
  }

  private forget(at: number): void {
    this.written.clear();
    for (const [id, { startedAt, progress }] of this.pending) {
      if (startedAt <= at && progress.state === "idle") {
        this.pending.delete(id);
      }
    }
    this.options.onCleared(at);
  }

  /** Asked with every state of a walk of many attempts: the newest is looked at first. */
  private hasUnwritten({ id, attempts, isCanceled = false }: Action): boolean {
    const written = this.written.get(id);
    return (
      // Cancelled after its last attempt: without a line it would have ended as that one did.
      (written !== undefined && written.isCanceled !== isCanceled) ||
      attempts.findLast(({ number }) => written?.numbers.has(number) !== true) !== undefined
    );
  }

  private unwritten({ id, attempts }: Action): Action["attempts"] {
    const numbers = this.written.get(id)?.numbers;
    return numbers === undefined ? attempts : attempts.filter(({ number }) => !numbers.has(number));
  }

  private async append(): Promise<void> {
    await this.reader.catchUp();
    const batch = [...this.pending.values()];
    if (batch.length === 0) {
      return;
    }
    const { redact } = this.options.redactor;
    const lines = batch.map((action) => encodeAction(action, this.unwritten(action), redact));
    const text = lines.join("");
    const size = this.reader.size + Buffer.byteLength(text);
    const ids = new Set([...this.reader.ids, ...batch.map(({ id }) => id)]);
    const isFull = size > this.limits.bytes || ids.size > this.limits.actions * MORE_ACTIONS;
    if (isFull || !this.reader.hasHeader) {
      await this.rewrite(lines);
    } else {
      // A line that a window left torn at its end is ended first.
      const start = this.reader.isAtLineEnd ? "" : "\n";
      await appendFile(this.path, start + text, { mode: 0o600 });
      await this.reader.skipOwn(start + text, batch);
    }
    batch.forEach((action) => this.markWritten(action));
  }

  private markWritten(action: Action): void {
    const { numbers } = this.written.get(action.id) ?? { numbers: new WrittenNumbers() };
    action.attempts.forEach(({ number }) => numbers.add(number));
    this.written.delete(action.id);
    this.written.set(action.id, { numbers, isCanceled: action.isCanceled ?? false });
    if (this.pending.get(action.id) === action) {
      this.pending.delete(action.id);
    }
    for (const oldest of this.written.keys()) {
      if (this.written.size <= this.limits.actions) {
        return;
      }
      this.written.delete(oldest);
    }
  }

  /** One line for each action, the newest ones; what is torn or foreign stays behind. */
  private async rewrite(more: readonly string[]): Promise<void> {
    const old = (await readWhole(this.path)) ?? "";
    const newer: string[] = [];
    const states = new Map<string, StoredStates>();
    for (const line of [...old.split("\n"), ...more.map((one) => one.trimEnd())]) {
      const read = decodeLine(line);
      if (read.kind === "action") {
        const known = states.get(read.action.id);
        if (known === undefined) {
          states.set(read.action.id, { line, all: [read.action] });
        } else {
          known.all.push(read.action);
        }
      } else if (read.kind === "newer") {
        newer.push(`${line}\n`);
      }
    }
    const { clearedAt } = this.reader;
    const kept = this.newest([...states.values()], newer);
    await this.replace({ generation: randomUUID(), clearedAt }, kept);
    this.options.onRewritten(this.reader.ids);
  }

  private newest(states: readonly StoredStates[], newer: readonly string[]): KeptLines {
    const { limits } = this;
    const { redact } = this.options.redactor;
    let room = limits.bytes * ROOM;
    const lines: string[] = [];
    const ids: string[] = [];
    // Lines of a later version cannot be told apart by age: half of the room is theirs.
    for (const line of newer.toReversed()) {
      room -= Buffer.byteLength(line);
      if (room < (limits.bytes * ROOM) / 2) {
        break;
      }
      lines.push(line);
    }
    const sorted = states.toSorted(
      ({ all: [one] }, { all: [other] }) => one.startedAt - other.startedAt,
    );
    for (const stored of sorted.slice(-limits.actions).reverse()) {
      const line = oneLine(stored, redact);
      room -= Buffer.byteLength(line);
      if (room < 0) {
        break;
      }
      lines.push(line);
      ids.push(stored.all[0].id);
    }
    return { lines: lines.reverse(), ids };
  }

  private async replace(header: HistoryHeader, { lines, ids }: KeptLines): Promise<void> {
    const { folder } = this.options;
    await removeDrafts(folder);
    const text = encodeHeader(header) + lines.join("");
    await replaceFile(folder, FILE_NAME, text, { isSynced: false });
    this.reader.replaced(header, Buffer.byteLength(text), ids);
  }

  private underLock(work: () => Promise<void>): Promise<void> {
    const { locks, folder } = this.options;
    return this.queue.run(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await locks.withLock(LOCK, work);
    });
  }

  /** A disk that fails is said once and asked again next time. */
  private async quietly(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!this.hasWarned) {
        this.hasWarned = true;
        const code = (error as NodeJS.ErrnoException).code ?? "unknown";
        this.options.log.warn("requests: the history could not be read or written", { code });
      }
    }
  }
}

interface WrittenAction {
  readonly numbers: WrittenNumbers;
  readonly isCanceled: boolean;
}

/** Lines of a file that is written anew, the oldest first, and the ids of their actions. */
interface KeptLines {
  readonly lines: readonly string[];
  readonly ids: readonly string[];
}

const NOTHING: KeptLines = { lines: [], ids: [] };

/** The lines of one action, the oldest first, and the text of the first. */
interface StoredStates {
  readonly line: string;
  readonly all: [Action, ...Action[]];
}

/** A walk left a line with each batch: joined one by one they would take minutes. */
function oneLine({ line, all }: StoredStates, redact: Redactor["redact"]): string {
  if (all.length === 1) {
    return endedLine(line, redact);
  }
  const action = joinActions(all);
  return encodeAction(action, action.attempts, redact);
}

/** Left by a window that ended between writing and putting in place; called under the lock. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(".tmp"));
  await Promise.all(drafts.map((name) => rm(`${folder}/${name}`, { force: true })));
}
