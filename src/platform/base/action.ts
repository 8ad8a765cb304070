import type { Environment } from "./connection";
import type { HeaderList } from "./headers";

/** Whether the service returned the trace id that was sent (specification, section 4.2). */
export type TraceEcho = "equal" | "missing" | "changed" | "notSent";

/** One thing the user asked for. All its attempts carry its one trace id. */
export interface Action {
  readonly id: string;
  /** A few words for people, without client data: "Holdings page 2". */
  readonly title: string;
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly environment: Environment;
  /** Absent when the user switched trace ids off: the header is optional. */
  readonly traceId?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly attempts: readonly Attempt[];
  readonly progress: ActionProgress;
}

/**
 * What an action does now. `idle`: nothing was sent yet, or all that was sent has ended and
 * more may follow. Times in milliseconds since the epoch.
 */
export type ActionProgress =
  | { readonly state: "idle" }
  /** Waits for its turn; `number` is that of the attempt that is to come. */
  | { readonly state: "queued"; readonly number: number; readonly since: number }
  | { readonly state: "running"; readonly number: number; readonly since: number }
  | {
      readonly state: "waiting";
      readonly since: number;
      /** When the next attempt begins. */
      readonly until: number;
      /** The status that asked for the wait. */
      readonly status: number;
      readonly why: "retryAfter" | "backOff";
    };

/** One HTTP exchange on the wire with the service. Never holds a secret or a body. */
export interface Attempt {
  /** 1-based within its action. */
  readonly number: number;
  /** Why it was made: the first try, the one repeat after a token renewal, a retry of its own. */
  readonly reason: "first" | "renewal" | "retry";
  /** Of the definition; absent for a path that the user typed. */
  readonly operationId?: string;
  readonly method: string;
  /** Path as the definition writes it, prefix included: `/crm/v1/clients/{clientId}`. */
  readonly pathTemplate: string;
  /** As it was sent, secrets out. It holds the ids of path and query: never part of a ticket. */
  readonly url: string;
  /** As they were sent, in order; the values of credentials are replaced. */
  readonly requestHeaders: HeaderList;
  /** As they came, secrets out; empty where no head of an answer came. */
  readonly responseHeaders: HeaderList;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly times: AttemptTimes;
  readonly requestBytes: number;
  /** Decoded bytes of the answer's body. */
  readonly responseBytes: number;
  /** SHA-256 in hex; absent where there was no body. */
  readonly requestHash?: string;
  readonly responseHash?: string;
  /** Correlation ids that the body of a failure names, each with the field it stood in. */
  readonly errorIds?: readonly ErrorId[];
  readonly status?: number;
  readonly statusText?: string;
  /** `x-dt-requestid` as the service gave it, control characters removed. */
  readonly requestId?: string;
  readonly echo: TraceEcho;
  /** Code of the `AppError` when no whole answer came; `status` is there if the head came. */
  readonly failure?: string;
  /** What was decided after it. */
  readonly retry: RetryDecision;
}

/** An id found in the body of a failure: the specification shows no such field, so by its name. */
export interface ErrorId {
  /** Dotted path of the field: `error.correlationId`. */
  readonly field: string;
  readonly value: string;
}

/** Bodies of an attempt, byte for byte; kept apart from the record, which holds none. */
export interface AttemptBodies {
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
  /** Content type of the answer, as it came. */
  readonly responseType?: string;
}

/** Milliseconds; `firstByte` and `total` count from `startedAt`. */
export interface AttemptTimes {
  /** Waiting for its turn, before `startedAt`. */
  readonly queue: number;
  /** Name lookup, TCP, proxy and TLS; absent where an open connection was used. */
  readonly connect?: number;
  readonly firstByte?: number;
  readonly total: number;
}

/** What is decided after an attempt, and why; kept on its record. */
export type RetryDecision =
  | {
      readonly retry: true;
      /** How long to wait before the next attempt. */
      readonly milliseconds: number;
      readonly why: "retryAfter" | "backOff";
    }
  | {
      readonly retry: false;
      readonly why: "answered" | "status" | "method" | "network" | "tries" | "deadline";
      /** The wait that would have been needed, where it was the deadline that forbade it. */
      readonly waitMilliseconds?: number;
    };
