import type { Connection } from "../../../../platform/base/connection";
import type { AppError } from "../../../../platform/base/errors";
import type { AskChallenge } from "../../../../platform/guard/guard";
import type { Action } from "../../../../platform/base/action";
import type { CallTarget, PlannedCall, ServiceClient } from "../../../../platform/service/client";
import type { RetryWait } from "../../../../platform/http/retry";
import type { ThreeWay } from "../compare/threeWay";
import type { Landing } from "../compare/landing";
import type { Payload } from "../payload";
import type { PensionIdentity } from "../target";
import type { PensionKey, VersionMetadata, SeenVersion } from "./records";

/** What the service says it holds, told by a read just now. */
export type CurrentVersion = PresentVersion | AbsentVersion | UnreadVersion;

export interface PresentVersion extends SeenVersion {
  readonly kind: "present";
}

/** 404 or 410: there is no such pension, or it is not shown to this access. */
interface AbsentVersion {
  readonly kind: "absent";
  readonly status: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** This service lets no pensions be read, or this read came to nothing and the user went on. */
interface UnreadVersion {
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

/** What is known where the user is asked. */
export interface WriteContext {
  readonly connection: Connection;
  readonly goesTo: CallTarget;
  readonly current: CurrentVersion;
  readonly reason: ReviewReason;
  /** What the service refused with; there for the reason `refused` alone. */
  readonly refusal: AppError | undefined;
}

/** A pension that is about to be deleted. */
export interface DeleteReview extends WriteContext {
  readonly target: PensionIdentity;
}

/** What the user decides on: everything that is known before a PUT leaves. */
export interface WriteReview extends WriteContext {
  readonly target: PensionIdentity;
  readonly payload: Payload;
  /**
   * The version that the payload is compared with: what was seen through this connection before,
   * when it was opened, written or found unchanged. A review that shows changes there does not
   * move it, so that they stay known as the service's until they are taken over or written over.
   */
  readonly seen: SeenVersion | undefined;
  /** The same also where its text is not kept any more: then only that it changed is known. */
  readonly seenMetadata: VersionMetadata | undefined;
  /** Of file, version last seen and service now; undefined where there is nothing to compare with. */
  readonly comparison: ThreeWay | undefined;
  readonly effect: Effect;
}

/** The user's side of a write. */
export interface WriteDialog<Review> {
  /** The read failed for now; true goes on without comparing, false ends as canceled. */
  readonly goOnUnread: (error: AppError) => Promise<boolean>;
  /** Shows what would change and asks; false ends as canceled. Each review is asked anew. */
  readonly confirm: (review: Review) => Promise<boolean>;
  /** What the guard asks to be typed before the first write of an unlock. */
  readonly challenge?: AskChallenge | undefined;
  /** The service said 409 or 412; called before it is looked at again. */
  readonly onRefused?: ((refusal: AppError) => void) | undefined;
  /** Called before a wait for a retry. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Ends what comes before the write, and its waits; never a write that has left. */
  readonly stop?: AbortSignal | undefined;
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
  /** Of the write in the history. */
  readonly title: string;
  /** Of the reads before and after it; that of the write where none is given. */
  readonly readTitle?: string;
  /** Of the write and its reads, where they are part of something larger. */
  readonly traceId?: string | undefined;
  /** What a plan showed, where the user said yes to that and is not asked about this write alone. */
  readonly confirmed?: CurrentVersion | undefined;
}

export type DeleteRequest = Omit<WriteRequest, "payload">;

/** What tells that a write landed, and how far it can be relied on. */
export interface Evidence {
  /** Against the PUT's own answer; undefined where that shows no pension. */
  readonly answer: Landing | undefined;
  /** Against a read after it; undefined where there was none that shows the pension. */
  readonly read: { readonly landing: Landing; readonly at: number } | undefined;
  /**
   * Why there is no read that shows the pension: the service lets none be made, it failed, or it
   * says that there is no such pension.
   */
  readonly unread: "notPossible" | "failed" | "absent" | undefined;
}

/**
 * By the best evidence. `landed`: all that was sent is there as it was sent. `differs`: the pension
 * is there, not all of it as it was sent. `notSeen`: the service took it, nothing shows it.
 * `notThere`: the service took it, and a read after that shows what was there before, or nothing.
 */
export type Verdict = "landed" | "differs" | "notSeen" | "notThere";

export interface WriteResult {
  readonly status: number;
  readonly statusText: string;
  /** The pension as the PUT's answer has it. */
  readonly body: Uint8Array;
  /** What the service holds now, by the best evidence; undefined where nothing shows it. */
  readonly landed: SeenVersion | undefined;
  /** Of the write alone; reads have actions of their own. */
  readonly action: Action;
  readonly requestId: string | undefined;
  readonly effect: Effect;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  /** By the best evidence; undefined when nothing shows what landed. */
  readonly landing: Landing | undefined;
  /** Paths that the payload left out and that are there all the same. */
  readonly stayed: readonly string[];
  /** The version to go back to; undefined where none is known. */
  readonly before: SeenVersion | undefined;
}

export interface DeleteResult {
  /**
   * `gone` where the service had no such pension any more (404, 410): that counts as done.
   * `stillThere` where it said yes, and a read after that shows the pension all the same.
   */
  readonly outcome: "deleted" | "gone" | "stillThere";
  readonly action: Action;
  readonly before: SeenVersion | undefined;
}

/** What a dry run shows: all that would be sent, and nothing that was. */
export interface DryRun {
  readonly plan: PlannedCall;
  readonly review: WriteReview;
}

/** What the service holds, and what payloads were compared with before it was read. */
export interface ShownVersion {
  readonly current: CurrentVersion;
  readonly seen: SeenVersion | undefined;
}

/** The one way pensions are written: every button leads here. */
export interface PensionWriter {
  /**
   * Lock, read, compare, confirm, permit, PUT, landing check. Throws kind `canceled` where the user
   * declined, `refused/locked` where Production is locked, `pensions/outcomeUnknown` where it may
   * have landed, with `shown` in its values; anything else says that nothing was written.
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
  /** Reads what is to be looked at alone: no payload is compared with it. */
  read(
    request: DeleteRequest,
    dialog: Pick<WriteDialog<DeleteReview>, "whileCalling">,
  ): Promise<ShownVersion>;
  delete(request: DeleteRequest, dialog: WriteDialog<DeleteReview>): Promise<DeleteResult>;
  /** The version before the last write of this pension through this connection, if it is known. */
  before(key: PensionKey): Promise<SeenVersion | undefined>;
}
