import { env, l10n } from "vscode";
import type { ExportProgress } from "../../core/lists/export/export";
import { formatBytes } from "../../shared/statusLine";
import { formatNumber } from "../../shared/texts";

/** "1,200", as the user's language writes it. */
export function countWords(count: number): string {
  return formatNumber(count, env.language);
}

/** "1 row", "1,200 rows"; of lists that have a word of their own "1,200 clients". */
export function rowsWords(rows: number, operationId?: string): string {
  const count = countWords(rows);
  const isOne = rows === 1;
  switch (operationId) {
    case "listClients":
      return isOne ? l10n.t("1 client") : l10n.t("{0} clients", count);
    case "listHoldings":
      return isOne ? l10n.t("1 holding") : l10n.t("{0} holdings", count);
    case "listResults":
      return isOne ? l10n.t("1 result") : l10n.t("{0} results", count);
    default:
      return isOne ? l10n.t("1 row") : l10n.t("{0} rows", count);
  }
}

/** "5.4 MB". */
export function bytesWords(bytes: number): string {
  return formatBytes(bytes, env.language);
}

/** "12 s", "3 min", "2 h": nobody needs it more exactly of what is guessed. */
export function spanWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 90) {
    return l10n.t("{0} s", seconds);
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? l10n.t("{0} min", minutes)
    : l10n.t("{0} h", countWords(Math.round(minutes / 60)));
}

/** "1,200 of 20,000 rows · page 12 · 3.4 MB · about 12 s left". */
export function progressWords(progress: ExportProgress, left: number | undefined): string {
  const { state, waiting, waitingAfter, written = 0 } = progress;
  if (state === "finishing") {
    const done = written === 0 ? [] : [l10n.t("{0} %", Math.floor(written * 100))];
    return [amountWords(progress), l10n.t("writing the file"), ...done].join(" · ");
  }
  const tail =
    waiting !== undefined
      ? [
          waitingAfter === undefined
            ? l10n.t("waiting {0}", spanWords(waiting))
            : l10n.t("waiting {0} ({1})", spanWords(waiting), waitingAfter),
        ]
      : left === undefined
        ? []
        : [l10n.t("about {0} left", spanWords(left))];
  return [amountWords(progress), ...tail].join(" · ");
}

/** "1,200 of 20,000 rows · page 12 · 3.4 MB": what has come. */
export function amountWords({
  rows,
  claimed,
  pages,
  bytes,
}: Pick<ExportProgress, "rows" | "claimed" | "pages" | "bytes">): string {
  const counted =
    claimed === undefined || claimed < rows
      ? rowsWords(rows)
      : l10n.t("{0} of {1} rows", countWords(rows), countWords(claimed));
  return [
    counted,
    ...(pages === 0 ? [] : [l10n.t("page {0}", countWords(pages))]),
    bytesWords(bytes),
  ].join(" · ");
}
