import type { SeenVersion } from "../../pensions/common/writing/records";
import type { Wording } from "../../pensions/texts/wording";
import { formatNumber } from "../../../platform/base/texts";

/** A payload file that gets back what the service is known to hold. */
export interface DiscardedPayload {
  readonly place: string;
  readonly version: Pick<SeenVersion, "at" | "by">;
}

interface DiscardQuestion {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** More lines than these do not fit a question. */
const NAMED_FILES = 20;

/** What is lost and what comes instead, file by file; `without` have no version to go back to. */
export function discardQuestion(
  payloads: readonly DiscardedPayload[],
  without: number,
  words: Wording,
): DiscardQuestion {
  const { t, language, time, field } = words;
  const lines = payloads.slice(0, NAMED_FILES).map(({ place, version: { at, by } }) => {
    const when = by === "read" ? t("as it was read {0}", time(at)) : t("as written {0}", time(at));
    return `${field(place)} · ${when}`;
  });
  const more = payloads.length - lines.length;
  const [first] = payloads;
  return {
    message:
      payloads.length === 1 && first !== undefined
        ? t("Discard the changes of {0}?", field(first.place))
        : t("Discard the changes of {0} payloads?", formatNumber(payloads.length, language)),
    detail: [
      t("They are replaced by the service's last known versions:"),
      ...lines,
      ...(more > 0 ? [t("and {0} more", formatNumber(more, language))] : []),
      ...(without > 0 ? [withoutLine(without, words)] : []),
      t("It can be undone in the editor of a file, while that is open."),
    ].join("\n"),
    button: t("Discard"),
  };
}

function withoutLine(count: number, { t, language }: Wording): string {
  return count === 1
    ? t("1 payload stays as it is: no version to go back to is known.")
    : t(
        "{0} payloads stay as they are: no version to go back to is known.",
        formatNumber(count, language),
      );
}
