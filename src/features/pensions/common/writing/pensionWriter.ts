import type { Payload } from "../payload";
import { pensionSchema } from "../template";
import {
  callOf,
  type Errand,
  keyOf,
  preconditionsOf,
  type Situation,
  withText,
  type WritingParts,
  type Sent,
} from "./errand";
import { firstSituation, runErrand } from "./errandRun";
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
  const errand = putErrand(parts, request, dialog);
  return runErrand(parts, errand, (sent, review) => finishPut(parts, errand, { sent, review }));
}

function putErrand(
  parts: WritingParts,
  request: WriteRequest,
  dialog: WriteDialog<WriteReview>,
): Errand<WriteReview> & { readonly payload: Payload } {
  const { payload } = request;
  const review = (situation: Situation): Promise<WriteReview> =>
    reviewWrite(parts, { key: keyOf(request), payload, situation });
  return { request, dialog, payload, review };
}

async function finishPut(
  parts: WritingParts,
  errand: Errand<WriteReview>,
  { sent, review }: { readonly sent: Sent; readonly review: WriteReview },
): Promise<WriteResult> {
  const { records } = parts;
  const { action, answer, before } = sent;
  const key = keyOf(errand.request);
  const status = answer?.status ?? 0;
  // Said at once: whoever looks after the end of this process finds what the service said.
  await records.settleWrite(key, { actionId: action.id, outcome: "landed", status });
  const findings = await findEvidence(parts, errand, sent);
  const { landed, verdict } = findings;
  if (verdict === "notThere") {
    await records.settleWrite(key, { actionId: action.id, outcome: "unknown", status });
  }
  // Compared with what was seen before it, this write would look like somebody else's.
  const seen = landed ?? (verdict === "notSeen" ? sentVersion(parts, errand, sent) : undefined);
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
  { payload }: Pick<Errand<WriteReview>, "payload">,
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
  const review = (situation: Situation): Promise<DeleteReview> =>
    Promise.resolve({ ...situation, target });
  const errand = { request, dialog, payload: undefined, review };
  return runErrand(parts, errand, async (sent) => {
    const { action, answer, before } = sent;
    const status = answer?.status ?? action.attempts.at(-1)?.status;
    const isThere = answer !== undefined && (await isStillThere(parts, errand, sent));
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
  const { situation, review } = await reviewAlone(parts, request, dialog);
  const preconditions = preconditionsOf(situation, parts.records, keyOf(request));
  const call = { ...callOf(request, request.payload), preconditions };
  return { plan: request.client.plan(call), review };
}

/** Up to where the user would be asked. */
async function reviewAlone(
  parts: WritingParts,
  request: WriteRequest,
  { whileCalling }: Pick<WriteDialog<WriteReview>, "whileCalling">,
): Promise<{ readonly situation: Situation; readonly review: WriteReview }> {
  const errand = putErrand(parts, request, {
    whileCalling,
    goOnUnread: () => Promise.resolve(true),
    confirm: () => Promise.resolve(false),
  });
  const situation = await firstSituation(parts, errand);
  return { situation, review: await errand.review(situation) };
}
