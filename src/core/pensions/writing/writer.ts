import type { Connection } from "../../connection";
import type { AppError } from "../../errors";
import type { Action } from "../../requests/record";
import type { CallTarget, PlannedCall, RetryWait, ServiceClient } from "../../service/client";
import type { ThreeWay } from "../compare/threeWay";
import type { Landing } from "../compare/landing";
import type { Payload } from "../payload";
import type { PensionIdentity } from "../target";
import type { PensionKey, SeenVersion } from "./records";

/** What the service says it holds, told by a read just now. */
export type CurrentVersion = PresentVersion | AbsentVersion | UnreadVersion;

export interface PresentVersion extends SeenVersion {
  readonly kind: "present";
}

/** 404 or 410: there is no such pension, or it is not shown to this access. */
export interface AbsentVersion {
  readonly kind: "absent";
  readonly status: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** This service lets no pensions be read, or this read came to nothing and the user went on. */
export interface UnreadVersion {
  readonly kind: "unread";
  /** 0 where no status came. */
  readonly status: number;
  readonly at: number;
}

/** What a write would do, as far as that is known. */
export type Effect = "create" | "replace" | "nothing" | "unknown";

/** Why the user is asked. */
export type ReviewReason =
  /** The first time. */
  | "asked"
  /** The service held something else when the write was about to leave. */
  | "changedMeanwhile"
  /** The service refused with 409 or 412. */
  | "refused";

/** What the user decides on: everything that is known before a write leaves. */
export interface WriteReview {
  readonly connection: Connection;
  readonly target: PensionIdentity;
  readonly goesTo: CallTarget;
  readonly payload: Payload;
  readonly current: CurrentVersion;
  /** The version that this connection saw last before this read; it may be old. */
  readonly seen: SeenVersion | undefined;
  /** Of file, version last seen and service now; undefined where there is nothing to compare with. */
  readonly comparison: ThreeWay | undefined;
  readonly effect: Effect;
  readonly reason: ReviewReason;
}

/** A pension that is about to be deleted. */
export interface DeleteReview {
  readonly connection: Connection;
  readonly target: PensionIdentity;
  readonly goesTo: CallTarget;
  readonly current: CurrentVersion;
}

/** The user's side of a write. */
export interface WriteDialog<Review> {
  /** The read failed for now; true goes on without comparing, false ends as canceled. */
  readonly goOnUnread: (error: AppError) => Promise<boolean>;
  /** Shows what would change and asks; false ends as canceled. Each review is asked anew. */
  readonly confirm: (review: Review) => Promise<boolean>;
  /** Called before a wait for a retry. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Wraps what goes over the wire: progress with the step, and cancel. */
  readonly whileCalling: <Result>(
    step: "reading" | "sending" | "checking" | "deleting",
    task: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

export interface WriteRequest {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly target: PensionIdentity;
  readonly payload: Payload;
  readonly title: string;
}

export interface DeleteRequest {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly target: PensionIdentity;
  readonly title: string;
}

/** What tells that a write landed, and how far it can be relied on. */
export interface Evidence {
  /** Against the PUT's own answer; undefined where that shows no pension. */
  readonly answer: Landing | undefined;
  /** Against a read after it; undefined where there was none that shows the pension. */
  readonly read: { readonly landing: Landing; readonly at: number } | undefined;
  /** Why there is no read: the service lets none be made, or it failed. */
  readonly unread: "notPossible" | "failed" | undefined;
}

export interface WriteResult {
  readonly status: number;
  readonly statusText: string;
  /** The pension as the PUT's answer has it. */
  readonly body: Uint8Array;
  /** What the service holds now, by the best evidence; undefined where nothing shows it. */
  readonly landed: SeenVersion | undefined;
  readonly action: Action;
  readonly effect: Effect;
  readonly evidence: Evidence;
  /** By the best evidence; undefined when nothing shows what landed. */
  readonly landing: Landing | undefined;
  /** The version to go back to; undefined where none is known. */
  readonly before: SeenVersion | undefined;
}

export interface DeleteResult {
  /** `gone` where the service had no such pension any more (404, 410): that counts as done. */
  readonly outcome: "deleted" | "gone";
  readonly action: Action;
  readonly before: SeenVersion | undefined;
}

/** What a dry run shows: all that would be sent, and nothing that was. */
export interface DryRun {
  readonly plan: PlannedCall;
  readonly review: WriteReview;
}

/** The one way pensions are written: every button leads here. */
export interface PensionWriter {
  /**
   * Lock, read, compare, confirm, permit, PUT, landing check. Throws kind `canceled` where the user
   * declined, `refused/locked` where Production is locked, `pensions/outcomeUnknown` where it may
   * have landed; anything else says that nothing was written.
   */
  write(request: WriteRequest, dialog: WriteDialog<WriteReview>): Promise<WriteResult>;
  /** The same until the permit; asks nothing but `goOnUnread`, which counts as yes. */
  dryRun(
    request: WriteRequest,
    dialog: Pick<WriteDialog<WriteReview>, "whileCalling">,
  ): Promise<DryRun>;
  /** Reads and compares; for the diff without a write. */
  review(
    request: WriteRequest,
    dialog: Pick<WriteDialog<WriteReview>, "whileCalling">,
  ): Promise<WriteReview>;
  delete(request: DeleteRequest, dialog: WriteDialog<DeleteReview>): Promise<DeleteResult>;
  /** The version before the last write of this pension through this connection, if it is known. */
  before(key: PensionKey): Promise<SeenVersion | undefined>;
}
