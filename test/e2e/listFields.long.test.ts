import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { FieldsView, MeasuredRow } from "../../src/features/lists/messages/listFields";
import type { ListView } from "../../src/features/lists/messages/listMessages";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import {
  startPanelBed,
  type OpenPanel,
  type PanelBed,
  type PanelOptions,
} from "./panels/panelPage";
import { FIELDS, holdingsPage, holdingsView } from "./panels/samples";
import { looks, THEMES } from "./panels/themes";
import { until } from "./panels/until";

const ROWS: readonly MeasuredRow[] = [
  {
    ...{ values: [], summary: "", details: [] },
    cells: ["without fields", "9.1 KB", "2.3 KB", "84 ms", "25", "", ""],
  },
  {
    ...{ values: ["factors"], summary: "+1.2 KB · +14 ms · filled 23 of 25 rows" },
    cells: ["factors", "+1.2 KB", "+312 B", "+14 ms", "25", "23 of 25", "factors"],
    details: ["factors: gained by 25 of 25 rows, filled in 23, null or empty in 2"],
  },
  {
    ...{ values: ["owner"], summary: "±0 B · time within noise · rows as without" },
    cells: ["owner", "±0 B", "±0 B", "within noise", "25", "", ""],
    details: ["The rows are byte for byte the same as without the value."],
  },
  {
    ...{ values: ["transactions"], summary: "no answer: The service answered 400." },
    cells: ["transactions", "", "", "", "", "", "no answer"],
    details: ["The service answered 400."],
  },
];

const MEASURED: FieldsView = {
  parameter: "fields",
  result: {
    about:
      "Page 2, 25 rows, measured at 10:42:07: medians of 5 rounds, compared with the page without fields.",
    notes: ["The same call took up to 8 ms more or less each time: smaller differences are noise."],
    columns: [
      { label: "Value", isNumeric: false },
      ...["Size", "On the wire", "Time", "Rows", "Filled rows"].map((label) => ({
        ...{ label, isNumeric: true },
      })),
      { label: "Members", isNumeric: false },
    ],
    rows: ROWS,
  },
};

