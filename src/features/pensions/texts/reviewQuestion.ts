import { strongTag } from "../common/writing/version";
import type { DeleteReview, Effect, WriteReview } from "../common/writing/writer";
import { changeLines, currentLines, unreadReason } from "./comparisonWords";
import { changeCount, type Wording } from "./wording";
import { formatNumber } from "../../../platform/base/texts";

/** A modal question in words. */
export interface AskedWrite {
  readonly message: string;
  readonly detail: string;
  /** The verb that says yes. */
  readonly button: string;
}

/** How things are called to the user; nothing of it is told from the review itself. */
export interface ReviewNames {
  readonly client: string;
  /** "PRODUCTION". */
  readonly environment: string;
  /** "Acme production · PRODUCTION". */
  readonly connection: string;
  /** Fingerprint of the key, or a word for none. */
  readonly key: string;
  /** "PUT /finances/v1/…", ids as they may be shown. */
  readonly request: string;
  /** Sentences that stand before the facts, and before they are confirmed. */
  readonly warnings: readonly string[];
  /** The editor holds another text by now than the one that is sent. */
  readonly isEdited?: boolean;
  /** When the version was there that an undo puts back; absent for a payload document. */
  readonly putsBackFrom?: number;
}

/** What the user decides on before a PUT, in the words of the modal. */
export function writeQuestion(review: WriteReview, names: ReviewNames, words: Wording): AskedWrite {
  const { t, language } = words;
  const effect = effectWords(review, words);
  const bytes = formatNumber(review.payload.bytes.length, language);
  return {
    message: [questionOf(review, names, words), effect].join(" "),
    detail: [
      ...reasonLines(review, words),
      ...editedLines(names, words),
      ...names.warnings,
      ...changeLines(review, words),
      ...currentLines(review.current, words),
      ...guardLines(review, words),
      t("Connection: {0} (key {1})", names.connection, names.key),
      t("Request: {0}", names.request),
      names.putsBackFrom === undefined && names.isEdited !== true
        ? t("Body: {0} bytes of JSON, as in the payload", bytes)
        : t("Body: {0} bytes of JSON", bytes),
    ].join("\n"),
    button: names.putsBackFrom === undefined ? buttonOf(review.effect, words) : t("Put back"),
  };
}

/** What the user decides on before a DELETE. */
export function deleteQuestion(
  review: DeleteReview,
  names: ReviewNames,
  words: Wording,
): AskedWrite {
  const { t } = words;
  const { current, target } = review;
  const { client, environment, key } = names;
  const there =
    current.kind === "unread"
      ? [t("It is not known whether the pension exists: {0}.", unreadReason(current.status, words))]
      : currentLines(current, words);
  return {
    message: t(
      "Delete pension {0} of {1} on {2} (key {3})?",
      ...[target.pensionId, client, environment, key],
    ),
    detail: [
      ...reasonLines(review, words),
      ...names.warnings,
      ...(current.kind === "present"
        ? [t("What the service holds is in the editor behind this question.")]
        : there),
      t("Connection: {0} (key {1})", names.connection, key),
      t("Request: {0}", names.request),
      t("The payload file, if there is one, is not deleted."),
    ].join("\n"),
    button: t("Delete"),
  };
}

function questionOf({ effect, target }: WriteReview, names: ReviewNames, words: Wording): string {
  const { t, time } = words;
  const { client, environment, key, putsBackFrom } = names;
  const named = [target.pensionId, client, environment, key] as const;
  if (putsBackFrom !== undefined) {
    return t(
      "Put back pension {0} of {1} on {2} (key {3}) as it was at {4}?",
      ...[...named, time(putsBackFrom)],
    );
  }
  switch (effect) {
    case "create":
      return t("Create pension {0} of {1} on {2} (key {3})?", ...named);
    case "replace":
      return t("Replace pension {0} of {1} on {2} (key {3})?", ...named);
    case "nothing":
      return t("Send pension {0} of {1} to {2} (key {3}) anyway?", ...named);
    case "unknown":
      return t("Send pension {0} of {1} to {2} (key {3})?", ...named);
  }
}

/** "2 fields change.", "It is not known whether a PUT creates or replaces the pension: …": what is known of what a PUT would do. */
export function effectWords({ effect, comparison, current }: WriteReview, words: Wording): string {
  const { t } = words;
  switch (effect) {
    case "create":
      return t("The service shows no such pension.");
    case "replace":
      return changeCount(comparison?.changes ?? 0, words);
    case "nothing":
      return t("Nothing would change.");
    case "unknown":
      return t(
        "It is not known whether a PUT creates or replaces the pension: {0}.",
        unreadReason(statusOf(current), words),
      );
  }
}

function buttonOf(effect: Effect, { t }: Wording): string {
  return {
    create: t("Create"),
    replace: t("Replace"),
    nothing: t("Send anyway"),
    unknown: t("PUT pension"),
  }[effect];
}

function editedLines({ isEdited }: ReviewNames, { t }: Wording): string[] {
  return isEdited === true
    ? [t("The payload was edited after you started the write: the earlier text would be sent.")]
    : [];
}

/** Why the question comes again: said first. */
function reasonLines(
  { reason, refusal }: Pick<WriteReview, "reason" | "refusal">,
  { t }: Wording,
): string[] {
  switch (reason) {
    case "asked":
      return [];
    case "changedMeanwhile":
      return [t("The service's version changed since you were asked. Nothing was sent.")];
    case "refused":
      return [refusedLine(refusal?.status ?? 0, t)];
  }
}

/** 412 is told of the version alone; 409 may be told of anything that the service holds. */
function refusedLine(status: number, t: Wording["t"]): string {
  return status === 409
    ? t(
        "The service refused the write ({0}): its version is not the one that was compared, or something else conflicts. Nothing was written.",
        String(status),
      )
    : t(
        "The service refused the write ({0}): its version is not the one that was compared. Nothing was written.",
        String(status),
      );
}

/** What keeps others' changes safe between the question and the PUT. */
function guardLines({ current }: WriteReview, { t }: Wording): string[] {
  if (current.kind === "unread") {
    return [t("Others may have changed the pension: this PUT would replace their changes.")];
  }
  return current.kind === "present" && strongTag(current) !== undefined
    ? [t("Sent only if the service still holds the version that was compared.")]
    : [];
}

function statusOf(current: WriteReview["current"]): number {
  return current.kind === "present" ? 0 : current.status;
}
