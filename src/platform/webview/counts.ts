import { fillText, formatNumber } from "../base/texts";

/** The language that the host wrote into the document: the editor's. */
export function documentLanguage(): string {
  return document.documentElement.lang;
}

/** "1,204". */
export function countText(count: number): string {
  return formatNumber(count, documentLanguage());
}

/** Puts counts into a sentence, their digits grouped: "rows 1,201–1,225". */
export function fillCounts(text: string, ...counts: readonly number[]): string {
  return fillText(text, ...counts.map(countText));
}
