import type {
  ColumnFilter,
  ColumnSummary,
  FindAnswer,
  FindQuestion,
  RowsAnswer,
  RowsQuestion,
  RowView,
  SummaryQuestion,
  TableFacts,
} from "../../../src/features/lists/messages/listQuestions";
import type { ListCell, ListColumn } from "../../../src/features/lists/messages/listTable";

/** Rows that are made when they are asked for: the same ones every time. */
export interface SampleRows {
  readonly columns: readonly ListColumn[];
  readonly count: number;
  readonly cell: (row: number, column: string) => ListCell;
}

const PROVIDERS = ["Aviva", "Standard Life", "Royal London", "Scottish Widows & Sons"];
const FUNDS = ["Global Equity A", "UK Gilts All Stocks", "Property Income", "Cash Deposit"];

type Make = (row: number) => ListCell;

const text = (make: (row: number) => string): Make => {
  return (row) => ({ kind: "text", text: make(row) });
};

const HOLDINGS: readonly (readonly [string, ListColumn["kind"], Make])[] = [
  ["holdingId", "id", text((row) => `00000000-0000-4000-8000-${`${row}`.padStart(12, "0")}`)],
  ["provider", "text", text((row) => PROVIDERS[row % 4] ?? "")],
  ["fund", "text", text((row) => FUNDS[(row >> 2) % 4] ?? "")],
  ["units", "number", (row) => ({ kind: "number", text: `${(row * 7919) % 100_003}.3300` })],
  ["value", "money", (row) => ({ kind: "number", text: `${(row * 733) % 50_021}.10` })],
  ["currency", "text", text(() => "GBP")],
  ["valuedOn", "date", (row) => (row % 5 === 0 ? { kind: "missing" } : dated(row))],
  ["owner.share", "number", (row) => (row % 3 === 0 ? { kind: "null" } : share())],
  ["owner.kind", "text", text((row) => (row % 4 === 0 ? "" : "joint"))],
  ["transactions", "items", (row) => ({ kind: "items", count: row % 7 })],
  ["policy", "members", () => ({ kind: "members", count: 4 })],
  ["note", "text", text((row) => `reviewed in round ${row % 97} by the branch`)],
  ["isClosed", "boolean", (row) => ({ kind: "boolean", text: String(row % 7 === 0) })],
];

function dated(row: number): ListCell {
  return { kind: "text", text: `2026-10-${`${(row % 28) + 1}`.padStart(2, "0")}` };
}

function share(): ListCell {
  return { kind: "number", text: "0.50" };
}

/** Holdings with 13 columns of every kind. */
export function sampleHoldings(count: number): SampleRows {
  const makers = new Map(HOLDINGS.map(([name, , make]) => [`/${name}`, make]));
  return {
    columns: HOLDINGS.map(([label, kind]) => ({
      ...{ key: `/${label}`, label, kind },
      isNumeric: kind === "money" || kind === "number",
    })),
    count,
    cell: (row, column) => makers.get(column)?.(row) ?? { kind: "missing" },
  };
}

/** As many columns as wanted, each with short numbers. */
export function sampleWide(count: number, columns: number): SampleRows {
  return {
    columns: Array.from({ length: columns }, (_, index) => ({
      ...{ key: `/c${index}`, label: `column ${index}`, kind: "number", isNumeric: true },
    })),
    count,
    cell: (row, column) => ({ kind: "number", text: `${row}.${column.slice(2)}` }),
  };
}

/** One column with these texts. */
export function sampleTexts(texts: readonly string[]): SampleRows {
  return {
    columns: [{ key: "/text", label: "text", kind: "text", isNumeric: false }],
    count: texts.length,
    cell: (row) => ({ kind: "text", text: texts[row] ?? "" }),
  };
}

/** Answers questions about rows in the plainest way. */
export class SampleTable {
  private order: { readonly view: string; readonly rows: readonly number[] } | undefined;

  constructor(
    readonly rows: SampleRows,
    readonly revision = 1,
  ) {}

