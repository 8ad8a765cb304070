import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type {
  ComparisonView,
  OpenedComparison,
  SnapshotsView,
} from "../../src/features/lists/messages/listComparison";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import type { CoursePoint, ValueCourse } from "../../src/features/lists/messages/valueCourse";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { type OpenPanel, type PanelBed, startPanelBed } from "./panels/panelPage";
import { holdingsView } from "./panels/samples";
import { looks } from "./panels/themes";

const OFFERS: ComparisonView["offers"] = [
  {
    source: "before",
    refusal: "Reload the list first: there are no earlier rows to compare with yet.",
  },
  ...(["page", "client", "connection", "snapshot"] as const).map((source) => ({ source })),
];
const [OLD, NEW] = [
  "holdings-0f8fad5b-2026-01-31T10-00-00Z.jsonl",
  "holdings-0f8fad5b-2026-02-28T10-00-00Z.jsonl",
];
const SNAPSHOTS: SnapshotsView = {
  items: [
    { name: NEW, label: "28 Feb 2026, 10:00:00 · 3 rows" },
    { name: OLD, label: "31 Jan 2026, 10:00:00 · 3 rows · a part" },
  ],
  folder: "snapshots",
  remarks: ["Not all pages of the current list are loaded."],
  canLoadAll: true,
  courseVersion: "1",
};
const SIDE = { connection: "", environment: { word: "Sandbox", icon: "beaker" } };
const OPENED: OpenedComparison = {
  choice: { source: "snapshot", snapshot: OLD, onlyChanges: false },
  sides: [
    {
      ...{ ...SIDE, title: "Holdings · Abernathy, Ruth" },
      place: "snapshot · 31 Jan 2026, 10:00:00 · 3 rows",
    },
    { ...SIDE, title: "Holdings · Abernathy, Ruth", place: "all pages · as of 10:30" },
  ],
  isLoading: false,
  version: "1",
};

function point(at: string, gbp: string | null, change: Partial<CoursePoint> = {}): CoursePoint {
  const value = gbp === null ? null : { number: Number(gbp), text: gbp };
  const euros = { number: 20.5, text: "20.50" };
  return { at, isNow: false, rows: 3, values: [gbp === null ? null : euros, value], ...change };
}

const COURSE: ValueCourse = {
  columns: [
    { key: "/currentValue/amount", label: "currentValue.amount" },
    { key: "/units", label: "units" },
  ],
  column: "/currentValue/amount",
  units: ["EUR", "GBP"],
  points: [
    point("2025-11-30T10:00:00Z", "900719930.01"),
    point("2025-12-31T10:00:00Z", null, { note: "masked" }),
    point("2026-01-31T10:00:00Z", "900719931.25"),
    point("2026-02-28T10:00:00Z", "900719935.00", { note: "otherBytes" }),
    point("2026-03-02T10:30:00Z", "900719932.00", { isNow: true }),
  ],
  omitted: 12,
};

const BEFORE = [
  { holdingId: "H-1", provider: "Aviva", value: 10.5 },
  { holdingId: "H-2", provider: "Royal London", value: 20 },
  { holdingId: "H-3", provider: "Aviva", value: 30 },
];
const NOW = [{ ...BEFORE[0], value: 11 }, BEFORE[1], { ...BEFORE[2], holdingId: "H-4" }];

