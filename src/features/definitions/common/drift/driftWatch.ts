import { LRUCache } from "lru-cache";
import type { Clock } from "../../../../platform/base/clock";
import { decodeText } from "../../../../platform/http/text";
import type { Action, Attempt, AttemptBodies } from "../../../../platform/base/action";
import type { ChangedTexts } from "../activeText";
import { memoizeLastTexts } from "../../../../platform/service/definition/lastTexts";
import type { Schema } from "../../../../platform/service/definition/schema";
import { schemaId } from "../../../../platform/service/definition/schemaGraph";
import { compareShape, LONGEST_COMPARED } from "./compareShape";
import type { DriftFinding, DriftWatch, EndpointDrift } from "./drift";
import { DriftList } from "./driftList";
import { type WatchedOperation, watchedOperations } from "./watchedOperations";

/** The part of the history that is listened to. */
interface WatchedHistory {
  get(actionId: string): Action | undefined;
  onDidChange(listener: (actionId: string | undefined) => void): { dispose(): void };
  /** Bodies that are in memory: nothing is read from disk for this. */
  bodiesInMemory(actionId: string, attempt: number): AttemptBodies | undefined;
}

export interface DriftWatchOptions {
  readonly history: WatchedHistory;
  /** Text that a connection lives by (OpenAPI 3.1, JSON); asked for at its first answer. */
  readonly definition: (connectionId: string) => Promise<string>;
  readonly onDidChangeDefinition: (listener: (changed?: ChangedTexts) => void) => {
    dispose(): void;
  };
  readonly clock: Clock;
}

/** Begins to listen; answers are compared a while after they came, one in a turn of the thread. */
export function createDriftWatch(options: DriftWatchOptions): DriftWatch {
  return new Watch(options);
}

/** The answer is shown first. */
const PAUSE_MILLISECONDS = 150;
/** Between two answers, so that other work of the thread is not delayed. */
const YIELD_MILLISECONDS = 5;
/** Answers that wait; where more come, the oldest are not compared. */
const MOST_WAITING = 500;
/** Answers whose findings are remembered, for the case that they come again. */
const MOST_REMEMBERED = 500;
/** Attempts that were seen before, one after another, until no new one is looked for. */
const SEEN_IN_A_ROW = 32;
/** Listeners are notified at least after so many answers. */
const NOTIFY_AFTER = 20;

type WatchedOperations = ReadonlyMap<string, WatchedOperation>;

interface Waiting {
  readonly action: Pick<Action, "id" | "connectionId">;
  readonly attempt: Attempt;
  readonly operationId: string;
}

class Watch implements DriftWatch {
  private readonly found = new DriftList();
  private readonly listeners = new Set<() => void>();
  private readonly listening: readonly { dispose(): void }[];
  /** Attempts never change, and other states of an action share them. */
  private readonly seen = new WeakSet<Attempt>();
  private readonly remembered = new LRUCache<string, readonly DriftFinding[]>({
    max: MOST_REMEMBERED,
  });
  private waiting: Waiting[] = [];
  /** By connection; connections that follow the same share what was read of it. */
  private readonly operations = new Map<string, Promise<WatchedOperations>>();
  private readonly readOperations = memoizeLastTexts(watchedOperations);
  private cancelPause: (() => void) | undefined;
  private isWorking = false;
  private unreported = 0;

  constructor(private readonly options: DriftWatchOptions) {
    this.listening = [
      options.history.onDidChange((actionId) => this.enqueue(actionId)),
      options.onDidChangeDefinition((changed) => {
        for (const connectionId of this.operations.keys()) {
          if (changed?.has(connectionId) ?? true) {
            this.operations.delete(connectionId);
          }
        }
        this.forget(changed);
      }),
    ];
  }

  all(connectionId?: string): readonly EndpointDrift[] {
    return this.found.all(connectionId);
  }

  of(connectionId: string, operationId: string): EndpointDrift | undefined {
    return this.found.of(connectionId, operationId);
  }

