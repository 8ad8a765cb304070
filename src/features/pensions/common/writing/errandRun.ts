import { AppError, isAppError } from "../../../../platform/base/errors";
import {
  callOf,
  callReader,
  type Errand,
  type Situation,
  type WritingParts,
  type Sent,
} from "./errand";
import { type Again, type Asked, takeTurn } from "./errandTurn";
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
export async function runErrand<Review, Result>(
  parts: WritingParts,
  errand: Errand<Review>,
  finish: (sent: Sent, review: Review) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(parts, errand, finish);
  } catch (error) {
    throw isAppError(error) && error.code === "canceled/disposed"
      ? connectionReplaced(errand, error)
      : error;
  }
}

/** After a yes, silence would look like a write: nobody canceled this but a change of the connection. */
function connectionReplaced<Review>({ request }: Errand<Review>, cause: AppError): AppError {
  const { id: connectionId, label: connectionLabel } = request.connection;
  const values = { connectionId, connectionLabel };
  return new AppError("refused", "refused/connectionReplaced", { cause, values });
}

async function run<Review, Result>(
  parts: WritingParts,
  errand: Errand<Review>,
  finish: (sent: Sent, review: Review) => Promise<Result>,
): Promise<Result> {
  const { guard, locks } = parts;
  guard.demandWritable(errand.request.connection);
  let situation = await firstSituation(parts, errand);
  for (let round = 1; ; round++) {
    const asked = await ask(parts, errand, situation);
    const turn = await withLock(locks, lockName(errand.request.target), async (take) => {
      const taken = await takeTurn({ parts, errand, asked, take });
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
    situation = await nextSituation(parts, errand, { situation, turn });
  }
}

/** What is known before the user is asked for the first time. */
export async function firstSituation<Review>(
  parts: WritingParts,
  errand: Errand<Review>,
): Promise<Situation> {
  const { request, payload } = errand;
  const { connection, client } = request;
  const goesTo = client.describe(callOf(request, payload));
  await parts.records.refresh();
  const current = await readOrAsk(parts, errand);
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
  errand: Errand<Review>,
  situation: Situation,
): Promise<Asked<Review>> {
  const { dialog, payload, request } = errand;
  const { connection, goesTo } = situation;
  const review = await errand.review(situation);
  const permit = await guard.permit({
    ...{ connection, body: payload?.bytes, method: goesTo.method, url: goesTo.url },
    clientId: request.target.clientId,
    challenge: dialog.challenge,
    confirm: () => dialog.confirm(review),
  });
  return { situation, review, permit };
}

async function nextSituation<Review>(
  parts: WritingParts,
  errand: Errand<Review>,
  { situation, turn }: { readonly situation: Situation; readonly turn: Again },
): Promise<Situation> {
  const { refusal, readError } = turn;
  if (refusal !== undefined) {
    errand.dialog.onRefused?.(refusal);
    const isReadAnew = isReadable(situation.current);
    const current = isReadAnew ? await readOrAsk(parts, errand) : situation.current;
    return { ...situation, current, reason: "refused", refusal };
  }
  const current =
    readError === undefined
      ? (turn.current ?? situation.current)
      : await goOnUnread(parts, errand, readError);
  return { ...situation, current, reason: "changedMeanwhile", refusal: undefined };
}

async function readOrAsk<Review>(
  parts: WritingParts,
  errand: Errand<Review>,
): Promise<CurrentVersion> {
  try {
    return await errand.dialog.whileCalling("reading", callReader(parts, errand));
  } catch (error) {
    if (!mayGoOnUnread(error)) {
      throw error;
    }
    return goOnUnread(parts, errand, error);
  }
}

async function goOnUnread<Review>(
  { clock }: WritingParts,
  { dialog }: Errand<Review>,
  error: AppError,
): Promise<CurrentVersion> {
  if (!(await dialog.goOnUnread(error))) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return { kind: "unread", status: error.status ?? 0, at: clock.now() };
}
