import { AppError, isAppError } from "../../../../platform/base/errors";
import {
  callOf,
  callReader,
  type PendingWrite,
  type WriteContext,
  type WritingParts,
  type Sent,
} from "./pendingWrite";
import { type Again, type Asked, attemptWrite } from "./attemptWrite";
import { withLock } from "./heldLock";
import { isReadable, mayGoOnUnread } from "./readCurrent";
import type { PensionIdentity } from "../target";
import type { CurrentVersion } from "./writer";

/** How often a user is asked about a pension that is another one each time. */
const MOST_ROUNDS = 5;

/**
 * Asks, and writes what was said yes to while the service holds what was shown; asks anew where
 * it does not, or refuses. `finish` runs while the pension is still locked for other windows.
 */
export async function confirmAndWrite<Review, Result>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  finish: (sent: Sent, review: Review) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(parts, pendingWrite, finish);
  } catch (error) {
    throw isAppError(error) && error.code === "canceled/disposed"
      ? connectionReplaced(pendingWrite, error)
      : error;
  }
}

/** The user confirmed: report a write that a change of the connection canceled, do not drop it silently. */
function connectionReplaced<Review>({ request }: PendingWrite<Review>, cause: AppError): AppError {
  const { id: connectionId, label: connectionLabel } = request.connection;
  const values = { connectionId, connectionLabel };
  return new AppError("refused", "refused/connectionReplaced", { cause, values });
}

async function run<Review, Result>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  finish: (sent: Sent, review: Review) => Promise<Result>,
): Promise<Result> {
  const { guard, locks } = parts;
  guard.demandWritable(pendingWrite.request.connection);
  let context = await firstContext(parts, pendingWrite);
  for (let round = 1; ; round++) {
    const asked = await ask(parts, pendingWrite, context);
    const turn = await withLock(locks, lockName(pendingWrite.request.target), async (take) => {
      const taken = await attemptWrite({ parts, pendingWrite, asked, take });
      return taken.kind === "again"
        ? taken
        : { kind: "done" as const, result: await finish(taken.sent, asked.review) };
    });
    if (turn.kind === "done") {
      return turn.result;
    }
    if (round === MOST_ROUNDS) {
      throw turn.refusal ?? new AppError("service", "pensions/keepsChanging");
    }
    context = await nextContext(parts, pendingWrite, { context, turn });
  }
}

/** What is known before the user is asked for the first time. */
export async function firstContext<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
): Promise<WriteContext> {
  const { request, payload } = pendingWrite;
  const { connection, client } = request;
  const goesTo = client.describe(callOf(request, payload));
  await parts.records.refresh();
  const current = await readOrAsk(parts, pendingWrite);
  return { connection, goesTo, current, reason: "asked", refusal: undefined };
}

/**
 * One for all windows, and for all connections and addresses that may lead to it: whoever writes a
 * pension holds it from the last look to the check.
 */
function lockName({ clientId, pensionId }: PensionIdentity): string {
  return `pension ${clientId}/${pensionId}`.toLowerCase();
}

async function ask<Review>(
  { guard }: WritingParts,
  pendingWrite: PendingWrite<Review>,
  context: WriteContext,
): Promise<Asked<Review>> {
  const { dialog, payload, request } = pendingWrite;
  const { connection, goesTo } = context;
  const review = await pendingWrite.review(context);
  const permit = await guard.permit({
    ...{ connection, body: payload?.bytes, method: goesTo.method, url: goesTo.url },
    clientId: request.target.clientId,
    challenge: dialog.challenge,
    confirm: () => dialog.confirm(review),
  });
  return { context, review, permit };
}

async function nextContext<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { context, turn }: { readonly context: WriteContext; readonly turn: Again },
): Promise<WriteContext> {
  const { refusal, readError } = turn;
  if (refusal !== undefined) {
    pendingWrite.dialog.onRefused?.(refusal);
    const isReadAnew = isReadable(context.current);
    const current = isReadAnew ? await readOrAsk(parts, pendingWrite) : context.current;
    return { ...context, current, reason: "refused", refusal };
  }
  const current =
    readError === undefined
      ? (turn.current ?? context.current)
      : await goOnUnread(parts, pendingWrite, readError);
  return { ...context, current, reason: "changedMeanwhile", refusal: undefined };
}

async function readOrAsk<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
): Promise<CurrentVersion> {
  try {
    return await pendingWrite.dialog.whileCalling("reading", callReader(parts, pendingWrite));
  } catch (error) {
    if (!mayGoOnUnread(error)) {
      throw error;
    }
    return goOnUnread(parts, pendingWrite, error);
  }
}

async function goOnUnread<Review>(
  { clock }: WritingParts,
  { dialog }: PendingWrite<Review>,
  error: AppError,
): Promise<CurrentVersion> {
  if (!(await dialog.goOnUnread(error))) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return { kind: "unread", status: error.status ?? 0, at: clock.now() };
}
