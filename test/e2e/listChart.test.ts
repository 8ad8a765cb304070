import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BrowserBed, startBed } from "./panels/bed";
import { type ChartBed, type ChartOptions, openChart } from "./panels/chartBed";
import { assertAccessible, assertInPlace, SCREENSHOTS, takeShot } from "./panels/looks";
import { looks, THEMES, type ThemeName } from "./panels/themes";
import type { ChartRows } from "../../src/features/lists/common/table/chartRows";
import { type ChartChoice, FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import { TAKES_PICTURES } from "./support/pictures";
import { aCloud, aCourse, aSeries, holdings, hostileRows } from "../fakes/chartRows";
import { itInLong } from "../fakes/runs";

describe("the chart of a list in a browser", () => {
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
  /** Of the short form: each theme once. */
  const SHORT_LOOKS: readonly (readonly [ThemeName, number])[] = [
    ...([
      ["light", 900],
      ["dark", 900],
      ["highContrast", 320],
      ["highContrastLight", 900],
    ] as const),
  ];

  for (const [at, [name, rows, choice]] of KINDS.entries()) {
    for (const { name: theme, theme: look, width } of looks(SHORT_LOOKS[at] ?? ["dark", 900])) {
      it(`draws ${name} in ${theme} at ${width} pixels, for everybody`, async () => {
        const chart = await start(rows(), { theme: look, width, ...(choice && { choice }) });
        await chart.drawn();
        await takeShot(chart.page, `chart-${name}-${theme}-${width}`);
        await assertAccessible(chart.page);
        await assertInPlace(chart.page, width);
      });
    }
  }

  it("draws hostile names as text, in one line each and inside the drawing", async () => {
    for (const kind of ["bar", "donut"] as const) {
      const chart = await start(hostileRows(), { choice: choiceOf(hostileRows(), kind) });
      await chart.drawn();
      const labels = await chart.page.locator(".drawing svg text").allTextContents();
      assert.ok(labels.some((label) => label.includes('<img src=x onerror="ran()">')));
      assert.ok(labels.some((label) => label.includes("very long very") && label.length < 70));
      assert.ok(labels.every((label) => !/[\n\t\u202e]/.test(label)));
      await chart.page.locator(".data summary").click();
      await takeShot(chart.page, `chart-hostile-${kind}`);
      await assertAccessible(chart.page);
      await assertInPlace(chart.page, 900);
    }
  });

  itInLong("writes no name of a slice over another", async () => {
    const chart = await start(aSeries(), {
      choice: { kind: "donut", x: "/completedOn", y: ["/score"], aggregate: "sum" },
    });
    await chart.drawn();
    const labels = chart.page.locator(".drawing svg text");
    assert.equal(await labels.count(), 12);
    const boxes = await Promise.all(
      (await labels.all()).map(async (label) => (await label.boundingBox()) ?? assert.fail()),
    );
    const overlapping = boxes.filter((one, at) =>
      boxes.slice(at + 1).some((other) => isOver(one, other)),
    );
    assert.deepEqual(overlapping, []);
  });

  itInLong("writes dates under points by how far all of them lie apart", async () => {
    const chart = await start(aSeries(), {
      choice: { kind: "scatter", x: "/completedOn", y: ["/score"], aggregate: "none" },
    });
    await chart.drawn();
    const labels = await chart.page.locator(".drawing svg text").allTextContents();
    const dates = labels.filter((label) => /\d-\d/.test(label));
    // The first rows are of one day, and would have times.
    assert.ok(dates.length > 1, labels.join());
    assert.deepEqual(
      dates.filter((label) => !/^\d{4}-\d\d-\d\d$/.test(label)),
      [],
    );
  });

  itInLong("shows styles and markup in names as they are when a point is spoken of", async () => {
    const chart = await start(hostileRows(), { choice: choiceOf(hostileRows(), "bar") });
    await chart.drawn();
    await chart.page.locator(".drawing").focus();
    for (let press = 0; press < 8; press++) {
      await chart.page.keyboard.press("ArrowDown");
    }
    assert.equal(await reading(chart), "8 of 10 · {a|styled} {b} · value: 3 <b>GBP</b>");
    const shown = chart.page.locator(".drawing svg text");
    // What is pointed at is drawn after it is spoken of.
    await shown.filter({ hasText: "value: 3 <b>GBP</b>" }).waitFor();
    const words = (await shown.allTextContents()).map((text) => text.replaceAll("\u200b", ""));
    assert.ok(words.some((text) => text === "value: 3 <b>GBP</b>"));
    assert.equal(words.filter((text) => text.includes("{a|styled} {b}")).length, 2);
  });

  it("is walked with the arrow keys, and read out exactly", async () => {
    const chart = await start(holdings());
    await chart.drawn();
    const { page } = chart;
    await page.locator(".drawing").focus();
    const walked: string[] = [];
    for (const key of ["ArrowRight", "ArrowRight", "End", "Home", "ArrowUp", "Escape"]) {
      await page.keyboard.press(key);
      walked.push(await reading(chart));
    }
    assert.deepEqual(walked, [
      "1 of 3 · Legal & General · value: 554,564.80 GBP",
      "2 of 3 · Zurich · value: 554,564.80 GBP",
      "3 of 3 · Aviva · value: 242,622.20 GBP",
      "1 of 3 · Legal & General · value: 554,564.80 GBP",
      "1 of 3 · Legal & General · value: 554,564.80 GBP",
      "",
    ]);
    assert.equal(
      await page.locator(".drawing").getAttribute("aria-label"),
      "Bars: Sum of value by provider. Points: 3. Values from 242,622.20 to 554,564.80.",
    );
  });

  itInLong("goes with the keys to points that were zoomed away", async () => {
    const chart = await start(aCourse(), {
      choice: { kind: "line", x: "/at", y: ["/value"], aggregate: "sum" },
    });
    await chart.drawn();
    const { page } = chart;
    await page.locator(".drawing").hover({ position: { x: 200, y: 150 } });
    await page.keyboard.down("Control");
    for (let turn = 0; turn < 6; turn++) {
      await page.mouse.wheel(0, -300);
    }
    await page.keyboard.up("Control");
    await chart.settle();
    const [first] = await ticks(chart);
    await page.locator(".drawing").focus();
    await page.keyboard.press("End");
    await chart.settle();
    assert.match(await reading(chart), /^3,000 of 3,000 · 2999 · value: /);
    const moved = (await ticks(chart)).at(-1);
    assert.notEqual(first, undefined);
    assert.equal(moved, "2999");
    await takeShot(page, "chart-zoomed");
  });

  it("offers what a kind can draw, and keeps what was picked in the layout", async () => {
    const chart = await start(holdings());
    await chart.drawn();
    const { page } = chart;
    await page.getByLabel("Split by").selectOption({ label: "wrapper" });
    await page.locator("h2", { hasText: "Sum of value by provider, split by wrapper" }).waitFor();
    await page.locator(".many summary").click();
    await page.getByRole("checkbox", { name: "price" }).check();
    await page.locator("h2", { hasText: "Sum of value and price by provider" }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".many").getAttribute("open"), null);
    await page.getByLabel("Chart").selectOption("donut");
    await page.locator("h2", { hasText: /^\s*Sum of value by provider \(GBP\)\s*$/ }).waitFor();
    const offered = await page.getByLabel("Shown as").locator("option").allInnerTexts();
    assert.deepEqual(
      offered.map((text) => text.trim()),
      ["Sum", "Number of rows"],
    );
    await page.getByLabel("Chart").selectOption("scatter");
    await page.locator("h2", { hasText: "value by units, row by row" }).waitFor();
    await page.getByLabel("Chart").selectOption("bar");
    await page.getByLabel("Shown as").selectOption("count");
    await page.locator("h2", { hasText: "Rows by units" }).waitFor();
    assert.equal(await page.locator(".many").count(), 0);
    const counted = { kind: "bar", x: "/units", y: [], aggregate: "count" } as const;
    // The whole layout, so that nothing of the other tabs gets lost.
    assert.deepEqual(chart.layouts.at(-1), { ...FIRST_LAYOUT, chart: counted });
  });

  itInLong("has everything that is drawn as a table, as long as it takes", async () => {
    const chart = await start(aCloud());
    await chart.drawn();
    const { page } = chart;
    assert.equal(await page.locator("table").count(), 0);
    await page.locator(".data summary").click();
    await page.locator("tbody tr").nth(199).waitFor();
    assert.equal(await page.locator("tbody tr").count(), 200);
    await page.getByRole("button", { name: "Show all 5,000" }).click();
    await page.locator("tbody tr").nth(4999).waitFor();
    assert.equal(await page.locator("tbody tr").nth(3).innerText(), "3\t757.3");
  });

  itInLong("says why a choice draws nothing, and draws the next best at a press", async () => {
    const choice: ChartChoice = { kind: "scatter", x: "/fund", y: ["/value"], aggregate: "none" };
    const chart = await start(holdings(), { choice });
    const { page } = chart;
    await page
      .getByText("A chart of lines or points needs a column of dates or numbers.")
      .waitFor();
    await takeShot(page, "chart-problem");
    await assertAccessible(page);
    await page.getByRole("button", { name: "Draw instead: Sum of value by provider" }).click();
    await chart.drawn();
    assert.deepEqual(chart.layouts, [{ ...FIRST_LAYOUT, chart: bars }]);
  });

  itInLong("asks once more when the rows have changed, and says when it cannot", async () => {
    let fails = true;
    const chart = await start(holdings(), { fails: () => fails });
    const { page } = chart;
    await page.getByText("The chart could not be made.").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await chart.drawn();
    await chart.load({ ...aSeries(), revision: 8 });
    await page.locator("h2", { hasText: "Average of score by completedOn" }).waitFor();
    assert.equal(chart.questions.length, 3);
    await chart.load({ ...aSeries(), revision: 9, count: 0 });
    await page.getByText("No rows to draw.").waitFor();
  });

  itInLong("takes another theme at once", async () => {
    const chart = await start(holdings(), { theme: THEMES.light });
    await chart.drawn();
    const fills = (): Promise<string[]> =>
      chart.page.evaluate(`[...document.querySelector("fp-list-chart").shadowRoot
        .querySelectorAll("svg path")].map((path) => path.getAttribute("fill"))`);
    assert.ok((await fills()).includes("rgb(0,99,211)"), String(await fills()));
    const { variables, bodyClass } = THEMES.highContrast;
    // As themes have orange: a mark that lets the text behind it through.
    const pale = { ...variables, "charts-blue": "#59a4f980" };
    await chart.page.evaluate(`(${RETHEME})(${JSON.stringify({ variables: pale, bodyClass })})`);
    await chart.settle();
    assert.ok((await fills()).includes("rgb(89,164,249)"), String(await fills()));
    const pales = chart.page.locator("svg path[fill='rgb(89,164,249)'][fill-opacity]");
    assert.equal(await pales.count(), 0);
    assert.ok(
      (await fills()).some((fill) => fill.startsWith("url(")),
      "no patterns",
    );
  });

  itInLong("keeps to a smaller panel when it gets one", async () => {
    const chart = await start(aSeries());
    await chart.drawn();
    await chart.page.setViewportSize({ width: 320, height: 480 });
    await chart.settle();
    await assertInPlace(chart.page, 320);
    await chart.page.setViewportSize({ width: 1200, height: 480 });
    await chart.settle();
    const width = await chart.page.locator(".drawing svg").getAttribute("width");
    assert.ok(Number(width) > 1000, width ?? "");
  });

  it("gives pictures that need nothing else: SVG text, and PNG drawn from it", async () => {
    const chart = await start(hostileRows(), { choice: choiceOf(hostileRows(), "bar") });
    await chart.drawn();
    await chart.page.getByRole("button", { name: "Save as SVG" }).click();
    const svg = await chart.nextImage();
    await chart.page.getByRole("button", { name: "Save as PNG" }).click();
    const png = await chart.nextImage();
    assert.match(svg.content, /^<svg [^>]*viewBox/);
    assert.doesNotMatch(svg.content, /<(script|style|image|img)|Segoe|var\(--/);
    assert.match(svg.content, /Sum of value by/);
    const bytes = Buffer.from(png.content, "base64");
    // Width and height of a PNG are in its first chunk (PNG specification, section 11.2.2).
    assert.deepEqual([bytes.readUInt32BE(16), bytes.toString("latin1", 1, 4)], [1752, "PNG"]);
    if (TAKES_PICTURES) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      writeFileSync(path.join(SCREENSHOTS, "chart-saved.svg"), svg.content);
      writeFileSync(path.join(SCREENSHOTS, "chart-saved.png"), bytes);
    }
  });
});

const RETHEME = `({ variables, bodyClass }) => {
  const { style } = document.documentElement;
  style.cssText = "";
  for (const [name, value] of Object.entries(variables)) {
    style.setProperty("--vscode-" + name, value);
  }
  document.body.className = bodyClass;
}`;

function choiceOf({ columns }: ChartRows, kind: ChartChoice["kind"]): ChartChoice {
  return { kind, x: columns[0]?.key ?? "", y: ["/value"], aggregate: "sum" };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isOver(one: Box, other: Box): boolean {
  return (
    Math.max(one.x, other.x) < Math.min(one.x + one.width, other.x + other.width) &&
    Math.max(one.y, other.y) < Math.min(one.y + one.height, other.y + other.height)
  );
}

async function reading({ page }: ChartBed): Promise<string> {
  return page.locator(".reading").innerText();
}

/** Words along the axes. */
async function ticks({ page }: ChartBed): Promise<readonly string[]> {
  const words = await page.locator(".drawing svg text").allTextContents();
  return words.filter((text) => /^[\d.]+K?$/.test(text));
}
