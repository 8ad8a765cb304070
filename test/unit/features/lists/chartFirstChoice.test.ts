import assert from "node:assert/strict";
import { firstChoice } from "../../../../src/features/lists/common/table/chartFirstChoice";
import type { ColumnKind } from "../../../../src/features/lists/messages/listTable";
import { aChart, amount } from "../../../fakes/chartRows";

describe("the first choice of a chart", () => {
  const KINDS: Readonly<Record<string, ColumnKind>> = {
    ...{ id: "id", provider: "text", fund: "text", units: "number", price: "money" },
    ...{ value: "money", currency: "text", valuedOn: "date" },
  };

  const holding = (at: number, day: string) => [
    ...[`H${at}`, `Provider ${at % 4}`, `Fund ${at}`, amount(`${at}.3300`), amount("2.1")],
    ...[amount(`${at * 2}.00`), "GBP", day],
  ];

  it("is the worth by the first category of few values, not the price and not by its one week", () => {
    const rows = Array.from({ length: 40 }, (_, at) => holding(at, `2026-10-${26 + (at % 5)}`));
    assert.deepEqual(firstChoice(aChart(KINDS, rows)), {
      ...{ kind: "bar", x: "/provider", y: ["/value"], aggregate: "sum" },
    });
  });

  it("is the worth by date where the dates are a course of time", () => {
    const rows = Array.from({ length: 24 }, (_, at) => [
      ...[
        "Aviva",
        amount(at),
        `20${10 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`,
      ],
    ]);
    const kinds = { provider: "text", value: "money", on: "date" } as const;
    assert.deepEqual(firstChoice(aChart(kinds, rows)), {
      ...{ kind: "line", x: "/on", y: ["/value"], aggregate: "sum" },
    });
  });

  it("keeps apart what was measured on the same days", () => {
    const rows = Array.from({ length: 24 }, (_, at) => [
      ...[
        "final",
        ["Risk", "Loss"][at % 2],
        amount(at),
        `2025-${String((at >> 1) + 1).padStart(2, "0")}-01`,
      ],
    ]);
    const kinds = { status: "text", questionnaire: "text", score: "number", on: "date" } as const;
    assert.deepEqual(firstChoice(aChart(kinds, rows)), {
      ...{ kind: "line", x: "/on", y: ["/score"], series: "/questionnaire", aggregate: "average" },
    });
  });

  it("is rows by category, one number over another, or the numbers themselves", () => {
    const many = (row: (at: number) => readonly (string | ReturnType<typeof amount>)[]) =>
      Array.from({ length: 40 }, (_, at) => row(at));
    assert.deepEqual(
      firstChoice(
        aChart(
          { state: "text", n: "number" },
          many((at) => [`s${at % 3}`, amount(at)]),
        ),
      ),
      { kind: "bar", x: "/state", y: [], aggregate: "count" },
    );
    assert.deepEqual(
      firstChoice(
        aChart(
          { a: "number", b: "number" },
          many((at) => [amount(at), amount(at * at)]),
        ),
      ),
      { kind: "scatter", x: "/a", y: ["/b"], aggregate: "none" },
    );
    assert.deepEqual(
      firstChoice(
        aChart(
          { name: "text", n: "number" },
          many((at) => [`name ${at}`, amount(at)]),
        ),
      ),
      { kind: "bar", x: "/name", y: ["/n"], aggregate: "none" },
    );
    assert.deepEqual(
      firstChoice(
        aChart(
          { name: "text" },
          many((at) => [`name ${at}`]),
        ),
      ),
      {
        ...{ kind: "bar", x: "/name", y: [], aggregate: "count" },
      },
    );
    assert.equal(firstChoice(aChart({ things: "items" }, [[null]])), undefined);
  });
});
