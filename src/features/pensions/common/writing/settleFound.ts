import { isCanceled } from "../../../../platform/base/errors";
import { hashBody } from "../../../../platform/http/bodyHash";
import type { Effect, CurrentVersion, DeleteRequest } from "./writer";
import type { Payload } from "../payload";
import { lockName } from "./attemptWrite";
import { keyOf, type WritingParts } from "./pendingWrite";
import { isUnsettled, type LastWrite, type PensionRecord } from "./records";

/** What a read found; of a payload that it was compared with, what a PUT of that would do. */
export interface Found {
  readonly current: CurrentVersion;
  readonly compared?: { readonly payload: Payload; readonly effect: Effect };
}

/** Milliseconds: whoever holds a pension for longer is writing it, and tells the outcome. */
const WAIT = 100;

/**
 * Settles a last write of unknown outcome where a read shows all that it sent, or that what it was to
 * delete is gone. Anything else tells nothing: a write that has not landed may still do so.
 */
export async function settleFound(
  { records, locks }: Pick<WritingParts, "records" | "locks">,
  request: DeleteRequest,
  found: Found,
): Promise<void> {
  const key = keyOf(request);
  const write = foundWrite(records.get(key), found);
  if (write === undefined) {
    return;
  }
  const settle = async (): Promise<void> => {
    await records.refresh();
    const { actionId, outcome } = records.get(key)?.write ?? {};
    // Whoever held the pension may have settled it, or written again.
    if (actionId !== write.actionId || outcome !== write.outcome) {
      return;
    }
    const told = write.method === "PUT" ? "landed" : "deleted";
    await records.settleWrite(key, { actionId, outcome: told, status: write.status });
    if (found.current.kind === "present") {
      await records.noteSeen(key, found.current);
    }
  };
  try {
    await locks.withLock(lockName(request.target), settle, AbortSignal.timeout(WAIT));
  } catch (error) {
    if (!isCanceled(error)) {
      throw error;
    }
  }
}

/** The last write, where its outcome is not known and the read tells it. */
function foundWrite(
  record: PensionRecord | undefined,
  { current, compared }: Found,
): LastWrite | undefined {
  const { write, before, isShown } = record ?? {};
  if (write === undefined || !isUnsettled(record)) {
    return undefined;
  }
  const isFound =
    write.method === "PUT"
      ? compared?.effect === "nothing" && write.bodyHash === hashBody(compared.payload.bytes)
      : // Without a read that showed it, a 404 may be that of an address that is not known.
        current.kind === "absent" && (isShown === true || before?.by === "read");
  return isFound ? write : undefined;
}
