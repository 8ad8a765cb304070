import assert from "node:assert/strict";
import fc from "fast-check";
import { chartOf } from "../../../../src/features/lists/common/table/chartData";
import type { ChartData } from "../../../../src/features/lists/messages/listChart";
import { CHART_POINTS_LIMIT } from "../../../../src/features/lists/messages/drawnLimits";
import type { ChartChoice } from "../../../../src/features/lists/messages/listLayout";
import { aChart, amount, type Value } from "../../../fakes/chartRows";
import { IS_LONG } from "../../../fakes/runs";

const BY_PROVIDER: ChartChoice = { kind: "bar", x: "/provider", y: ["/value"], aggregate: "sum" };
/** More than are drawn, and one of them that must not be lost. */
const [POINTS, PEAK] = IS_LONG ? [200_000, 123_456] : [20_000, 12_345];
const KINDS = { provider: "text", value: "money" } as const;

describe("the data of a chart", () => {
  it("adds money by category exactly, the largest first", () => {
    const data = chartOf(
      aChart(KINDS, [
        ["Aviva", amount("0.10")],
        ["Zurich", amount("9007199254740993.01")],
        ["Aviva", amount("0.20")],
        [null, amount("5")],
      ]),
      BY_PROVIDER,
    );
    assert.deepEqual(drawnOf(data), [
      ["value:Zurich", "9007199254740993.01"],
      ["none:", "5"],
      ["value:Aviva", "0.30"],
    ]);
    assert.equal(data.series[0]?.values[2]?.number, 0.3);
    assert.equal(data.revision, 7);
  });

  for (const aggregate of ["sum", "average", "minimum", "maximum", "count"] as const) {
    it(`gives what a slow and plain ${aggregate} of hundredths gives`, () => {
      const row = fc.tuple(fc.constantFrom("a", "b", "c"), fc.bigInt(-(10n ** 20n), 10n ** 20n));
      fc.assert(
        fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (values) => {
          const rows = aChart(
            KINDS,
            values.map(([name, hundredths]) => [name, amount(decimal(hundredths))]),
          );
          const data = chartOf(rows, { ...BY_PROVIDER, aggregate });
          const found = new Map(
            data.places.map(({ text }, at) => [text, data.series[0]?.values[at]?.text]),
          );
          for (const name of new Set(values.map(([one]) => one))) {
            const own = values.flatMap(([one, value]) => (one === name ? [value] : []));
            assert.equal(scaled(found.get(name) ?? ""), naive(aggregate, own), name);
          }
        }),
      );
    });
  }

  it("puts categories beyond thirty together, with nothing lost", () => {
    const values = Array.from({ length: 50 }, (_, at) => [`p${at}`, amount(`${at}.01`)]);
    const data = chartOf(aChart(KINDS, values), BY_PROVIDER);
    assert.equal(data.places.length, 30);
    assert.equal(data.remarks.otherPlaces, 21);
    assert.deepEqual(drawnOf(data)[0], ["value:p49", "49.01"]);
    // 0.01 + 1.01 + … + 20.01
    assert.deepEqual(drawnOf(data).at(-1), ["other:", "210.21"]);
    const total = data.series[0]?.values.reduce((sum, one) => sum + scaled(one?.text ?? ""), 0n);
    assert.equal(total, scaled("1225.50"));
  });

  it("takes least, most and average of what is together over its rows, not over its places", () => {
    const values = Array.from({ length: 40 }, (_, at) => [`p${at}`, amount(at)]);
    const more = Array.from({ length: 29 }, (_, at) => [`p${at}`, amount(1000)]);
    const rows = aChart(KINDS, [...values, ...more, ["p39", amount(-5)]]);
    const other = (aggregate: ChartChoice["aggregate"]): string | undefined => {
      const data = chartOf(rows, { ...BY_PROVIDER, aggregate });
      assert.equal(data.places.at(-1)?.kind, "other");
      return data.series[0]?.values.at(-1)?.text;
    };
    // Those of most rows stay for themselves: p0 … p28. 29 … 39 and -5 are left.
    assert.equal(other("minimum"), "-5");
    assert.equal(other("maximum"), "39");
    assert.equal(other("average"), "30.75");
  });

  it("draws a donut of twelve slices at most and none below zero", () => {
    const values = Array.from({ length: 20 }, (_, at) => [`p${at}`, amount(at - 3)]);
    const data = chartOf(aChart(KINDS, values), { ...BY_PROVIDER, kind: "donut" });
    assert.equal(data.places.length, 12);
    assert.deepEqual([data.remarks.notPositive, data.remarks.otherPlaces], [4, 5]);
    assert.deepEqual(drawnOf(data).at(-1), ["other:", "15"]);
  });

  it("keeps the user's order of rows where there is one", () => {
    const values = [
      ["b", amount(1)],
      ["a", amount(3)],
      ["c", amount(2)],
    ];
    const names = (isSorted: boolean): readonly string[] =>
      chartOf(aChart(KINDS, values, { isSorted }), BY_PROVIDER).places.map(({ text }) => text);
    assert.deepEqual(names(false), ["a", "c", "b"]);
    assert.deepEqual(names(true), ["b", "a", "c"]);
  });

  it("splits rows into series and leaves gaps where one has no row", () => {
    const kinds = { on: "date", value: "money", wrapper: "text" } as const;
    const data = chartOf(
      aChart(kinds, [
        ["2026-02-01", amount(3), "ISA"],
        ["2026-01-01", amount(1), "ISA"],
        ["2026-01-01", amount(2), "SIPP"],
        ["no date", amount(9), "SIPP"],
        ["2026-02-01", "n/a", "SIPP"],
      ]),
      { kind: "line", x: "/on", y: ["/value"], series: "/wrapper", aggregate: "sum" },
    );
    assert.equal(data.axis, "date");
    assert.deepEqual(
      data.places.map(({ text, at }) => [text, at]),
      [
        ["2026-01-01", Date.UTC(2026, 0, 1)],
        ["2026-02-01", Date.UTC(2026, 1, 1)],
      ],
    );
    assert.deepEqual(
      data.series.map(({ split, values }) => [split?.text, values.map((one) => one?.text)]),
      [
        ["SIPP", ["2", undefined]],
        ["ISA", ["1", "3"]],
      ],
    );
    assert.deepEqual([data.remarks.noPlace, data.remarks.noNumber], [1, 1]);
  });

  it("draws twelve series at most, the rest as one", () => {
    const kinds = { ...KINDS, split: "text", second: "money" } as const;
    const values = Array.from({ length: 40 }, (_, at) => [
      ...["a", amount(1), `s${at % 20}`, amount(2)],
    ]);
    const data = chartOf(aChart(kinds, values), {
      ...{ ...BY_PROVIDER, y: ["/value", "/second"], series: "/split" },
    });
    assert.equal(data.series.length, 12);
    assert.equal(data.remarks.otherSeries, 15);
    assert.deepEqual(
      data.series.slice(-2).map(({ column, split, values: [one] }) => [column, split, one?.text]),
      [
        ["/value", { kind: "other", text: "" }, "30"],
        ["/second", { kind: "other", text: "" }, "60"],
      ],
    );
  });

  it(`makes a line of ${POINTS} points fewer and keeps its ends and its peak`, () => {
    const values = Array.from({ length: POINTS }, (_, at) => [
      amount(at),
      amount(at === PEAK ? 1_000_000 : at % 7),
    ]);
    const rows = aChart({ x: "number", y: "number" }, values);
    const line: ChartChoice = { kind: "line", x: "/x", y: ["/y"], aggregate: "sum" };
    const data = chartOf(rows, line);
    assert.equal(data.places.length, CHART_POINTS_LIMIT);
    assert.deepEqual([data.remarks.points, data.remarks.thinning], [POINTS, "shape"]);
    const at = data.places.map((place) => place.at);
    assert.deepEqual([at[0], at.at(-1)], [0, POINTS - 1]);
    assert.ok(at.includes(PEAK));
    const cloud = chartOf(rows, { ...line, kind: "scatter", aggregate: "none" });
    assert.ok(cloud.places.length <= CHART_POINTS_LIMIT && cloud.places.length > 50);
    assert.equal(cloud.remarks.thinning, "spread");
    assert.ok(cloud.places.some((place) => place.at === PEAK));
    const bars = chartOf(rows, { ...line, kind: "bar", aggregate: "none" });
    assert.deepEqual([bars.places.length, bars.remarks.thinning], [CHART_POINTS_LIMIT, "first"]);
  });

  it("takes numbers of one value for one place, and leaves out what no drawing holds", () => {
    const data = chartOf(
      aChart({ x: "number", y: "number" }, [
        [amount("1.0"), amount("1e400")],
        [amount("10e-1"), amount("9007199254740993")],
        [amount("1"), amount("1e999999999")],
        [amount("-1"), amount(2)],
      ]),
      { kind: "line", x: "/x", y: ["/y"], aggregate: "sum" },
    );
    assert.deepEqual(drawnOf(data), [
      ["value:-1", "2"],
      ["value:1.0", "9007199254740993"],
    ]);
    assert.equal(data.remarks.tooLarge, 2);
  });

  it("says why nothing is drawn, and what can be", () => {
    const rows = aChart({ ...KINDS, note: "text" }, [
      ["Aviva", amount("-1"), "a"],
      ["Zurich", amount("-2"), "b"],
    ]);
    const problem = (choice: Partial<ChartChoice>): unknown => {
      const { problem: why, instead, places } = chartOf(rows, { ...BY_PROVIDER, ...choice });
      assert.deepEqual([instead, places], [BY_PROVIDER, []]);
      return why;
    };
    assert.equal(problem({ kind: "donut" }), "nothingPositive");
    assert.equal(problem({ x: "/gone" }), "columnGone");
    assert.equal(problem({ y: ["/gone"] }), "columnGone");
    assert.equal(problem({ y: ["/note"] }), "noNumbers");
    assert.equal(problem({ y: [] }), "noNumbers");
    assert.equal(problem({ kind: "scatter" }), "noPlaces");
    const masked = aChart(KINDS, [["Person A", { number: "•4F2A9K.••" }]], { isMasked: true });
    assert.equal(chartOf(masked, BY_PROVIDER).problem, "masked");
    assert.deepEqual(chartOf(masked, BY_PROVIDER).instead?.aggregate, "count");
    assert.equal(chartOf(aChart(KINDS, []), undefined).problem, "noRows");
    assert.equal(chartOf(aChart({ a: "items" }, [[null]]), undefined).problem, "nothingToDraw");
  });

  it("says in which currencies the values are, unless each stands for itself", () => {
    const kinds = { ...KINDS, currency: "text", "fee.amount": "money", "fee.currency": "text" };
    const rows = aChart(kinds as Parameters<typeof aChart>[0], [
      ["Aviva", amount(1), "GBP", amount(2), "EUR"],
      ["Zurich", amount(1), "USD", amount(2), "EUR"],
      ["Zurich", null, "CHF", null, "JPY"],
    ]);
    const units = (choice: Partial<ChartChoice>): readonly string[] =>
      chartOf(rows, { ...BY_PROVIDER, ...choice }).remarks.units;
    assert.deepEqual(units({}), ["GBP", "USD"]);
    assert.deepEqual(units({ y: ["/fee/amount"] }), ["EUR"]);
    assert.deepEqual(units({ series: "/currency" }), []);
    assert.deepEqual(units({ aggregate: "count" }), []);
  });

  it("says in which currencies the values of several columns are, each by its own", () => {
    const kinds = {
      ...KINDS,
      currency: "text",
      units: "number",
      other: "money",
      "fee.amount": "money",
      "fee.currency": "text",
    } as const;
    const units = (currencies: readonly Value[], y: readonly string[]): readonly string[] => {
      const rows = currencies.map((one) => [
        ...["Aviva", amount(1), one, amount(2), amount(3), amount(4), "EUR"],
      ]);
      return chartOf(aChart(kinds, rows), { ...BY_PROVIDER, y: [...y] }).remarks.units;
    };
    assert.deepEqual(units(["GBP", "GBP"], ["/value", "/other"]), ["GBP"]);
    assert.deepEqual(units(["GBP"], ["/value", "/fee/amount"]), ["GBP", "EUR"]);
    for (const [wanted, ...currencies] of [
      [["GBP", "USD"], "GBP", "USD"],
      [[], "GBP", "GBP"],
    ] as const) {
      assert.deepEqual(units(currencies, ["/value", "/units"]), wanted);
      assert.deepEqual(units(currencies, ["/units", "/value"]), wanted);
    }
  });

  it("says that some values have no currency where others have one", () => {
    const kinds = { ...KINDS, currency: "text", units: "number" } as const;
    const units = (none: Value, y = ["/value"]): readonly string[] => {
      const rows = [
        ["Aviva", amount(100), "GBP", amount(1)],
        ["Zurich", amount(50), none, amount(1)],
        ["Zurich", null, undefined, amount(1)],
      ];
      return chartOf(aChart(kinds, rows), { ...BY_PROVIDER, y }).remarks.units;
    };
    for (const none of [undefined, null, "", "  ", "pounds sterling", amount(826)]) {
      assert.deepEqual(units(none), ["GBP", ""]);
      assert.deepEqual(units(none, ["/units", "/value"]), ["GBP", ""]);
    }
    assert.deepEqual(units(" GBP "), ["GBP"]);
    const without = aChart(kinds, [["Aviva", amount(1), "", amount(1)]]);
    assert.deepEqual(chartOf(without, BY_PROVIDER).remarks.units, []);
  });

  it("says where there are more currencies than it names", () => {
    const kinds = { ...KINDS, currency: "text" } as const;
    const units = (...currencies: readonly Value[]): readonly string[] => {
      const rows = currencies.map((one) => ["Aviva", amount(1), one]);
      return chartOf(aChart(kinds, rows), BY_PROVIDER).remarks.units;
    };
    const five = ["GBP", "EUR", "USD", "CHF", "JPY"];
    assert.deepEqual(units(...five), five);
    assert.deepEqual(units(...five, "SEK", "NOK"), [...five, "…"]);
    assert.deepEqual(units(...five.slice(1), ""), [...five.slice(1), ""]);
    assert.deepEqual(units(...five, ""), [...five.slice(0, 4), "", "…"]);
  });

  it("has no place along dates for days that do not exist", () => {
    const days = ["2024-02-29", "2024-02-30", "2023-02-29T10:00:00Z", "2024-04-31 10:00+02:00"];
    const others = ["2024-12-31T23:30:00-05:00", "2024-13-01"];
    const rows = aChart(
      { day: "date", value: "money" },
      [...days, ...others].map((day) => [day, amount(1)]),
    );
    const data = chartOf(rows, { ...BY_PROVIDER, kind: "line", x: "/day" });
    const drawn = data.places.map(({ text }) => text);
    assert.deepEqual(
      [drawn, data.remarks.noPlace],
      [["2024-02-29", "2024-12-31T23:30:00-05:00"], 4],
    );
  });

  it("cuts long names, never through a character", () => {
    const data = chartOf(aChart(KINDS, [[`${"a".repeat(198)}😀b`, amount(1)]]), BY_PROVIDER);
    assert.equal(data.places[0]?.text, `${"a".repeat(198)}…`);
  });
});

