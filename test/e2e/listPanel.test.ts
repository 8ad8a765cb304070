import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { holdingsPage, holdingsText, holdingsView, tableOf } from "./panels/samples";
import { assertAccessible } from "./panels/looks";
import { startPanelBed, THEMES, type OpenPanel, type PanelBed } from "./panels/panelPage";
import { looks } from "./panels/themes";
import type { PanelNotice } from "../../src/shared/listPanel";
import { describePaging } from "../../src/shared/paging";

const SCREENSHOTS = path.resolve("test", "e2e", "screenshots");

const FAILED: PanelNotice = {
  what: "The service is busy (503) and gave no page.",
  advice: "Wait a moment, then retry.",
  actions: [
    { id: "retry", label: "Retry" },
    { id: "list.openAnswer", label: "Show answer" },
  ],
};

const INEXACT: PanelNotice = {
  what: "The answer is not valid UTF-8 from byte 1,234 on; what could not be read is shown as \uFFFD.",
  advice: "Open as JSON has every byte as it came.",
  actions: [],
};

const EMPTY: PanelNotice = {
  what: "No holdings on this page.",
  advice: "The list ends before this page.",
  actions: [{ id: "list.firstPage", label: "First page" }],
};

describe("list panel in a browser", function () {
  this.timeout(60_000);
  let bed: PanelBed;
  const open: OpenPanel[] = [];

  before(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    bed = await startPanelBed();
  });

  afterEach(async () => {
    for (const panel of open.splice(0)) {
      assert.deepEqual(panel.problems, []);
      await panel.close();
    }
  });

  after(() => bed.close());

  const start: PanelBed["open"] = async (content, options) => {
    const panel = await bed.open(content, options);
    open.push(panel);
    return panel;
  };

  it("shows values as the text that came, and tells null, nothing and empty apart", async () => {
    const { page } = await start(holdingsPage());
    const headers = await page.getByRole("columnheader").allTextContents();
    assert.deepEqual(headers, [
      ...["holdingId", "provider", "fund", "units", "value", "currency", "valuedOn"],
      ...["ownership.share", "ownership.kind", "transactions", "note", "isClosed"],
    ]);
    assert.deepEqual(await rowText(page, 1), [
      ...["00000000-0000-4000-8000-000000000026", "Royal London", "Property Income"],
      ...["31304.3300", "19058.10", "GBP", "2026-10-31", "0.50", "joint", "3 items"],
      ...["reviewed", "false"],
    ]);
    const cell = (row: number, column: number): Promise<string | null> =>
      cellAt(page, row, column).getAttribute("title");
    assert.equal((await rowText(page, 2))[7], "null");
    assert.equal((await rowText(page, 3))[10], '""');
    assert.equal(await cell(3, 10), "Empty text");
    assert.equal((await rowText(page, 5))[6], "");
    assert.equal(await cell(5, 6), "Not in this row");
  });

  it("walks the grid with the keys of the ARIA grid pattern, one tab stop only", async () => {
    const { page } = await start(holdingsPage());
    assert.equal(await page.locator('fp-grid [tabindex="0"]').count(), 1);
    await cellAt(page, 1, 0).click();
    const press = async (key: string): Promise<string> => {
      await page.keyboard.press(key);
      return focusedText(page);
    };
    assert.equal(await press("ArrowRight"), "Royal London");
    assert.equal(await press("ArrowDown"), "Scottish Widows & Sons");
    assert.equal(await press("End"), "false");
    assert.equal(await press("Home"), "00000000-0000-4000-8000-000000000027");
    assert.equal(await press("Control+End"), "false");
    assert.equal(await press("Control+Home"), "holdingId");
    assert.equal(await press("ArrowUp"), "holdingId");
    assert.equal(await press("ArrowLeft"), "holdingId");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("PageDown");
    const place = await page.evaluate(ACTIVE_CELL_IS_IN_VIEW);
    assert.equal(place, true);
    assert.notEqual(await focusedText(page), "00000000-0000-4000-8000-000000000026");
    assert.equal(await page.locator('fp-grid [tabindex="0"]').count(), 1);
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("fp-grid :focus").count(), 0);
  });

  it("leaves Ctrl+Alt+arrows to the editor", async () => {
    const { page } = await start(holdingsPage());
    await cellAt(page, 1, 1).click();
    await page.keyboard.press("Control+Alt+ArrowRight");
    assert.equal(await focusedText(page), "Royal London");
  });

  it("keeps the focus where it is when the same page arrives anew", async () => {
    const panel = await start(holdingsPage());
    await cellAt(panel.page, 3, 2).click();
    await panel.show({ view: holdingsView({ isLoading: true }) });
    await panel.show({ view: holdingsView(), table: tableOf(holdingsText(2, 25)) });
    assert.equal(await focusedText(panel.page), "Global Equity A");
  });

  it("asks the host for pages, sizes, JSON and ids by name only", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    for (const name of ["First page", "Previous page", "Next page", "Reload", "Open as JSON"]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption("50");
    await page.getByRole("button", { name: "Copy request id" }).click();
    await page.getByRole("button", { name: "Copy trace id" }).press("Enter");
    assert.deepEqual(panel.calls, [
      ["turn", { step: "first" }],
      ["turn", { step: "previous" }],
      ["turn", { step: "next" }],
      ["turn", { step: "reload" }],
      ["openAsJson", {}],
      ["resize", { pageSize: 50 }],
      ["copy", { what: "requestId" }],
      ["copy", { what: "traceId" }],
    ]);
    assert.equal(await page.locator("fp-status-line [role=status]").textContent(), "Copied");
  });

  it("says where it is, and does not go where nothing is", async () => {
    const panel = await start(holdingsPage());
    const pager = panel.page.locator("fp-pager nav");
    assert.match(await innerText(pager), /page 2 of 4[\s\S]*rows 26–50 of 100 · by the service/);
    const at = async (pageNumber: number, rows: number, total?: number): Promise<string> => {
      const facts = { pageNumber, pageSize: 25, rows, isUnpaged: false };
      const paging = describePaging(total === undefined ? facts : { ...facts, total });
      await panel.show({ view: holdingsView({ paging }) });
      return innerText(pager);
    };
    assert.match(await at(4, 25, 100), /page 4 of 4/);
    assert.equal(await isDisabled(panel.page, "Next page"), true);
    assert.equal(await isDisabled(panel.page, "Previous page"), false);
    assert.match(await at(1, 25), /page 1 · more may follow/);
    assert.equal(await isDisabled(panel.page, "Next page"), false);
    assert.equal(await isDisabled(panel.page, "First page"), true);
    assert.match(await at(2, 12), /page 2 · probably the last/);
    await panel.page.getByRole("button", { name: "First page" }).click();
    await at(1, 0);
    await panel.page.getByRole("button", { name: "Next page" }).click({ force: true });
    assert.deepEqual(panel.calls, [["turn", { step: "first" }]]);
  });

  it("keeps rows and place under loading and under an error, with its buttons above", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await panel.show({ view: holdingsView({ isLoading: true }) });
    assert.equal(await page.getByRole("grid").getAttribute("aria-busy"), "true");
    assert.equal(await page.getByRole("progressbar").count(), 1);
    assert.equal(await page.getByRole("row").count(), 26);
    const status = { ...(holdingsView().status ?? assert.fail()) };
    Reflect.deleteProperty(status, "requestId");
    await panel.show({
      view: holdingsView({
        error: FAILED,
        status: { ...status, status: 503, statusText: "", echo: "missing", attempts: 2 },
      }),
    });
    assert.equal(await page.getByRole("row").count(), 26);
    assert.equal(await page.getByRole("progressbar").count(), 0);
    const alert = page.getByRole("alert");
    assert.match(await innerText(alert), /busy \(503\)[\s\S]*retry/);
    await alert.getByRole("button", { name: "Retry" }).click();
    assert.deepEqual(panel.calls, [["act", { id: "retry" }]]);
    const line = await innerText(page.locator("fp-status-line footer"));
    assert.match(line, /^503 · 84 ms · 9\.1 KB · 2 attempts\s+request\s+none[\s\S]*not echoed/);
  });

  it("gives a reason and one action where there are no rows", async () => {
    const paging = describePaging({ pageNumber: 5, pageSize: 25, rows: 0, isUnpaged: false });
    const panel = await start({
      view: holdingsView({ empty: EMPTY, paging }),
      table: { columns: [], rows: [], omittedColumns: 0 },
    });
    assert.match(
      await innerText(panel.page.locator("main fp-notice .box")),
      /No holdings on this page/,
    );
    await panel.page.locator("main").getByRole("button", { name: "First page" }).click();
    assert.deepEqual(panel.calls, [["act", { id: "list.firstPage" }]]);
  });

  it("keeps the question and the place, not the rows, and comes back to it", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 20, 3).click();
    await page.keyboard.press("ArrowDown");
    const text = await focusedText(page);
    const scrolled = await page.evaluate(SCROLL_TOP);
    assert.ok(Number(scrolled) > 0);
    await page.evaluate("new Promise(requestAnimationFrame)");
    const state = await panel.state();
    assert.deepEqual(state, {
      version: 1,
      query: holdingsView().query,
      place: { top: scrolled, left: 0, row: 21, column: 3 },
    });
    await panel.hideAndShow();
    await page.locator("fp-grid td").first().waitFor();
    await page.evaluate("new Promise(requestAnimationFrame)");
    assert.equal(await page.evaluate(SCROLL_TOP), scrolled);
    assert.equal(await page.locator('fp-grid [tabindex="0"]').textContent(), text);
    assert.deepEqual(await panel.state(), state);
  });

  it("scrolls to the top for other rows", async () => {
    const panel = await start(holdingsPage());
    await cellAt(panel.page, 20, 3).click();
    const query = { ...holdingsView().query, pageNumber: 3 };
    await panel.show({ view: holdingsView({ query }), table: tableOf(holdingsText(3, 25)) });
    assert.equal(await panel.page.evaluate(SCROLL_TOP), 0);
    assert.equal(await focusedText(panel.page), "61404.3300");
  });

  // Enough rows to scroll, few enough for axe to be quick.
  const table = tableOf(holdingsText(2, 12));
  for (const { name, theme } of looks(["highContrast", 900], [900])) {
    it(`is accessible and readable: ${name}`, async () => {
      const panel = await start({ view: holdingsView(), table }, { theme });
      await cellAt(panel.page, 2, 1).click();
      await takeShot(panel.page, shot(`rows-${name}`));
      const notes = ["200 rows per page were asked for, the service gives 25."];
      await panel.show({ view: holdingsView({ error: FAILED, warning: INEXACT, notes }) });
      await panel.page.getByRole("button", { name: "Show answer" }).focus();
      await takeShot(panel.page, shot(`error-${name}`));
      assert.match(
        await innerText(panel.page.locator("fp-notice[kind=warning] .words")),
        /from byte 1,234 on[\s\S]*byte as/,
      );
      await assertAccessible(panel.page);
      await panel.show({ view: holdingsView({ empty: EMPTY }), table: null });
      await takeShot(panel.page, shot(`empty-${name}`));
      await assertAccessible(panel.page);
    });
  }

  it("fits into 320 pixels: only the grid scrolls sideways", async () => {
    const environment = { word: "PRODUCTION", icon: "shield" };
    const view = holdingsView({ environment, connection: "Acme production", error: FAILED });
    const content = { ...holdingsPage(), view };
    const { page } = await start(content, { width: 320, height: 560, theme: THEMES.light });
    await takeShot(page, shot("narrow"));
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
    assert.deepEqual(await page.evaluate(OVERFLOWING), []);
    await assertAccessible(page);
  });

  it("takes hostile text as text", async () => {
    const texts = [
      `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`,
      "\u202egnol dna thgir ot tfel \u2067",
      "مرحبا بالعالم abc",
      "x".repeat(10_000),
      "👩‍👩‍👧‍👦 family\u0000\n\tbroken \ud83d",
      "Zo\u0301e ".repeat(30),
    ];
    const rows = texts.map((text, index) => ({ [`<b>${index}</b>`]: text, plain: index }));
    const items = [...rows, { constructor: 1, __proto__name: "p", "a/b~c": true }];
    const panel = await start({
      view: holdingsView({ title: texts[0] ?? "", notes: texts.slice(0, 2) }),
      table: tableOf(JSON.stringify({ items })),
    });
    const { page } = panel;
    await takeShot(page, shot("hostile"));
    assert.notEqual(await page.title(), "owned");
    assert.equal(await page.locator("fp-list-panel img, fp-list-panel b").count(), 0);
    assert.equal((await rowText(page, 1))[0], texts[0]);
    assert.equal((await rowText(page, 4))[4], `${"x".repeat(2000)}…`);
    const wide = Number(await page.evaluate(WIDEST_CELL));
    assert.ok(wide < 450, `a cell is ${wide} pixels wide`);
    const heights = await page.evaluate(ROW_HEIGHTS);
    assert.equal(new Set(heights as number[]).size, 1);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 900);
    await assertAccessible(page);
  });

  it("shows 200 rows of 40 columns", async () => {
    const members = Array.from({ length: 40 }, (_, index) => `"member${index}": ${index}.50`);
    const text = `[${Array.from({ length: 200 }, () => `{${members.join()}}`).join()}]`;
    const panel = await start({ view: holdingsView(), table: tableOf(text) });
    await panel.page.locator("fp-grid td").first().waitFor();
    assert.equal(await panel.page.locator("fp-grid td").count(), 8000);
    await cellAt(panel.page, 1, 0).click();
    await panel.page.keyboard.press("Control+End");
    assert.equal(await panel.page.evaluate(ACTIVE_CELL_IS_IN_VIEW), true);
  });
});

