import assert from "node:assert/strict";
import type { ListLayout } from "../../src/features/lists/messages/listLayout";
import { cellAt, chooseForColumn, press } from "./panels/gridHands";
import { type GridBed, type OpenGrid, startGridBed } from "./panels/gridPage";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { sampleHoldings, sampleTexts } from "./panels/sampleRows";
import { looks } from "./panels/themes";

/** Everything that a layout can do to the looks at once. */
const LAID_OUT: Partial<ListLayout> = {
  view: {
    sort: [
      { column: "/value", direction: "descending" },
      { column: "/provider", direction: "ascending" },
    ],
    filters: [
      { column: "/provider", operator: "contains", value: "a" },
      { column: "/value", operator: "atLeast", value: "20" },
    ],
    search: "global",
  },
  columns: {
    order: ["/provider", "/value", "/owner.share", "/owner.kind", "/transactions"],
    hidden: ["/holdingId"],
    pinned: ["/provider"],
    widths: { "/provider": 130, "/value": 110 },
  },
};

describe("looks of the grid of a list", () => {
  let bed: GridBed;
  const open: OpenGrid[] = [];

  before(async () => {
    bed = await startGridBed();
  });

  afterEach(async () => {
    for (const grid of open.splice(0)) {
      assert.deepEqual(grid.problems, []);
      await grid.close();
    }
  });

  after(() => bed.close());

  const start: GridBed["open"] = async (rows, options) => {
    const grid = await bed.open(rows, options);
    open.push(grid);
    await cellAt(grid.page, 1, 1).waitFor();
    await grid.settle();
    return grid;
  };

  for (const { name, theme, width } of looks(["light", 320])) {
    it(`is in place and accessible in ${name} at ${width} pixels`, async () => {
      const grid = await start(sampleHoldings(2000), { theme, width, layout: LAID_OUT });
      const { page } = grid;
      await cellAt(page, 2, 1).click();
      await press(grid, "ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight");
      await assertInPlace(page, width);
      await assertAccessible(page);
      await takeShot(page, `list-grid-${name}-${width}`);
    });
  }

  it("is accessible in every part that opens", async () => {
    const grid = await start(sampleHoldings(2000), { width: 700, height: 520 });
    const { page } = grid;
    await cellAt(page, 0, 2).click({ button: "right" });
    await page.locator("fp-grid-menu .item").first().waitFor();
    await assertAccessible(page);
    await takeShot(page, "list-grid-menu");
    await page.keyboard.press("Escape");
    await chooseForColumn(page, 4, "Filter…");
    await page.getByRole("textbox", { name: "Value" }).fill("7");
    await assertAccessible(page);
    await takeShot(page, "list-grid-filter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await chooseForColumn(page, 2, "Summary…");
    await page.locator("fp-column-summary .frequent").first().waitFor();
    await assertAccessible(page);
    await takeShot(page, "list-grid-summary");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "note" }).waitFor();
    await assertAccessible(page);
    await takeShot(page, "list-grid-columns");
    await page.keyboard.press("Escape");
    await page.evaluate('document.querySelector("fp-list-grid").openFind()');
    await page.getByRole("textbox", { name: "Find in rows" }).fill("royal");
    await page.getByText("1 of 500").waitFor();
    await assertAccessible(page);
    await takeShot(page, "list-grid-find");
  });

  it("can be used at 200 % in a narrow panel", async () => {
    const width = 320;
    const grid = await start(sampleHoldings(2000), { width, height: 300, layout: LAID_OUT });
    const { page } = grid;
    await assertInPlace(page, width);
    await cellAt(page, 2, 1).click();
    await press(grid, "End");
    assert.ok(await cellAt(page, 2, 12).isVisible());
    await takeShot(page, "list-grid-narrow-end");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "note" }).waitFor();
    await assertInPlace(page, width);
    await takeShot(page, "list-grid-narrow-columns");
  });

  it("shows by more than colours what is selected, where colours are forced", async () => {
    const grid = await start(sampleHoldings(2000), { layout: LAID_OUT });
    const { page } = grid;
    await page.emulateMedia({ forcedColors: "active" });
    await cellAt(page, 2, 1).click();
    await press(grid, "ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight");
    const backgrounds = await page.evaluate(BACKGROUNDS);
    assert.notEqual((backgrounds as string[])[0], (backgrounds as string[])[1]);
    await takeShot(page, "list-grid-forced");
  });

  it("keeps text of every direction and unseen characters inside their cells", async () => {
    const texts = [
      "مرحبا بالعالم 123 abc",
      "file\u202egpj.exe",
      "two\nlines\tand a tab",
      "👩‍👩‍👧‍👦 family",
      "  spaces  ",
      "\u200b",
      "<b>bold</b>",
      '=HYPERLINK("x")',
      "",
    ];
    const grid = await start(sampleTexts(texts), { width: 500, height: 330 });
    await takeShot(grid.page, "list-grid-texts");
    await assertAccessible(grid.page);
  });
});

const BACKGROUNDS = `(() => {
  const { shadowRoot } = document.querySelector("fp-list-grid");
  const background = (selector) => getComputedStyle(shadowRoot.querySelector(selector)).backgroundColor;
  return [background(".body .selected"), background(".body .cell:not(.selected)")];
})()`;
