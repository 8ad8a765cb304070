import { AppError, isAppError } from "../../../../platform/base/errors";
import { compareThreeWay, type ThreeWay } from "../compare/threeWay";
import { pensionSchema } from "../template";
import { type AskAgain, attemptWrite, type ConfirmedWrite, preconditionsOf } from "./attemptWrite";
import { finishDelete, finishPut } from "./landingCheck";
import {
  callOf,
  readerOf,
  keyOf,
  type PendingWrite,
  type Sent,
  type WritingParts,
} from "./pendingWrite";
import { baseOf, isReadable, mayGoOnUnread, noteLook, noteRead, withText } from "./readCurrent";
import { settleFound } from "./settleFound";
import type {
  CurrentVersion,
  DeleteRequest,
  DeleteResult,
  DeleteReview,
  DryRun,
  Effect,
  PensionWriter,
  ShownVersion,
  WriteContext,
  WriteDialog,
  WriteRequest,
  WriteResult,
  WriteReview,
} from "./writer";

interface PensionWriterOptions extends Omit<WritingParts, "schema"> {
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
}

/**
 * The one way pensions are written: every button leads here. The steps in their order: what the
 * service holds is read, compared and confirmed here, written in `attemptWrite.ts`, and looked for
 * in `landingCheck.ts`.
 */
export function createPensionWriter(options: PensionWriterOptions): PensionWriter {
  const parts = {
    ...options,
    schema: async (id: string) => pensionSchema(await options.definition(id)),
  };
  return {
    write: (request, dialog) => putPension(parts, request, dialog),
    dryRun: (request, dialog) => dryRun(parts, request, dialog),
    review: async (request, dialog) => (await reviewAlone(parts, request, dialog)).review,
    read: (request, dialog) => readAlone(parts, request, dialog),
    delete: (request, dialog) => deletePension(parts, request, dialog),
    before: async (key) => {
      await parts.records.refresh();
      return withText(parts.records, parts.records.get(key)?.before);
    },
  };
}

async function putPension(
  parts: WritingParts,
  request: WriteRequest,
  dialog: WriteDialog<WriteReview>,
): Promise<WriteResult> {
  const pendingWrite = pendingPut(parts, request, dialog);
  return confirmAndWrite(parts, pendingWrite, (sent, review) =>
    finishPut(parts, pendingWrite, { sent, review }),
  );
}

function pendingPut(
  parts: WritingParts,
  request: WriteRequest,
  dialog: WriteDialog<WriteReview>,
): PendingWrite<WriteReview> {
  const { payload } = request;
  const review = (context: WriteContext): Promise<WriteReview> =>
    reviewPut(parts, request, context);
  return { request, dialog, payload, review };
}

async function deletePension(
  parts: WritingParts,
  request: DeleteRequest,
  dialog: WriteDialog<DeleteReview>,
): Promise<DeleteResult> {
  const { target } = request;
  const review = (context: WriteContext): Promise<DeleteReview> =>
    Promise.resolve({ ...context, target });
  const pendingWrite = { request, dialog, payload: undefined, review };
  return confirmAndWrite(parts, pendingWrite, (sent) => finishDelete(parts, pendingWrite, sent));
}

async function dryRun(
  parts: WritingParts,
  request: WriteRequest,
  dialog: Pick<WriteDialog<WriteReview>, "whileCalling">,
): Promise<DryRun> {
  const { context, review } = await reviewAlone(parts, request, dialog);
  const preconditions = preconditionsOf(context, parts.records, keyOf(request));
  const call = { ...callOf(request, request.payload), preconditions };
  return { plan: request.client.plan(call), review };
}

/** Up to where the user would be asked. */
async function reviewAlone(
  parts: WritingParts,
  request: WriteRequest,
  { whileCalling }: Pick<WriteDialog<WriteReview>, "whileCalling">,
): Promise<{ readonly context: WriteContext; readonly review: WriteReview }> {
  const pendingWrite = pendingPut(parts, request, readingDialog(whileCalling));
  const context = await firstContext(parts, pendingWrite);
  return { context, review: await pendingWrite.review(context) };
}

async function readAlone(
  parts: WritingParts,
  request: DeleteRequest,
  { whileCalling }: Pick<WriteDialog<DeleteReview>, "whileCalling">,
): Promise<ShownVersion> {
  const { records } = parts;
  await records.refresh();
  const current = await readOrAsk(parts, { request, dialog: readingDialog(whileCalling) });
  const seen = await noteLook(records, keyOf(request), current);
  await settleFound(parts, request, { current });
  return { current, seen };
}

/** Asks nothing: nothing is written. */
function readingDialog<Review>(
  whileCalling: WriteDialog<Review>["whileCalling"],
): WriteDialog<Review> {
  return {
    whileCalling,
    goOnUnread: () => Promise.resolve(true),
    confirm: () => Promise.resolve(false),
  };
}

