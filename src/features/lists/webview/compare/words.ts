import type { CompareTexts } from "../../messages/compareTexts";
import type {
  CellMark,
  CompareAnswer,
  ComparedColumn,
  ComparedKind,
} from "../../messages/listComparison";
import { fillText } from "../../../../platform/base/texts";
import { fillCounts } from "../../../../platform/webview/counts";

/** A kind of row as word and codicon: never a colour alone. */
export function kindWord(kind: ComparedKind | CellMark, texts: CompareTexts): string {
  return {
    same: texts.compareSame,
    rewritten: texts.compareRewritten,
    changed: texts.compareChanged,
    onlyLeft: texts.compareOnlyLeft,
    onlyRight: texts.compareOnlyRight,
  }[kind];
}

export const KIND_ICONS: Readonly<Record<ComparedKind, string>> = {
  ...{ same: "check", rewritten: "symbol-text", changed: "edit" },
  ...{ onlyLeft: "diff-removed", onlyRight: "diff-added" },
};

/** "3 changed, 1 only left, 2 only right, 94 same". */
export function countWords({ counts }: CompareAnswer, texts: CompareTexts): string {
  const { changed, onlyLeft, onlyRight, rewritten, same } = counts;
  return [
    fillCounts(texts.compareCountChanged, changed),
    fillCounts(texts.compareCountOnlyLeft, onlyLeft),
    fillCounts(texts.compareCountOnlyRight, onlyRight),
    ...(rewritten === 0 ? [] : [fillCounts(texts.compareCountRewritten, rewritten)]),
    fillCounts(texts.compareCountSame, same),
  ].join(", ");
}

/** How rows were brought together. */
export function matchWords(answer: CompareAnswer, texts: CompareTexts): string {
  const names = answer.matchedBy.map((key) => nameOf(answer.columns, key)).join(", ");
  switch (answer.matching) {
    case "chosen":
      return fillText(texts.compareByChosen, names);
    case "id":
      return fillText(texts.compareById, names);
    case "columns":
      return fillText(texts.compareByColumns, names);
    case "content":
      return texts.compareByContent;
  }
}

/** A note where the comparison tells less than it seems to. */
export function remark({ counts, total }: CompareAnswer, texts: CompareTexts): string | undefined {
  const { changed, onlyLeft, onlyRight, rewritten, same } = counts;
  const together = changed + rewritten + same;
  if (together + onlyLeft + onlyRight === 0) {
    return texts.compareNoRows;
  }
  if (together === 0 && onlyLeft > 0 && onlyRight > 0) {
    return texts.compareNothingMatches;
  }
  return total === 0 || same === together + onlyLeft + onlyRight
    ? texts.compareNoChanges
    : undefined;
}

export function columnName({ label, sides }: ComparedColumn, texts: CompareTexts): string {
  const side = { both: "", left: texts.compareOnlyLeft, right: texts.compareOnlyRight }[sides];
  return side === "" ? label : fillText(texts.compareSideOnly, label, side);
}

function nameOf(columns: readonly ComparedColumn[], key: string): string {
  return columns.find((column) => column.key === key)?.label ?? key;
}
