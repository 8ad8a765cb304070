import type { WritePermit } from "../base/permit";
import type { Action } from "../base/action";
import type { RetryWait } from "./retry";
import type { Priority } from "./queue";
import type { ByteSink } from "./content";
import type { AnyCall, Preconditions } from "../base/call";

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly pathTemplate: string;
  /** Of the definition; absent for a path that the user typed. */
  readonly operationId?: string | undefined;
  readonly body?: Uint8Array | undefined;
  readonly permit?: WritePermit | undefined;
  readonly preconditions?: Preconditions | undefined;
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** `application/json` where none is named. */
  readonly accept?: string | undefined;
  readonly contentType?: string | undefined;
  readonly action: Action;
  /** What the request was made from: goes with the error of an answer that was too large. */
  readonly call?: AnyCall | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends the call while nothing of it is on the wire. */
  readonly stop?: AbortSignal | undefined;
  /** Milliseconds that other calls of the action took do not count. */
  readonly isStepOfWalk?: boolean | undefined;
  readonly priority?: Priority | undefined;
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Takes the body of a 2xx, of any size and however long it lasts. */
  readonly sink?: ByteSink | undefined;
  /** Told of the body of a 2xx as it comes; must not throw. */
  readonly onBody?: ((chunk: Uint8Array) => void) | undefined;
}
