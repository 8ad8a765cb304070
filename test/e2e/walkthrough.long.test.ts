import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { EXTENSION_ID } from "../../src/manifest";
import { compareWithPicture, writePicture } from "./support/docPictures";
import { type Editor, startEditor } from "./support/editor";
import { ListHands } from "./support/listHands";
import { PayloadHands } from "./support/payloadHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import type { Workbench } from "./support/workbench";

const TITLE = "Get Started with Financial Planning";
const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const CLIENT = [...CLIENTS, /, /] as const;
const PENSION = "PEN-7001";
const STEPS = ["sandbox", "holdings", "pension", "requests", "connection"] as const;
/** `npm run pictures`: pictures of README and walkthrough are written, not compared. */
const WRITES_PICTURES = process.env["WRITE_PICTURES"] === "1";

/** The walkthrough from start to end on a clean profile, each step completed by doing it. */
describe("the walkthrough", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;

  const picture = async (name: string): Promise<void> => {
    if (WRITES_PICTURES) {
      await window.notifications.dismissAll();
      await writePicture(window.page, name);
      return;
    }
    await window.screenshot(`walkthrough-${name}`);
    const [then, now] = await compareWithPicture(window.page, name);
    assert.deepEqual(now, then, `media/images/${name}.webp is old: npm run pictures`);
  };

  const step = (name: string, state: "checked" | "unchecked"): Locator =>
    window.page.locator(
      `[data-step-id="${EXTENSION_ID}#getStarted#${name}"] .codicon-getting-started-step-${state}`,
    );

  const openWalkthrough = async (): Promise<void> => {
    await window.runCommand("Welcome: Open Walkthrough...");
    await window.quickInput.searchAndChoose(TITLE);
    await window.page
      .locator(".gettingStartedCategoryDescription, .getting-started-category")
      .first()
      .waitFor();
  };

  /** What was done is ticked, what is to come is not. */
  const expectDone = async (...done: readonly (typeof STEPS)[number][]): Promise<void> => {
    await openWalkthrough();
    for (const name of STEPS) {
      await step(name, done.includes(name) ? "checked" : "unchecked")
        .first()
        .waitFor();
    }
    await hands.closeEditors();
  };

  before(async () => {
    editor = await startEditor();
    window = await editor.openWindow({ width: 1280, height: 800 });
    hands = new PayloadHands(window);
  });

  after(async () => {
    await window.close();
    await editor.stop();
  });

  it("is there on a clean profile, with nothing done", async () => {
    await expectDone();
  });

  it("looks at the sandbox", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.row(...CLIENT);
    await window.tree.expand(...CLIENT);
    await window.tree.row(...CLIENT, "Holdings");
    await picture("sandbox");
    await expectDone("sandbox");
  });

  it("pages through holdings", async () => {
    const page = window.webview().locator("fp-pager .page");
    await window.tree.open([...CLIENT, "Holdings"], page.filter({ hasText: /^page 1 of \d+/ }));
    await new ListHands(window).cell(1, 1).waitFor();
    await picture("holdings");
    await window.webview().locator("fp-pager .next").click();
    await page.filter({ hasText: /^page 2 of \d+/ }).waitFor();
    await expectDone("sandbox", "holdings");
  });

  it("PUTs a pension", async () => {
    await window.tree.expand(...CLIENT, "Pensions");
    await window.tree.open(
      [...CLIENT, "Pensions", "New pension payload…"],
      window.quickInput.input(),
    );
    await window.quickInput.fill(PENSION);
    await window.quickInput.accept();
    await hands.inFront(`${PENSION}.pension.json`);
    await window.editor.setText('{\n  "provider": "Aviva",\n  "value": 18733.190\n}\n');
    assert.match(await hands.ask(), /^Create pension PEN-7001 of /);
    await picture("pension");
    await window.modal.click("Create");
    await hands.said(/^Landed\./);
    await hands.closeEditors();
    await expectDone("sandbox", "holdings", "pension");
  });

  it("shows values over time as a chart", async () => {
    const lists = new ListHands(window);
    await lists.openClient("Series");
    await lists.openList("Series", "Results");
    await window.webview().getByRole("tab", { name: "Chart" }).click();
    await window.webview().locator("fp-list-chart svg").first().waitFor();
    await picture("chart");
    await hands.closeEditors();
  });

  it("finds the call", async () => {
    await window.showPanel("Financial Planning Requests");
    const row = window.viewWebview().locator(".row.action").filter({ hasText: "PUT" }).first();
    await row.locator(".status").click();
    await window.page.keyboard.press("Enter");
    await window.tab(/^Request · /).waitFor();
    await window.webview().getByRole("button", { name: "Copy for support ticket" }).waitFor();
    await picture("requests");
    await hands.closeEditors();
    await expectDone("sandbox", "holdings", "pension", "requests");
    await window.page.keyboard.press("ControlOrMeta+J");
  });

  it("adds a connection", async () => {
    await window.tree.menuItem(["Sandbox"], "Copy Sandbox Connection Details");
    await window.notifications.message(/^Copied the sandbox's addresses/);
    await window.notifications.dismissAll();
    await window.runCommand("Financial Planning: Add Connection…");
    const form = window.webview();
    await form.getByRole("button", { name: "Paste onboarding details" }).click();
    await form.getByText(/^Recognised: .+ Found: subscription key, client secret/).waitFor();
    await form.getByRole("textbox", { name: "Label" }).fill("My first connection");
    await form.getByRole("radio", { name: "Development" }).check();
    await picture("connection");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row("My first connection");
    await hands.closeEditors();
    await expectDone(...STEPS);
  });
});
