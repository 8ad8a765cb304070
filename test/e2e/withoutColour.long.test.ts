import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { ChartChoice } from "../../src/features/lists/messages/listLayout";
import { aSeries, holdings } from "../fakes/chartRows";
import { aHistory } from "../fakes/history";
import { type BrowserBed, startBed } from "./panels/bed";
import { openChart } from "./panels/chartBed";
import { takeShot } from "./panels/looks";
import { contentOf, openRequest } from "./panels/requestBed";
import { openRequests } from "./panels/requestsBed";
import { aMorning } from "./panels/requestSamples";
import { type Theme, THEMES } from "./panels/themes";

const INK = "#3b3b3b";

/** A theme of one ink on white: what a colour alone says is not there to be seen. */
const ONE_INK: Theme = {
  ...THEMES.light,
  variables: Object.fromEntries(
    Object.entries(THEMES.light.variables).map(([name, value]) => [
      name,
      /^charts-|(?:error|warning)foreground/i.test(name) ? INK : value,
    ]),
  ),
};

/** What colours say is said by shapes, patterns and words as well: WCAG 2.2, criterion 1.4.1. */
describe("panels without colours", () => {
  let bed: BrowserBed;
  const open: { close(): Promise<void> }[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((page) => page.close()));
  });

  after(() => bed.close());

  const keep = <Page extends { close(): Promise<void> }>(page: Page): Page => {
    open.push(page);
    return page;
  };

  it("tells how calls ended by the shapes of their icons", async () => {
    const options = { theme: ONE_INK, width: 1400 };
    const { page } = keep(await openRequests(bed, aHistory(aMorning()), options));
    await page.locator(".canvas .row").nth(5).waitFor();
    await takeShot(page, "without-colour-requests");
    const outcomes = ["succeeded", "retried", "failed", "running"];
    await assertAllDiffer(outcomes.map((name) => page.locator(`.status .icon.${name}`).first()));
    const places = ["beaker", "shield"];
    await assertAllDiffer(places.map((name) => page.locator(`.connection .${name}`).first()));
  });

  it("tells the parts of an attempt by their patterns", async () => {
    const walk = aMorning().find(({ id }) => id === "walk") ?? assert.fail();
    const { page } = keep(await openRequest(bed, contentOf(walk), { theme: ONE_INK, width: 900 }));
    await page.locator(".legend .key").first().waitFor();
    await takeShot(page, "without-colour-request");
    const keys = page.locator(".legend .key");
    assert.equal(await keys.count(), 4);
    await assertAllDiffer(await keys.all());
    await page.emulateMedia({ forcedColors: "active" });
    await assertAllDiffer(await keys.all());
  });

  const split: ChartChoice = {
    ...{ kind: "bar", x: "/provider", y: ["/value"], aggregate: "sum", series: "/wrapper" },
  };

  it("tells the series of bars by their patterns", async () => {
    const chart = keep(await openChart(bed, holdings(), { theme: ONE_INK, choice: split }));
    await chart.drawn();
    await takeShot(chart.page, "without-colour-bars");
    const patterns = await chart.page.evaluate<readonly string[]>(PATTERNS);
    assert.equal(patterns.length, 3);
    assert.equal(new Set(patterns).size, 3, patterns.join("\n"));
  });

  it("tells the series of lines by their strokes", async () => {
    const chart = keep(await openChart(bed, aSeries(), { theme: ONE_INK }));
    await chart.drawn();
    await takeShot(chart.page, "without-colour-lines");
    const strokes = await chart.page.evaluate<readonly string[]>(STROKES);
    assert.equal(strokes.length, 4);
    assert.equal(new Set(strokes).size, 4, strokes.join("\n"));
  });

  it("tells the slices of a donut by their patterns where none has room for its name", async () => {
    const choice: ChartChoice = {
      ...{ kind: "donut", x: "/provider", y: ["/value"] },
      aggregate: "sum",
    };
    const chart = keep(await openChart(bed, holdings(), { theme: ONE_INK, choice, width: 320 }));
    await chart.drawn();
    await takeShot(chart.page, "without-colour-donut");
    const patterns = await chart.page.evaluate<readonly string[]>(PATTERNS);
    assert.ok(patterns.length > 1);
    assert.equal(new Set(patterns).size, patterns.length);
  });
});

async function assertAllDiffer(shown: readonly Locator[]): Promise<void> {
  const pictures: string[] = [];
  for (const one of shown) {
    pictures.push((await pictureOf(one)).toString("base64"));
  }
  assert.equal(new Set(pictures).size, shown.length, "two of them look alike");
}

/** From the same place in the grid of pixels, so that only what is drawn makes a difference. */
async function pictureOf(shown: Locator): Promise<Buffer> {
  const page: Page = shown.page();
  const { x, y } = (await shown.boundingBox()) ?? assert.fail("it is not drawn");
  return page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 14, height: 10 } });
}

/** The patterns that are used in a drawing, by what they draw. */
const PATTERNS = `(() => {
  const { shadowRoot } = document.querySelector("fp-list-chart");
  return [...shadowRoot.querySelectorAll("svg pattern")].map(({ innerHTML, attributes }) =>
    ["width", "height", "patternTransform"].map((name) => attributes[name]?.value ?? "").join(" ") +
    innerHTML);
})()`;

/** The strokes of lines that go through many points. */
const STROKES = `(() => {
  const { shadowRoot } = document.querySelector("fp-list-chart");
  return [...shadowRoot.querySelectorAll("svg path[fill=none][stroke-width='2']")]
    .filter((path) => (path.getAttribute("d") ?? "").split("L").length > 6)
    .map((path) => path.getAttribute("stroke-dasharray") ?? "whole");
})()`;
