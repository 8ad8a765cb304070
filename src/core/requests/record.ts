import type { Environment } from "../connection";

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
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly attempts: readonly Attempt[];
}

/** One HTTP exchange on the wire with the service. Never holds a secret or a body. */
export interface Attempt {
  /** 1-based within its action. */
  readonly number: number;
  /** Why it was made: the first try, or the one repeat after a token renewal. */
  readonly reason: "first" | "renewal";
  readonly method: string;
  /** Path as the definition writes it, prefix included: `/crm/v1/clients/{clientId}`. */
  readonly pathTemplate: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds since `startedAt`. */
  readonly times: { readonly firstByte?: number; readonly total: number };
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
}
