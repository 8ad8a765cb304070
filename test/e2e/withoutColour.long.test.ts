import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { TestStep } from "../../src/features/connections/messages/connectionForm";
import type { ChartChoice } from "../../src/features/lists/messages/listLayout";
import { aSeries, holdings } from "../fakes/chartRows";
import { aHistory } from "../fakes/history";
import { sendJson } from "../unit/platform/http/support/servers";
import { type BrowserBed, startBed } from "./panels/bed";
import { openChart } from "./panels/chartBed";
import { openForm } from "./panels/formBed";
import { cellAt, press } from "./panels/gridHands";
import { startGridBed } from "./panels/gridPage";
import { takeShot } from "./panels/looks";
import { aBatch, openPlan, someContent } from "./panels/planBed";
import { contentOf, openRequest } from "./panels/requestBed";
import { openRequests } from "./panels/requestsBed";
import { aMorning } from "./panels/requestSamples";
import { sampleHoldings } from "./panels/sampleRows";
import { openSendForm } from "./panels/sendBed";
import { aSession, aSummary, NOON, openSession } from "./panels/sessionBed";
import { type Theme, THEMES } from "./panels/themes";
import { until } from "./panels/until";

const INK = "#3b3b3b";

/** A theme of one ink on white: what a colour alone says is not there to be seen. */
const ONE_INK: Theme = {
  ...THEMES.light,
  variables: Object.fromEntries(
    Object.entries(THEMES.light.variables).map(([name, value]) => [
      name,
      /^charts-|(?:error|warning)-?(?:foreground|border)/i.test(name) ? INK : value,
    ]),
  ),
};
const GROUNDS = ["list-hoverBackground", "list-inactiveSelectionBackground"];
const MARKS = [
  "editor-findMatchHighlightBackground",
  ...["inputValidation-errorBackground", "inputValidation-warningBackground"],
];
/** Nor is a ground there to be seen. */
const ONE_GROUND: Theme = {
  ...ONE_INK,
  variables: {
    ...ONE_INK.variables,
    ...Object.fromEntries([...GROUNDS, ...MARKS].map((name) => [name, "#ffffff"])),
  },
};

