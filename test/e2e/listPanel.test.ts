import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import type { ListView } from "../../src/features/lists/messages/listMessages";
import type { PagingFinding, Walk } from "../../src/features/lists/messages/listQuery";
import type { PanelNotice } from "../../src/platform/base/panelNotice";
import { freeField } from "../../src/features/lists/messages/freeParameters";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { looks } from "./panels/themes";
import { describePaging } from "../../src/features/lists/messages/paging";
import { cellAt } from "./panels/gridHands";
import { until } from "./panels/until";
import { startPanelBed, THEMES, type OpenPanel, type PanelBed } from "./panels/panelPage";
import { FIELDS, holdingsPage, holdingsText, holdingsView } from "./panels/samples";
import { itInLong } from "../fakes/runs";

const FAILED: PanelNotice = {
  what: "The service is busy (503) and gave no page.",
  advice: "Wait a moment, then retry.",
  actions: [
    { id: "retry", label: "Retry" },
    { id: "list.openAnswer", label: "Show answer" },
  ],
};

const INEXACT: PanelNotice = {
  what: "From byte 1,234 on, the answer holds bytes that are not valid UTF-8; they are shown as \uFFFD.",
  advice: "To get every byte, choose 'Open as JSON', then run 'Show Answer as It Came'.",
  actions: [],
};

const EMPTY: PanelNotice = {
  what: "No holdings on this page.",
  advice: "The list ends before this page. Go back to the first one.",
  actions: [{ id: "list.firstPage", label: "First page" }],
};

const CANCELED: PanelNotice = {
  what: "Cancelled: page 3 was not loaded.",
  advice: "The rows from before are shown; press 'Load again' to load it.",
  actions: [{ id: "list.reload", label: "Load again" }],
};

const FINDINGS: readonly PagingFinding[] = [
  { kind: "sizeLowered", text: "A page size of 200 was asked for, the service gives 25." },
  {
    ...{ kind: "moreThanTotal", text: "The service's number of all rows is 100, but 125 came." },
    action: { id: "list.ignoreTotal", label: "Ignore this number" },
  },
];

