import assert from "node:assert/strict";
import { axisDateFormat } from "../../../../../../src/features/lists/webview/chart/axisDates";

describe("dates on the axis of a chart", () => {
  /** How a moment is written where there are points of these days. */
  function label(...days: readonly string[]): string {
    return axisDateFormat(days.map((day) => Date.parse(day)))(Date.parse("2026-03-02T10:30:00Z"));
  }

  it("are written by how far the days lie apart, whatever their order", () => {
    assert.equal(label("2026-03-02", "2015-01-01", "2026-03-01"), "2026-03");
    assert.equal(label("2026-03-02", "2026-01-01", "2026-03-02"), "2026-03-02");
    assert.equal(label("2026-03-09", "2026-03-02"), "2026-03-02");
    assert.equal(label("2026-03-02", "2026-03-01"), "03-02 10:30");
  });
});
