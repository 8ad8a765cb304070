import type { ListView } from "../../shared/listMessages";
import type { TableFacts } from "../../shared/listQuestions";
import type { FrameTexts } from "../../shared/listTexts";
import { fillCounts } from "../parts/counts";

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
    return walk?.claimed === undefined
      ? fillCounts(texts.loaded, rows)
      : fillCounts(texts.loadedOf, rows, walk.claimed);
  }
  if (paging === undefined || paging.rows === 0) {
    return "";
  }
  const { firstRow, lastRow, total } = paging;
  return total === undefined
    ? fillCounts(texts.rows, firstRow, lastRow)
    : fillCounts(texts.rowsOf, firstRow, lastRow, total);
}