describe("list panel in a browser", () => {
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

  const start: PanelBed["open"] = async (shown, options) => {
    const panel = await bed.open(shown, options);
    open.push(panel);
    return panel;
  };
  const walking = (walk: Walk): Parameters<PanelBed["open"]>[0] => {
    const query = { ...holdingsView().query, mode: "all" as const };
    return { view: holdingsView({ walk, query }), text: holdingsText(2, 25) };
  };

  it("shows the rows of the answer in the grid, asked of the table of the host", async () => {
    const { page } = await start(holdingsPage());
    await cellAt(page, 1, 1).waitFor();
    const names = await page.locator("fp-list-grid .head .cell .name").allTextContents();
    assert.deepEqual(names.slice(0, 3), ["holdingId", "provider", "fund"]);
    assert.equal(await cellAt(page, 1, 2).textContent(), "Royal London");
    assert.equal(await page.getByRole("grid").getAttribute("aria-rowcount"), "26");
  });

  itInLong("leaves the keys that turn pages to the editor", async () => {
    const panel = await start(holdingsPage());
    await cellAt(panel.page, 1, 2).click();
    await panel.page.keyboard.press("Alt+PageDown");
    await panel.settle();
    assert.deepEqual(panel.calls, []);
    assert.equal(await focusedText(panel.page), "Royal London");
  });

  itInLong(
    "leaves out what is older than what it shows, and takes the rows that it brings",
    async () => {
      const panel = await start({ number: 0, view: holdingsView({ isLoading: true }), text: null });
      const { text } = holdingsPage();
      await panel.show({ number: 3, view: holdingsView({ error: FAILED }) });
      await panel.show({ number: 1, view: holdingsView({ isLoading: true }), text });
      await cellAt(panel.page, 1, 1).waitFor();
      assert.equal(await panel.page.locator("vscode-progress-bar").count(), 0);
      assert.equal(await panel.page.locator('fp-notice[kind="error"]').count(), 1);
    },
  );

  itInLong("keeps the focus where it is when the same page arrives anew", async () => {
    const panel = await start(holdingsPage());
    await cellAt(panel.page, 3, 3).click();
    await panel.show({ view: holdingsView({ isLoading: true }) });
    await panel.show(holdingsPage());
    assert.equal(await focusedText(panel.page), "Global Equity A");
  });

  it("asks the host for pages, sizes, texts and ids by name only", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    const names = ["First page", "Previous page", "Next page", "Last page", "Reload"];
    const tools = [
      "Open as JSON",
      "Export",
      "Open to the side",
      "How this list is read…",
      "Load all",
    ];
    for (const name of [...names, ...tools]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption("50");
    await page.getByRole("button", { name: "Copy address" }).click();
    await page.getByRole("button", { name: "Copy request id" }).click();
    await page.getByRole("button", { name: "Copy trace id" }).press("Enter");
    await panel.settle();
    assert.deepEqual(panel.calls, [
      ["turn", { step: "first" }],
      ["turn", { step: "previous" }],
      ["turn", { step: "next" }],
      ["turn", { step: "last" }],
      ["turn", { step: "reload" }],
      ["openAsJson", {}],
      ["export", {}],
      ["openToSide", {}],
      ["openListSettings", {}],
      ["walk", { step: "start" }],
      ["resize", { pageSize: 50 }],
      ["copy", { what: "address" }],
      ["copy", { what: "requestId" }],
      ["copy", { what: "traceId" }],
    ]);
    assert.equal(await page.locator("fp-status-line [role=status]").textContent(), "Copied");
    assert.equal(await page.locator(".address [role=status]").textContent(), "Copied");
  });

  it("says where it is, and does not go where nothing is", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    const at = async (pageNumber: number, rows: number, total?: number): Promise<string> => {
      const facts = { pageNumber, pageSize: 25, rows, isUnpaged: false };
      const paging = describePaging(total === undefined ? facts : { ...facts, total });
      await panel.show({ view: holdingsView({ paging }) });
      return (await page.locator("fp-pager .page").textContent()) ?? "";
    };
    assert.equal(await at(2, 25, 100), "page 2 of 4");
    assert.equal(
      await page.locator(".pages .count").textContent(),
      "rows 26–50 of 100 · by the service",
    );
    assert.equal(await at(4, 25, 100), "page 4 of 4");
    assert.equal(await isDisabled(page, "Next page"), true);
    assert.equal(await isDisabled(page, "Last page"), true);
    assert.equal(await isDisabled(page, "Previous page"), false);
    assert.equal(await at(1, 25), "page 1 · more may follow");
    assert.equal(await page.locator(".pages .count").textContent(), "rows 1–25");
    assert.equal(await isDisabled(page, "Next page"), false);
    assert.equal(await isDisabled(page, "Last page"), true);
    assert.equal(await isDisabled(page, "First page"), true);
    assert.equal(await at(2, 12), "page 2 · probably the last");
    await page.getByRole("button", { name: "First page" }).click();
    await at(1, 0);
    await page.getByRole("button", { name: "Next page" }).click({ force: true });
    await panel.settle();
    assert.deepEqual(panel.calls, [["turn", { step: "first" }]]);
  });

  itInLong("numbers rows as their count does, and all that are loaded from the first", async () => {
    const panel = await start(holdingsPage());
    const number = (row: number): Promise<string | null> =>
      cellAt(panel.page, row, 0).textContent();
    assert.deepEqual([await number(1), await number(2)], ["26", "27"]);
    assert.equal(await cellAt(panel.page, 1, 0).getAttribute("aria-label"), "Row 26");
    const query = { ...holdingsView().query, mode: "all" as const };
    await panel.show({ view: holdingsView({ query }), text: holdingsText(2, 25) });
    await cellAt(panel.page, 1, 0).getByText("1", { exact: true }).waitFor();
  });

  it("goes to a page that is typed, and to none where something else is", async () => {
    const panel = await start(holdingsPage());
    const box = panel.page.getByRole("textbox", { name: "Page number" });
    for (const text of ["3", "2", "x", "-1", "1.5", ""]) {
      await box.fill(text);
      await box.press("Enter");
    }
    await box.fill("4");
    await box.press("Escape");
    assert.equal(await box.inputValue(), "2");
    await box.fill("0");
    await box.press("Enter");
    await panel.settle();
    assert.deepEqual(panel.calls, [
      ["goTo", { pageNumber: 3 }],
      ["goTo", { pageNumber: 0 }],
    ]);
  });

  itInLong("says how far a walk is, and holds, resumes and ends it", async () => {
    const panel = await start(walking({ state: "running", pages: 4, rows: 100, claimed: 400 }));
    const { page } = panel;
    const bar = page.locator("fp-walk");
    assert.equal(await page.locator("fp-pager").count(), 0);
    assert.equal(await bar.locator(".text").textContent(), "rows so far: 100 of 400 · pages: 4");
    assert.equal(await bar.getByRole("progressbar").getAttribute("value"), "100");
    await bar.getByRole("button", { name: "Pause" }).click();
    await panel.show(walking({ state: "paused", pages: 5, rows: 125 }));
    assert.equal(await bar.locator("[role=status]").textContent(), "paused · pages loaded: 5");
    await bar.getByRole("button", { name: "Resume" }).click();
    await panel.show(walking({ state: "paused", isAtLimit: true, pages: 5, rows: 1250 }));
    assert.match(
      (await bar.locator(".text").textContent()) ?? "",
      /^paused after 1,250 rows: many/,
    );
    await panel.show(walking({ state: "failed", pages: 5, rows: 125 }));
    await bar.getByRole("button", { name: "Stop" }).click();
    await panel.show(walking({ state: "finished", pages: 16, rows: 400 }));
    assert.equal(await bar.locator("[role=status]").textContent(), "all pages loaded: 16");
    await bar.getByRole("button", { name: "Back to pages" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [
      ["walk", { step: "pause" }],
      ["walk", { step: "resume" }],
      ["walk", { step: "stop" }],
      ["turn", { step: "first" }],
    ]);
  });

  it("asks with other parameters only when they are applied", async () => {
    const panel = await start(holdingsPage({ parameters: FIELDS }));
    const { page } = panel;
    const button = page.getByRole("button", { name: "Parameters (1)" });
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    await button.click();
    const row = page.locator("fp-parameters");
    assert.equal(await row.locator("input:focus").count(), 1, "the first picker has the focus");
    assert.match(
      (await row.locator(".help").first().textContent()) ?? "",
      /^Adds data to the rows/,
    );
    await row.getByRole("checkbox", { name: "factors" }).check();
    await row.getByRole("textbox", { name: "fields: another value" }).fill("fees, owner");
    await page.keyboard.press("Enter");
    await row.getByRole("combobox", { name: "isClosed" }).selectOption("true");
    await row.getByRole("button", { name: "Remove fees" }).waitFor();
    await panel.settle();
    assert.deepEqual(panel.calls, []);
    await row.getByRole("button", { name: "Apply" }).click();
    const values = { fields: ["owner", "factors", "fees"], isClosed: "true" };
    await panel.settle();
    assert.deepEqual(panel.calls, [["setParameters", { values }]]);
  });

  itInLong(
    "keeps what was applied until its page has come, and sends it with what follows",
    async () => {
      const [fields = assert.fail(), questionnaire = assert.fail(), closed = assert.fail()] =
        FIELDS;
      const panel = await start(holdingsPage({ parameters: FIELDS }));
      const { page } = panel;
      await page.getByRole("button", { name: "Parameters (1)" }).click();
      const row = page.locator("fp-parameters");
      const box = row.getByRole("combobox", { name: "questionnaireId" });
      const apply = row.getByRole("button", { name: "Apply" });
      const undo = row.getByRole("button", { name: "Undo changes" });
      await box.fill("QN-9");
      await apply.dblclick();
      await panel.show({ view: holdingsView({ parameters: FIELDS, isLoading: true }) });
      assert.equal(await box.inputValue(), "QN-9");
      await box.press("Enter");
      await row.getByRole("combobox", { name: "isClosed" }).selectOption("true");
      await apply.click();
      await panel.settle();
      const before = { fields: ["owner"], questionnaireId: "QN-9" };
      const after = { ...before, isClosed: "true" };
      const sent = [before, after].map((values) => ["setParameters", { values }]);
      await panel.settle();
      assert.deepEqual(panel.calls, sent, "what is on its way is not sent again");
      await panel.show({ view: holdingsView({ parameters: FIELDS, error: FAILED }) });
      await apply.click();
      await panel.settle();
      assert.deepEqual(panel.calls, [...sent, ["setParameters", { values: after }]]);
      assert.equal(await box.inputValue(), "QN-9");
      assert.equal(await undo.count(), 1, "it is not what the rows were asked with");
      const parameters = [
        fields,
        { ...questionnaire, value: "QN-9" },
        { ...closed, value: "true" },
      ];
      await panel.show({ view: holdingsView({ parameters }) });
      assert.equal(await box.inputValue(), "QN-9");
      assert.equal(await undo.count(), 0);
    },
  );

  itInLong("shows the page size in force where another one could not be had", async () => {
    const panel = await start(holdingsPage());
    const size = panel.page.getByRole("combobox", { name: "Rows per page" });
    await size.selectOption("50");
    await panel.show({ view: holdingsView({ error: FAILED }) });
    assert.equal(await size.inputValue(), "25");
  });

  itInLong(
    "shows the page size that was chosen while its page loads, to be gone on from by keys",
    async () => {
      const panel = await start(holdingsPage());
      const size = panel.page.getByRole("combobox", { name: "Rows per page" });
      await size.selectOption("50");
      await panel.show({ view: holdingsView({ isLoading: true }) });
      assert.equal(await size.inputValue(), "50");
      await panel.show({ view: holdingsView({ canceled: CANCELED }) });
      assert.equal(await size.inputValue(), "25");
    },
  );

  itInLong("gives the focus back to where it was when the tab is in front again", async () => {
    const { page } = await start(holdingsPage());
    await cellAt(page, 1, 2).click();
    const box = page.getByRole("textbox", { name: "Page number" });
    await box.focus();
    // As the editor does it: what had the focus loses it, and the document alone gets it back.
    await page.evaluate(`(() => {
      let at = document.activeElement;
      while (at.shadowRoot?.activeElement) {
        at = at.shadowRoot.activeElement;
      }
      at.blur();
      window.dispatchEvent(new Event("focus"));
    })()`);
    await page.locator("fp-list-panel:focus-within").waitFor();
    assert.equal(await box.and(page.locator(":focus")).count(), 1);
  });

  itInLong("has the focus in the grid where what had it takes it no more", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await findClosed(panel);
    const copy = page.getByRole("button", { name: "Copy matches" });
    await copy.focus();
    await panel.show({ ...pageFour(), text: holdingsText(1, 6) });
    await page.locator("fp-find-bar .count").getByText("No matches", { exact: true }).waitFor();
    await page.locator("body:focus, :root:not(:focus-within)").first().waitFor();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.locator("fp-list-grid :focus").waitFor();
    assert.equal(await copy.isDisabled(), true);
  });

  itInLong("takes changes of parameters back, and a free value away", async () => {
    const panel = await start(holdingsPage({ parameters: FIELDS }));
    const { page } = panel;
    await page.getByRole("button", { name: "Parameters (1)" }).click();
    const row = page.locator("fp-parameters");
    await row.getByRole("combobox", { name: "questionnaireId" }).fill("QN-9");
    await row.getByRole("button", { name: "Undo changes" }).click();
    await row.locator(".add-parameter:focus-within").waitFor();
    assert.equal(await row.getByRole("combobox", { name: "questionnaireId" }).inputValue(), "");
    const box = row.getByRole("textbox", { name: "fields: another value" });
    await box.fill("constructor");
    await box.press("Enter");
    await row.getByRole("button", { name: "Remove constructor" }).click();
    assert.equal(await row.locator(".own").count(), 0);
    assert.equal(await row.locator("input:focus").count(), 1);
    assert.equal(await row.getByRole("button", { name: "Undo changes" }).count(), 0);
    assert.deepEqual(panel.calls, []);
  });

  itInLong(
    "adds any parameter by its name, sends it as typed and takes it out, by keys",
    async () => {
      const panel = await start(holdingsPage({ parameters: [] }));
      const { page } = panel;
      const { keyboard } = page;
      await page.getByRole("button", { name: "Parameters" }).focus();
      await keyboard.press("Enter");
      const row = page.locator("fp-parameters");
      await row.locator(".add-parameter:focus-within").waitFor();
      await keyboard.press("Enter");
      await row.locator("#new-name:focus").waitFor();
      for (const [name, problem] of [
        ["pageSize", "pageSize is sent by the explorer itself: choose the page below the rows."],
        ["api_key", "A credential is called api_key."],
      ] as const) {
        await row.locator("#new-name").fill(name);
        await keyboard.press("Enter");
        await row.getByRole("alert").getByText(problem).waitFor();
      }
      await assertAccessible(page);
      await row.locator("#new-name").fill("asOf");
      await keyboard.press("Enter");
      await row.locator("#field-0:focus").waitFor();
      await keyboard.type("2026-01-31");
      const said = "Not in the interface definition of this list: sent as typed.";
      await row.getByText(said).waitFor();
      await keyboard.press("Enter");
      const values = { asOf: "2026-01-31" };
      await panel.settle();
      assert.deepEqual(panel.calls, [["setParameters", { values }]]);
      const shown = freeField("asOf", values.asOf);
      await panel.show({ view: holdingsView({ parameters: [shown] }) });
      await page.getByRole("button", { name: "Parameters (1)" }).waitFor();
      await row.getByRole("button", { name: "Remove the parameter asOf" }).focus();
      await keyboard.press("Enter");
      assert.equal(await row.locator("[data-field]").count(), 0);
      await row.getByRole("button", { name: "Apply" }).focus();
      await keyboard.press("Enter");
      await panel.settle();
      assert.deepEqual(panel.calls.at(-1), ["setParameters", { values: {} }]);
    },
  );

  itInLong("offers what the specification names for every list, with the mouse", async () => {
    const panel = await start(holdingsPage({ parameters: FIELDS.slice(1, 2) }));
    const { page } = panel;
    await page.getByRole("button", { name: "Parameters" }).click();
    const row = page.locator("fp-parameters");
    await row.getByRole("button", { name: "Add parameter…" }).click();
    const offered = row.locator(".offered vscode-button");
    assert.deepEqual(await offered.allTextContents(), ["fields", "unions"]);
    await offered.filter({ hasText: "unions" }).click();
    const box = row.getByRole("textbox", { name: "unions: another value" });
    await box.fill("single,joint");
    await box.press("Enter");
    await row.getByRole("button", { name: "Remove joint" }).waitFor();
    await row.getByRole("button", { name: "Undo changes" }).click();
    assert.equal(await row.locator("[data-field=unions]").count(), 0);
    await row.getByRole("button", { name: "Add parameter…" }).click();
    await offered.filter({ hasText: "fields" }).click();
    await row.getByRole("textbox", { name: "fields: another value" }).fill("fees");
    await page.keyboard.press("Enter");
    await row.getByRole("button", { name: "Apply" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["setParameters", { values: { fields: ["fees"] } }]]);
  });

  it("cancels what loads where it reloads else, and says that without calling it an error", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await page.getByRole("button", { name: "Reload" }).focus();
    await panel.show({ view: holdingsView({ isLoading: true }) });
    await page.getByRole("button", { name: "Cancel loading" }).waitFor();
    await page.keyboard.press("Enter");
    await panel.settle();
    await page.getByRole("button", { name: "Cancel loading" }).click();
    await panel.settle();
    const stop = ["walk", { step: "stop" }];
    await panel.settle();
    assert.deepEqual(panel.calls, [stop, stop], "the focus stays on the button");
    await panel.show({ view: holdingsView({ canceled: CANCELED }) });
    const notice = page.locator('fp-notice[kind="info"]');
    await notice.getByRole("status").getByText("Cancelled: page 3 was not loaded.").waitFor();
    assert.equal(await cellAt(page, 1, 2).textContent(), "Royal London");
    await assertAccessible(page);
    await notice.getByRole("button", { name: "Load again" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls.at(-1), ["act", { id: "list.reload" }]);
    assert.equal(await page.getByRole("button", { name: "Reload" }).count(), 1);
  });

  itInLong("keeps what there is to know of paging in one line that opens", async () => {
    const panel = await start(holdingsPage({ findings: FINDINGS }));
    const { page } = panel;
    const line = page.locator("fp-findings");
    assert.equal(await line.locator("li").first().isVisible(), false);
    await line.getByText("2 remarks on how the service pages").click();
    assert.equal(await line.locator("li").first().isVisible(), true);
    await line.getByRole("button", { name: "Ignore this number" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["act", { id: "list.ignoreTotal" }]]);
    await panel.show({ view: holdingsView({ findings: FINDINGS.slice(0, 1) }) });
    await line.getByText("1 remark on how the service pages").waitFor();
    assert.equal(await line.locator("li").count(), 1);
  });

  itInLong(
    "says of answers that differ from their definition in a line of its own, which goes",
    async () => {
      const drift: PagingFinding = {
        ...{ kind: "drift", text: "Answers differ from the interface definition: 2 new fields." },
        action: { id: "list.showDrift", label: "Show" },
        dismissal: { id: "list.dismissDrift", label: "Dismiss" },
      };
      const panel = await start(holdingsPage({ findings: [...FINDINGS, drift] }));
      const { page } = panel;
      const line = page.locator("fp-findings");
      await line.getByText("2 remarks on how the service pages").waitFor();
      assert.equal(await line.getByText("2 new fields").isVisible(), true, "not behind the other");
      await line.getByRole("button", { name: "Show" }).click();
      await line.getByRole("button", { name: "Dismiss" }).click();
      await panel.settle();
      assert.deepEqual(panel.calls, [
        ["act", { id: "list.showDrift" }],
        ["act", { id: "list.dismissDrift" }],
      ]);
      await panel.show({ view: holdingsView({ findings: FINDINGS }) });
      await line.getByText("2 new fields").waitFor({ state: "detached" });
    },
  );

  itInLong(
    "says how the list is asked for beside its way back, and offers other ways at an error",
    async () => {
      const rule: PagingFinding = {
        ...{ kind: "rule", text: "The whole list is requested at once." },
        action: { id: "list.askForPages", label: "Ask for pages again" },
      };
      const panel = await start(holdingsPage({ findings: [...FINDINGS, rule] }));
      const { page } = panel;
      const line = page.locator("fp-findings");
      await line.getByText("2 remarks on how the service pages").waitFor();
      assert.equal(await line.getByText("at once").isVisible(), true, "not behind the others");
      await line.getByRole("button", { name: "Ask for pages again" }).click();
      const ways = ["Retry", "Whole list at once", "Smaller pages (25)", "Default page size"];
      const error = {
        ...{ what: "The service refused the request (400).", advice: "Ask otherwise." },
        actions: ways.map((label) => ({ id: `list.${label.toLowerCase()}`, label })),
      };
      await panel.show({ view: holdingsView({ error }) });
      for (const name of ways) {
        await page.locator("fp-notice").getByRole("button", { name, exact: true }).click();
      }
      await panel.settle();
      assert.deepEqual(panel.calls, [
        ["act", { id: "list.askForPages" }],
        ...ways.map((label) => ["act", { id: `list.${label.toLowerCase()}` }]),
      ]);
    },
  );

  itInLong("opens its parameters by itself where one has to be given first", async () => {
    const [field = assert.fail()] = FIELDS;
    const required = { ...field, name: "assetClass", isRequired: true, value: [] };
    const panel = await start(holdingsPage({ parameters: [required] }));
    const row = panel.page.locator("fp-parameters");
    await row.getByText("assetClass (required)").waitFor();
    await panel.show({ view: holdingsView({ parameters: [{ ...required, value: ["owner"] }] }) });
    await panel.page.getByRole("button", { name: "Parameters (1)" }).click();
    await row.waitFor({ state: "detached" });
  });

  it("keeps rows and place under loading and under an error, with its buttons above", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 1, 1).waitFor();
    await panel.show({ view: holdingsView({ isLoading: true }) });
    assert.equal(await page.getByRole("grid").getAttribute("aria-busy"), "true");
    assert.equal(await page.locator("vscode-progress-bar").count(), 1);
    assert.equal(await cellAt(page, 1, 2).textContent(), "Royal London");
    const status = { ...(holdingsView().status ?? assert.fail()) };
    Reflect.deleteProperty(status, "requestId");
    await panel.show({
      view: holdingsView({
        error: FAILED,
        status: { ...status, status: 503, statusText: "", echo: "missing", attempts: 2 },
      }),
    });
    assert.equal(await cellAt(page, 1, 2).textContent(), "Royal London");
    assert.equal(await page.locator("vscode-progress-bar").count(), 0);
    const alert = page.getByRole("alert");
    assert.match(await alert.innerText(), /busy \(503\)[\s\S]*retry/);
    await alert.getByRole("button", { name: "Retry" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["act", { id: "retry" }]]);
    const line = (await page.locator("fp-status-line footer").innerText()).trim();
    assert.match(line, /^503 · 84 ms · 9\.1 KB · 2 attempts\s+request\s+none[\s\S]*not echoed/);
  });

  it("gives a reason and one action where there are no rows", async () => {
    const paging = describePaging({ pageNumber: 5, pageSize: 25, rows: 0, isUnpaged: false });
    const panel = await start({ view: holdingsView({ empty: EMPTY, paging }), text: "[]" });
    const main = panel.page.locator("main");
    assert.match(await main.locator("fp-notice .box").innerText(), /No holdings on this page/);
    await main.getByRole("button", { name: "First page" }).click();
    await panel.settle();
    assert.deepEqual(panel.calls, [["act", { id: "list.firstPage" }]]);
  });

  itInLong(
    "walks its tabs with the arrow keys, and says of a tab that did not come that it did not",
    async () => {
      const panel = await start(holdingsPage());
      const { page } = panel;
      await page.route(/list-chart\.js/, (route) => route.abort());
      const tab = (name: string) => page.getByRole("tab", { name });
      assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
      await tab("Table").focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await tab("Compare").getAttribute("aria-selected"), "true");
      assert.equal(await page.locator("[role=tab]:focus").innerText(), "Compare");
      await page.keyboard.press("ArrowLeft");
      await page.locator("#panel-chart").getByText("This view could not be loaded.").waitFor();
      await page.keyboard.press("Home");
      assert.equal(await tab("Table").getAttribute("aria-selected"), "true");
      assert.equal(await cellAt(page, 1, 2).textContent(), "Royal London");
      // The browser says of the file that it did not come; nothing else may be wrong.
      assert.ok(panel.problems.every((problem) => problem.includes("ERR_FAILED")));
      open.splice(open.indexOf(panel), 1);
      await panel.close();
    },
  );

  itInLong("does as a key of the editor wishes, in the tab that it is for", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 1, 1).waitFor();
    panel.rpc.notify("wish", { wish: "find" });
    await page.getByRole("textbox", { name: "Find in rows" }).waitFor();
    await page.getByRole("textbox", { name: "Find in rows" }).fill("Royal");
    await page.getByText(/^1 of \d/).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("textbox", { name: "Find in rows" }).count(), 0);
  });

  it("begins to find with the text from before, and with no count of other rows", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 1, 1).waitFor();
    const box = page.getByRole("textbox", { name: "Find in rows" });
    const count = page.locator("fp-find-bar .count");
    panel.rpc.notify("wish", { wish: "find" });
    await box.fill("Royal");
    await count.getByText(/^1 of \d/).waitFor();
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    panel.rpc.notify("wish", { wish: "find" });
    await box.and(page.locator(":focus")).waitFor();
    assert.deepEqual([await box.inputValue(), await count.innerText()], ["Royal", ""]);
    await page.keyboard.press("Enter");
    await count.getByText(/^1 of \d/).waitFor();
    panel.rpc.notify("wish", { wish: "find" });
    await panel.settle();
    await page.keyboard.type("Aviva");
    assert.equal(await box.inputValue(), "Aviva");
  });

  itInLong("looks again in the rows of another page for what was looked for", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await findClosed(panel);
    await panel.show(pageFour());
    await cellAt(page, 1, 0).getByText("76", { exact: true }).waitFor();
    assert.equal(await countOf(page), "1 of 2");
    assert.equal(await page.locator("fp-list-grid .body .marked").count(), 2);
  });

  itInLong("looks again in other rows of the same page, and stays where the user is", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await findClosed(panel);
    await page.keyboard.press("Enter");
    await page.locator("fp-find-bar .count").getByText("2 of 4", { exact: true }).waitFor();
    await panel.show({ view: holdingsView({ isLoading: true }) });
    await panel.show({ view: holdingsView(), text: holdingsText(4, 25) });
    assert.equal(await countOf(page), "3 of 4");
    assert.match((await cellAt(page, 9, 3).getAttribute("class")) ?? "", /marked/);
    assert.equal(await page.locator("fp-list-grid .body .marked[tabindex='0']").count(), 0);
    assert.equal(await cellAt(page, 10, 3).getAttribute("tabindex"), "0");
  });

  itInLong(
    "marks and counts nothing of before in other rows after F3 without the find bar",
    async () => {
      const panel = await start(holdingsPage());
      const { page } = panel;
      await findClosed(panel);
      await page.keyboard.press("Escape");
      const marked = page.locator("fp-list-grid .body .marked");
      assert.equal(await marked.count(), 0);
      await page.keyboard.press("F3");
      await marked.first().waitFor();
      await panel.show(pageFour());
      await cellAt(page, 1, 0).getByText("76", { exact: true }).waitFor();
      assert.equal(await marked.count(), 0);
      panel.rpc.notify("wish", { wish: "find" });
      const bar = page.locator("fp-find-bar");
      await bar.waitFor();
      assert.equal(await bar.locator(".count").innerText(), "");
    },
  );

  itInLong("looks for a text in the columns that another page has", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 1, 1).waitFor();
    panel.rpc.notify("wish", { wish: "find" });
    await page.getByRole("textbox", { name: "Find in rows" }).fill("Royal");
    await page.locator("fp-find-bar .count").getByText("1 of 7", { exact: true }).waitFor();
    const { view, text } = pageFour();
    const held = text.replaceAll('{"holdingId"', '{"custodian": "Royal Mint", "holdingId"');
    await panel.show({ view, text: held });
    const found = page.locator("fp-list-grid .body .found");
    await found.getByText("Royal Mint").waitFor();
    assert.equal(await countOf(page), "1 of 15");
  });

  itInLong("leaves the focus to who has gone elsewhere while something is looked for", async () => {
    const held = Promise.withResolvers<undefined>();
    let beforeFind = (): Promise<undefined> => Promise.resolve(undefined);
    const panel = await start(holdingsPage(), { beforeFind: () => beforeFind() });
    const { page } = panel;
    await findClosed(panel);
    await cellAt(page, 2, 2).click();
    beforeFind = () => held.promise;
    await panel.show(pageFour());
    const box = page.getByRole("textbox", { name: "Page number" });
    await box.focus();
    held.resolve(undefined);
    assert.equal(await countOf(page), "1 of 2");
    await panel.settle();
    assert.equal(await box.and(page.locator(":focus")).count(), 1);
  });

  it("keeps the question and the layout, not the rows, and comes back to it", async () => {
    const panel = await start(holdingsPage());
    const { page } = panel;
    await cellAt(page, 4, 3).click();
    await page.keyboard.press("ArrowDown");
    const text = await focusedText(page);
    await cellAt(page, 0, 2).click();
    await panel.settle();
    const state = (await panel.state()) as { readonly layout: typeof FIRST_LAYOUT };
    assert.deepEqual(Object.keys(state), ["version", "query", "layout", "isMasked"]);
    assert.deepEqual(Reflect.get(state, "query"), holdingsView().query);
    assert.doesNotMatch(JSON.stringify(state), /Royal London/);
    assert.deepEqual(state.layout.view.sort, [{ column: "/provider", direction: "ascending" }]);
    assert.notEqual(text, "");
    await panel.hideAndShow();
    await cellAt(page, 1, 2).filter({ hasText: "Aviva" }).waitFor();
    assert.equal(await cellAt(page, 0, 2).getAttribute("aria-sort"), "ascending");
  });

  itInLong("begins with the layout that the host has for a new panel", async () => {
    const columns = { ...FIRST_LAYOUT.columns, hidden: ["/holdingId"] };
    const panel = await start(holdingsPage(), { layout: { ...FIRST_LAYOUT, columns } });
    await cellAt(panel.page, 1, 1).waitFor();
    assert.equal(await cellAt(panel.page, 1, 1).textContent(), "Royal London");
  });

  it("leaves no value on screen as it is once privacy mode is on", async () => {
    const panel = await start({ view: holdingsView(), text: holdingsText(1, 12) });
    const { page } = panel;
    const shown = await cellAt(page, 1, 1).textContent();
    assert.doesNotMatch(shown ?? "", /•/);
    await cellAt(page, 1, 1).click();
    panel.mask();
    await panel.show({ view: holdingsView({ isMasked: true }) });
    await cellAt(page, 1, 1).filter({ hasText: "•" }).waitFor();
    assert.equal(await page.getByText(shown ?? "", { exact: true }).count(), 0);
  });

  it("forgets what was looked for when privacy mode is turned on, and only then", async () => {
    const panel = await start({ view: holdingsView(), text: holdingsText(1, 12) });
    const { page } = panel;
    await cellAt(page, 1, 1).waitFor();
    const box = page.getByRole("textbox", { name: "Find in rows" });
    const count = page.locator("fp-find-bar .count");
    const filter = page.getByRole("textbox", { name: "Filter rows" });
    await filter.fill("London");
    panel.rpc.notify("wish", { wish: "find" });
    await box.fill("Royal");
    await count.getByText(/^1 of \d/).waitFor();
    panel.mask();
    await panel.show({ view: holdingsView({ isMasked: true }) });
    await box.waitFor({ state: "detached" });
    assert.equal(await filter.inputValue(), "");
    await page.locator("fp-list-grid :focus").waitFor();
    panel.rpc.notify("wish", { wish: "find" });
    await box.and(page.locator(":focus")).waitFor();
    assert.deepEqual([await box.inputValue(), await count.innerText()], ["", ""]);
    await box.fill("Aviva");
    await count.getByText(/^1 of \d/).waitFor();
    await panel.show({ view: holdingsView({ isMasked: true }), text: holdingsText(1, 12) });
    assert.equal(await box.inputValue(), "Aviva");
  });

  for (const { name, theme } of looks(["highContrast", 900], [900])) {
    it(`is accessible and readable: ${name}`, async () => {
      const change = { parameters: FIELDS, findings: FINDINGS };
      const shown = { view: holdingsView(change), text: holdingsText(2, 12) };
      const panel = await start(shown, { theme, height: 640 });
      const { page } = panel;
      await cellAt(page, 2, 1).click();
      await takeShot(page, `panel-rows-${name}`);
      const notes = ["Waiting 4.0 s before the next attempt: the service answered 429."];
      await panel.show({
        view: holdingsView({ ...change, error: FAILED, warning: INEXACT, notes, isMasked: true }),
      });
      await page.getByRole("button", { name: "Parameters (1)" }).click();
      await page.locator("fp-findings summary").click();
      await page.getByRole("button", { name: "Show answer" }).focus();
      await takeShot(page, `panel-error-${name}`);
      await assertAccessible(page);
      await panel.show({ view: holdingsView({ empty: EMPTY }), text: null });
      await takeShot(page, `panel-empty-${name}`);
      await assertAccessible(page);
    });
  }

  it("fits into 320 pixels: only the grid scrolls sideways", async () => {
    const environment = { word: "PRODUCTION", icon: "shield" };
    const change = { environment, connection: "Acme production", error: FAILED };
    const shown = holdingsPage({ ...change, findings: FINDINGS, parameters: FIELDS });
    const { page } = await start(shown, { width: 320, height: 640, theme: THEMES.light });
    await takeShot(page, "panel-narrow");
    await assertInPlace(page, 320);
    await assertAccessible(page);
  });
});

