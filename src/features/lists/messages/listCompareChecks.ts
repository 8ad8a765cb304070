import { isCell } from "./listAnswerChecks";
import {
  CELL_MARKS,
  COMPARE_FORMATS,
  COMPARE_STEPS,
  COMPARED_KINDS,
  MATCHINGS,
  type CompareAnswer,
  type CompareCopyQuestion,
  type CompareNextAnswer,
  type CompareNextQuestion,
  type CompareQuestion,
  type CompareStep,
  type ComparisonView,
} from "./listComparison";
import { COMPARE_SOURCES, type CompareChoice } from "./listLayout";
import { isCompareChoice } from "./listLayoutChecks";
import type { ListToHost } from "./listMessages";
import { isColumnKey, isColumns, isIndex } from "./listQuestionChecks";
import { CELLS_LIMIT, ROWS_LIMIT } from "./listQuestions";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  hasOnly,
  isFlag,
  isIconName,
  isListOf,
  isNotice,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount, isStatus } from "../../../platform/base/statusChecks";

const ID_LIMIT = 200;

export type CompareCall = Extract<keyof ListToHost, `compare${string}` | "openDifference">;

/** What the host lets in from the compare tab. */
export const COMPARE_CHECKS: Pick<Checks<ListToHost>, CompareCall> = {
  compareWith: (value): value is { choice: CompareChoice } =>
    hasExactly(value, { choice: isCompareChoice }),
  compareStep: (value): value is { step: CompareStep } =>
    hasExactly(value, { step: (step) => oneOf(step, COMPARE_STEPS) }),
  compareAct: (value): value is { id: string } =>
    hasExactly(value, { id: (id) => isText(id) && id.length > 0 && id.length <= ID_LIMIT }),
  compareRows: isCompareQuestion,
  compareNext: isCompareNextQuestion,
  compareCopy: (value): value is CompareCopyQuestion =>
    hasOnly(value, { format: (format) => oneOf(format, COMPARE_FORMATS) }, { match: isColumns }),
  openDifference: (value): value is { isSorted: boolean } =>
    hasExactly(value, { isSorted: isFlag }),
  compareValues: (value): value is { column?: string } =>
    hasOnly(value, {}, { column: isColumnKey }),
};

function isCompareQuestion(value: unknown): value is CompareQuestion {
  return (
    hasOnly(
      value,
      { onlyChanges: isFlag, from: isIndex, count: isIndex, columns: isColumns },
      { match: isColumns },
    ) &&
    (value["count"] as number) <= ROWS_LIMIT &&
    (value["count"] as number) * (value["columns"] as readonly string[]).length <= CELLS_LIMIT
  );
}

function isCompareNextQuestion(value: unknown): value is CompareNextQuestion {
  return hasOnly(
    value,
    {
      onlyChanges: isFlag,
      // Before the first row stands -1.
      row: (row) => row === -1 || isIndex(row),
      direction: (direction) => oneOf(direction, ["forward", "backward"]),
    },
    { match: isColumns },
  );
}

/** A slice of a comparison: each row as wide as the columns that were asked for. */
export function isCompareAnswer(value: unknown): value is CompareAnswer {
  return (
    isRecord(value) &&
    isListOf(value["revisions"], isAmount) &&
    oneOf(value["matching"], MATCHINGS) &&
    isListOf(value["matchedBy"], isText) &&
    isCounts(value["counts"]) &&
    isListOf(value["columns"], isComparedColumn) &&
    ["total", "from"].every((name) => isAmount(value[name])) &&
    isListOf(value["rows"], isComparedRow)
  );
}

export function isCompareNext(value: unknown): value is CompareNextAnswer {
  return isRecord(value) && (value["row"] === -1 || isAmount(value["row"]));
}

/** What the tab is told of the other side. */
export function isComparison(value: unknown): value is ComparisonView {
  return (
    isRecord(value) &&
    isListOf(value["offers"], isOffer) &&
    isOptional(value["opened"], isOpened) &&
    isOptional(value["snapshots"], isSnapshots)
  );
}

function isSnapshots(value: unknown): boolean {
  return (
    isRecord(value) &&
    isListOf(value["items"], (item) => hasExactly(item, { name: isText, label: isText })) &&
    isOptional(value["folder"], isText) &&
    isListOf(value["remarks"], isText) &&
    isFlag(value["canLoadAll"]) &&
    isOptional(value["courseVersion"], isText)
  );
}

function isCounts(value: unknown): boolean {
  return isRecord(value) && COMPARED_KINDS.every((kind) => isAmount(value[kind]));
}

function isComparedColumn(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["key"]) &&
    isText(value["label"]) &&
    isFlag(value["isNumeric"]) &&
    oneOf(value["sides"], ["both", "left", "right"])
  );
}

function isComparedRow(value: unknown): boolean {
  if (!isRecord(value) || !oneOf(value["kind"], COMPARED_KINDS)) {
    return false;
  }
  const { left, right, marks } = value;
  return (
    [left, right].every((cells) => isOptional(cells, (all) => isListOf(all, isCell))) &&
    isListOf(marks, (mark) => oneOf(mark, CELL_MARKS))
  );
}

function isOffer(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["source"], COMPARE_SOURCES) &&
    isOptional(value["refusal"], isText)
  );
}

function isOpened(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCompareChoice(value["choice"]) &&
    isListOf(value["sides"], isSide) &&
    value["sides"].length === 2 &&
    isFlag(value["isLoading"]) &&
    isOptional(value["version"], isText) &&
    isOptional(value["status"], isStatus) &&
    isOptional(value["error"], isNotice)
  );
}

function isSide(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["title", "place", "connection"].every((name) => isText(value[name])) &&
    isRecord(value["environment"]) &&
    isText(value["environment"]["word"]) &&
    isIconName(value["environment"]["icon"])
  );
}