  clear(): void {
    this.forget();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  dispose(): void {
    this.listening.forEach((part) => part.dispose());
    this.listeners.clear();
    this.waiting = [];
    this.cancelPause?.();
  }

  /** What came through some connections, or through any. */
  private forget(changed?: ChangedTexts): void {
    const isMeant = (connectionId: string): boolean => changed?.has(connectionId) ?? true;
    this.waiting = this.waiting.filter(({ action }) => !isMeant(action.connectionId));
    this.remembered.clear();
    if (this.found.forget(isMeant)) {
      this.unreported = 0;
      this.notify();
    }
  }

  /** Queues the answers that came with an action since its last change. */
  private enqueue(actionId: string | undefined): void {
    const action = actionId === undefined ? undefined : this.options.history.get(actionId);
    const attempts = action?.attempts ?? [];
    for (let at = attempts.length - 1, row = 0; at >= 0 && row < SEEN_IN_A_ROW; at--) {
      const attempt = attempts[at];
      if (action === undefined || attempt === undefined || this.seen.has(attempt)) {
        row++;
        continue;
      }
      this.seen.add(attempt);
      const { operationId } = attempt;
      if (operationId !== undefined && isWholeAnswer(attempt)) {
        this.waiting.push({ action, attempt, operationId });
      }
    }
    this.waiting.splice(0, this.waiting.length - MOST_WAITING);
    this.plan(PAUSE_MILLISECONDS);
  }

  private plan(milliseconds: number): void {
    if (this.cancelPause === undefined && !this.isWorking && this.waiting.length > 0) {
      this.cancelPause = this.options.clock.schedule(milliseconds, () => {
        this.cancelPause = undefined;
        void this.work();
      });
    }
  }

  /** Compares one answer; the next one has a turn of its own. */
  private async work(): Promise<void> {
    const [next] = this.waiting;
    if (next !== undefined) {
      this.isWorking = true;
      const { connectionId } = next.action;
      const loaded = this.operationsOf(connectionId);
      const operations = await loaded;
      this.isWorking = false;
      // Where the connection follows another definition meanwhile, that one is asked for first.
      if (this.operations.get(connectionId) === loaded && this.waiting.includes(next)) {
        this.waiting = this.waiting.filter((one) =>
          operations.size === 0 ? one.action.connectionId !== connectionId : one !== next,
        );
        this.compare(next, operations.get(next.operationId));
      }
    }
    if (this.unreported > 0 && (this.waiting.length === 0 || this.unreported >= NOTIFY_AFTER)) {
      this.unreported = 0;
      this.notify();
    }
    this.plan(YIELD_MILLISECONDS);
  }

  private operationsOf(connectionId: string): Promise<WatchedOperations> {
    const known = this.operations.get(connectionId);
    if (known !== undefined) {
      return known;
    }
    const read = this.options
      .definition(connectionId)
      .then(this.readOperations, (): WatchedOperations => new Map());
    this.operations.set(connectionId, read);
    return read;
  }

  private compare({ action, attempt, operationId }: Waiting, operation?: WatchedOperation): void {
    const bodies = this.options.history.bodiesInMemory(action.id, attempt.number);
    const schema = operation?.schemaOf(attempt.status ?? 0, bodies?.responseType);
    if (bodies?.response === undefined || schema === undefined) {
      return;
    }
    const findings = this.findingsOf(bodies.response, bodies.responseType, {
      schema,
      // Ids of schemas are those of one document, and connections may follow different ones.
      key: `${action.connectionId} ${schemaId(schema)} ${attempt.responseHash ?? ""}`,
      isKnown: attempt.responseHash !== undefined,
    });
    this.found.add(findings, {
      connectionId: action.connectionId,
      operationId,
      lastAt: attempt.startedAt,
      lastActionId: action.id,
    });
    this.unreported++;
  }

  /** A body that was compared with the same schema before is not compared again. */
  private findingsOf(
    body: Uint8Array,
    contentType: string | undefined,
    { schema, key, isKnown }: { readonly schema: Schema; key: string; isKnown: boolean },
  ): readonly DriftFinding[] {
    const findings = this.remembered.get(key) ?? findingsIn(schema, body, contentType);
    if (isKnown) {
      this.remembered.set(key, findings);
    }
    return findings;
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}

function isWholeAnswer({ status = 0, failure, responseBytes }: Attempt): boolean {
  return status >= 200 && status <= 299 && failure === undefined && responseBytes > 0;
}

function findingsIn(
  schema: Schema,
  body: Uint8Array,
  contentType: string | undefined,
): readonly DriftFinding[] {
  const isCut = body.length > LONGEST_COMPARED;
  const { text, encoding } = decodeText(isCut ? beginningOf(body) : body, contentType);
  return encoding.exact || isCut ? compareShape(schema, text, isCut) : [];
}

/** As many bytes as are looked at, without the first ones of a character that goes on. */
function beginningOf(body: Uint8Array): Uint8Array {
  let end = LONGEST_COMPARED;
  // RFC 3629, section 3: every byte of a character but the first begins with the bits 10.
  while (end > LONGEST_COMPARED - 4 && ((body[end] ?? 0) & 0xc0) === 0x80) {
    end--;
  }
  return body.subarray(0, end);
}
