import type { ChartRows } from "../../src/features/lists/common/table/chartRows";
import type { ColumnKind, ListCell, ListColumn } from "../../src/features/lists/messages/listTable";

/** A number by its lexeme; all else is text as it is, `null` included. */
export type Value = string | null | undefined | { readonly number: string };

const NUMERIC: readonly ColumnKind[] = ["money", "number"];

type Kinds = Readonly<Record<string, ColumnKind>>;

/** Rows as a chart reads them: columns by their kind, each row one value for each. */
export function aChart(
  kinds: Kinds,
  values: readonly (readonly Value[])[],
  more: Partial<ChartRows> = {},
): ChartRows {
  const columns = Object.entries(kinds).map(([label, kind]): ListColumn => ({
    ...{ key: `/${label.replaceAll(".", "/")}`, label, kind },
    isNumeric: NUMERIC.includes(kind),
  }));
  return {
    ...{ revision: 7, count: values.length, columns, isMasked: false, isSorted: false },
    cell: (row, key) => cellOf(values[row]?.[columns.findIndex((column) => column.key === key)]),
    ...more,
  };
}

export function amount(number: string | number): Value {
  return { number: String(number) };
}

function cellOf(value: Value): ListCell {
  if (value === undefined) {
    return { kind: "missing" };
  }
  if (value === null) {
    return { kind: "null" };
  }
  return typeof value === "string"
    ? { kind: "text", text: value }
    : { kind: "number", text: value.number };
}

const PROVIDERS = ["Aviva", "Legal & General", "Royal London", "Scottish Widows", "Zurich"];

/** Holdings as the sandbox has them: sums with pence, by provider. */
export function holdings(): ChartRows {
  const kinds: Kinds = {
    ...{ provider: "text", fund: "text", units: "number", price: "money", value: "money" },
    ...{ currency: "text", valuedOn: "date", wrapper: "text" },
  };
  const rows = Array.from({ length: 40 }, (_, at) => [
    ...[PROVIDERS[(at * at) % 5], `Fund ${at}`, amount(`${at}.3300`), amount("2.1")],
    ...[amount(`${at * 1733}.${10 + at}`), "GBP", `2026-10-${26 + (at % 5)}`],
    ...[["ISA", "SIPP", "GIA"][at % 3]],
  ]);
  return aChart(kinds, rows);
}

/** Scores of four questionnaires, month by month. */
export function aSeries(): ChartRows {
  const kinds: Kinds = { questionnaire: "text", score: "number", completedOn: "date" };
  const rows = Array.from({ length: 96 }, (_, at) => {
    const month = at >> 2;
    const day = `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-15`;
    const score = 400 + (at % 4) * 60 + Math.round(90 * Math.sin(month / 3 + (at % 4)));
    return [QUESTIONNAIRES[at % 4], amount(`${score}.50`), day];
  });
  return aChart(kinds, rows);
}

const QUESTIONNAIRES = ["Attitude to risk", "Capacity for loss", "Knowledge", "Sustainability"];

/** As many points as are drawn. */
export function aCloud(): ChartRows {
  const rows = Array.from({ length: 5000 }, (_, at) => [
    ...[amount(at), amount(`${((at * 7919) % 1000) + at / 10}`)],
  ]);
  return aChart({ units: "number", score: "number" }, rows);
}

/** A line of 3,000 points. */
export function aCourse(): ChartRows {
  const rows = Array.from({ length: 3000 }, (_, at) => [
    ...[amount(at), amount(Math.round(1000 * Math.sin(at / 200)))],
  ]);
  return aChart({ at: "number", value: "number" }, rows);
}

/** Names that would run, turn round, hide or burst their labels. */
export function hostileRows(): ChartRows {
  const names = [
    '<img src=x onerror="ran()">',
    "</text><script>ran()</script>",
    "{a|styled} {b}",
    "مرحبا بالعالم ١٢٣",
    "‮desrever si siht‬",
    "👩‍👩‍👧‍👦 family 🏳️‍🌈",
    "very long ".repeat(20),
    "tab\tand\nnew lines\n\n",
    "&amp; &lt;b&gt; \u0000 nil",
    "",
  ];
  const rows = names.map((name, at) => [name, amount(at + 1), "<b>GBP</b>"]);
  return aChart({ "<i>name</i>": "text", value: "money", currency: "text" }, rows);
}
