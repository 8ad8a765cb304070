import type { ListView } from "../../messages/listMessages";
import type { TableFacts } from "../../messages/listQuestions";
import type { FrameTexts } from "../../messages/listTexts";
import { fillCounts } from "../../../../platform/webview/counts";

/** Which rows are there, and of how many, as far as that is known. */
export function countText(
  { query, paging, walk }: ListView,
  facts: TableFacts | undefined,
  texts: FrameTexts,
): string {
  if (facts?.isGrowing === true) {
    return texts.growing;
  }
  if (walk?.state === "running") {
    return "";
  }
  if (query.mode === "all") {
    const rows = facts?.rows ?? 0;
    const { totalBasis, deniedTotal = 0 } = paging ?? {};
    if (totalBasis === "counted") {
      return fillCounts(texts.loaded, rows);
    }
    return walk?.claimed !== undefined
      ? fillCounts(texts.loadedOf, rows, walk.claimed)
      : deniedTotal > rows
        ? fillCounts(texts.loadedDenied, rows, deniedTotal)
        : fillCounts(texts.loadedAtLeast, rows);
  }
  if (paging === undefined || paging.rows === 0) {
    return "";
  }
  const { firstRow, lastRow, total, totalBasis, deniedTotal = 0 } = paging;
  if (total === undefined) {
    return deniedTotal > lastRow
      ? fillCounts(texts.rowsDenied, firstRow, lastRow, deniedTotal)
      : fillCounts(texts.rows, firstRow, lastRow);
  }
  // What was counted here is not on the word of the service.
  const sentence = totalBasis === "counted" ? texts.rowsCounted : texts.rowsOf;
  return fillCounts(sentence, firstRow, lastRow, total);
}
