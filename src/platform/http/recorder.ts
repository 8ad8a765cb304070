import { randomUUID } from "node:crypto";
import type { Connection } from "../base/connection";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Redactor } from "../base/redactor";
import type { Log } from "../base/log";
import { withoutSecrets } from "./cleanAttempt";
import { keptAttempts } from "./keptAttempts";
import type { Action, ActionProgress, Attempt, AttemptBodies } from "../base/action";
import { sharablePath } from "./sharable";
import { withSharedHeaders } from "./sharedHeaders";

/** Which trace id an action gets (specification, section 4.2: the header is optional). */
export interface TraceOptions {
  readonly send: boolean;
  /** Letters, digits and `. _ -`. */
  readonly prefix: string;
  /** In place of one of its own. */
  readonly pinned: string | undefined;
}

export interface RecorderOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "redact">;
  readonly trace: () => TraceOptions;
  /** Called with each state of an action: after every attempt and each change of progress. */
  readonly onAction: (action: Action) => void;
  /** Called with the bodies of an attempt, before it is told of; where nobody asks, nothing is. */
  readonly onBodies?: (kept: KeptBodies) => void;
}

interface StartOptions {
  /** Of an action before it. */
  readonly traceId?: string | undefined;
  /** The tool by which an assistant asks. */
  readonly assistantTool?: string | undefined;
}

/** Bodies that belong to an attempt. */
export interface KeptBodies extends AttemptBodies {
  readonly actionId: string;
  readonly attempt: number;
  /** They came with a page of many: what somebody asked for is worth more room. */
  readonly isOfWalk?: boolean;
}

/** One call of an action, from its turn in the queue to its end. */
export interface Flight {
  /** The attempt that comes next, 1-based, as far as no other call of the action is quicker. */
  readonly nextNumber: number;
  /** What the call does now; undefined when it has ended. */
  progress(now: ActionProgress | undefined): void;
}

interface Cell {
  state: Action;
  begun: number;
  spent: number;
  /** What each call in flight does, the newest change last. */
  readonly flights: Map<Flight, ActionProgress>;
}

class CallFlight implements Flight {
  constructor(
    private readonly cell: Cell,
    private readonly onChange: (cell: Cell, now: ActionProgress | undefined) => void,
  ) {}

  get nextNumber(): number {
    return this.cell.begun + 1;
  }

  progress(now: ActionProgress | undefined): void {
    if (setProgress(this.cell, this, now)) {
      this.onChange(this.cell, now);
    }
  }
}

const IDLE: ActionProgress = Object.freeze({ state: "idle" });

/**
 * The writing side of the records. An `Action` that was handed out never changes: each attempt
 * makes a new state, found again through any earlier one.
 */
export class Recorder {
  /** By the attempts, which a state shares with those that differ in progress alone. */
  private readonly cells = new WeakMap<Action["attempts"], Cell>();
  private readonly onProgress = (cell: Cell): void => {
    cell.state = Object.freeze({ ...cell.state, progress: newestProgress(cell) });
    this.notify(cell.state);
  };
  /** Of a walk with several pages on their way it is no news that one more is. */
  private readonly onStep = (cell: Cell, now: ActionProgress | undefined): void => {
    const wasRunning = cell.state.progress.state === "running";
    if (!wasRunning || now?.state === "waiting") {
      this.onProgress(cell);
    }
  };

  constructor(private readonly options: RecorderOptions) {}

  /** Begins an action with the pinned trace id, the given one, one of its own, or none. */
  start(title: string, { traceId: given, assistantTool }: StartOptions = {}): Action {
    const { connection, clock } = this.options;
    const id = randomUUID();
    const traceId = traceIdBy(this.options.trace(), given, id);
    const action: Action = Object.freeze({
      id,
      title,
      connectionId: connection.id,
      connectionLabel: connection.label,
      environment: connection.environment,
      ...(traceId === undefined ? {} : { traceId }),
      ...(assistantTool === undefined ? {} : { assistantTool }),
      startedAt: clock.now(),
      attempts: Object.freeze([]),
      progress: IDLE,
    });
    this.cells.set(action.attempts, { state: action, begun: 0, spent: 0, flights: new Map() });
    return action;
  }

  /** The newest state of an action. */
  current(action: Action): Action {
    return this.cell(action).state;
  }