const GRID = `document.querySelector("fp-list-panel").shadowRoot.querySelector("fp-grid").shadowRoot`;
const SCROLL_TOP = `${GRID}.querySelector(".scroll").scrollTop`;
const WIDEST_CELL = `Math.max(...[...${GRID}.querySelectorAll("td")]
  .map((cell) => cell.getBoundingClientRect().width))`;
const ROW_HEIGHTS = `[...${GRID}.querySelectorAll("tbody tr")]
  .map((row) => Math.round(row.getBoundingClientRect().height))`;

/** The focused cell is inside the scroll area and not under the header. */
const ACTIVE_CELL_IS_IN_VIEW = `(() => {
  const cell = ${GRID}.activeElement.getBoundingClientRect();
  const area = ${GRID}.querySelector(".scroll").getBoundingClientRect();
  const header = ${GRID}.querySelector("th").getBoundingClientRect();
  return cell.top >= header.bottom - 1 && cell.bottom <= area.bottom + 1
    && cell.right <= area.right + 1;
})()`;

/** Elements outside the grid that reach over the right edge. */
const OVERFLOWING = `(() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      if (box.right > innerWidth + 1 && !element.classList.contains("hidden")) {
        found.push(element.tagName + "." + element.className);
      }
      if (element.shadowRoot && element.tagName !== "FP-GRID") walk(element.shadowRoot);
    }
  };
  walk(document);
  return found;
})()`;

function shot(name: string): string {
  return path.join(SCREENSHOTS, `panel-${name}.png`);
}

/** The caret stays: hiding it would add a style that the panel's policy rightly refuses. */
async function takeShot(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: file, caret: "initial" });
}

function cellAt(page: Page, row: number, column: number): ReturnType<Page["locator"]> {
  return page.locator("fp-grid tr").nth(row).locator("th, td").nth(column);
}

async function rowText(page: Page, row: number): Promise<readonly string[]> {
  return page.locator("fp-grid tr").nth(row).locator("td").allTextContents();
}

async function focusedText(page: Page): Promise<string> {
  return page.locator("fp-grid :focus").innerText();
}

async function innerText(locator: ReturnType<Page["locator"]>): Promise<string> {
  return (await locator.innerText()).trim();
}

async function isDisabled(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole("button", { name });
  return (await button.getAttribute("aria-disabled")) === "true";
}