describe("the cost of fields in the list panel", () => {
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

  const withFields = (fields?: FieldsView): Partial<ListView> => ({
    parameters: [...FIELDS.slice(0, 1).map((one) => ({ ...one, value: [] })), ...FIELDS.slice(1)],
    ...(fields && { fields }),
  });

  /** A panel with its parameters open. */
  async function start(fields?: FieldsView, options: PanelOptions = {}): Promise<OpenPanel> {
    const panel = await bed.open(holdingsPage(withFields(fields)), options);
    open.push(panel);
    if ((await panel.page.locator("fp-parameters").count()) === 0) {
      await panel.page.locator("vscode-button.parameters").click();
    }
    return panel;
  }

  async function show(panel: OpenPanel, fields?: FieldsView): Promise<void> {
    await panel.show({ view: holdingsView(withFields(fields)) });
  }

  it("says how many calls measuring makes, and asks for it", async () => {
    const panel = await start();
    const button = panel.page.getByRole("button", { name: "Measure cost (21 calls)" });
    assert.equal(
      await panel.page.locator("fp-measured vscode-button").count(),
      1,
      "of lists alone",
    );
    await button.click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["measureFields", { parameter: "fields", step: "start" }]]);
  });

  it("measures what is applied alone", async () => {
    const panel = await start();
    const row = panel.page.locator("fp-parameters");
    await row.getByRole("checkbox", { name: "factors" }).check();
    await row.getByText("Apply or undo the changes first.").waitFor();
    await row.locator("fp-measured vscode-button.measure").click({ force: true });
    await panel.settle();
    assert.deepEqual(panel.calls, []);
    await row.getByRole("button", { name: "Undo changes" }).click();
    await row.locator("fp-measured vscode-button.measure").click();
    await panel.settle();
    assert.equal(panel.calls.length, 1);
  });

  it("opens with a measurement, tells how far it is, and cancels it", async () => {
    const panel = await bed.open(holdingsPage(withFields()));
    open.push(panel);
    const { page } = panel;
    assert.equal(await page.locator("fp-parameters").count(), 0);
    await show(panel, { parameter: "fields", running: { done: 0, calls: 16 } });
    const bar = page.getByRole("progressbar", { name: "Measuring what fields costs" });
    await bar.waitFor();
    await show(panel, { parameter: "fields", running: { done: 6, calls: 16 } });
    await page.getByText("6 of 16 calls").waitFor();
    assert.equal(await bar.getAttribute("value"), "6");
    await page.getByRole("button", { name: "Cancel" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["measureFields", { parameter: "fields", step: "stop" }]]);
    await show(panel);
    await page.locator("fp-measured vscode-button.measure:focus").waitFor();
  });

  it("says beside each value what it costs, and at a click which members it brought", async () => {
    const { page } = await start(MEASURED, { height: 800 });
    const cost = page.getByRole("button", { name: `factors: ${ROWS[1]?.summary ?? ""}` });
    assert.equal(await cost.textContent().then((text) => text?.trim()), ROWS[1]?.summary);
    assert.equal(await cost.getAttribute("title"), ROWS[1]?.details[0]);
    assert.equal(await cost.getAttribute("aria-expanded"), "false");
    await cost.click();
    await page.getByRole("listitem").filter({ hasText: "gained by 25 of 25 rows" }).waitFor();
    assert.equal(await cost.getAttribute("aria-expanded"), "true");
    await cost.click();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "gained by" }).count(), 0);
    await page.getByRole("button", { name: "owner: ±0 B" }).waitFor();
  });

  it("has all figures in a table, with the page and the time", async () => {
    const { page } = await start(MEASURED, { height: 800 });
    await page.getByText(MEASURED.result?.about ?? "").waitFor();
    const table = page.locator("fp-measured table");
    assert.deepEqual(await texts(table.locator("thead th")), [
      ...["Value", "Size", "On the wire", "Time", "Rows", "Filled rows", "Members"],
    ]);
    assert.deepEqual(
      await texts(table.locator("tbody tr").nth(1).locator("th, td")),
      ROWS[1]?.cells,
    );
    assert.equal(await table.locator("tbody tr").count(), 4);
    await page.getByText("smaller differences are noise").waitFor();
  });

  it("copies the table as Markdown and for spreadsheets, and says so", async () => {
    const panel = await start(MEASURED, { height: 800 });
    const { page } = panel;
    for (const [name, format] of [
      ["Copy as Markdown", "markdown"],
      ["Copy for spreadsheets", "tsv"],
    ] as const) {
      await page.getByRole("button", { name }).click();
      await page.locator(`fp-measured vscode-button.${format}[icon="check"]`).waitFor();
    }
    await panel.settle();
    assert.deepEqual(panel.calls, [
      ["copyMeasurement", { format: "markdown" }],
      ["copyMeasurement", { format: "tsv" }],
    ]);
  });

  it("goes when the host takes it back", async () => {
    const panel = await start(MEASURED);
    assert.equal(await panel.page.locator("fp-measured table").count(), 1);
    await show(panel);
    assert.equal(await panel.page.locator("fp-measured table, .cost").count(), 0);
  });

  it("shows names from a definition and a service as text", async () => {
    const evil = '<img src=x onerror="alert(1)">';
    const [base, first] = ROWS;
    const row = { ...first!, values: ["factors"], summary: evil, details: [evil] };
    const odd = { ...row, cells: row.cells.map(() => evil) };
    const result = { ...MEASURED.result!, about: evil, notes: [evil], rows: [base!, odd] };
    const panel = await start({ parameter: "fields", result }, { height: 800 });
    await panel.page.locator(".cost").click();
    await panel.page.locator(".details").getByText(evil).waitFor();
    assert.equal(await panel.page.locator("fp-parameters img").count(), 0);
    assert.equal(panel.scriptsRun(), 0);
  });

  it("is let in only where it can be drawn", async () => {
    const panel = await start(MEASURED);
    const broken = { parameter: "fields", result: { about: "x" } } as unknown as FieldsView;
    await show(panel, broken).catch(() => undefined);
    assert.equal(await panel.page.locator("fp-measured table").count(), 1);
  });

  for (const height of [300, 360, 410, 600, 900]) {
    it(`leaves the address whole and rows in sight under open parameters: ${height} px`, async () => {
      const panel = await start(MEASURED, { height, width: 480 });
      const { page } = panel;
      const top = await boxOf(page.locator("header.top"));
      const address = page.locator(".address");
      if (height > 400) {
        const box = await boxOf(address);
        assert.ok(box.y >= top.y && box.y + box.height <= top.y + top.height + 0.5, `${height}`);
        assert.ok(box.height >= 20);
      } else {
        assert.equal(await address.isVisible(), false);
      }
      assert.ok((await boxOf(page.locator("fp-parameters"))).height >= 70);
      assert.ok((await boxOf(page.locator("main"))).height >= 80);
      const apply = await boxOf(page.getByRole("button", { name: "Apply" }));
      assert.ok(apply.y + apply.height <= top.y + top.height + 0.5, "Apply is in sight");
    });
  }

  for (const { name, theme, width } of looks(["highContrast", 480], [320, 480, 1280])) {
    it(`is accessible and readable: ${name} ${width} px`, async () => {
      const panel = await start(MEASURED, { theme, width, height: 900 });
      const { page } = panel;
      await takeShot(page, `fields-${name}-${width}`);
      await page.locator(".cost").first().click();
      await assertInPlace(page, width);
      await assertAccessible(page);
      await show(panel, { parameter: "fields", running: { done: 6, calls: 16 } });
      await takeShot(page, `fields-running-${name}-${width}`);
      await assertAccessible(page);
    });
  }

  it("fits into 320 pixels: only the table scrolls sideways", async () => {
    const { page } = await start(MEASURED, { width: 320, height: 700, theme: THEMES.light });
    await takeShot(page, "fields-narrow");
    await assertInPlace(page, 320);
    const scroll = page.locator("fp-measured .scroll");
    await scroll.focus();
    await page.keyboard.press("ArrowRight");
    const left = (): Promise<number> => scroll.evaluate(({ scrollLeft }) => Number(scrollLeft));
    await until(page, async () => (await left()) > 0);
  });
});

async function texts(cells: Locator): Promise<readonly string[]> {
  return (await cells.allTextContents()).map((text) => text.trim());
}

async function boxOf(
  element: Locator,
): Promise<NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>> {
  const box = await element.boundingBox();
  assert.ok(box !== null);
  return box;
}
