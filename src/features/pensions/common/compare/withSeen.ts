import type { Schema } from "../../../../platform/service/definition/schema";
import type { WriteReview } from "../writing/writer";
import { compareThreeWay } from "./threeWay";

/**
 * A review with a comparison against the version seen last where the service shows none: all that
 * there is to go by. What the write would do stays unknown.
 */
export function comparedWithSeen(review: WriteReview, schema: Schema): WriteReview {
  const { current, seen, payload } = review;
  if (current.kind !== "unread" || seen === undefined) {
    return review;
  }
  const comparison = compareThreeWay({ mine: payload.text, theirs: seen.text, schema });
  return { ...review, comparison };
}
