import assert from "node:assert/strict";
import { type GridBed, type OpenGrid, startGridBed } from "./panels/gridPage";
import {
  cellAt,
  chooseForColumn,
  chooseItem,
  columnNames,
  columnTexts,
  focusedCell,
  press,
  CANVAS,
  SCROLL,
  toldPlace,
  toldTop,
  turnWheel,
} from "./panels/gridHands";
import { sampleHoldings, SampleTable, sampleTexts, sampleWide } from "./panels/sampleRows";
import { CELLS_LIMIT, ROWS_LIMIT } from "../../src/features/lists/messages/listQuestions";
import { ROW_HEIGHT } from "../../src/features/lists/webview/list/grid/geometry";
import { HEIGHT_LIMIT } from "../../src/platform/webview/rowScale";
import { HOSTILE } from "./panels/payloads";
import { until } from "./panels/until";

describe("grid of a list in a browser", () => {
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
    await cellAt(grid.page, 0, 1).waitFor();
    await grid.settle();
    return grid;
  };

  it("shows values as their lexemes, digits grouped, and tells nothing, null and empty apart", async () => {
    const grid = await start(sampleHoldings(50), { width: 2200 });
    const { page } = grid;
    assert.equal(await cellAt(page, 2, 4).textContent(), "7,919.3300");
    assert.equal(await cellAt(page, 1, 7).textContent(), "");
    assert.equal(await cellAt(page, 1, 7).getAttribute("aria-label"), "Not in this row");
    assert.equal(await cellAt(page, 1, 8).textContent(), "null");
    assert.equal(await cellAt(page, 1, 9).textContent(), '""');
    assert.equal(await cellAt(page, 1, 9).getAttribute("title"), "Empty text");
    assert.equal(await cellAt(page, 2, 10).textContent(), "1 item");
    assert.equal(await cellAt(page, 2, 11).textContent(), "4 members");
    await grid.show({ layout: { ...grid.layout(), isGrouped: false } });
    assert.equal(await cellAt(page, 2, 4).textContent(), "7919.3300");
  });

  it("shows all values of a name that stands more than once, says so, and opens the row", async () => {
    const { cell, ...rows } = sampleHoldings(3);
    const values = [{ kind: "number", text: "12" }, { kind: "null" }, { kind: "missing" }] as const;
    const several = (times: number) => ({ kind: "several", times, values }) as const;
    const grid = await start(
      { ...rows, cell: (row, key) => (key === "/value" ? several(3 + row) : cell(row, key)) },
      { width: 2200 },
    );
    const { page, calls } = grid;
    assert.equal(await cellAt(page, 1, 5).textContent(), "3 values: 12 | null | –");
    assert.equal(await cellAt(page, 2, 5).textContent(), "4 values: 12 | null | – …");
    const said =
      "3 values: 12 | null | –\nThe name occurs 3 times in one object. It is not known which value applies.";
    assert.equal(await cellAt(page, 1, 5).getAttribute("aria-label"), said);
    assert.equal(await cellAt(page, 1, 5).getAttribute("title"), said);
    await cellAt(page, 1, 5).click();
    await grid.settle();
    const { view } = grid.layout();
    assert.deepEqual(calls, [["openValue", { view, revision: 1, row: 0, column: "/value" }]]);
  });

  it("builds only what is in sight of 100,000 rows, and asks for little more", async () => {
    const grid = await start(sampleHoldings(100_000));
    const { page, asked } = grid;
    await cellAt(page, 1, 1).click();
    for (let turn = 0; turn < 12; turn++) {
      await page.mouse.wheel(0, 900);
      await grid.settle();
    }
    await press(grid, "Control+End");
    await cellAt(page, 100_000, 13).filter({ hasText: "false" }).waitFor();
    assert.equal(await focusedCell(page), "100000/13 false");
    assert.ok((await page.locator("fp-list-grid .body .row").count()) < 40);
    assert.ok((await page.locator("fp-list-grid .body .cell").count()) < 500);
    for (const { count, columns } of asked) {
      assert.ok(count <= ROWS_LIMIT && count * columns.length <= CELLS_LIMIT);
    }
    const total = asked.reduce((sum, { count }) => sum + count, 0);
    assert.ok(total < 2000, `${total} rows were asked for`);
  });

  it("walks with the keys of the ARIA grid pattern, one tab stop only", async () => {
    const grid = await start(sampleHoldings(1000));
    const { page } = grid;
    const stops = page.locator('fp-list-grid [role=grid] [tabindex="0"]');
    assert.equal(await stops.count(), 1);
    await cellAt(page, 1, 2).click();
    await press(grid, "ArrowRight", "ArrowDown");
    assert.equal(await focusedCell(page), "2/3 Global Equity A");
    await press(grid, "End");
    assert.equal(await focusedCell(page), "2/13 false");
    await press(grid, "Home");
    assert.equal(await focusedCell(page), "2/1 00000000-0000-4000-8000-000000000001");
    await press(grid, "PageDown", "PageDown");
    const place = await focusedCell(page);
    assert.match(place, /^\d\d\/1 /);
    assert.ok(await cellAt(page, Number(place.split("/")[0]), 1).isVisible());
    await press(grid, "Control+Home", "ArrowUp", "ArrowUp");
    assert.equal(await focusedCell(page), "0/1 holdingId");
    await press(grid, "ArrowLeft", "ArrowDown");
    assert.equal(await focusedCell(page), "1/0 1");
    assert.equal(await stops.count(), 1);
  });

  it("keeps the focus at its cell when it scrolls out of sight and when new rows come", async () => {
    const grid = await start(sampleHoldings(5000));
    const { page } = grid;
    await cellAt(page, 3, 2).click();
    await page.mouse.wheel(0, 20_000);
    await grid.settle();
    await page.mouse.wheel(900, 0);
    await grid.settle();
    assert.equal(await focusedCell(page), "3/2 Royal London");
    await grid.replace(sampleHoldings(6000));
    await page.getByText("6,000 rows").waitFor();
    await cellAt(page, 3, 2).filter({ hasText: "Royal London" }).waitFor({ state: "attached" });
    assert.equal(await focusedCell(page), "3/2 Royal London");
    await press(grid, "ArrowDown");
    assert.equal(await focusedCell(page), "4/2 Scottish Widows & Sons");
    await page.getByText("Scottish Widows & Sons").first().waitFor();
    assert.ok(await cellAt(page, 4, 2).isVisible());
  });

  it("sorts by click and key, by several columns, and leaves the old rows until new are there", async () => {
    const grid = await start(sampleHoldings(400));
    const { page } = grid;
    const release = grid.hold();
    await cellAt(page, 0, 5).click();
    await grid.settle();
    assert.equal(await cellAt(page, 0, 5).getAttribute("aria-sort"), "ascending");
    assert.deepEqual(await columnTexts(page, 5, 3), ["0.10", "733.10", "1,466.10"]);
    release();
    await cellAt(page, 2, 5)
      .filter({ hasText: /^25\.10$/ })
      .waitFor();
    assert.equal(await focusedCell(page), "0/5 value");
    await press(grid, "Enter");
    await cellAt(page, 1, 5).filter({ hasText: "49,869.10" }).waitFor();
    await cellAt(page, 0, 2).click({ modifiers: ["Shift"] });
    await grid.settle();
    const view = { ...grid.layout().view };
    assert.deepEqual(view.sort, [
      { column: "/value", direction: "descending" },
      { column: "/provider", direction: "ascending" },
    ]);
    assert.deepEqual(await page.locator("fp-list-grid .head sup").allTextContents(), ["2", "1"]);
    await press(grid, "Enter", "Enter");
    assert.deepEqual(grid.layout().view.sort, []);
    assert.equal(await page.locator("fp-list-grid [aria-sort]").count(), 0);
  });

  it("filters by the kind of a column, by several, and by a search; chips take each away", async () => {
    const grid = await start(sampleHoldings(1000), { width: 1400 });
    const { page } = grid;
    await chooseForColumn(page, 5, "Filter…");
    await page.getByRole("combobox", { name: "Condition" }).first().selectOption("atLeast");
    await page.getByRole("textbox", { name: "Value" }).first().fill("49000");
    await page.getByText("rows: 19 of 1,000").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await focusedCell(page), "0/5 value");
    await page.getByRole("textbox", { name: "Filter rows" }).fill("aviva");
    await page.getByText("rows: 5 of 1,000").waitFor();
    assert.deepEqual(grid.layout().view, {
      sort: [],
      filters: [{ column: "/value", operator: "atLeast", value: "49000" }],
      search: "aviva",
    });
    await page.getByRole("button", { name: "Remove filter: value is at least 49000" }).click();
    await page.getByText("rows: 250 of 1,000").waitFor();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await page.getByText("1,000 rows", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Filter rows" }).fill("nobody has this");
    await page.getByText("No row matches the filters.").waitFor();
    assert.equal(await page.locator("fp-list-grid .body .row").count(), 0);
  });

  it("hides, shows, pins, moves and fits columns; the focus goes with its column", async () => {
    const grid = await start(sampleHoldings(100), { width: 1300 });
    const { page } = grid;
    await chooseForColumn(page, 2, "Hide column");
    await chooseForColumn(page, 4, "Pin column");
    await grid.settle();
    assert.deepEqual((await columnNames(page)).slice(0, 4), [
      "value",
      "holdingId",
      "fund",
      "units",
    ]);
    assert.equal(await focusedCell(page), "0/1 value");
    await chooseForColumn(page, 3, "Move right");
    await grid.settle();
    assert.deepEqual((await columnNames(page)).slice(1, 4), ["holdingId", "units", "fund"]);
    await press(grid, "Control+Shift+ArrowLeft", "Control+Shift+ArrowLeft");
    assert.deepEqual((await columnNames(page)).slice(0, 3), ["value", "fund", "holdingId"]);
    assert.equal(await focusedCell(page), "0/2 fund");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "provider" }).check();
    await page.getByRole("button", { name: "Reset columns" }).click();
    assert.deepEqual((await columnNames(page)).slice(0, 3), ["holdingId", "provider", "fund"]);
    assert.deepEqual(grid.layout().columns, { order: [], hidden: [], pinned: [], widths: {} });
  });

  it("gives the tab stop of the last column that is hidden to the one before it", async () => {
    const grid = await start(sampleHoldings(10), { width: 2200 });
    const { page } = grid;
    const { length } = await columnNames(page);
    await chooseForColumn(page, length, "Hide column");
    await grid.settle();
    assert.match(await focusedCell(page), new RegExp(`^0/${length - 1} `));
    assert.equal(await page.locator('fp-list-grid [role=grid] [tabindex="0"]').count(), 1);
  });

  it("opens the list of columns with the focus inside, also where only one is left", async () => {
    const grid = await start(sampleTexts(["a", "b"]), { width: 1300 });
    await grid.page.getByRole("button", { name: "Columns" }).click();
    const dialog = grid.page.getByRole("dialog", { name: "Columns" });
    assert.ok(await dialog.getByRole("checkbox", { name: "text" }).isDisabled());
    await dialog.locator("input:focus").waitFor();
  });

  it("says how many rows a filter leaves once it is known, and not before", async () => {
    const grid = await start(sampleHoldings(100), { width: 1300 });
    const { page } = grid;
    const count = page.locator("fp-grid-bar [role=status]");
    await count.getByText("100").waitFor();
    const letGo = grid.hold();
    await page.getByRole("textbox", { name: "Filter rows" }).fill("nobody has this");
    await until(page, () => grid.layout().view.search !== "");
    await grid.settle();
    assert.equal((await count.innerText()).trim(), "");
    letGo();
    await count.getByText(/\b0\b/).waitFor();
  });

  it("shows no profile of before once values are masked, also while rows still come", async () => {
    const rows = sampleHoldings(100);
    const grid = await start(rows, { width: 1300, layout: { showsProfiles: true } });
    const profiles = grid.page.locator("fp-list-grid .head [role=img]");
    await profiles.first().waitFor();
    const { facts } = new SampleTable(rows, 7);
    await grid.show({ facts: { ...facts, isGrowing: true }, isMasked: true });
    assert.equal(await profiles.count(), 0);
  });

  it("drags nothing with a button that was released outside of it", async () => {
    const grid = await start(sampleHoldings(100), { width: 1300 });
    const { page } = grid;
    const box = (await cellAt(page, 3, 1).boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    // What another window or the frame of the editor hears, the grid does not.
    await page.evaluate(`addEventListener("pointerup", (event) => event.stopImmediatePropagation(),
      { capture: true, once: true })`);
    await page.mouse.up();
    await page.mouse.move(box.x + 5, box.y + 100, { steps: 4 });
    await grid.settle();
    assert.equal(await page.locator('fp-list-grid [aria-selected="true"]').count(), 0);
  });

  it("changes widths by dragging and by keys, and the order by dragging", async () => {
    const grid = await start(sampleHoldings(100), { width: 1300 });
    const { page } = grid;
    const edge = await cellAt(page, 0, 2).locator(".resize").boundingBox();
    const before = (await cellAt(page, 3, 2).boundingBox())!.width;
    await page.mouse.move(edge!.x + 4, edge!.y + 4);
    await page.mouse.down();
    await page.mouse.move(edge!.x + 54, edge!.y + 4, { steps: 4 });
    await grid.settle();
    assert.equal((await cellAt(page, 3, 2).boundingBox())!.width, before + 50);
    await page.mouse.up();
    await grid.settle();
    assert.deepEqual(grid.layout().columns.widths, { "/provider": before + 50 });
    await cellAt(page, 1, 2).click();
    await press(grid, "ArrowUp", "Shift+Alt+ArrowLeft");
    assert.equal((await cellAt(page, 3, 2).boundingBox())!.width, before + 34);
    const from = (await cellAt(page, 0, 3).boundingBox())!;
    const to = (await cellAt(page, 0, 1).boundingBox())!;
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
    await page.mouse.up();
    await grid.settle();
    assert.deepEqual((await columnNames(page)).slice(0, 3), ["fund", "holdingId", "provider"]);
  });

  it("finds in both directions, in sight or not, marks it, and gives the focus back", async () => {
    const grid = await start(sampleHoldings(3000));
    const { page } = grid;
    await cellAt(page, 2, 2).click();
    await page.evaluate('document.querySelector("fp-list-grid").openFind()');
    await page.getByRole("textbox", { name: "Find in rows" }).fill("round 96");
    await page.getByText("1 of 30").waitFor();
    await cellAt(page, 97, 12).waitFor();
    assert.equal(await page.evaluate('[...CSS.highlights.get("fp-found")].length'), 1);
    await press(grid, "Enter");
    await page.getByText("2 of 30").waitFor();
    await press(grid, "Shift+Enter", "Shift+Enter");
    await page.getByText("30 of 30").waitFor();
    await cellAt(page, 2910, 12).waitFor();
    assert.match((await cellAt(page, 2910, 12).getAttribute("class")) ?? "", /found/);
    await press(grid, "Escape");
    assert.equal(await focusedCell(page), "2910/12 reviewed in round 96 by the branch");
    await press(grid, "F3");
    await cellAt(page, 97, 12).waitFor();
    assert.equal(await focusedCell(page), "97/12 reviewed in round 96 by the branch");
  });

  it("sums a column up; a frequent value filters", async () => {
    const grid = await start(sampleHoldings(1000), { height: 600 });
    const { page } = grid;
    await chooseForColumn(page, 2, "Summary…");
    const facts = page.locator("fp-column-summary dd");
    await facts.first().waitFor();
    assert.deepEqual((await facts.allTextContents()).slice(0, 3), ["1,000", "4", "0"]);
    const frequent = page.locator("fp-column-summary .frequent");
    assert.equal(await frequent.count(), 4);
    await page.getByTitle("Show rows with Royal London only (250)").click();
    await page.getByText("rows: 250 of 1,000").waitFor();
    assert.deepEqual(grid.layout().view.filters, [
      { column: "/provider", operator: "equals", value: "Royal London" },
    ]);
  });

  it("copies cells, ranges, rows, columns and everything as the host makes them", async () => {
    const grid = await start(sampleHoldings(500), { width: 1300 });
    const { page, calls } = grid;
    const last = () => calls.at(-1)?.[1] as { selection: { ranges: unknown; columns: string[] } };
    await cellAt(page, 2, 2).click();
    await press(grid, "Shift+ArrowDown", "Shift+ArrowRight", "Control+c");
    await page.getByText("2 rows copied").waitFor();
    assert.deepEqual(last().selection.ranges, [[1, 2]]);
    assert.deepEqual(last().selection.columns, ["/provider", "/fund"]);
    assert.equal(await page.locator('fp-list-grid .cell[aria-selected="true"]').count(), 4);
    await cellAt(page, 4, 0).click();
    await cellAt(page, 7, 0).click({ modifiers: ["Control"] });
    await press(grid, "Control+c");
    assert.deepEqual(last().selection.ranges, [
      [3, 3],
      [6, 6],
    ]);
    assert.equal(last().selection.columns.length, 13);
    await press(grid, "Control+a", "Control+c");
    await page.getByText("500 rows copied").waitFor();
    assert.deepEqual(last().selection.ranges, [[0, 499]]);
    await press(grid, "Escape", "Control+c");
    await page.getByText("1 row copied").waitFor();
    await chooseForColumn(page, 3, "Copy column");
    await grid.settle();
    assert.deepEqual(last().selection.columns, ["/fund"]);
    await cellAt(page, 5, 2).click({ button: "right" });
    await chooseItem(page, "Copy as Markdown");
    await grid.settle();
    assert.deepEqual(calls.at(-1)?.[1], {
      selection: {
        view: grid.layout().view,
        revision: 1,
        ranges: [[4, 4]],
        columns: ["/provider"],
      },
      ...{ format: "markdown", withHeader: true },
    });
  });

  it("selects by dragging, on beyond the edge", async () => {
    const grid = await start(sampleHoldings(500));
    const { page } = grid;
    const from = (await cellAt(page, 3, 2).boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 180, from.y + 60, { steps: 4 });
    assert.equal(await focusedCell(page), "5/3 UK Gilts All Stocks");
    await page.mouse.move(from.x + 180, 418, { steps: 2 });
    await until(page, async () => Number((await focusedCell(page)).split("/")[0]) >= 40);
    await page.mouse.up();
    await press(grid, "Control+c");
    const { selection } = grid.calls.at(-1)?.[1] as { selection: { ranges: number[][] } };
    assert.equal(selection.ranges[0]?.[0], 2);
    assert.ok(selection.ranges[0][1]! > 20);
  });

  it("opens values and rows by key and click, by their places in the view", async () => {
    const grid = await start(sampleHoldings(100), { width: 2200 });
    const { page, calls } = grid;
    const { view } = grid.layout();
    await cellAt(page, 2, 10).click();
    await cellAt(page, 3, 2).click();
    await press(grid, "Enter");
    await cellAt(page, 4, 11).click({ button: "right" });
    await chooseItem(page, "Open value");
    await cellAt(page, 5, 4).dblclick();
    await grid.settle();
    assert.deepEqual(calls, [
      ["openValue", { view, revision: 1, row: 1, column: "/transactions" }],
      ["openValue", { view, revision: 1, row: 2 }],
      ["openValue", { view, revision: 1, row: 3, column: "/policy" }],
      ["openValue", { view, revision: 1, row: 4 }],
    ]);
  });

  it("shows 2,000 columns by those in sight, within what one question may ask for", async () => {
    const grid = await start(sampleWide(1000, 2000));
    const { page, asked } = grid;
    await cellAt(page, 2, 1).filter({ hasText: "1.0" }).waitFor();
    await cellAt(page, 2, 1).click();
    await press(grid, "End");
    await cellAt(page, 2, 2000).filter({ hasText: "1.1999" }).waitFor();
    assert.equal(await focusedCell(page), "2/2000 1.1999");
    await press(grid, "PageDown");
    assert.ok((await page.locator("fp-list-grid .body .cell").count()) < 700);
    for (const { count, columns } of asked) {
      assert.ok(count * columns.length <= CELLS_LIMIT, `${count} × ${columns.length}`);
    }
    assert.ok(asked.slice(1).every(({ columns }) => columns.length < 100));
  });

  it("reaches every one of 1,000,000 rows, one by one too", async () => {
    const grid = await start(sampleHoldings(1_000_000));
    const { page } = grid;
    await cellAt(page, 1, 2).click();
    await press(grid, "Control+End");
    await cellAt(page, 1_000_000, 12).filter({ hasText: "reviewed" }).waitFor();
    assert.ok(await cellAt(page, 1_000_000, 13).isVisible());
    await press(grid, "ArrowUp", "ArrowUp");
    assert.match(await focusedCell(page), /^999998\/13/);
    const { top } = await page.evaluate<{ top: number }>(
      'document.querySelector("fp-list-grid").body.place',
    );
    for (let turn = 0; turn < 5; turn++) {
      await page.mouse.wheel(0, -520);
      await grid.settle();
    }
    await toldTop(grid, top - 5 * 520);
    await cellAt(page, 999_890, 12).filter({ hasText: "reviewed" }).waitFor();
    // The tab stop is still at row 999,998, far below what is in sight: the bar knows rows only.
    const [canvas, room] = await page.evaluate<[number, number]>(`(() => {
      const { shadowRoot } = document.querySelector("fp-list-grid");
      const scroller = shadowRoot.querySelector(".scroll");
      const head = shadowRoot.querySelector(".head").offsetHeight;
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2;
      return [scroller.scrollHeight - head, scroller.clientHeight - head];
    })()`);
    assert.equal(canvas, HEIGHT_LIMIT);
    await toldTop(grid, (1_000_000 * ROW_HEIGHT - room) / 2);
    for (const row of [500_000, 500_001]) {
      await cellAt(page, row, 12).filter({ hasText: "reviewed" }).waitFor();
    }
    assert.equal(await page.evaluate(CANVAS), canvas);
  });

  it("comes back exactly as it was laid out", async () => {
    const rows = sampleHoldings(2000);
    const grid = await start(rows);
    const { page } = grid;
    await chooseForColumn(page, 2, "Pin column");
    await chooseForColumn(page, 3, "Sort descending");
    await page.getByRole("textbox", { name: "Filter rows" }).fill("joint");
    await page.getByText("rows: 1,500 of 2,000").waitFor();
    await cellAt(page, 2, 4).click();
    await press(grid, "Shift+Alt+ArrowRight", "PageDown", "PageDown", "ArrowRight");
    await turnWheel(grid, 120, 310);
    const told = await toldPlace(grid);
    const scroll = await page.evaluate(SCROLL);
    const again = await start(rows, { layout: told });
    const { row, column } = told.place;
    // Rows that are asked for come when they come, in the first grid too.
    for (const { page: shown } of [grid, again]) {
      await cellAt(shown, row, column).and(shown.locator(":not(.absent)")).waitFor();
    }
    assert.equal(await again.page.evaluate(SCROLL), scroll);
    assert.deepEqual(await columnNames(again.page), await columnNames(page));
    assert.equal(
      await cellAt(again.page, row, column).textContent(),
      await cellAt(page, row, column).textContent(),
    );
    assert.equal(await cellAt(again.page, row, column).getAttribute("tabindex"), "0");
    assert.deepEqual(again.layout(), told);
  });

  it("keeps row numbers and pinned columns at the edge while it moves sideways and after", async () => {
    const grid = await start(sampleHoldings(500), { width: 700 });
    const { page } = grid;
    await chooseForColumn(page, 2, "Pin column");
    await grid.settle();
    const before = await page.evaluate(EDGES);
    for (const left of [260, 400, 0]) {
      const [moving, still] = await page.evaluate<[string, string]>(`(async () => {
        const scroller = document.querySelector("fp-list-grid").shadowRoot.querySelector(".scroll");
        scroller.scrollLeft = ${left};
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const moving = ${EDGES};
        while (scroller.hasAttribute("data-sliding")) await new Promise(requestAnimationFrame);
        return [moving, ${EDGES}];
      })()`);
      assert.equal(moving, before);
      assert.equal(still, before);
    }
  });

  it("stays where it was when its place in the document changes", async () => {
    const grid = await start(sampleHoldings(2000));
    const { page } = grid;
    await cellAt(page, 1, 2).click();
    await press(grid, "PageDown", "PageDown", "PageDown");
    const place = await focusedCell(page);
    await toldPlace(grid);
    const scroll = await page.evaluate(SCROLL);
    await page.evaluate(
      'document.querySelector("main").append(document.querySelector("fp-list-grid"))',
    );
    await grid.settle();
    assert.equal(await page.evaluate(SCROLL), scroll);
    await page.evaluate('document.querySelector("fp-list-grid").focusCell()');
    assert.equal(await focusedCell(page), place);
    await turnWheel(grid, 0, 300);
    const absent = page.locator("fp-list-grid .body .absent");
    await until(page, async () => (await absent.count()) === 0);
  });

  it("says when rows could not be read, and reads them again", async () => {
    let fails = true;
    const grid = await start(sampleHoldings(100), { fails: () => fails });
    const { page } = grid;
    await page.getByText("These rows could not be read.").waitFor();
    assert.equal(grid.asked.length, 1);
    fails = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await cellAt(page, 1, 2).filter({ hasText: "Aviva" }).waitFor();
    assert.equal(await page.locator("fp-list-grid .note").count(), 0);
    assert.match(await focusedCell(page), /^1\/1 /);
  });

  it("shows hostile texts as texts, and unseen characters by their names", async () => {
    const grid = await start(sampleTexts(["a\u202eb\u0000c\td", ...HOSTILE]), { height: 7800 });
    const { page } = grid;
    const shown = await page.evaluate(TEXTS);
    const expected = ["a\u202eb\u0000c\td", ...HOSTILE].filter(
      (text) => !/^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}]*$/u.test(text),
    );
    assert.ok(expected.length > 200);
    // Lone surrogates do not survive the way out of the browser.
    for (const text of expected.filter((one) => one.isWellFormed())) {
      assert.ok((shown as string[]).includes(text), JSON.stringify(text.slice(0, 60)));
    }
    const names = await cellAt(page, 1, 1).locator(".unseen").evaluateAll(NAMES);
    assert.deepEqual(names, ["U+202E", "U+0000", "⇥"]);
    assert.equal(grid.scriptsRun(), 0);
  });
});

const TEXTS = `(() => {
  const { shadowRoot } = document.querySelector("fp-list-grid");
  return [...shadowRoot.querySelectorAll(".body .cell")].map((cell) => cell.textContent);
})()`;

const NAMES = (spans: readonly { dataset: Record<string, string> }[]) =>
  spans.map(({ dataset }) => dataset["name"]);

/** Where what stays at the edge is seen: in the head, and in the first row. */
const EDGES = `(() => {
  const root = document.querySelector("fp-list-grid").shadowRoot;
  const cells = [".head", ".body .row"].flatMap((place) => [
    ...root.querySelector(place).querySelectorAll(".gutter, .cell.stays"),
  ]);
  return cells.map((cell) => Math.round(cell.getBoundingClientRect().left)).join();
})()`;
