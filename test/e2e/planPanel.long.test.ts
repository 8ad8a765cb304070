import assert from "node:assert/strict";
import type { Batch } from "../../src/features/sourceControl/common/batch";
import type { PlanContent } from "../../src/features/sourceControl/messages/planPanel";
import { type BrowserBed, type PageOptions, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { aBatch, openPlan, type PlanBed, type SamplePayload, someContent } from "./panels/planBed";
import { looks } from "./panels/themes";

const EACH: readonly SamplePayload[] = [
  { effect: "create" },
  { effect: "replace" },
  { effect: "unknown" },
  { effect: "nothing" },
  { effect: "conflict", connectionId: "live" },
  { effect: "invalid", place: "pensions/notes.pension.json" },
];

/** A batch that stopped at a refusal. */
const STOPPED: readonly SamplePayload[] = [
  { effect: "create", outcome: "landed" },
  { effect: "replace", outcome: "differs" },
  { effect: "unknown", outcome: "notSeen" },
  {
    ...{ effect: "replace", outcome: "refused", connectionId: "live" },
    problem: { kind: "service", code: "service/422", status: 422 },
  },
  { effect: "replace" },
  { effect: "invalid" },
];

describe("plan of pensions in a browser", () => {
  let bed: BrowserBed;
  const open: PlanBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const view of open.splice(0)) {
      assert.deepEqual([view.problems, view.rpc.dropped], [[], 0]);
      await view.close();
    }
  });

  after(() => bed.close());

  const start = async (
    content: PlanContent = someContent(aBatch(EACH)),
    options: PageOptions = {},
  ): Promise<PlanBed> => {
    const view = await openPlan(bed, content, options);
    open.push(view);
    return view;
  };

  const words = async ({ page }: PlanBed, selector: string): Promise<string[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) =>
      text.replaceAll(/[\s\ue000-\uf8ff]+/g, " ").trim(),
    );

  const focusedKey = ({ page }: PlanBed): Promise<string | null> =>
    page.locator("fp-plan-table tr:focus").getAttribute("data-key");

  it("says what each payload would do, where it goes, and production first", async () => {
    const view = await start();
    assert.deepEqual(await words(view, "h1"), ["Plan of 6 payloads"]);
    assert.deepEqual(await words(view, ".targets .mark"), ["PRODUCTION", "Development"]);
    assert.deepEqual(await words(view, "td.effect"), [
      ...["Create", "Replace", "Unknown", "No change", "Conflict", "Invalid"],
    ]);
    assert.deepEqual(await words(view, "td.target"), [
      ...Array.from({ length: 4 }, () => "Development Acme development"),
      ...["PRODUCTION Acme production", "Development Acme development"],
    ]);
    assert.deepEqual(await words(view, "td.outcome .mark"), [
      ...["Waiting", "Waiting", "Waiting", "Left out", "Left out", "Left out"],
    ]);
    assert.equal((await words(view, "td.changes"))[1], "1 field: value");
    assert.deepEqual(await words(view, "header vscode-button"), [
      ...["Apply 3…", "Plan again", "Copy report"],
    ]);
    assert.match(
      (await words(view, ".summary")).join(),
      /^3 payloads would be written: 1 create, 1 replace, 1 unknown\. 3 payloads are left out/,
    );
  });

  it("says what came of each, with the sentence of what stopped it and its ids", async () => {
    const sample = aBatch(STOPPED, { state: "stopped", traceId: "fpx-6f01" });
    const view = await start(someContent(sample));
    assert.deepEqual(await words(view, "td.outcome .mark"), [
      ...[
        "Landed",
        "Landed otherwise",
        "Accepted, not confirmed",
        "Refused",
        "Waiting",
        "Left out",
      ],
    ]);
    assert.match((await words(view, ".note")).join(), /The service refused the pension \(422\)/);
    assert.deepEqual(await words(view, ".trace code"), ["fpx-6f01"]);
    await view.page.getByRole("button", { name: "Copy trace id" }).click();
    await view.page.getByRole("button", { name: "Copy request id: PEN-0001" }).click();
    await view.page.getByRole("button", { name: "Show request: PEN-0004" }).click();
    await view.page.getByRole("button", { name: "Open payload: PEN-0004" }).click();
    await view.page.getByRole("button", { name: "Resume…" }).click();
    await view.settle();
    const [first, , , fourth] = someContent(sample).lines.map(({ key }) => key);
    assert.deepEqual(view.acts, [
      { id: "copyTraceId" },
      { id: "copyRequestId", key: first },
      { id: "openRequest", key: fourth },
      { id: "openPayload", key: fourth },
      { id: "resume" },
    ]);
  });

  it("is walked by the keys alone", async () => {
    const view = await start();
    const { page } = view;
    const keys = someContent(aBatch(EACH)).lines.map(({ key }) => key);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    for (let step = 0; step < 20 && (await page.locator("tr:focus").count()) === 0; step++) {
      await page.keyboard.press("Tab");
    }
    assert.equal(await focusedKey(view), keys[0]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focusedKey(view), keys[2]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    assert.equal(await focusedKey(view), keys[5]);
    await page.keyboard.press("Home");
    assert.equal(await focusedKey(view), keys[0]);
    await view.settle();
    assert.deepEqual(view.acts, [
      { id: "apply" },
      { id: "openChange", key: keys[2] },
      { id: "openPayload", key: keys[2] },
    ]);
  });

  it("shows only what a count stands for, until it is pressed again", async () => {
    const view = await start();
    const replace = view.page.getByRole("button", { name: /Replace/ });
    await replace.click();
    assert.equal(await replace.getAttribute("aria-pressed"), "true");
    assert.deepEqual(await words(view, "td.effect"), ["Replace"]);
    assert.match((await words(view, ".counts")).join(), /1 of 6$/);
    await replace.click();
    assert.equal((await words(view, "td.effect")).length, 6);
  });

  it("is told of rows as they land without losing the keys, the place or the filter", async () => {
    const rows: SamplePayload[] = Array.from({ length: 200 }, () => ({ effect: "replace" }));
    const running: Partial<Batch> = { state: "running", traceId: "fpx-6f01" };
    const view = await start(someContent(aBatch(rows, running)));
    const { page } = view;
    await page.locator("fp-plan-table tbody tr").first().focus();
    await page.keyboard.press("End");
    const before = [await focusedKey(view), await placeOfFocus(view)];
    for (let sent = 1; sent <= 20; sent++) {
      rows[sent - 1] = { effect: "replace", outcome: "landed" };
      rows[sent] = { effect: "replace", outcome: "sending" };
      const { head, lines } = someContent(aBatch(rows, running));
      await view.update({ head, lines: lines.slice(sent - 1, sent + 1) });
    }
    assert.deepEqual([await focusedKey(view), await placeOfFocus(view)], before);
    assert.equal(
      (await words(view, "td.outcome .mark")).filter((one) => one === "Landed").length,
      20,
    );
    assert.equal(await page.locator("tr.busy").count(), 1);
    assert.deepEqual(await words(view, ".progress span"), ["20 of 200 sent"]);
    assert.deepEqual(await words(view, "header vscode-button"), ["Stop"]);
  });

  it("shows a thousand payloads, and one of them landing, without being held up", async () => {
    const rows: SamplePayload[] = Array.from({ length: 1000 }, () => ({ effect: "replace" }));
    const running: Partial<Batch> = { state: "running" };
    const view = await start(someContent(aBatch(rows, running)));
    assert.equal(await view.page.locator("fp-plan-table tbody tr").count(), 1000);
    rows[499] = { effect: "replace", outcome: "landed" };
    const { head, lines } = someContent(aBatch(rows, running));
    const began = performance.now();
    await view.update({ head, lines: lines.slice(499, 500) });
    const spent = performance.now() - began;
    assert.equal(await view.page.locator("td.outcome .tone-good").count(), 1);
    process.stdout.write(`      one of 1,000 lines drawn anew: ${spent.toFixed(0)} ms\n`);
  });

  it("takes hostile text as text, wherever it comes from", async () => {
    const view = await start();
    const sample = HOSTILE.filter((_text, index) => index % 6 === 0);
    for (const payload of sample) {
      await view.show(
        someContent({
          ...aBatch([{ effect: "conflict", pensionId: payload, place: payload, field: payload }]),
          client: () => payload,
          target: () => ({ label: payload, environment: payload, icon: "beaker" }),
          problem: () => ({ what: payload, advice: payload }),
        }),
      );
    }
    assert.ok(sample.length > 25);
    assert.equal(view.scriptsRun(), 0);
    const own = ["/", "/plan.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      view.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  it("keeps the batch that it shows", async () => {
    const view = await start();
    assert.deepEqual(await view.state(), { version: 1, batchId: "batch-1" });
  });

  for (const { name, theme, width } of looks(["dark", 320], [320, 900, 1400])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const view = await start(someContent(aBatch(EACH)), { theme, width, height: 700 });
      await assertAccessible(view.page);
      await assertInPlace(view.page, width);
      await takeShot(view.page, `plan-${name}-${width}`);
      const long = "Überlanger-Name-ohne-Ende".repeat(8);
      const batch = aBatch(
        STOPPED.map((row, index) => (index === 3 ? { ...row, pensionId: long } : row)),
        { state: "running", traceId: `fpx-${"6f01".repeat(8)}` },
      );
      await view.show(someContent({ ...batch, client: () => long }));
      await assertAccessible(view.page);
      await assertInPlace(view.page, width);
      await takeShot(view.page, `plan-running-${name}-${width}`);
    });
  }
});

/** Where the line with the keys stands on screen: lines above it may have grown. */
function placeOfFocus({ page }: PlanBed): Promise<number> {
  const line = "document.querySelector('fp-plan-view').shadowRoot.querySelector('fp-plan-table')";
  return page.evaluate(
    `Math.round(${line}.shadowRoot.querySelector('tr:focus').getBoundingClientRect().top)`,
  );
}
