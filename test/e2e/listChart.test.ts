import assert from "node:assert/strict";
import { type BrowserBed, startBed } from "./panels/bed";
import { type ChartBed, type ChartOptions, openChart } from "./panels/chartBed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { THEMES, widthsIn } from "./panels/themes";
import type { ChartRows } from "../../src/core/lists/table/chartRows";
import type { ChartChoice } from "../../src/shared/listLayout";
import { aCloud, aSeries, holdings, hostileRows } from "../fakes/chartRows";

describe("the chart of a list in a browser", function () {
  this.timeout(60_000);
  let bed: BrowserBed;
  const open: ChartBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const chart of open.splice(0)) {
      assert.deepEqual([chart.problems, chart.scriptsRun()], [[], 0]);
      await chart.close();
    }
  });

  after(() => bed.close());

  const start = async (rows: ChartRows, options: ChartOptions = {}): Promise<ChartBed> => {
    const chart = await openChart(bed, rows, options);
    open.push(chart);
    return chart;
  };

  const bars: ChartChoice = { kind: "bar", x: "/provider", y: ["/value"], aggregate: "sum" };
  const KINDS: readonly (readonly [string, () => ChartRows, ChartChoice | undefined])[] = [
    ["bars", holdings, undefined],
    ["lines", aSeries, undefined],
    ["donut", holdings, { ...bars, kind: "donut" }],
    ["points", aCloud, undefined],
  ];

  for (const [theme, look] of Object.entries(THEMES)) {
    for (const [name, rows, choice] of KINDS) {
      for (const width of widthsIn(theme)) {
        it(`draws ${name} in ${theme} at ${width} pixels, for everybody`, async () => {
          const chart = await start(rows(), { theme: look, width, ...(choice && { choice }) });
          await chart.drawn();
          await takeShot(chart.page, `chart-${name}-${theme}-${width}`);
          await assertAccessible(chart.page);
          await assertInPlace(chart.page, width);
        });
      }
    }
  }
});
