import assert from "node:assert/strict";
import { type Editor, sharedEditor } from "./support/editor";
import { commonWindow, endWithFirstFailure, failedTest } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const PENSION = "PEN-7001";
const FIRST_CLIENT = /, /;

/** The main job by hand; every step leaves a picture in each look. */
describe("the main walk", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `walk-${look}-${number}-${name}`);
  };
  const panel = (): ReturnType<Workbench["webview"]> => window.webview();
  const pageText = async (wanted: RegExp): Promise<void> => {
    await panel().locator("fp-pager .page").filter({ hasText: wanted }).waitFor();
  };

  const clipboard = async (wanted: RegExp): Promise<void> => {
    await untilRead("the clipboard", wanted, () => window.readClipboard());
  };

  before(async () => {
    editor = await sharedEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    window = await commonWindow.take(() => editor.openWindow());
  });

  after(async function () {
    await commonWindow.giveBack(failedTest(this.test?.parent));
  });

  it("opens the view: the sandbox is there, nobody is asked anything", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.statusBarItem("Sandbox · starts when opened").waitFor();
    await picture("view");
  });

  it("expands down to a client", async () => {
    await window.tree.expand("Sandbox");
    await window.tree.expand("Sandbox", "Client records");
    await window.tree.expand("Sandbox", "Client records", "Clients");
    await window.tree.row("Sandbox", "Client records", "Clients", FIRST_CLIENT);
    await window.statusBarItem(/Sandbox · token \d+ min/).waitFor();
    await picture("clients");
    await window.tree.expand("Sandbox", "Client records", "Clients", FIRST_CLIENT);
    const client = await window.tree.find([
      "Sandbox",
      "Client records",
      "Clients",
      FIRST_CLIENT,
      "Holdings",
    ]);
    assert.equal(client.description, "in Finances");
    await picture("client");
  });

  it("tells of a client that a pointer rests on", async () => {
    await untilItWorks(async (timeout) => {
      const row = await window.tree.row("Sandbox", "Client records", "Clients", FIRST_CLIENT);
      // A pointer that rests where it is asks for nothing again.
      await window.page.mouse.move(0, 0);
      await row.locator(".label-name").first().hover({ timeout });
      const card = window.page.locator(".monaco-hover", { hasText: "read from clientId" });
      await card.getByText("Trace").waitFor({ timeout });
    });
    await picture("client-card");
    await window.page.mouse.move(0, 0);
  });

  it("opens the holdings", async () => {
    const holdings = ["Sandbox", "Client records", "Clients", FIRST_CLIENT, "Holdings"];
    await window.tree.open(holdings, window.tab(/^Holdings · /));
    await pageText(/^page 1 of \d+/);
    await picture("holdings");
  });

  it("goes to page 2", async () => {
    await panel().locator("fp-pager .next").click();
    await pageText(/^page 2 of \d+/);
    await picture("page-2");
  });

  it("changes the page size", async () => {
    await panel().locator("fp-pager select").selectOption("10");
    await pageText(/^page \d+ of 4/);
    await panel().locator('fp-list-grid [aria-rowcount="11"]').waitFor();
    await picture("page-size");
  });

  it("opens the page as JSON", async () => {
    await panel().getByRole("button", { name: "Open as JSON" }).click();
    await window.tab(/^holdings-page-\d+\.json/).waitFor();
    const text = await window.editor.text();
    const { items } = JSON.parse(text) as { items: unknown[] };
    assert.equal(items.length, 10);
    await picture("json");
  });

  it("creates a pension payload", async () => {
    const pensions = ["Sandbox", "Client records", "Clients", FIRST_CLIENT, "Pensions"] as const;
    await window.tree.expand(...pensions);
    await window.tree.open([...pensions, "New pension payload…"], window.quickInput.input());
    await window.quickInput.fill(PENSION);
    await picture("pension-id");
    await window.quickInput.accept();
    await window.tab(`${PENSION}.pension.json`).waitFor();
    await window.editor.codeLens(new RegExp(`PUT → Sandbox · .+, .+ · ${PENSION}`)).waitFor();
    await picture("payload");
  });

  it("edits it, and PUTs it after one question", async () => {
    await window.editor.setText(
      '{\n  "provider": "Aviva",\n  "value": 18733.190,\n  "colour": "red"\n}\n',
    );
    await picture("edited");
    await window.editorAction("PUT Pension").click();
    const question = await window.modal.text();
    assert.match(question, new RegExp(`^Create pension ${PENSION} of .+ on Sandbox \\(key`));
    assert.match(question, /key [0-9a-f]{6}/);
    await picture("question");
    await window.modal.click("Create");
  });

  it("reads the landing message and copies both ids", async () => {
    const landed = await window.notifications.message("Landed.");
    assert.match(
      landed,
      /2 fields stored as sent, 1 ignored by the service \(`colour`\), \d added/,
    );
    assert.match(landed, /Request .+, trace fpx-/);
    await picture("landed");
    await window.notifications.click("Landed.", "Copy ids");
    await clipboard(/^x-dt-requestid: \S+\nx-dt-traceid: fpx-\S+$/);
  });

  it("copies an id from the panel's status line", async () => {
    await window.tab(/^Holdings · /).click();
    await pageText(/^page \d+ of \d+/);
    await panel()
      .getByRole("button", { name: /copy request/i })
      .click();
    await clipboard(/^[0-9a-f-]{36}$/);
    await picture("panel-again");
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});