/** How often a user is asked about a pension that is another one each time. */
const MOST_ROUNDS = 5;
/** The connection ended, or its session did, here or in another window: the user stopped nothing. */
const CHANGED_CONNECTION = new Set(["canceled/disposed", "canceled/signedOut"]);

/**
 * Asks, and writes what was said yes to while the service holds what was shown; asks anew where
 * it does not, or refuses. `finish` runs while the pension is still locked for other windows.
 */
async function confirmAndWrite<Review, Result>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  finish: (sent: Sent, review: Review) => Promise<Result>,
): Promise<Result> {
  const { connection } = pendingWrite.request;
  try {
    parts.guard.demandWritable(connection);
    let context = await firstContext(parts, pendingWrite);
    for (let round = 1; ; round++) {
      const confirmed = await confirm(parts, pendingWrite, context);
      const outcome = await attemptWrite(parts, pendingWrite, confirmed, (sent) =>
        finish(sent, confirmed.review),
      );
      if (outcome.kind === "done") {
        return outcome.result;
      }
      if (round === MOST_ROUNDS) {
        throw outcome.refusal ?? new AppError("service", "pensions/keepsChanging");
      }
      context = await nextContext(parts, pendingWrite, { context, outcome });
    }
  } catch (error) {
    if (!isAppError(error) || !CHANGED_CONNECTION.has(error.code)) {
      throw error;
    }
    // The user confirmed: report a write that a change of the connection canceled.
    const values = { connectionId: connection.id, connectionLabel: connection.label };
    throw new AppError("refused", "refused/connectionReplaced", { cause: error, values });
  }
}

/** What is known before the user is asked for the first time. */
async function firstContext<Review>(
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

async function nextContext<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { context, outcome }: { readonly context: WriteContext; readonly outcome: AskAgain },
): Promise<WriteContext> {
  const { refusal, readError } = outcome;
  if (refusal !== undefined) {
    pendingWrite.dialog.onRefused?.(refusal);
    const isReadAnew = isReadable(context.current);
    const current = isReadAnew ? await readOrAsk(parts, pendingWrite) : context.current;
    return { ...context, current, reason: "refused", refusal };
  }
  const current =
    readError === undefined
      ? (outcome.current ?? context.current)
      : await goOnUnread(parts, pendingWrite, readError);
  return { ...context, current, reason: "changedMeanwhile", refusal: undefined };
}

async function readOrAsk<Review>(
  parts: WritingParts,
  pendingWrite: Pick<PendingWrite<Review>, "request" | "dialog">,
): Promise<CurrentVersion> {
  try {
    return await pendingWrite.dialog.whileCalling("reading", readerOf(parts, pendingWrite));
  } catch (error) {
    if (!mayGoOnUnread(error)) {
      throw error;
    }
    return goOnUnread(parts, pendingWrite, error);
  }
}

async function goOnUnread<Review>(
  { clock }: WritingParts,
  { dialog }: Pick<PendingWrite<Review>, "dialog">,
  error: AppError,
): Promise<CurrentVersion> {
  if (!(await dialog.goOnUnread(error))) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return { kind: "unread", status: error.status ?? 0, at: clock.now() };
}

/** Compares the payload with what is known, and remembers what there is nothing more to say of. */
async function reviewPut(
  parts: WritingParts,
  request: WriteRequest,
  context: WriteContext,
): Promise<WriteReview> {
  const { records, schema } = parts;
  const { payload, target } = request;
  const { current } = context;
  const key = keyOf(request);
  const seenMetadata = records.get(key)?.seen;
  const seen = await baseOf(records, seenMetadata, current);
  const comparison =
    current.kind === "present"
      ? compareThreeWay({
          ...{ base: seen?.text, mine: payload.text, theirs: current.text },
          schema: await schema(key.connectionId),
        })
      : undefined;
  await noteRead(records, key, { current, seenMetadata, changedThere: comparison?.changedThere });
  const effect = effectOf(current, comparison);
  await settleFound(parts, request, { current, compared: { payload, effect } });
  return { ...context, target, payload, seen, seenMetadata, comparison, effect };
}

function effectOf({ kind }: CurrentVersion, comparison: ThreeWay | undefined): Effect {
  if (kind === "absent") {
    return "create";
  }
  return comparison === undefined ? "unknown" : comparison.changes === 0 ? "nothing" : "replace";
}

async function confirm<Review>(
  { guard }: WritingParts,
  { dialog, payload, request, review: makeReview }: PendingWrite<Review>,
  context: WriteContext,
): Promise<ConfirmedWrite<Review>> {
  const { connection, goesTo } = context;
  const review = await makeReview(context);
  const permit = await guard.permit({
    ...{ connection, body: payload?.bytes, method: goesTo.method, url: goesTo.url },
    clientId: request.target.clientId,
    challenge: dialog.challenge,
    confirm: () => dialog.confirm(review),
  });
  return { context, review, permit };
}
