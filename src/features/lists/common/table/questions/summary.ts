import type { ColumnSummary, SummaryQuestion } from "../../../messages/listQuestions";
import type { ListCell } from "../../../messages/listTable";
import { compareLexemes, fitsDouble, isShortNumber, parseDecimal } from "../decimal";
import { DecimalSum } from "../decimalSum";
import type { QuestionContext } from "../loadedRows";
import { compareTexts, isBlank } from "../textOrder";

/** Different values that are told apart; each costs memory. */
const DISTINCT_LIMIT = 100_000;
const MOST_FREQUENT = 10;

/** What a column holds, over the rows of a view. */
export function answerSummary(
  { table, shown }: QuestionContext,
  { view, column }: SummaryQuestion,
): ColumnSummary {
  const isNumeric = table.columns.find(({ key }) => key === column)?.isNumeric ?? false;
  const path = table.pathOf(column);
  const tally = new Tally(isNumeric);
  const order = table.order(view, shown);
  for (const row of order) {
    tally.add(table.cell(row, column));
  }
  const { minimum, maximum, sum } = tally;
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
    ...(sum === undefined ? {} : { sum: show({ kind: "number", text: sum }) }),
    frequent: tally.frequent.map(({ cell, count }) => ({ text: show(cell), count })),
  };
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
  private readonly counts = new Map<string, Counted>();
  /** Numbers by value, whatever their writing. */
  private readonly numbers = new Map<string | number, Counted>();
  private readonly total = new DecimalSum();
  private hasNumbers = false;

  constructor(private readonly isNumeric: boolean) {}

  get distinct(): number {
    return new Set(this.counts.values()).size;
  }

  get sum(): string | undefined {
    return this.isNumeric && this.hasNumbers ? this.total.text : undefined;
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
    if (cell.kind === "number") {
      this.hasNumbers = true;
      this.total.add(cell.text);
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
    const known = this.numbers.get(value) ?? { cell, count: 0 };
    known.count++;
    this.numbers.set(value, known);
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