function drawnOf({ places, series }: ChartData): (readonly [string, string | undefined])[] {
  return places.map(({ kind, text }, at) => [`${kind}:${text}`, series[0]?.values[at]?.text]);
}

/** Hundredths as a lexeme. */
function decimal(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A decimal text in millionths. */
function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + decimals.padEnd(6, "0"));
  return text.startsWith("-") ? -size : size;
}

/** In millionths. */
function naive(aggregate: string, hundredths: readonly bigint[]): bigint {
  const ordered = hundredths.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const sum = hundredths.reduce((all, one) => all + one, 0n) * 10_000n;
  switch (aggregate) {
    case "count":
      return BigInt(hundredths.length) * 1_000_000n;
    case "minimum":
      return (ordered[0] ?? 0n) * 10_000n;
    case "maximum":
      return (ordered.at(-1) ?? 0n) * 10_000n;
    case "average":
      return averaged(sum, hundredths);
    default:
      return sum;
  }
}

/** Four decimals more than the values have, none of which counts zeros at its end. */
function averaged(sum: bigint, hundredths: readonly bigint[]): bigint {
  const isWhole = (unit: bigint): boolean => hundredths.every((one) => one % unit === 0n);
  const unit = [100n, 10n].find(isWhole) ?? 1n;
  return rounded(sum / unit, BigInt(hundredths.length)) * unit;
}

function rounded(sum: bigint, count: bigint): bigint {
  const size = ((sum < 0n ? -sum : sum) * 2n + count) / (count * 2n);
  return sum < 0n ? -size : size;
}