const STEPS: readonly TestStep[] = [
  { label: "Network", state: "passed", text: "" },
  { label: "Discovery", state: "skipped", text: "" },
  { label: "Token", state: "failed", text: "" },
  { label: "Key", state: "running", text: "" },
  { label: "First list", state: "waiting", text: "" },
];
const OUTCOMES = [
  ...(["waiting", "sending", "landed", "differs", "notSeen"] as const),
  ...(["refused", "changed", "failed", "unknown"] as const),
];
const SECRET_STATES = ["missing", "set", "session", "lost", "pasted"] as const;

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

  it("tells what a session may do, and that it is over, by icons and words", async () => {
    const session = aSession({ expiresAt: NOON - 60_000 });
    const { page } = keep(await openSession(bed, aSummary(session), { theme: ONE_INK }));
    await takeShot(page, "without-colour-session");
    const scopes = ["granted", "missing", "unasked"].map((name) =>
      page.locator(`li.${name}`).first(),
    );
    await assertAllDiffer(scopes.map((scope) => scope.locator("vscode-icon")));
    await assertWordsDiffer(scopes.map((scope) => scope.locator(".word")));
    assert.match(await page.locator(".left.over").innerText(), /ago$/);
    assert.equal(await page.locator(".environment .word").innerText(), "PRODUCTION");
  });

  it("tells where a request would go and what is wrong with it by icons and words", async () => {
    const draft = { operationId: "putPension", values: { "path.clientId": "x" }, body: "{" };
    const form = keep(await openSendForm(bed, { theme: ONE_GROUND, height: 900, draft }));
    const { page } = form;
    const environment = page.locator(".environment");
    const icon = environment.locator("vscode-icon");
    const seen: string[] = [];
    for (const [id, word] of [
      ["connection-1", "Development"],
      ["gone", "PRODUCTION"],
    ] as const) {
      await page.getByLabel("Connection", { exact: true }).selectOption(id);
      await environment.filter({ hasText: word }).waitFor();
      seen.push((await pictureOf(icon)).toString("base64"));
    }
    assert.notEqual(seen[0], seen[1]);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".summary vscode-icon[name=error]").waitFor();
    await takeShot(page, "without-colour-send");
    const problems = page.locator(".problem:has(span)");
    assert.ok((await problems.count()) > 1);
    for (const problem of await problems.all()) {
      assert.equal(await problem.locator("vscode-icon[name=error]").count(), 1);
    }
  });

  it("tells how a request that was sent ended by icons and words", async () => {
    const form = keep(
      await openSendForm(bed, {
        ...{ theme: ONE_GROUND, height: 900 },
        answer: (_, response) => sendJson(response, 404, { error: "nothing" }),
      }),
    );
    const { page } = form;
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("fp-status-line", { hasText: "404 Not Found" }).waitFor();
    await page.locator('fp-notice[kind="error"] vscode-icon[name=error]').waitFor();
    await takeShot(page, "without-colour-answer");
  });

  it("tells the states of secrets and of a test's steps by icons and words", async () => {
    const form = keep(await openForm(bed, { id: "acme", theme: ONE_GROUND, height: 900 }));
    const { page } = form;
    const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
    await button("Test connection").click();
    await until(page, () => form.test.tested !== undefined);
    form.test.report(STEPS);
    await page.locator(".test li.running").waitFor();
    await page.locator(".summary-line").scrollIntoViewIfNeeded();
    await takeShot(page, "without-colour-test");
    await assertAllDiffer(await page.locator(".test li vscode-icon").all());
    await assertWordsDiffer(await page.locator(".test li .word").all());
    const pictures: Buffer[] = [];
    for (const state of SECRET_STATES) {
      const secret = { name: "clientSecret", label: "Client secret", state, word: "" } as const;
      form.rpc.notify("show", {
        ...{ title: "Edit", isChanged: false, problems: [], status: "" },
        secrets: [{ ...secret, button: "Enter…" }],
      });
      await form.settle();
      pictures.push(await pictureOf(page.locator(".secret vscode-icon")));
    }
    const differing = new Set(pictures.map((one) => one.toString("base64")));
    assert.equal(differing.size, SECRET_STATES.length, "two of them look alike");
  });

  it("tells environments, a choice and a colour in the connection form by icons and words", async () => {
    const options = { id: "acme", theme: ONE_GROUND, height: 900 };
    const { page } = keep(await openForm(bed, options));
    await takeShot(page, "without-colour-form");
    const card = (name: string): Locator => page.locator(`.card:has([value="${name}"])`);
    const environments = ["development", "production", "sandbox"];
    await assertAllDiffer(environments.map((name) => card(name).locator("vscode-icon")));
    await assertAllDiffer(["development", "production"].map((name) => card(name).locator("input")));
    const colour = page.getByLabel("Colour");
    assert.equal((await colour.locator("option:checked").innerText()).trim(), "Orange");
    await page.getByLabel("Base URL").fill("no address");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("#baseUrl-problem vscode-icon[name=error]").waitFor();
  });

  it("tells what is selected and what is found in a grid by lines", async () => {
    const grids = await startGridBed();
    const grid = keep(await grids.open(sampleHoldings(50), { theme: ONE_GROUND, height: 520 }));
    const { page } = grid;
    const cell = cellAt(page, 3, 2);
    await cellAt(page, 5, 4).click();
    const picture = async (): Promise<string> => {
      await grid.settle();
      // Nothing under the mouse.
      await page.mouse.move(1, 1);
      return (await pictureOf(cell, 80, 25)).toString("base64");
    };
    const plain = await picture();
    await cellAt(page, 2, 2).click();
    await press(grid, "Shift+ArrowDown", "Shift+ArrowDown");
    assert.equal(await cell.getAttribute("aria-selected"), "true");
    const selected = await picture();
    await takeShot(page, "without-colour-selected");
    assert.notEqual(selected, plain);
    await cellAt(page, 5, 4).click();
    assert.equal(await picture(), plain);
    await page.evaluate('document.querySelector("fp-list-grid").openFind()');
    await page.getByRole("textbox", { name: "Find in rows" }).fill((await cell.innerText()).trim());
    await page.locator(".found").first().waitFor();
    await takeShot(page, "without-colour-found");
    assert.notEqual(await picture(), plain);
  });

  it("tells what payloads of a plan do, and what became of them, by icons and words", async () => {
    const batch = aBatch(
      OUTCOMES.map((outcome, at) => ({ effect: at === 0 ? "create" : "replace", outcome })),
    );
    const options = { theme: ONE_INK, width: 1200, height: 700 };
    const { page } = keep(await openPlan(bed, someContent(batch), options));
    await page
      .locator("td.outcome .mark")
      .nth(OUTCOMES.length - 1)
      .waitFor();
    await takeShot(page, "without-colour-plan");
    await assertWordsDiffer(await page.locator("td.outcome .mark").all());
    const effects = (await page.locator("td.effect .mark").all()).slice(0, 2);
    await assertWordsDiffer(effects);
    await assertAllDiffer(effects.map((effect) => effect.locator(".icon")));
  });
});

/** Each says something, and each something else. */
async function assertWordsDiffer(shown: readonly Locator[]): Promise<void> {
  const words = await Promise.all(shown.map((one) => one.innerText()));
  assert.ok(words.length > 1 && words.every((word) => word.trim() !== ""), words.join());
  assert.equal(new Set(words).size, words.length, words.join());
}

async function assertAllDiffer(shown: readonly Locator[]): Promise<void> {
  const pictures: string[] = [];
  for (const one of shown) {
    pictures.push((await pictureOf(one)).toString("base64"));
  }
  assert.equal(new Set(pictures).size, shown.length, "two of them look alike");
}

/** From the same place in the grid of pixels, so that only what is drawn makes a difference. */
async function pictureOf(shown: Locator, width = 14, height = 10): Promise<Buffer> {
  const page: Page = shown.page();
  const { x, y } = (await shown.boundingBox()) ?? assert.fail("it is not drawn");
  return page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width, height } });
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
