import { env, l10n } from "vscode";
import type { ExportProgress, ExportQuery } from "../common/export";
import { formatBytes } from "../../../platform/base/statusLine";
import { spanWords } from "../../../platform/vscode/words";
import { formatNumber } from "../../../platform/base/texts";

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

/** "1,200 of 20,000 rows · 12 s left · page 12 · 3.4 MB": what is cut matters least. */
export function progressWords(progress: ExportProgress, left: number | undefined): string {
  const { state, written = 0 } = progress;
  if (state === "finishing") {
    const done = written === 0 ? [] : [l10n.t("{0} %", countWords(Math.floor(written * 100)))];
    return [l10n.t("writing the file"), ...done, amountWords(progress)].join(" · ");
  }
  return amountWords(progress, tailWords(progress, left));
}

/** "waiting 12 s (429)", else "3 min left"; nothing where neither is known. */
export function tailWords(
  wait: Pick<ExportProgress, "waiting" | "waitingAfter"> | undefined,
  left: number | undefined,
): readonly string[] {
  const { waiting, waitingAfter } = wait ?? {};
  if (waiting !== undefined) {
    const span = spanWords(waiting);
    return [
      waitingAfter === undefined
        ? l10n.t("waiting {0}", span)
        : l10n.t("waiting {0} ({1})", span, String(waitingAfter)),
    ];
  }
  return left === undefined ? [] : [l10n.t("{0} left", spanWords(left))];
}

/** "1,200 of 20,000 rows · page 12 · 3.4 MB": what has come; `then` follows the rows. */
export function amountWords(
  { rows, claimed, pages, bytes }: Pick<ExportProgress, "rows" | "claimed" | "pages" | "bytes">,
  then: readonly string[] = [],
): string {
  const counted =
    claimed === undefined || claimed < rows
      ? rowsWords(rows)
      : l10n.t("{0} of {1}", countWords(rows), rowsWords(claimed));
  return [
    ...[counted, ...then],
    ...(pages === 0 ? [] : [l10n.t("page {0}", countWords(pages))]),
    bytesWords(bytes),
  ].join(" · ");
}

/** "GET /clients/{clientId}/holdings?fields=performance". */
export function callWords({
  pathTemplate,
  parameters,
}: Pick<ExportQuery, "pathTemplate" | "parameters">): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`);
  return `GET ${[pathTemplate, ...(pairs.length === 0 ? [] : [pairs.join("&")])].join("?")}`;
}
