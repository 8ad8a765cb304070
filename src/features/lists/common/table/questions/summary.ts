import type { ColumnSummary, SummaryQuestion } from "../../../messages/listQuestions";
import type { ListCell } from "../../../messages/listTable";
import { chartRowsOf } from "../chartRows";
import { unitsOf } from "../chartUnits";
import { compareLexemes, fitsDouble, isShortNumber, parseDecimal } from "../decimal";
import { barOfDate, barOfNumber, dateBorders, numberBorders } from "../histogram";
import type { QuestionContext } from "../loadedRows";
import { NumberStatistics } from "../numberStatistics";
import { compareTexts, isBlank } from "../textOrder";

/** Different values that are told apart; each costs memory. */
const DISTINCT_LIMIT = 100_000;
const MOST_FREQUENT = 10;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** What a column holds, over the rows of a view. */
export function answerSummary(
  context: QuestionContext,
  { view, column }: SummaryQuestion,
): ColumnSummary {
  const { table, shown } = context;
  const { isNumeric = false, kind } = table.columns.find(({ key }) => key === column) ?? {};
  const path = table.pathOf(column);
  const tally = new Tally();
  const order = table.order(view, shown);
  for (const row of order) {
    tally.add(table.cell(row, column));
  }
  const { minimum, maximum, frequent } = tally;
  const { sum, mean, deviation } = isNumeric ? tally.numbers : NO_NUMBERS;
  const histogram = isNumeric ? tally.numberBars : kind === "date" ? tally.dateBars : undefined;
  const units = isNumeric ? unitsOf(chartRowsOf(context, view), { y: [column] }) : [];
  const others = tally.values - frequent.reduce((all, { count }) => all + count, 0);
  const number = (text: string): string => show({ kind: "number", text });
  const show = (cell: Valued): string => {
    const seen = shown.cell(cell, path);
    return "text" in seen ? seen.text : "";
  };
  return {
    rows: order.length,
    ...{ missing: tally.missing, nulls: tally.nulls, blank: tally.blank },
    ...(tally.several > 0 && { several: tally.several }),
    ...{ distinct: tally.distinct, isDistinctExact: tally.isExact },
    ...(minimum === undefined ? {} : { minimum: show(minimum) }),
    ...(maximum === undefined ? {} : { maximum: show(maximum) }),
    ...(sum === undefined ? {} : { sum: number(sum) }),
    ...(mean === undefined ? {} : { mean: number(mean) }),
    ...(deviation === undefined ? {} : { deviation: number(deviation) }),
    ...(isNumeric && { quantiles: quantilesOf(tally.numbers, number) }),
    ...(units.length > 1 && { units }),
    frequent: frequent.map(({ cell, count }) => ({ text: show(cell), count })),
    ...(others > 0 && { others }),
    ...(histogram && { histogram: shown.isMasked ? withoutBorders(histogram) : histogram }),
  };
}

type Bars = NonNullable<ColumnSummary["histogram"]>;

const NO_NUMBERS = { sum: undefined, mean: undefined, deviation: undefined };

function quantilesOf(
  numbers: NumberStatistics,
  show: (text: string) => string,
): NonNullable<ColumnSummary["quantiles"]> {
  return QUANTILES.flatMap((share) => {
    const value = numbers.quantile(share);
    return value === undefined ? [] : [{ share, text: show(value) }];
  });
}

/** Between borders values could be read, which are masked. */
function withoutBorders(bars: Bars): Bars {
  return bars.map(({ count }) => ({ count }));
}

function barsOf(borders: readonly string[], counts: readonly number[]): Bars {
  return counts.map((count, bar) => ({
    ...{ from: borders[bar] ?? "", to: borders[bar + 1] ?? "", count },
  }));
}

type Valued = Extract<ListCell, { readonly text: string }>;

interface Counted {
  readonly cell: Valued;
  count: number;
}