describe("snapshots in the comparison of lists, in a browser", () => {
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
    comparison: ComparisonView = { offers: OFFERS, opened: OPENED, snapshots: SNAPSHOTS },
    options: Parameters<PanelBed["open"]>[1] = {},
  ): Promise<OpenPanel> {
    const panel = await bed.open(
      { view: holdingsView({ comparison }), text: JSON.stringify(BEFORE) },
      { course: COURSE, ...options, layout: LAYOUT, other: JSON.stringify(NOW) },
    );
    open.push(panel);
    await panel.page.locator("fp-list-compare .sources").waitFor();
    return panel;
  }

  for (const { name, theme, width } of looks(["highContrast", 320])) {
    it(`are in place and for everybody in ${name} at ${width} pixels`, async () => {
      const { page } = await start(undefined, { theme, width, height: 760 });
      await page.locator("fp-value-course svg").first().waitFor();
      await page.locator("fp-list-compare .body .cell:not(.absent)").first().waitFor();
      await assertInPlace(page, width);
      await assertAccessible(page);
      await takeShot(page, `snapshot-compare-${name}-${width}`);
      await page.locator("fp-value-course .numbers summary").click();
      await assertInPlace(page, width);
      await assertAccessible(page);
      await page.locator("fp-value-course table").scrollIntoViewIfNeeded();
      await takeShot(page, `snapshot-numbers-${name}-${width}`);
    });
  }

  it("mark what was added, removed and changed since", async () => {
    const { page } = await start();
    await page
      .getByText("1 changed, 1 only left, 1 only right, 1 same")
      .waitFor({ state: "attached" });
  });

  it("draw exact sums by unit, join no points over a gap, and have them as numbers", async () => {
    const { page } = await start();
    const course = page.locator("fp-value-course");
    await course.locator("svg").nth(1).waitFor();
    const pounds = course.locator("svg").nth(1);
    assert.equal(await pounds.locator(".kept").count(), 3);
    assert.equal(await pounds.locator(".now").count(), 1);
    const [line, ...more] = await pounds.locator("polyline").all();
    const drawn = (await line?.getAttribute("points"))?.split(" ");
    assert.deepEqual([drawn?.length, more.length], [3, 0]);
    assert.match(
      (await pounds.getAttribute("aria-label")) ?? "",
      /^currentValue\.amount \(GBP\): 900,719,930\.01 on .* 4 times in all$/,
    );
    assert.deepEqual(await pounds.locator(".sum").allTextContents(), [
      "900,719,935.00",
      "900,719,930.01",
    ]);
    await course.getByText("Older snapshots left out: 12.").waitFor();
    await course.locator(".numbers summary").click();
    const cells = async (row: number): Promise<readonly string[]> => {
      const texts = await course.locator("tbody tr").nth(row).locator("td").allTextContents();
      return texts.slice(1).map((text) => text.trim());
    };
    assert.deepEqual(await cells(1), ["no sum", "no sum", "masked: its values are pseudonyms"]);
    assert.deepEqual(await cells(3), [
      ...["20.50", "900,719,935.00", "the file was changed after it was kept"],
    ]);
  });

  it("ask the host by name for snapshots, columns and what helps", async () => {
    const panel = await start();
    const { page } = panel;
    const tab = page.locator("fp-list-compare");
    await tab.locator("select.snapshot").selectOption(NEW);
    await tab.locator("select.against").selectOption(NEW);
    for (const name of ["Keep snapshot", "Other file…", "Other folder…", "Load all pages"]) {
      await tab.getByRole("button", { name }).click();
    }
    await tab.locator("fp-value-course select").selectOption("/units");
    await tab.getByRole("button", { name: "Snapshots" }).click();
    await panel.settle();
    const asked = panel.calls.filter(([name]) => name !== "keepLayout");
    assert.deepEqual(asked, [
      ["compareValues", {}],
      ["compareWith", { choice: { source: "snapshot", onlyChanges: false, snapshot: NEW } }],
      [
        "compareWith",
        { choice: { source: "snapshot", onlyChanges: false, snapshot: OLD, against: NEW } },
      ],
      ...["keepSnapshot", "openSnapshotFile", "chooseSnapshotFolder", "loadAll"].map((step) => [
        "compareStep",
        { step },
      ]),
      ["compareValues", { column: "/units" }],
      ["compareWith", { choice: { source: "snapshot", onlyChanges: false } }],
    ]);
    const state = (await panel.state()) as { layout: { compare: unknown } };
    assert.deepEqual(state.layout.compare, OPENED.choice);
  });

  it("say what to do where there are none, also in a list without rows", async () => {
    const none = { items: [], remarks: [], canLoadAll: false };
    const { page } = await start({ offers: OFFERS, snapshots: none });
    await page.getByText("No folder of snapshots is chosen yet").waitFor();
    assert.equal(await page.locator("fp-value-course").count(), 0);
    const panel = await bed.open(
      { view: holdingsView({ comparison: { offers: OFFERS, snapshots: SNAPSHOTS } }), text: null },
      { layout: LAYOUT, course: COURSE },
    );
    open.push(panel);
    await visible(panel.page, "select.snapshot");
  });
});

const LAYOUT = { ...FIRST_LAYOUT, tab: "compare" as const };

async function visible(page: Page, selector: string): Promise<void> {
  await page.locator(selector).waitFor();
}
