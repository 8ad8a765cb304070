import { randomUUID } from "node:crypto";
import type { Connection } from "../connection";
import { AppError } from "../errors";
import type { Clock } from "../http/clock";
import type { Redactor } from "../http/redaction";
import type { Log } from "../log";
import type { TraceOptions } from "../network";
import type { Action, Attempt } from "./record";

export interface RecorderOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "redact">;
  readonly trace: () => TraceOptions;
  /** Called with each state of an action: after every attempt. */
  readonly onAction: (action: Action) => void;
}

interface Cell {
  state: Action;
  begun: number;
  spent: number;
}

/**
 * The writing side of the records. An `Action` that was handed out never changes: each attempt
 * makes a new state, found again through any earlier one.
 */
export class Recorder {
  private readonly cells = new WeakMap<Action, Cell>();

  constructor(private readonly options: RecorderOptions) {}

  /** Begins an action with a trace id of its own, the pinned one, or none. */
  start(title: string): Action {
    const { connection, clock } = this.options;
    const id = randomUUID();
    const traceId = traceIdBy(this.options.trace(), id);
    const action: Action = Object.freeze({
      id,
      title,
      connectionId: connection.id,
      connectionLabel: connection.label,
      environment: connection.environment,
      ...(traceId === undefined ? {} : { traceId }),
      startedAt: clock.now(),
      attempts: Object.freeze([]),
      progress: { state: "idle" as const },
    });
    this.cells.set(action, { state: action, begun: 0, spent: 0 });
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

  /** Adds an attempt that has ended, and tells. */
  endAttempt(action: Action, attempt: Attempt): Action {
    const cell = this.cell(action);
    const clean = this.withoutSecrets(attempt);
    const attempts = [...cell.state.attempts, Object.freeze(clean)];
    if (attempts.length > 1) {
      attempts.sort((one, other) => one.number - other.number);
    }
    cell.state = Object.freeze({ ...cell.state, attempts: Object.freeze(attempts) });
    this.cells.set(cell.state, cell);
    this.tell(cell.state, clean);
    return cell.state;
  }

  /** Milliseconds that calls of this action have taken; thinking time of the user not counted. */
  spentMilliseconds(action: Action): number {
    return this.cell(action).spent;
  }

  addSpent(action: Action, milliseconds: number): void {
    this.cell(action).spent += milliseconds;
  }

  /** A server can send back what it was given, in the places that are kept of an answer. */
  private withoutSecrets(attempt: Attempt): Attempt {
    const { redact } = this.options.redactor;
    const { requestId, statusText } = attempt;
    return {
      ...attempt,
      url: redact(attempt.url),
      ...(statusText === undefined ? {} : { statusText: redact(statusText) }),
      ...(requestId === undefined ? {} : { requestId: redact(requestId) }),
    };
  }

  private cell(action: Action): Cell {
    const cell = this.cells.get(action);
    if (cell === undefined) {
      throw new AppError("internal", "internal/unknownAction");
    }
    return cell;
  }

  private tell(action: Action, attempt: Attempt): void {
    const { log, onAction } = this.options;
    log.info("http: attempt", {
      method: attempt.method,
      path: attempt.pathTemplate,
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
    try {
      onAction(action);
    } catch {
      // A listener that fails must not turn a write that landed into an error.
      log.error("http: a listener of actions failed", { action: action.id });
    }
  }
}

/** What a header may hold without harm; anything else would be refused on the wire. */
const SENDABLE = /^[A-Za-z0-9._-]{1,96}$/;

/** As random as the action's own id, and read from it. */
function traceIdBy({ send, prefix, pinned }: TraceOptions, id: string): string | undefined {
  if (!send) {
    return undefined;
  }
  if (pinned !== undefined && SENDABLE.test(pinned)) {
    return pinned;
  }
  const random = id.replaceAll("-", "");
  return prefix === "" || SENDABLE.test(prefix) ? prefix + random : random;
}
