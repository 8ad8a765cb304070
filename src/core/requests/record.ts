import type { Environment } from "../connection";
import type { RetryDecision } from "../http/retry";

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
}

/** One HTTP exchange on the wire with the service. Never holds a secret or a body. */
export interface Attempt {
  /** 1-based within its action. */
  readonly number: number;
  /** Why it was made: the first try, the one repeat after a token renewal, a retry of its own. */
  readonly reason: "first" | "renewal" | "retry";
  readonly method: string;
  /** Path as the definition writes it, prefix included: `/crm/v1/clients/{clientId}`. */
  readonly pathTemplate: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly times: AttemptTimes;
  readonly requestBytes: number;
  /** Decoded bytes of the answer's body. */
  readonly responseBytes: number;
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

/** Milliseconds; `firstByte` and `total` count from `startedAt`. */
export interface AttemptTimes {
  /** Waiting for its turn, before `startedAt`. */
  readonly queue: number;
  /** Name lookup, TCP, proxy and TLS; absent where an open connection was used. */
  readonly connect?: number;
  readonly firstByte?: number;
  readonly total: number;
}
