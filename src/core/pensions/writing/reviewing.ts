import { compareThreeWay, type ThreeWay } from "../compare/threeWay";
import type { Payload } from "../payload";
import { type Situation, withText, type WritingParts } from "./errand";
import type { PensionKey, SeenFacts, SeenVersion } from "./records";
import type { CurrentVersion, Effect, WriteReview } from "./writer";

export interface ReviewQuestion {
  readonly key: PensionKey;
  readonly payload: Payload;
  readonly situation: Situation;
}

/** Compares the payload with what is known, and remembers what there is nothing more to say of. */
export async function reviewWrite(
  { records, schema }: WritingParts,
  { key, payload, situation }: ReviewQuestion,
): Promise<WriteReview> {
  const { current } = situation;
  const seenFacts = records.get(key)?.seen;
  const seen = (await withText(records, seenFacts)) ?? sameText(seenFacts, current);
  const comparison =
    current.kind === "present"
      ? compareThreeWay({
          ...{ base: seen?.text, mine: payload.text, theirs: current.text },
          schema: await schema(),
        })
      : undefined;
  const { clientId, pensionId } = key;
  const review = { ...situation, target: { clientId, pensionId }, payload, seen, seenFacts };
  if (current.kind === "absent") {
    await records.noteAbsent(key);
  }
  // A change there stays one until it is taken over or written over: the base is not moved past it.
  const isNews = seenFacts === undefined || comparison?.changedThere === 0;
  if (current.kind === "present" && isNews) {
    await records.noteSeen(key, current);
  }
  return { ...review, comparison, effect: effectOf(current, comparison) };
}

/** The text of a version that is not kept, where the service holds the very same. */
function sameText(facts: SeenFacts | undefined, current: CurrentVersion): SeenVersion | undefined {
  return current.kind === "present" && facts?.hash === current.hash
    ? { ...facts, text: current.text }
    : undefined;
}

function effectOf({ kind }: CurrentVersion, comparison: ThreeWay | undefined): Effect {
  if (kind === "absent") {
    return "create";
  }
  return comparison === undefined ? "unknown" : comparison.changes === 0 ? "nothing" : "replace";
}
