import { type AppError, isAppError } from "../../../../platform/base/errors";
import type { Clock } from "../../../../platform/base/clock";
import type { Action } from "../../../../platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../../platform/service/client";
import type { RetryWait } from "../../../../platform/http/retry";
import type { Priority } from "../../../../platform/http/queue";
import { objectOf } from "../compare/values";
import type { PensionIdentity } from "../target";
import type { PensionKey, PensionRecords, SeenVersion, VersionMetadata } from "./records";
import { isSameVersion, versionOf } from "./version";
import type { CurrentVersion } from "./writer";

interface CurrentRead {
  readonly client: ServiceClient;
  readonly target: PensionIdentity;
  /** Of the action that reads, or that action where others read under it. */
  readonly title: string | Action;
  /** Of what the read is a part of; one of its own where it is absent. */
  readonly traceId?: string | undefined;
  readonly clock: Clock;
  /** What the user looks at goes before many reads. */
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
}

/** There is no such pension, or it is not shown to this access. */
export const ABSENT: ReadonlySet<number> = new Set([404, 410]);
/** This service, or this access, lets no pensions be read. */
export const UNREADABLE: ReadonlySet<number> = new Set([403, 405, 501]);

/**
 * What the service says that it holds, by a GET. Throws what says nothing about that: errors of
 * the network and of credentials, `canceled`, and statuses that may pass (kind `service`).
 */
export async function readCurrent(read: CurrentRead): Promise<CurrentVersion> {
  const { client, target, title, traceId, clock, signal, onWait } = read;
  const { priority = "foreground" } = read;
  const action = typeof title === "string" ? client.startAction(title, { traceId }) : title;
  const call = { operationId: "getPension", path: { ...target } } as const;
  try {
    const context = { action, signal, onWait, priority, isStepOfWalk: true };
    const answer = await client.send(call, context);
    return readAnswer(answer, clock);
  } catch (error) {
    const at = clock.now();
    const status = isAppError(error) && error.kind === "service" ? (error.status ?? 0) : 0;
    if (ABSENT.has(status)) {
      return { kind: "absent", status, at };
    }
    if (UNREADABLE.has(status)) {
      return { kind: "unread", status, at };
    }
    throw error;
  }
}

/** The text of a pension that an answer shows; undefined for anything else. */
export function shownPension(answer: ServiceAnswer): string | undefined {
  return answer.encoding.exact && objectOf(answer.text) !== undefined ? answer.text : undefined;
}

/** Whether a failed read may go better next time, and the user may go on without it. */
export function mayGoOnUnread(error: unknown): error is AppError {
  const isAnswered = isAppError(error) && (error.kind === "service" || error.kind === "answer");
  return isAnswered && error.code !== "answer/cut";
}

/** Whether reading it again can show anything. */
export function isReadable(current: CurrentVersion): boolean {
  return current.kind !== "unread" || (current.status >= 400 && !UNREADABLE.has(current.status));
}

function readAnswer(answer: ServiceAnswer, clock: Clock): CurrentVersion {
  const text = shownPension(answer);
  return text === undefined
    ? { kind: "unread", status: answer.status, at: clock.now() }
    : { kind: "present", ...versionOf(answer, text, { by: "read", clock }) };
}

/**
 * The version that is compared with, where its text is kept, or where the service holds the very same.
 */
export async function baseOf(
  records: Pick<PensionRecords, "text">,
  facts: VersionMetadata | undefined,
  current: CurrentVersion | undefined,
): Promise<SeenVersion | undefined> {
  return (await withText(records, facts)) ?? sameText(facts, current);
}

/** What a read found, and what it was compared with. */
interface NotedRead {
  readonly current: CurrentVersion;
  readonly seenMetadata: VersionMetadata | undefined;
  /** How many fields the service changed since then; undefined where that is not known. */
  readonly changedThere: number | undefined;
}

/**
 * Remembers what a read found. A change there stays one until it is taken over or written over: the
 * base is not moved past it.
 */
export async function noteRead(
  records: Pick<PensionRecords, "noteSeen" | "noteShown" | "noteAbsent">,
  key: PensionKey,
  { current, seenMetadata, changedThere }: NotedRead,
): Promise<void> {
  if (current.kind === "absent") {
    await records.noteAbsent(key);
  }
  const isNews = seenMetadata === undefined || changedThere === 0;
  if (current.kind === "present") {
    await (isNews ? records.noteSeen(key, current) : records.noteShown(key));
  }
}

/**
 * The same where no payload was compared with it. Gives the version that payloads are compared with,
 * as it was before.
 */
export async function noteLook(
  records: Pick<PensionRecords, "get" | "text" | "noteSeen" | "noteShown" | "noteAbsent">,
  key: PensionKey,
  current: CurrentVersion,
): Promise<SeenVersion | undefined> {
  const seenMetadata = records.get(key)?.seen;
  const seen = await baseOf(records, seenMetadata, current);
  // No schema: what it marks read-only a payload may hold, and would write over.
  const isSame =
    seen !== undefined && isSameVersion({ kind: "present", ...seen }, current, undefined);
  const changedThere = seen === undefined ? undefined : isSame ? 0 : 1;
  await noteRead(records, key, { current, seenMetadata, changedThere });
  return seen;
}

/** The text of facts that are known, where it still is. */
export async function withText(
  records: Pick<PensionRecords, "text">,
  facts: VersionMetadata | undefined,
): Promise<SeenVersion | undefined> {
  const text = facts && (await records.text(facts));
  return facts === undefined || text === undefined ? undefined : { ...facts, text };
}

/** The text of a version that is not kept, where the service holds the very same. */
function sameText(
  facts: VersionMetadata | undefined,
  current: CurrentVersion | undefined,
): SeenVersion | undefined {
  return current?.kind === "present" && facts?.hash === current.hash
    ? { ...facts, text: current.text }
    : undefined;
}