class Tally {
  missing = 0;
  nulls = 0;
  blank = 0;
  several = 0;
  isExact = true;
  minimum: Valued | undefined;
  maximum: Valued | undefined;
  /** Rows with a value that counts. */
  values = 0;
  readonly numbers = new NumberStatistics();
  private readonly counts = new Map<string, Counted>();
  /** Numbers by value, whatever their writing. */
  private readonly byValue = new Map<string | number, Counted>();

  get distinct(): number {
    return new Set(this.counts.values()).size;
  }

  /** Undefined where all are the same, or cannot be told apart. */
  get numberBars(): Bars | undefined {
    const { minimum, maximum } = this;
    const borders = minimum && maximum && numberBorders(minimum.text, maximum.text);
    if (borders === undefined) {
      return undefined;
    }
    const doubles = borders.map(Number);
    const counts = Array.from({ length: borders.length - 1 }, () => 0);
    for (const lexeme of this.numbers.lexemes) {
      const bar = barOfNumber(borders, doubles, lexeme);
      counts[bar] = (counts[bar] ?? 0) + 1;
    }
    return barsOf(borders, counts);
  }

  /** Undefined where they are too few or too many to tell. */
  get dateBars(): Bars | undefined {
    const { minimum, maximum } = this;
    const borders = minimum && maximum && dateBorders(minimum.text, maximum.text);
    if (borders === undefined || !this.isExact) {
      return undefined;
    }
    const counts = Array.from({ length: borders.length - 1 }, () => 0);
    for (const { cell, count } of this.counts.values()) {
      const bar = barOfDate(borders, cell.text);
      counts[bar] = (counts[bar] ?? 0) + count;
    }
    return barsOf(borders, counts);
  }

  get frequent(): readonly Counted[] {
    const all = [...new Set(this.counts.values())];
    return all.sort((one, other) => other.count - one.count).slice(0, MOST_FREQUENT);
  }

  add(cell: ListCell): void {
    switch (cell.kind) {
      case "missing":
        this.missing++;
        return;
      case "null":
        this.nulls++;
        return;
      case "items":
      case "members":
        return;
      case "several":
        this.several++;
        return;
      default:
        if (isBlank(cell.text)) {
          this.blank++;
        } else {
          this.addValue(cell);
        }
    }
  }

  private addValue(cell: Valued): void {
    this.values++;
    if (cell.kind === "number") {
      this.numbers.add(cell.text);
    }
    const key = `${cell.kind} ${cell.text}`;
    const known = this.counts.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    this.minimum = this.outer(this.minimum, cell, -1);
    this.maximum = this.outer(this.maximum, cell, 1);
    if (this.counts.size < DISTINCT_LIMIT) {
      this.counts.set(key, this.countedLike(cell));
    } else {
      this.isExact = false;
    }
  }

  private countedLike(cell: Valued): Counted {
    if (cell.kind !== "number") {
      return { cell, count: 1 };
    }
    const value = valueKey(cell.text);
    const known = this.byValue.get(value) ?? { cell, count: 0 };
    known.count++;
    this.byValue.set(value, known);
    return known;
  }

  private outer(known: Valued | undefined, cell: Valued, side: number): Valued {
    return known === undefined || compareValues(cell, known) * side > 0 ? cell : known;
  }
}

/** The same for two numbers of the same value, however they are written. */
function valueKey(lexeme: string): string | number {
  const decimal = isShortNumber(lexeme) ? undefined : parseDecimal(lexeme);
  if (decimal === undefined || fitsDouble(decimal)) {
    // Zero has no sign here.
    return Number(lexeme) + 0;
  }
  return `${decimal.isNegative ? "-" : ""}${decimal.digits}e${String(decimal.exponent)}`;
}

/** As columns are sorted: numbers before texts before booleans. */
function compareValues(one: Valued, other: Valued): number {
  if (one.kind !== other.kind) {
    return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  }
  return one.kind === "number"
    ? compareLexemes(one.text, other.text)
    : compareTexts(one.text, other.text);
}

const KINDS = ["number", "text", "boolean"] satisfies Valued["kind"][];
