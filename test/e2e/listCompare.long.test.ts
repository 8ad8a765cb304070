import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type {
  ComparisonView,
  OpenedComparison,
} from "../../src/features/lists/messages/listComparison";
import { type CompareChoice, FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import { AppError } from "../../src/platform/base/errors";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { type OpenPanel, type PanelBed, startPanelBed } from "./panels/panelPage";
import { holdingsView } from "./panels/samples";
import { looks } from "./panels/themes";
import { until } from "./support/until";

const ROWS = 3000;
const SANDBOX = { connection: "", environment: { word: "Sandbox", icon: "beaker" } };
const OFFERS: ComparisonView["offers"] = [
  {
    source: "before",
    refusal: "Reload the list first: there are no earlier rows to compare with yet.",
  },
  ...(["page", "client", "connection"] as const).map((source) => ({ source })),
];
const OPENED: OpenedComparison = {
  choice: { source: "client", clientId: "c", clientLabel: "Okafor, Ada", onlyChanges: false },
  sides: [
    { ...SANDBOX, title: "Holdings · Abernathy, Ruth", place: "page 1, 25 per page" },
    { ...SANDBOX, title: "Holdings · Okafor, Ada", place: "page 1, 25 per page" },
  ],
  isLoading: false,
  version: "1",
  status: {
    ...{ status: 200, statusText: "OK", milliseconds: 84, bytes: 9100, attempts: 1 },
    ...{ requestId: "7c1e5a90b2", traceId: "fpx-6f2d01", echo: "equal" },
  },
};

interface Holding {
  readonly holdingId: string;
  readonly provider: string;
  readonly units: number;
  readonly note: string | null;
}

function holdings(): Holding[] {
  return Array.from({ length: ROWS }, (_, row) => ({
    ...{ holdingId: `H-${row}`, provider: ["Aviva", "<b>Royal</b> London"][row % 2] ?? "" },
    ...{ units: row + 0.25, note: row % 3 === 0 ? null : `\u202ereviewed ${row}` },
  }));
}

/** Row 0 written otherwise, row 2 changed, row 4 left out, row 2999 changed, one row more. */
function otherText(): string {
  const rows = holdings();
  const changed = rows.map((row, at) =>
    at === 2 || at === ROWS - 1 ? { ...row, units: 7, provider: "Standard Life" } : row,
  );
  const all = [...changed.filter((_, at) => at !== 4), { ...rows[1], holdingId: "H-new" }];
  return JSON.stringify(all).replace('"units":0.25', '"units":0.250');
}

describe("the comparison of lists in a browser", () => {
  let bed: PanelBed;
  const open: OpenPanel[] = [];

  before(async () => {
    bed = await startPanelBed();
  });

  afterEach(async () => {
    for (const panel of open.splice(0)) {
      assert.deepEqual([panel.problems, panel.scriptsRun()], [[], 0]);
      await panel.close();
    }
  });

  after(() => bed.close());

  async function start(
    comparison: ComparisonView = { offers: OFFERS, opened: OPENED },
    { compare, ...options }: Parameters<PanelBed["open"]>[1] & { compare?: CompareChoice } = {},
  ): Promise<OpenPanel> {
    const layout = { ...FIRST_LAYOUT, tab: "compare" as const, ...(compare && { compare }) };
    const panel = await bed.open(
      { view: holdingsView({ comparison }), text: JSON.stringify(holdings()) },
      { ...options, layout, other: otherText() },
    );
    open.push(panel);
    await panel.page.locator("fp-list-compare .sources").waitFor();
    if (comparison.opened !== undefined) {
      await panel.page.locator("fp-list-compare .body .cell:not(.absent)").first().waitFor();
    }
    return panel;
  }

  for (const { name, theme, width } of looks(["dark", 320])) {
    it(`is in place and for everybody in ${name} at ${width} pixels`, async () => {
      const { page } = await start(undefined, { theme, width, height: 640 });
      await assertInPlace(page, width);
      await assertAccessible(page);
      await takeShot(page, `list-compare-${name}-${width}`);
    });
  }

  it("keeps the focus when the button that was pressed is gone", async () => {
    const panel = await start();
    const { page } = panel;
    const show = (opened: OpenedComparison): Promise<void> =>
      panel.show({ view: holdingsView({ comparison: { offers: OFFERS, opened } }) });
    await show({ ...OPENED, isLoading: true });
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await stop.focus();
    await show(OPENED);
    await stop.waitFor({ state: "detached" });
    await page.locator("fp-list-compare .reload:focus").waitFor();
  });

  it("leaves no value in a title when privacy mode is turned on and no rows have come", async () => {
    let isRefused = false;
    const beforeCompare = (): void => {
      if (isRefused) {
        throw new AppError("internal", "lists/threadBroken");
      }
    };
    const panel = await start({ offers: OFFERS, opened: OPENED }, { beforeCompare });
    const titled = panel.page.locator("fp-list-compare .body .cell[title]");
    await titled.first().waitFor();
    isRefused = true;
    const opened = { ...OPENED, version: "masked" };
    await panel.show({
      view: holdingsView({ isMasked: true, comparison: { offers: OFFERS, opened } }),
    });
    await panel.page.locator("fp-list-compare .body .cell.absent").first().waitFor();
    assert.equal(await titled.count(), 0);
  });

  it("drops rows of the comparison before as soon as another one is asked for", async () => {
    const panel = await start();
    const { version, ...unread } = OPENED;
    const choice = { ...OPENED.choice, clientId: "d", clientLabel: "Hale, Bo" };
    const cells = panel.page.locator("fp-list-compare .body .cell:not(.absent)");
    const show = (opened: OpenedComparison): Promise<void> =>
      panel.show({ view: holdingsView({ comparison: { offers: OFFERS, opened } }) });
    await show({ ...unread, isLoading: true });
    assert.ok((await cells.count()) > 0, "the same one is asked for again");
    await show({ ...unread, choice, isLoading: true });
    await cells.first().waitFor({ state: "detached" });
    await show({ ...unread, choice });
    assert.equal(await cells.count(), 0, "it did not come");
    await show({ ...OPENED, choice, version: `${version} and another` });
    await cells.first().waitFor();
  });

  it("marks rows by word and icon, and shows both values of what changed", async () => {
    const { page } = await start();
    assert.equal(
      await page.locator(".counts").textContent(),
      "2 changed, 1 only left, 1 only right, 1 written otherwise, 2,996 same",
    );
    assert.deepEqual(await kinds(page, 5), [
      ...["same value, written otherwise", "same", "changed", "same", "only left"],
    ]);
    const cell = page.locator(at(3, 3));
    assert.equal(await cell.locator("del").textContent(), "2.25");
    assert.equal(await cell.locator("ins").textContent(), "7");
    const said = (await cell.textContent())?.replace(/\s+/g, " ").trim();
    assert.equal(said, "Left 2.25 Right 7 changed");
    assert.equal(await page.locator(at(1, 3)).getAttribute("class"), "cell rewritten numeric");
    assert.equal(await page.locator(`${at(2, 4)} .unseen`).getAttribute("data-name"), "U+202E");
    assert.ok((await page.locator("fp-list-compare .body .row").count()) < 40);
  });

  it("goes from change to change with F7, also far away, and says where", async () => {
    const { page } = await start();
    await page.locator(at(1, 2)).click();
    await page.keyboard.press("F7");
    await page.locator(`${at(3, 2)}:focus`).waitFor();
    await page.keyboard.press("F7");
    await page.locator(`${at(5, 2)}:focus`).waitFor();
    await page.keyboard.press("F7");
    await page.locator(`${at(3000, 2)}:focus`).waitFor();
    await page.locator(at(3000, 3), { hasText: "2,999.25" }).waitFor();
    assert.deepEqual(await page.evaluate(CUT_NUMBERS), []);
    await page.keyboard.press("Shift+F7");
    await page.locator(`${at(5, 2)}:focus`).waitFor();
    assert.match(
      (await page.locator(".spoken").last().textContent()) ?? "",
      /^Row 5 of 3,001: only left/,
    );
    await page.keyboard.press("Control+Home");
    await page.locator(`${at(1, 1)}:focus`).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await page.locator(`${at(2, 0)}:focus`).waitFor();
    await page.keyboard.press("Shift+F7");
    await page.locator(`${at(1, 0)}:focus`).waitFor();
    await page.keyboard.press("Shift+F7");
    await page.getByText("There is no further change.").waitFor({ state: "attached" });
  });

  it("shows changes alone, and keeps the wish with the layout", async () => {
    const panel = await start();
    const { page } = panel;
    await page.getByRole("checkbox", { name: "Only changes" }).check();
    await page.locator('[role="grid"][aria-rowcount="6"]').waitFor();
    assert.deepEqual(await kinds(page, 5), [
      ...["same value, written otherwise", "changed", "only left", "changed", "only right"],
    ]);
    const state = (await panel.state()) as { layout: { compare: CompareChoice } };
    assert.deepEqual(state.layout.compare, { ...OPENED.choice, onlyChanges: true });
  });

  it("matches rows by the columns that are picked, or by shape again", async () => {
    const { page } = await start();
    await page.locator(".match summary").click();
    await page.getByRole("checkbox", { name: "provider" }).check();
    await page.getByText("Rows matched by: provider (chosen)").waitFor();
    await page.getByRole("checkbox", { name: "found by shape" }).check();
    await page.getByText(/Rows matched by: holdingId \((?:an id, )?found by shape\)/).waitFor();
  });

  it("asks the host by name for sides, texts, calls and copies", async () => {
    const panel = await start();
    const { page } = panel;
    const tab = page.locator("fp-list-compare");
    await tab.getByRole("button", { name: "Another page" }).click();
    await tab.getByRole("button", { name: "Before the reload" }).click({ force: true });
    for (const name of ["Swap sides", "Reload both", "Copy request id"]) {
      await tab.getByRole("button", { name }).click();
    }
    await tab.getByTitle("Show request").click();
    await tab.getByRole("checkbox", { name: "sort names" }).check();
    await tab.getByRole("button", { name: "Compare as text" }).click();
    await tab.getByRole("button", { name: "Copy differences as JSON" }).click();
    await page.getByText("Different rows copied: 5").waitFor({ state: "attached" });
    const asked = panel.calls.filter(([name]) => name !== "keepLayout");
    assert.deepEqual(asked, [
      ["compareWith", { choice: { source: "page", onlyChanges: false } }],
      ["compareStep", { step: "swap" }],
      ["compareStep", { step: "reload" }],
      ["compareStep", { step: "copyRequestId" }],
      ["compareStep", { step: "openRequest" }],
      ["openDifference", { isSorted: true }],
    ]);
  });

  it("asks nobody by itself for what was compared before", async () => {
    const panel = await start({ offers: OFFERS }, { compare: OPENED.choice });
    await panel.page.getByText("Nothing is asked of the service until you say so.").waitFor();
    const asked = (): unknown => panel.calls.filter(([name]) => name !== "keepLayout");
    assert.deepEqual(asked(), []);
    await panel.page.getByRole("button", { name: "Compare again" }).click();
    await panel.settle();
    assert.deepEqual(asked(), [["compareWith", { choice: OPENED.choice }]]);
  });

  it("says that rows could not be compared, but not of a comparison that another one ended", async () => {
    let refused: AppError | undefined;
    let asked = 0;
    const beforeCompare = (): void => {
      asked++;
      if (refused !== undefined) {
        throw refused;
      }
    };
    const panel = await start({ offers: OFFERS, opened: OPENED }, { beforeCompare });
    const failure = panel.page.locator("fp-list-compare [role=alert]");
    const compare = async (version: string, error: AppError): Promise<void> => {
      refused = error;
      const before = asked;
      const opened = { ...OPENED, version };
      await panel.show({ view: holdingsView({ comparison: { offers: OFFERS, opened } }) });
      await until("the rows are asked for", () => asked > before);
      await panel.settle();
    };
    await compare("2", new AppError("canceled", "canceled/abandoned"));
    assert.deepEqual(await failure.allInnerTexts(), []);
    await compare("3", new AppError("internal", "internal/unexpected"));
    await failure.waitFor();
    refused = undefined;
    await failure.getByRole("button").click();
    await failure.waitFor({ state: "detached" });
    await panel.page.locator("fp-list-compare .body .cell:not(.absent)").first().waitFor();
    refused = new AppError("internal", "internal/unexpected");
    await panel.page.getByRole("button", { name: "Next change" }).click();
    await failure.waitFor();
    assert.equal(await panel.page.getByText("There is no further change.").count(), 0);
  });

  it("keeps nothing of before on screen, nor in a chart, once values are masked", async () => {
    let isHeld = false;
    const refuse = (): void => {
      if (isHeld) {
        throw new AppError("canceled", "canceled/abandoned");
      }
    };
    const comparison: ComparisonView = { offers: OFFERS, opened: OPENED };
    const mask = async (panel: OpenPanel): Promise<void> => {
      isHeld = true;
      panel.mask();
      await panel.show({ view: holdingsView({ comparison, isMasked: true }) });
    };
    const compared = await start(comparison, { beforeCompare: refuse });
    await mask(compared);
    const cells = compared.page.locator("fp-list-compare .body .cell:not(.absent)");
    await cells.first().waitFor({ state: "detached" });
    const gate = Promise.withResolvers<undefined>();
    let isOpen = true;
    const charted = await bed.open(
      { view: holdingsView({ comparison }), text: JSON.stringify(holdings()) },
      {
        layout: { ...FIRST_LAYOUT, tab: "chart" },
        beforeChart: () => (isOpen ? Promise.resolve() : gate.promise),
      },
    );
    open.push(charted);
    const drawing = charted.page.locator("fp-list-chart .drawing");
    await drawing.waitFor();
    isOpen = false;
    await mask(charted);
    await drawing.waitFor({ state: "hidden" });
    gate.resolve(undefined);
    await drawing.waitFor();
  });

  it("says why the other side did not come, and does what helps", async () => {
    const error = {
      ...{ what: "The service knows no such client (404).", advice: "Choose another." },
      actions: [{ id: "retry", label: "Retry" }],
    };
    const panel = await start({ offers: OFFERS, opened: OPENED });
    await panel.show({
      view: holdingsView({ comparison: { offers: OFFERS, opened: { ...OPENED, error } } }),
    });
    await panel.page.getByText("The service knows no such client (404).").waitFor();
    await panel.page.locator("fp-list-compare").getByRole("button", { name: "Retry" }).click();
    await panel.settle();
    // The layout is kept when the panel comes to it.
    const acts = panel.calls.filter(([name]) => name !== "keepLayout");
    assert.deepEqual(acts.at(-1), ["compareAct", { id: "retry" }]);
  });
});

/** Numbers of which a part is not seen. */
const CUT_NUMBERS = `[...document.querySelector("fp-list-panel").shadowRoot
  .querySelector("fp-list-compare").shadowRoot.querySelectorAll(".numeric :is(del, ins, bdi)")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

/** Selector of a cell; row and column count from 1, column 0 is the kind. */
function at(row: number, column: number): string {
  return `fp-list-compare .body [aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`;
}

async function kinds(page: Page, count: number): Promise<readonly string[]> {
  const all = await page.locator("fp-list-compare .body .kind span").allTextContents();
  return all.slice(0, count);
}
