import assert from "node:assert/strict";
import { FIRST_LAYOUT, type ListLayout } from "../../src/features/lists/messages/listLayout";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import {
  type OpenPanel,
  type PanelBed,
  type PanelOptions,
  startPanelBed,
} from "./panels/panelPage";
import { holdingsView } from "./panels/samples";
import { looks } from "./panels/themes";
import { until } from "./panels/until";

const PROFILED: ListLayout = { ...FIRST_LAYOUT, showsProfiles: true };
const ROWS = 400;

describe("profiles in the header of a list", () => {
  let bed: PanelBed;
  const open: OpenPanel[] = [];

  before(async () => {
    bed = await startPanelBed();
  });

  afterEach(async () => {
    for (const panel of open.splice(0)) {
      assert.deepEqual(panel.problems, []);
      await panel.close();
    }
  });

  after(() => bed.close());

  const start = async (options: PanelOptions = {}): Promise<OpenPanel> => {
    const panel = await bed.open({ view: holdingsView(), text: rowsText() }, options);
    open.push(panel);
    await panel.page.locator(".head .cell").first().waitFor();
    await panel.settle();
    return panel;
  };

  const pictureOf = (panel: OpenPanel, name: string) =>
    panel.page.locator(`.head .cell[title="${name}"]`).getByRole("img");

  for (const { name, theme, width } of looks(["dark", 900])) {
    it(`are in place and accessible in ${name} at ${width} pixels`, async () => {
      const panel = await start({ theme, width, layout: PROFILED });
      await pictureOf(panel, "provider").waitFor();
      await takeShot(panel.page, `list-profiles-${name}-${width}`);
      await assertAccessible(panel.page);
      await assertInPlace(panel.page, width);
    });
  }

  it("come with a button, and are kept with the layout", async () => {
    const panel = await start();
    const button = panel.page.getByRole("button", { name: "Profiles" });
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.equal(await panel.page.locator(".profile").count(), 0);
    await button.press("Enter");
    await pictureOf(panel, "value").waitFor();
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    const kept = (): unknown => panel.calls.findLast(([name]) => name === "keepLayout")?.[1];
    await until(
      panel.page,
      () => JSON.stringify(kept() ?? null).includes('"showsProfiles":true'),
      kept,
    );
    await button.press("Enter");
    await until(panel.page, async () => (await panel.page.locator(".profile").count()) === 0);
  });

  it("say in words what they show", async () => {
    const panel = await start({ layout: PROFILED });
    const said = async (name: string) => pictureOf(panel, name).getAttribute("aria-label");
    await pictureOf(panel, "provider").waitFor();
    assert.equal(
      await said("provider"),
      "3 distinct, 25% empty, Aviva: 100, Fidelity: 100, Zurich: 100",
    );
    await pictureOf(panel, "value").waitFor();
    assert.equal(await said("value"), "400 distinct, from 0.10 to 399.10, median 199.10");
  });

  it("filter by a click on a bar, and not by a second one", async () => {
    const panel = await start({ layout: PROFILED });
    await pictureOf(panel, "value").waitFor();
    const bars = pictureOf(panel, "value").locator(".value");
    assert.equal(await bars.count(), 8);
    const left = (): Promise<string | null> =>
      panel.page.locator("fp-grid-bar .count").textContent();
    await bars.nth(1).click();
    await until(panel.page, async () => (await left()) === "rows: 50 of 400", left);
    await until(panel.page, async () => (await bars.count()) === 8);
    assert.equal(await pictureOf(panel, "value").locator(".bar.out").count(), 7);
    await takeShot(panel.page, "list-profiles-filtered");
    await bars.nth(1).click();
    await until(panel.page, async () => (await left()) === "400 rows", left);
    await pictureOf(panel, "provider").locator(".value").nth(2).click();
    await until(panel.page, async () => (await left()) === "rows: 100 of 400", left);
  });

  it("have the same bars in the summary, where keys reach them", async () => {
    const panel = await start({ layout: PROFILED });
    const { page } = panel;
    await page.locator('.head .cell[title="value"] .name').click({ button: "right" });
    await page.locator("fp-grid-menu .item").getByText("Summary…", { exact: true }).click();
    const card = page.getByRole("dialog", { name: "Summary of value" });
    await card.getByText("Standard deviation").waitFor();
    await takeShot(page, "list-profiles-summary");
    await assertAccessible(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const left = (): Promise<string | null> => page.locator("fp-grid-bar .count").textContent();
    await until(page, async () => (await left()) === "rows: 50 of 400", left);
  });

  it("have room for millions in the summary", async () => {
    const { page, ...panel } = await start();
    await panel.show({ view: holdingsView(), text: rowsText(100_000) });
    await page.locator('.head .cell[title="value"] .name').click({ button: "right" });
    await page.locator("fp-grid-menu .item").getByText("Summary…", { exact: true }).click();
    const bars = page.getByRole("dialog", { name: "Summary of value" }).locator(".frequent .text");
    await bars.getByText("10,000,000 – 15,000,000").waitFor();
    const cut = (elements: readonly { clientWidth: number; scrollWidth: number }[]): number =>
      elements.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length;
    assert.equal(await bars.evaluateAll(cut), 0);
    await takeShot(page, "list-profiles-millions");
  });

  it("name in the summary the currencies that a sum mixes", async () => {
    const { page, ...panel } = await start();
    const text = `[{"value":1,"currency":"GBP"},{"value":2.50,"currency":"EUR"},{"value":3}]`;
    await panel.show({ view: holdingsView(), text });
    await page.locator('.head .cell[title="value"] .name').click({ button: "right" });
    await page.locator("fp-grid-menu .item").getByText("Summary…", { exact: true }).click();
    const card = page.getByRole("dialog", { name: "Summary of value" });
    await card.getByText("different currencies or units (GBP, EUR, none)").waitFor();
    await takeShot(page, "list-profiles-currencies");
    await assertAccessible(page);
  });

  it("show no borders of bars while values are masked", async () => {
    const panel = await start();
    panel.mask();
    await panel.show({ view: holdingsView({ isMasked: true }), text: rowsText() });
    await panel.page.getByRole("button", { name: "Profiles" }).click();
    await pictureOf(panel, "value").waitFor();
    assert.equal(await pictureOf(panel, "value").locator(".value").count(), 0);
    const label = await pictureOf(panel, "value").getAttribute("aria-label");
    assert.match(label ?? "", /^400 distinct, from •\w+\.•• to •\w+\.••, median •\w+\.••$/);
    await takeShot(panel.page, "list-profiles-masked");
  });
});

/** Names, numbers, dates, booleans, and rows without some of them. */
function rowsText(factor = 1): string {
  const providers = ['"Aviva"', '"Fidelity"', '"Zurich"', "null"];
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const date = new Date(Date.UTC(2019, 0, 1 + row * 5)).toISOString().slice(0, 10);
    return `{"provider":${providers[row % 4]},"value":${row * factor}.10,"valuedOn":"${date}","isOpen":${row % 3 === 0}}`;
  });
  return `[${rows.join()}]`;
}
