import type { Batch, BatchRow, RowOutcome } from "../common/batch";
import { hasTurn, lastOutcome } from "../common/plannedBatch";
import { countWords } from "./planWords";
import type { Wording } from "../../pensions/texts/wording";
import { formatNumber } from "../../../platform/base/texts";
import type { Localizer } from "../../../platform/texts/words";

/** How a batch stands in a list. */
interface ListedBatch {
  /** "Plan of 20 payloads", "PUTs of 10:42". */
  readonly label: string;
  /** "12 replace, 1 invalid", "12 landed, 1 refused, 7 wait". */
  readonly description: string;
}

/** A batch in a list: before it was applied what it would do, after that what came of it. */
export function listedBatch(batch: Batch, words: Wording): ListedBatch {
  const { t, language, time } = words;
  const { rows, plannedAt, state, isOfStaged } = batch;
  if (state === "planned") {
    const label =
      rows.length === 1
        ? t("Plan of 1 payload")
        : t("Plan of {0} payloads", formatNumber(rows.length, language));
    const staged = isOfStaged ? [t("staged")] : [];
    return {
      label,
      description: [
        countWords(
          rows.map(({ effect }) => effect),
          words,
        ),
        ...staged,
      ].join(" · "),
    };
  }
  const running = state === "running" ? [t("sending")] : [];
  const stopping = state === "stopping" ? [t("stops after this one")] : [];
  const counts = [outcomeCounts(rows, words), ...running, ...stopping];
  return { label: t("PUTs of {0}", time(plannedAt)), description: counts.join(" · ") };
}

/** "3 of 18 sent": how far the writes of a batch are. */
export function sentOf({ rows }: Pick<Batch, "rows">, { t, language }: Localizer): string {
  const sent = rows.filter(hasTurn).map(lastOutcome);
  const done = sent.filter((outcome) => outcome !== "waiting" && outcome !== "sending");
  return t("{0} of {1} sent", ...[done, sent].map(({ length }) => formatNumber(length, language)));
}

/** What was left out of it is not counted: nothing was to come of that. */
function outcomeCounts(rows: readonly BatchRow[], { t, language }: Wording): string {
  const tried = rows.filter(hasTurn).map(lastOutcome);
  const counted = (...outcomes: readonly RowOutcome[]): number =>
    tried.filter((outcome) => outcomes.includes(outcome)).length;
  const waiting = counted("waiting", "sending");
  const parts: readonly (readonly [count: number, word: (count: string) => string])[] = [
    [counted("landed"), (count) => t("{0} landed", count)],
    [counted("differs"), (count) => t("{0} landed and differ", count)],
    [counted("notSeen"), (count) => t("{0} accepted, not confirmed", count)],
    [counted("refused"), (count) => t("{0} refused", count)],
    [counted("changed"), (count) => t("{0} changed meanwhile", count)],
    [counted("failed"), (count) => t("{0} not sent", count)],
    [counted("unknown"), (count) => t("{0} not known", count)],
    [waiting, (count) => (waiting === 1 ? t("1 waits") : t("{0} wait", count))],
  ];
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => word(formatNumber(count, language)));
  return words.join(", ") || t("nothing sent");
}
