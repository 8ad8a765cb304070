import assert from "node:assert/strict";
import { chartOf } from "../../../../../../src/features/lists/common/table/chartData";
import type { ChartChoice } from "../../../../../../src/features/lists/messages/listLayout";
import { axesOption } from "../../../../../../src/features/lists/webview/chart/axes";
import type { Picture } from "../../../../../../src/features/lists/webview/chart/picture";
import { aChart, amount } from "../../../../../fakes/chartRows";

const SCATTER: ChartChoice = { kind: "scatter", x: "/on", y: ["/value"], aggregate: "none" };

describe("the axis of dates under points", () => {
  before(() => {
    Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, "document");
  });

  /** How a moment is written where rows of these days are drawn. */
  function label(...days: readonly string[]): string {
    const rows = days.map((day, at) => [day, amount(at)]);
    const data = chartOf(aChart({ on: "date", value: "money" }, rows), SCATTER);
    const picture = {
      ...{ data, choice: SCATTER, width: 800, height: 400, isStill: false },
      ...{ look: {}, words: { isGrouped: true } },
    } as unknown as Picture;
    const { xAxis } = axesOption(picture, 0) as {
      readonly xAxis: { readonly axisLabel: { readonly formatter: (value: number) => string } };
    };
    return xAxis.axisLabel.formatter(Date.parse("2026-03-02T10:30:00Z"));
  }

  it("is written by how far the days lie apart, whatever the order of the rows", () => {
    assert.equal(label("2026-03-02", "2015-01-01", "2026-03-01"), "2026-03");
    assert.equal(label("2026-03-02", "2026-01-01", "2026-03-02"), "2026-03-02");
    assert.equal(label("2026-03-09", "2026-03-02"), "2026-03-02");
    assert.equal(label("2026-03-02", "2026-03-01"), "03-02 10:30");
  });
});