  get facts(): TableFacts {
    const { columns, count } = this.rows;
    return { revision: this.revision, rows: count, columns, omittedColumns: 0, isGrowing: false };
  }

  answer({ view, from, count, columns }: RowsQuestion): RowsAnswer {
    const order = this.orderOf(view);
    const numbers = order.slice(from, from + count);
    return {
      ...{ revision: this.revision, total: order.length, all: this.rows.count, from, columns },
      rows: numbers.map((row) => columns.map((column) => this.rows.cell(row, column))),
      numbers,
    };
  }

  find({ view, columns, text, row, column, direction, isInclusive }: FindQuestion): FindAnswer {
    const places = this.orderOf(view).flatMap((number, at) =>
      columns.flatMap((key, place) =>
        textOf(this.rows.cell(number, key)).toLowerCase().includes(text.toLowerCase())
          ? [{ row: at, column: place }]
          : [],
      ),
    );
    const turn = direction === "forward" ? 1 : -1;
    const ordered = direction === "forward" ? places : places.toReversed();
    const found =
      ordered.find((place) => {
        const ahead = turn * (place.row - row || place.column - column);
        return ahead > 0 || (isInclusive && ahead === 0);
      }) ?? ordered[0];
    return {
      matches: places.length,
      ordinal: found === undefined ? 0 : places.indexOf(found) + 1,
      ...(found ?? { row: 0, column: 0 }),
    };
  }

  summary({ view, column }: SummaryQuestion): ColumnSummary {
    const cells = this.orderOf(view).map((row) => this.rows.cell(row, column));
    const counts = new Map<string, number>();
    for (const cell of cells.filter((one) => textOf(one) !== "")) {
      counts.set(textOf(cell), (counts.get(textOf(cell)) ?? 0) + 1);
    }
    const frequent = [...counts].map(([value, count]) => ({ text: value, count }));
    frequent.sort((one, other) => other.count - one.count);
    const sorted = [...counts.keys()].sort(compare);
    return {
      rows: cells.length,
      missing: cells.filter(({ kind }) => kind === "missing").length,
      nulls: cells.filter(({ kind }) => kind === "null").length,
      blank: cells.filter((cell) => "text" in cell && cell.text === "").length,
      distinct: counts.size,
      isDistinctExact: counts.size < 1000,
      minimum: sorted[0] ?? "",
      maximum: sorted.at(-1) ?? "",
      frequent: frequent.slice(0, 10),
    };
  }

  private orderOf(view: RowView): readonly number[] {
    const key = JSON.stringify(view);
    if (this.order?.view !== key) {
      this.order = { view: key, rows: this.makeOrder(view) };
    }
    return this.order.rows;
  }

  private makeOrder({ sort, filters, search }: RowView): readonly number[] {
    const { columns, cell, count } = this.rows;
    const wanted = search.toLowerCase();
    const all = Array.from({ length: count }, (_, row) => row);
    const left = all.filter(
      (row) =>
        filters.every((filter) => passes(textOf(cell(row, filter.column)), filter)) &&
        (wanted === "" ||
          columns.some(({ key }) => textOf(cell(row, key)).toLowerCase().includes(wanted))),
    );
    return left.sort((one, other) => {
      for (const { column, direction } of sort) {
        const order = compare(textOf(cell(one, column)), textOf(cell(other, column)));
        if (order !== 0) {
          return direction === "ascending" ? order : -order;
        }
      }
      return one - other;
    });
  }
}

function textOf(cell: ListCell): string {
  return "text" in cell ? cell.text : "";
}

function passes(value: string, { operator, value: wanted }: ColumnFilter): boolean {
  const order = compare(value, wanted);
  switch (operator) {
    case "contains":
      return value.toLowerCase().includes(wanted.toLowerCase());
    case "equals":
      return value === wanted;
    case "atLeast":
      return value !== "" && order >= 0;
    case "atMost":
      return value !== "" && order <= 0;
    case "empty":
      return value === "";
    default:
      throw new Error(`The samples know no ${operator}`);
  }
}

function compare(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  return Number.isNaN(difference) ? (one < other ? -1 : one > other ? 1 : 0) : difference;
}
