import type { Action } from "../../../../platform/base/action";
import type { Clock } from "../../../../platform/base/clock";
import type { Locks } from "../../../../platform/files/locks/locks";
import type { WriteGuard } from "../../../../platform/guard/guard";
import type { ServiceAnswer, ServiceCall } from "../../../../platform/service/client";
import type { Schema } from "../../../../platform/service/definition/schema";
import type { Payload } from "../payload";
import { readCurrent } from "./readCurrent";
import {
  acceptedButUnreadable,
  type PensionKey,
  type PensionRecords,
  type SeenVersion,
} from "./records";
import type { CurrentVersion, DeleteRequest, WriteContext, WriteDialog } from "./writer";

/** What writing needs, whatever is written. */
export interface WritingParts {
  readonly guard: Pick<WriteGuard, "demandWritable" | "permit">;
  readonly locks: Locks;
  readonly records: PensionRecords;
  readonly clock: Clock;
  /** Of a payload, by the definition that a connection lives by. */
  readonly schema: (connectionId: string) => Promise<Schema>;
}

/** A PUT or a DELETE on its way: what both have in common, and what each says of itself. */
export interface PendingWrite<Review> {
  readonly request: DeleteRequest;
  readonly dialog: WriteDialog<Review>;
  /** Undefined where the pension is to be deleted. */
  readonly payload: Payload | undefined;
  readonly review: (context: WriteContext) => Promise<Review>;
}

/** A write that left, and what there was before it. */
export interface Sent {
  readonly action: Action;
  /** What the service held when it left. */
  readonly current: CurrentVersion;
  /** The version to go back to. */
  readonly before: SeenVersion | undefined;
  /** Undefined where it was to be deleted and was gone. */
  readonly answer: ServiceAnswer | undefined;
}

/** The pension that a request is about, through its connection. */
export function keyOf({ connection, target }: DeleteRequest): PensionKey {
  return { connectionId: connection.id, ...target };
}

/** The call, without its permit. */
export function callOf(
  { target }: Pick<DeleteRequest, "target">,
  payload: Payload | undefined,
): ServiceCall {
  return {
    operationId: payload === undefined ? "deletePension" : "putPension",
    path: { ...target },
    ...(payload === undefined ? {} : { body: payload.bytes }),
  };
}

/**
 * Reads the pension under an action of its own, so that the write's has but the write. A service that
 * took it and never showed it does not say by a 404 that it has none.
 */
export function readerOf<Review>(
  { clock, records }: WritingParts,
  { request, dialog }: Pick<PendingWrite<Review>, "request" | "dialog">,
): (signal: AbortSignal) => Promise<CurrentVersion> {
  const { client, target, title, readTitle = title, traceId } = request;
  const { onWait } = dialog;
  return async (signal) => {
    const read = { client, target, title: readTitle, traceId, clock, signal, onWait };
    const current = await readCurrent(read);
    const { seen: seenMetadata, before, write, ...proofs } = records.get(keyOf(request)) ?? {};
    return current.kind === "absent" &&
      acceptedButUnreadable({ seenMetadata, before, write, ...proofs })
      ? { ...current, kind: "unread" }
      : current;
  };
}
