import { isValueColumn } from "../../../messages/chartChoices";
import { COURSE_COLUMNS_LIMIT } from "../../../messages/drawnLimits";
import { EVERY_ROW } from "../../../messages/listQuestions";
import { byWorth } from "../chartFirstChoice";
import { amountOf, type ChartRows, chartRowsOf } from "../chartRows";
import { unitColumn, unitText } from "../chartUnits";
import { DecimalSum } from "../decimalSum";
import type { ColumnTotals, TableTotals } from "../rowTables";
import type { QuestionContext } from "../loadedRows";

const UNITS_LIMIT = 6;

/** What the columns of numbers add up to, exactly and by unit; the most telling column first. */
export function answerTotals(context: QuestionContext): TableTotals {
  const rows = chartRowsOf(context, EVERY_ROW);
  const columns = rows.columns.filter(isValueColumn).toSorted(byWorth);
  return {
    rows: rows.count,
    isMasked: rows.isMasked,
    columns: columns
      .slice(0, COURSE_COLUMNS_LIMIT)
      .map(({ key, label }) => ({ key, label, units: totalsOf(rows, key) })),
  };
}

function totalsOf(rows: ChartRows, key: string): ColumnTotals["units"] {
  const unitKey = unitColumn(key, rows.columns);
  // Without one where a value is too large to be added: a sum without it would be another.
  const sums = new Map<string, DecimalSum | undefined>();
  for (let row = 0; row < rows.count; row++) {
    const cell = rows.cell(row, key);
    // Which of several values counts nobody knows: a sum without it would be another, too.
    const amount = cell.kind === "several" ? "tooLarge" : amountOf(cell);
    if (amount === undefined) {
      continue;
    }
    const unit = unitKey === undefined ? "" : unitText(rows.cell(row, unitKey));
    const sum = sums.has(unit) ? sums.get(unit) : new DecimalSum();
    if (amount !== "tooLarge") {
      sum?.add(amount.text);
    }
    sums.set(unit, amount === "tooLarge" ? undefined : sum);
  }
  return [...sums].slice(0, UNITS_LIMIT).map(([unit, sum]) => ({ unit, sum: sum?.text ?? null }));
}
