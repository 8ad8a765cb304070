import { COLUMN_KINDS } from "./listTable";
import type { ColumnSummary, FindAnswer, RowsAnswer, TableFacts } from "./listQuestions";
import {
  isFlag,
  isListOf,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount } from "../../../platform/base/statusChecks";

/** What a table is: whatever is let in can be rendered. */
export function isTableFacts(value: unknown): value is TableFacts {
  return (
    isRecord(value) &&
    ["revision", "rows", "omittedColumns"].every((name) => isAmount(value[name])) &&
    isListOf(value["columns"], isColumn) &&
    isFlag(value["isGrowing"])
  );
}

/** A slice of rows: each as wide as its columns say. */
export function isRowsAnswer(value: unknown): value is RowsAnswer {
  if (!isRecord(value) || !isListOf(value["columns"], isText)) {
    return false;
  }
  const { columns, rows, numbers } = value;
  return (
    ["revision", "total", "all", "from"].every((name) => isAmount(value[name])) &&
    isListOf(rows, (row) => isListOf(row, isCell) && row.length === columns.length) &&
    isListOf(numbers, isAmount) &&
    numbers.length === rows.length
  );
}

export function isColumnSummary(value: unknown): value is ColumnSummary {
  return (
    isRecord(value) &&
    ["rows", "missing", "nulls", "blank", "distinct"].every((name) => isAmount(value[name])) &&
    isOptional(value["several"], isAmount) &&
    isFlag(value["isDistinctExact"]) &&
    ["minimum", "maximum", "sum"].every((name) => isOptional(value[name], isText)) &&
    isListOf(
      value["frequent"],
      (one) => isRecord(one) && isText(one["text"]) && isAmount(one["count"]),
    )
  );
}

export function isFindAnswer(value: unknown): value is FindAnswer {
  return (
    isRecord(value) &&
    ["matches", "ordinal", "row", "column"].every((name) => isAmount(value[name]))
  );
}

export function isCopied(value: unknown): value is { readonly rows: number } {
  return isRecord(value) && isAmount(value["rows"]);
}

function isColumn(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["key"]) &&
    isText(value["label"]) &&
    isFlag(value["isNumeric"]) &&
    oneOf(value["kind"], COLUMN_KINDS)
  );
}

/** One value of a row. */
export function isCell(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  switch (value["kind"]) {
    case "missing":
    case "null":
      return true;
    case "text":
    case "number":
    case "boolean":
      return isText(value["text"]) && isOptional(value["isCut"], (isCut) => isCut === true);
    case "items":
    case "members":
      return isAmount(value["count"]);
    case "several":
      return (
        isAmount(value["times"]) &&
        isListOf(
          value["values"],
          (one) => isCell(one) && isRecord(one) && one["kind"] !== "several",
        )
      );
    default:
      return false;
  }
}