  /** Number of the attempt that begins now, 1-based. */
  beginAttempt(action: Action): number {
    return ++this.cell(action).begun;
  }

  /** Follows what one call of an action does; of a step of a walk less is told. */
  trackCall(action: Action, isStep = false): Flight {
    return new CallFlight(this.cell(action), isStep ? this.onStep : this.onProgress);
  }

  /** Adds an attempt that has ended, and tells; its call does nothing more for now. */
  endAttempt(action: Action, attempt: Attempt, flight?: Flight): Action {
    const cell = this.cell(action);
    const clean = Object.freeze(
      withSharedHeaders(withoutSecrets(attempt, this.options.redactor.redact)),
    );
    const all = [...cell.state.attempts, clean];
    if ((cell.state.attempts.at(-1)?.number ?? 0) > clean.number) {
      all.sort((one, other) => one.number - other.number);
    }
    const attempts = keptAttempts(all);
    if (flight !== undefined) {
      setProgress(cell, flight, undefined);
    }
    cell.state = Object.freeze({
      ...cell.state,
      ...(cell.state.isCanceled === true ? { isCanceled: false } : {}),
      attempts: Object.freeze(attempts),
      progress: newestProgress(cell),
    });
    this.cells.set(attempts, cell);
    this.log(cell.state, clean);
    this.notify(cell.state);
    return cell.state;
  }

  /** The user did not wait for a call: what comes next for this action says otherwise. */
  cancel(action: Action): void {
    const cell = this.cell(action);
    cell.state = Object.freeze({ ...cell.state, isCanceled: true });
    this.notify(cell.state);
  }

  /** Hands the bodies of an attempt to whoever keeps them. */
  giveBodies(
    action: Action,
    attempt: number,
    bodies: Omit<KeptBodies, "actionId" | "attempt">,
  ): void {
    const { onBodies, log } = this.options;
    try {
      onBodies?.({ ...bodies, actionId: action.id, attempt });
    } catch {
      log.error("http: bodies could not be kept", { action: action.id });
    }
  }

  /** Milliseconds that calls of this action have taken; thinking time of the user not counted. */
  spentMilliseconds(action: Action): number {
    return this.cell(action).spent;
  }

  addSpent(action: Action, milliseconds: number): void {
    this.cell(action).spent += milliseconds;
  }

  private cell(action: Action): Cell {
    const cell = this.cells.get(action.attempts);
    if (cell === undefined) {
      throw new AppError("internal", "internal/unknownAction");
    }
    return cell;
  }

  private log(action: Action, attempt: Attempt): void {
    this.options.log.info("http: attempt", {
      method: attempt.method,
      // The log goes with evidence, and a typed path can name a client.
      path: sharablePath(attempt),
      status: attempt.status,
      failure: attempt.failure,
      milliseconds: Math.round(attempt.times.total),
      bytes: attempt.responseBytes,
      reason: attempt.reason,
      retry: attempt.retry.retry ? attempt.retry.milliseconds : attempt.retry.why,
      requestId: attempt.requestId,
      traceId: action.traceId,
      echo: attempt.echo,
    });
  }

  private notify(action: Action): void {
    const { log, onAction } = this.options;
    try {
      onAction(action);
    } catch {
      // A listener that fails must not turn a write that landed into an error.
      log.error("http: a listener of actions failed", { action: action.id });
    }
  }
}

/** False when nothing has changed. */
function setProgress({ flights }: Cell, flight: Flight, now: ActionProgress | undefined): boolean {
  const was = flights.delete(flight);
  if (now !== undefined) {
    flights.set(flight, Object.freeze(now));
  }
  return was || now !== undefined;
}

function newestProgress({ flights }: Cell): ActionProgress {
  return [...flights.values()].at(-1) ?? IDLE;
}

/** What a header may hold without harm; anything else would be refused on the wire. */
const SENDABLE = /^[A-Za-z0-9._-]{1,96}$/;

/** A new one is as random as the action's own id, and read from it. */
function traceIdBy(
  { send, prefix, pinned }: TraceOptions,
  given: string | undefined,
  id: string,
): string | undefined {
  if (!send) {
    return undefined;
  }
  const known = [pinned, given].find((one) => one !== undefined && SENDABLE.test(one));
  if (known !== undefined) {
    return known;
  }
  const random = id.replaceAll("-", "");
  return prefix === "" || SENDABLE.test(prefix) ? prefix + random : random;
}
