import * as v from "valibot";
import { ENVIRONMENTS } from "./connection";
import type { HeaderList } from "./headers";
import { isListOf, isText } from "./shapes";
import { moment } from "./messageSchemas";

/** Milliseconds, so few that sums of moments and spans are moments: what is none cannot be shown. */
const spanSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1e12));
const finiteSchema = v.pipe(v.number(), v.finite());
/** Most of a long history: checked by hand, which is quicker than a schema of pairs. */
const headersSchema = v.custom<HeaderList>((value) =>
  isListOf(value, (header) => isListOf(header, isText) && header.length === 2),
);

/** Whether the service returned the trace id that was sent (specification, section 4.2). */
const echoSchema = v.picklist(["equal", "missing", "changed", "notSent"]);

/** An id found in the body of a failure: the specification shows no such field, so by its name. */
const errorIdSchema = v.object({
  /** Dotted path of the field: `error.correlationId`. */
  field: v.string(),
  value: v.string(),
});

/** `firstByte` and `total` count from `startedAt`. */
const timesSchema = v.object({
  /** Waiting for its turn, before `startedAt`. */
  queue: spanSchema,
  /** Name lookup, TCP, proxy and TLS; absent where an open connection was used. */
  connect: v.exactOptional(spanSchema),
  firstByte: v.exactOptional(spanSchema),
  total: spanSchema,
});

/** What is decided after an attempt, and why; kept on its record. */
const retrySchema = v.variant("retry", [
  v.object({
    retry: v.literal(true),
    /** How long to wait before the next attempt. */
    milliseconds: spanSchema,
    why: v.picklist(["retryAfter", "backOff"]),
  }),
  v.object({
    retry: v.literal(false),
    why: v.picklist(["answered", "status", "method", "network", "tries", "deadline"]),
    /** The wait that would have been needed, where it was the deadline that forbade it. */
    waitMilliseconds: v.exactOptional(finiteSchema),
  }),
]);

/** One HTTP exchange on the wire with the service. Never holds a secret or a body. */
const attemptSchema = v.object({
  /** 1-based within its action. */
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Why it was made: the first try, the one repeat after a token renewal, a retry of its own. */
  reason: v.picklist(["first", "renewal", "retry"]),
  /** Of the definition; absent for a path that the user typed. */
  operationId: v.exactOptional(v.string()),
  method: v.string(),
  /** Path as the definition writes it, prefix included: `/crm/v1/clients/{clientId}`. */
  pathTemplate: v.string(),
  /** As it was sent, secrets out. It holds the ids of path and query: never part of a ticket. */
  url: v.string(),
  /** As they were sent, in order; the values of credentials are replaced. */
  requestHeaders: headersSchema,
  /** As they came, secrets out; empty where no head of an answer came. */
  responseHeaders: headersSchema,
  startedAt: moment,
  times: v.pipe(timesSchema, v.readonly()),
  requestBytes: finiteSchema,
  /** Decoded bytes of the answer's body. */
  responseBytes: finiteSchema,
  /** SHA-256 in hex; absent where there was no body. */
  requestHash: v.exactOptional(v.string()),
  responseHash: v.exactOptional(v.string()),
  /** Correlation ids that the body of a failure names, each with the field it stood in. */
  errorIds: v.exactOptional(v.pipe(v.array(errorIdSchema), v.readonly())),
  status: v.exactOptional(finiteSchema),
  statusText: v.exactOptional(v.string()),
  /** `x-dt-requestid` as the service gave it, control characters removed. */
  requestId: v.exactOptional(v.string()),
  echo: echoSchema,
  /** Code of the `AppError` when no whole answer came; `status` is there if the head came. */
  failure: v.exactOptional(v.string()),
  /** What was decided after it. */
  retry: retrySchema,
});

/** An action as it is stored: all but its progress, which belongs to its window. */
export const storedActionSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/)),
  /** A few words for people, without client data: "Holdings page 2". */
  title: v.string(),
  connectionId: v.string(),
  connectionLabel: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** Absent when the user switched trace ids off: the header is optional. */
  traceId: v.exactOptional(v.string()),
  /** Name of the tool where an assistant asked for it; absent for what the user did. */
  assistantTool: v.exactOptional(v.string()),
  /** The user did not wait for its last call; gone when another one has ended. */
  isCanceled: v.exactOptional(v.boolean()),
  startedAt: moment,
  attempts: v.pipe(v.array(v.pipe(attemptSchema, v.readonly())), v.readonly()),
});

export type TraceEcho = v.InferOutput<typeof echoSchema>;
export type ErrorId = Readonly<v.InferOutput<typeof errorIdSchema>>;
export type RetryDecision = Readonly<v.InferOutput<typeof retrySchema>>;
export type Attempt = Readonly<v.InferOutput<typeof attemptSchema>>;

/** One thing the user asked for. All its attempts carry its one trace id. */
export interface Action extends Readonly<v.InferOutput<typeof storedActionSchema>> {
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

/** Bodies of an attempt, byte for byte; kept apart from the record, which holds none. */
export interface AttemptBodies {
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
  /** Content type of the answer, as it came. */
  readonly responseType?: string;
}
