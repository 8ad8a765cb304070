import type { Payload } from "../payload";
import { pensionSchema } from "../template";
import {
  callOf,
  type PendingWrite,
  keyOf,
  preconditionsOf,
  type WriteContext,
  withText,
  type WritingParts,
  type Sent,
} from "./pendingWrite";
import { firstContext, confirmAndWrite } from "./confirmAndWrite";
import type { SeenVersion } from "./records";
import { versionOf } from "./version";
import { findEvidence, isStillThere } from "./landingEvidence";
import { reviewWrite } from "./reviewing";
import type {
  DeleteRequest,
  DeleteResult,
  DeleteReview,
  DryRun,
  PensionWriter,
  WriteDialog,
  WriteRequest,
  WriteResult,
  WriteReview,
} from "./writer";

interface PensionWriterOptions extends Omit<WritingParts, "schema"> {
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
}

/** The one way pensions are written: every button leads here. */
export function createPensionWriter(options: PensionWriterOptions): PensionWriter {
  const parts = {
    ...options,
    schema: async (id: string) => pensionSchema(await options.definition(id)),
  };
  return {
    write: (request, dialog) => write(parts, request, dialog),
    dryRun: (request, dialog) => dryRun(parts, request, dialog),
    review: async (request, dialog) => (await reviewAlone(parts, request, dialog)).review,
    delete: (request, dialog) => deletePension(parts, request, dialog),
    before: async (key) => {
      await parts.records.refresh();
      return withText(parts.records, parts.records.get(key)?.before);
    },
  };
}

async function write(
  parts: WritingParts,
  request: WriteRequest,
  dialog: WriteDialog<WriteReview>,
): Promise<WriteResult> {
  const pendingWrite = putErrand(parts, request, dialog);
  return confirmAndWrite(parts, pendingWrite, (sent, review) =>
    finishPut(parts, pendingWrite, { sent, review }),
  );
}

function putErrand(
  parts: WritingParts,
  request: WriteRequest,
  dialog: WriteDialog<WriteReview>,
): PendingWrite<WriteReview> & { readonly payload: Payload } {
  const { payload } = request;
  const review = (context: WriteContext): Promise<WriteReview> =>
    reviewWrite(parts, { key: keyOf(request), payload, context });
  return { request, dialog, payload, review };
}

async function finishPut(
  parts: WritingParts,
  pendingWrite: PendingWrite<WriteReview>,
  { sent, review }: { readonly sent: Sent; readonly review: WriteReview },
): Promise<WriteResult> {
  const { records } = parts;
  const { action, answer, before } = sent;
  const key = keyOf(pendingWrite.request);
  const status = answer?.status ?? 0;
  // Said at once: whoever looks after the end of this process finds what the service said.
  await records.settleWrite(key, { actionId: action.id, outcome: "landed", status });
  const findings = await findEvidence(parts, pendingWrite, sent);
  const { landed, verdict } = findings;
  if (verdict === "notThere") {
    await records.settleWrite(key, { actionId: action.id, outcome: "unknown", status });
  }
  // Compared with what was seen before it, this write would look like somebody else's.
  const seen =
    landed ?? (verdict === "notSeen" ? sentVersion(parts, pendingWrite, sent) : undefined);
  if (seen !== undefined) {
    await records.noteSeen(key, seen);
  }
  return {
    ...{ status, statusText: answer?.statusText ?? "", body: answer?.body ?? new Uint8Array() },
    ...{ action, before, ...findings, effect: review.effect },
    requestId: action.attempts.at(-1)?.requestId,
  };
}

/** What was taken: nothing shows it, and nothing else is known of what is there. */
function sentVersion(
  { clock }: WritingParts,
  { payload }: Pick<PendingWrite<WriteReview>, "payload">,
  { answer }: Sent,
): SeenVersion | undefined {
  return answer && payload && versionOf(answer, payload.text, { by: "sent", clock });
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
  return confirmAndWrite(parts, pendingWrite, async (sent) => {
    const { action, answer, before } = sent;
    const status = answer?.status ?? action.attempts.at(-1)?.status;
    const isThere = answer !== undefined && (await isStillThere(parts, pendingWrite, sent));
    const end = { actionId: action.id, outcome: isThere ? "unknown" : "deleted", status } as const;
    await parts.records.settleWrite(keyOf(request), end);
    const outcome = isThere ? "stillThere" : answer === undefined ? "gone" : "deleted";
    return { outcome, action, before };
  });
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
  const pendingWrite = putErrand(parts, request, {
    whileCalling,
    goOnUnread: () => Promise.resolve(true),
    confirm: () => Promise.resolve(false),
  });
  const context = await firstContext(parts, pendingWrite);
  return { context, review: await pendingWrite.review(context) };
}
