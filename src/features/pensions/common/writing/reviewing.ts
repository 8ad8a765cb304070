import { compareThreeWay, type ThreeWay } from "../compare/threeWay";
import type { Payload } from "../payload";
import type { WriteContext, WritingParts } from "./pendingWrite";
import { baseOf, noteRead } from "./noteRead";
import type { PensionKey } from "./records";
import type { CurrentVersion, Effect, WriteReview } from "./writer";

interface ReviewQuestion {
  readonly key: PensionKey;
  readonly payload: Payload;
  readonly context: WriteContext;
}

/** Compares the payload with what is known, and remembers what there is nothing more to say of. */
export async function reviewWrite(
  { records, schema }: WritingParts,
  { key, payload, context }: ReviewQuestion,
): Promise<WriteReview> {
  const { current } = context;
  const seenMetadata = records.get(key)?.seen;
  const seen = await baseOf(records, seenMetadata, current);
  const comparison =
    current.kind === "present"
      ? compareThreeWay({
          ...{ base: seen?.text, mine: payload.text, theirs: current.text },
          schema: await schema(key.connectionId),
        })
      : undefined;
  const { clientId, pensionId } = key;
  const review = { ...context, target: { clientId, pensionId }, payload, seen, seenMetadata };
  await noteRead(records, key, { current, seenMetadata, changedThere: comparison?.changedThere });
  return { ...review, comparison, effect: effectOf(current, comparison) };
}

function effectOf({ kind }: CurrentVersion, comparison: ThreeWay | undefined): Effect {
  if (kind === "absent") {
    return "create";
  }
  return comparison === undefined ? "unknown" : comparison.changes === 0 ? "nothing" : "replace";
}
