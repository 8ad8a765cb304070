import { isCanceled, isAppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import { untilAborted } from "../../../platform/base/scope";
import type { Action } from "../../../platform/base/action";
import type { ServiceClient } from "../../../platform/service/client";
import { mayGoOnUnread, readCurrent } from "../../pensions/common/writing/readCurrent";
import { keyName, type PensionKey } from "../../pensions/common/writing/records";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import type { ReadMany, ReadManyOptions } from "./versionReads";

/** Reads on their way at once: the queue of the connection leaves room for what is looked at. */
const AT_ONCE = 4;
/** A service that fails so often in a row is left alone. */
const MOST_FAILURES = 3;
/** What a service answers that lets no pensions be read at all. */
const LETS_NONE: ReadonlySet<number> = new Set([405, 501]);

interface ConnectionReadingOptions {
  readonly connectionId: string;
  readonly keys: readonly PensionKey[];
  readonly clock: Clock;
  /** Pensions that are being read, also by others. */
  readonly flights: Map<string, Promise<void>>;
  readonly options: ReadManyOptions;
  /** Called after each pension. */
  readonly onDone: () => void;
  readonly get: (key: PensionKey) => CurrentVersion | undefined;
  readonly note: (key: PensionKey, version: CurrentVersion) => Promise<void>;
}

/** Why nothing more is read: the error of it, where there is one. */
interface End {
  readonly error?: unknown;
}

/** Reads many pensions of one connection under one action. */
export class ConnectionReading {
  private readonly waiting: PensionKey[];
  private read = 0;
  private failures = 0;
  private end: End | undefined;
  private action: Action | undefined;

  constructor(private readonly parts: ConnectionReadingOptions) {
    this.waiting = [...parts.keys].reverse();
  }

  /** Of its action; undefined before it ran, and where none is sent. */
  get traceId(): string | undefined {
    return this.action?.traceId;
  }

  async run(): Promise<ReadMany> {
    const { options, connectionId, keys } = this.parts;
    try {
      const { client } = await options.open(connectionId);
      this.action = client.startAction(options.title, { traceId: options.traceId });
      // The first alone: it may sign in, and it tells whether there is any sense in the others.
      await this.next(client);
      const lines = Array.from({ length: AT_ONCE }, () => this.readOn(client));
      await Promise.all(lines);
    } catch (error) {
      this.stop(error);
    }
    const errors = this.end !== undefined && "error" in this.end ? [this.end.error] : [];
    return { read: this.read, left: keys.length - this.read, errors };
  }

  private async readOn(client: ServiceClient): Promise<void> {
    while (await this.next(client)) {
      // Each takes the next one that nobody has.
    }
  }

  /** False where there is nothing more to be read. */
  private async next(client: ServiceClient): Promise<boolean> {
    const isOver = this.end !== undefined || this.parts.options.signal.aborted;
    const key = isOver ? undefined : this.waiting.pop();
    if (key === undefined) {
      return false;
    }
    try {
      await this.readOne(client, key);
    } catch (error) {
      this.stop(error);
    }
    return true;
  }

  private async readOne(client: ServiceClient, key: PensionKey): Promise<void> {
    const { flights, get, onDone, options } = this.parts;
    const name = keyName(key);
    const before = get(key);
    for (let other = flights.get(name); other !== undefined; other = flights.get(name)) {
      await untilAborted(other, options.signal);
    }
    if (get(key) === before) {
      const work = this.ask(client, key);
      const settled = work.catch(() => undefined);
      flights.set(name, settled);
      await work.finally(() => flights.get(name) === settled && flights.delete(name));
    }
    this.read++;
    onDone();
  }

  private async ask(client: ServiceClient, key: PensionKey): Promise<void> {
    const { clock, note, options } = this.parts;
    const { signal, onWait, title } = options;
    const { clientId, pensionId } = key;
    const target = { clientId, pensionId };
    try {
      const version = await readCurrent({
        ...{ client, target, title: this.action ?? title, clock, signal, onWait },
        priority: "background",
      });
      this.failures = 0;
      await note(key, version);
      if (version.kind === "unread" && LETS_NONE.has(version.status)) {
        await this.leaveOthers(version);
      }
    } catch (error) {
      if (!saysOnlyOfOne(error)) {
        throw error;
      }
      const status = isAppError(error) ? (error.status ?? 0) : 0;
      await note(key, { kind: "unread", status, at: clock.now() });
      if (mayGoOnUnread(error) && ++this.failures >= MOST_FAILURES) {
        this.stop(error);
      }
    }
  }

  /** The service said of all pensions what it said of this one. */
  private async leaveOthers(version: CurrentVersion): Promise<void> {
    this.end ??= {};
    for (const key of this.waiting.splice(0)) {
      await this.parts.note(key, version);
    }
  }

  private stop(error: unknown): void {
    this.end ??= isCanceled(error) ? {} : { error };
  }
}

/** An id that does not fit the definition, or an answer that came and was no pension's. */
function saysOnlyOfOne(error: unknown): boolean {
  return mayGoOnUnread(error) || (isAppError(error) && error.kind === "input");
}
