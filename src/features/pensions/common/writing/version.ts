import type { Schema } from "../../../../platform/service/definition/schema";
import { hashBody } from "../../../../platform/http/bodyHash";
import type { Clock } from "../../../../platform/base/clock";
import { findHeader } from "../../../../platform/http/headers";
import type { ServiceAnswer } from "../../../../platform/service/client";
import { sameValue, valueOf } from "../compare/values";
import { compareThreeWay } from "../compare/threeWay";
import type { VersionMetadata, SeenVersion } from "./records";
import type { CurrentVersion, PresentVersion, WriteReview } from "./writer";

/** The pension as an answer shows it, `text` being what that holds. */
export function versionOf(
  { headers, action }: Pick<ServiceAnswer, "headers" | "action">,
  text: string,
  { by, clock }: { readonly by: VersionMetadata["by"]; readonly clock: Clock },
): SeenVersion {
  return {
    text,
    hash: hashText(text),
    at: clock.now(),
    by,
    tag: findHeader(headers, "etag")?.trim(),
    source: { actionId: action.id, attempt: action.attempts.at(-1)?.number ?? 0 },
  };
}

/** SHA-256 of a text as UTF-8, in hex. */
export function hashText(text: string): string {
  return hashBody(Buffer.from(text));
}

/** Facts alone, without the text. */
export function factsOf(
  facts: Omit<VersionMetadata, "tag"> & { readonly tag?: string | undefined },
): VersionMetadata {
  const { hash, at, by, tag, source } = facts;
  const { actionId, attempt } = source;
  return { hash, at, by, tag, source: { actionId, attempt } };
}

/**
 * Whether the service still holds what it held: the same values. What it sets itself may be another
 * at each read and does not count, nor does a tag: some services make one for each answer.
 */
export function isSameVersion(
  one: CurrentVersion,
  other: CurrentVersion,
  schema: Schema | undefined,
): boolean {
  if (one.kind !== "present" || other.kind !== "present") {
    return one.kind === other.kind;
  }
  return one.hash === other.hash || sameValue(valueOf(one.text), valueOf(other.text), schema);
}

/** What a write would take away: undefined as payload for a DELETE, which takes away everything. */
interface Overwriting {
  readonly payload: string | undefined;
  readonly schema: Schema | undefined;
}

/**
 * Paths that changed between two versions and that a write would overwrite. A member that is marked
 * read-only counts where the payload has it: a service may take it all the same.
 */
export function overwrittenChanges(
  from: PresentVersion,
  to: PresentVersion,
  { payload, schema }: Overwriting,
): ReadonlySet<string> {
  const [base, theirs] = [from.text, to.text];
  const { fields } =
    payload === undefined
      ? compareThreeWay({ base, mine: base, theirs })
      : compareThreeWay({ base, mine: payload, theirs, schema });
  const lost = fields.filter(({ side }) => side === "theirs" || side === "both");
  return new Set(lost.map(({ path }) => path));
}

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

/** An entity tag that `If-Match` can be met with: a strong one (RFC 9110, section 13.1.1). */
export function strongTag(facts: VersionMetadata | undefined): string | undefined {
  const { tag = "" } = facts ?? {};
  return /^"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined;
}