/** Looks for the funds that are closed, by JSONPath. */
async function findClosed({ page, rpc }: OpenPanel): Promise<void> {
  await cellAt(page, 1, 1).waitFor();
  rpc.notify("wish", { wish: "find" });
  await page.getByRole("button", { name: "JSONPath" }).press("Enter");
  await page.getByRole("textbox", { name: "Find by JSONPath" }).fill("$[?@.isClosed == true].fund");
  await page.keyboard.press("Enter");
  await page.locator("fp-find-bar .count").getByText("1 of 4", { exact: true }).waitFor();
}

/** What the find bar counts, once it has. */
async function countOf(page: Page): Promise<string> {
  const count = page.locator("fp-find-bar .count");
  await until(page, async () => /^\d/.test(await count.innerText()));
  return count.innerText();
}

/** The last page of the holdings, of fewer rows. */
function pageFour(): { readonly view: ListView; readonly text: string } {
  const query = { ...holdingsView().query, pageNumber: 4 };
  const paging = describePaging({ pageNumber: 4, pageSize: 25, rows: 12, isUnpaged: false });
  return { view: holdingsView({ query, paging }), text: holdingsText(4, 12) };
}

async function focusedText(page: Page): Promise<string> {
  return page.locator("fp-list-grid :focus").innerText();
}

async function isDisabled(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole("button", { name });
  return (await button.getAttribute("aria-disabled")) === "true";
}
