import { ABSENT } from "../common/writing/readCurrent";
import {
  acceptedButUnreadable,
  isUnsettled,
  type PensionRecord,
  type VersionMetadata,
} from "../common/writing/records";
import type { Wording } from "./wording";

/** A pension that has no payload file, and that a read did not show. */
export interface OpenedUnread {
  readonly pensionId: string;
  /** What the read was answered with. */
  readonly status: number;
  readonly record: PensionRecord | undefined;
  /** True where the provider's list of pensions names it. */
  readonly isListed: boolean;
  /** What a PUT showed or sent, which the payload begins with; undefined for a template. */
  readonly begunWith: Pick<VersionMetadata, "at" | "by"> | undefined;
}

/**
 * What is known of a pension whose payload does not begin with what the service holds; undefined
 * where nobody but the user named it, and the service says that there is none.
 */
export function openedReport(opened: OpenedUnread, words: Wording): string | undefined {
  const { pensionId, status, begunWith } = opened;
  const { t } = words;
  const known = knownOf(opened, words);
  if (known === undefined) {
    return ABSENT.has(status)
      ? undefined
      : t(
          "Pension {0} could not be read (the service answered {1}). Its payload starts from a template; it is not known whether a pension with this id exists.",
          ...[pensionId, String(status)],
        );
  }
  return [
    known,
    t(
      "The service answered a read of the pension with {0}, so it is not known what the service has now.",
      String(status),
    ),
    beginning(begunWith, words),
  ].join(" ");
}

function beginning(begunWith: OpenedUnread["begunWith"], { t, time }: Wording): string {
  if (begunWith === undefined) {
    return t("The payload starts from a template, which is not the service's version.");
  }
  const { at, by } = begunWith;
  return by === "sent"
    ? t("The payload starts with what that PUT sent ({0}).", time(at))
    : t("The payload starts with the service's answer to a PUT ({0}).", time(at));
}

function knownOf(
  { pensionId, record, isListed, status }: OpenedUnread,
  { t, time }: Wording,
): string | undefined {
  const { write, seen } = record ?? {};
  if (record !== undefined && isUnsettled(record) && write !== undefined) {
    return write.method === "DELETE"
      ? t(
          "It is not known whether the DELETE of pension {0} ({1}) was done.",
          ...[pensionId, time(write.startedAt)],
        )
      : t(
          "It is not known whether the PUT of pension {0} ({1}) landed.",
          ...[pensionId, time(write.startedAt)],
        );
  }
  if (acceptedButUnreadable({ ...record, seenMetadata: seen, write })) {
    return t(
      "The service accepted a PUT of pension {0}, but no read has shown the pension.",
      pensionId,
    );
  }
  if (isListed) {
    return t("The service's list of pensions names {0}.", pensionId);
  }
  return seen === undefined || (record?.isAbsent === true && ABSENT.has(status))
    ? undefined
    : t("The service had pension {0} before ({1}).", ...[pensionId, time(seen.at)]);
}
