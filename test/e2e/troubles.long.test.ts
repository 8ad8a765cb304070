import assert from "node:assert/strict";
import { assertFits } from "./panels/measure";
import { type Editor, sharedEditor, startEditor } from "./support/editor";
import { commonWindow } from "./support/sharedWindow";
import { pictureInEachLook } from "./support/themes";
import type { Workbench } from "./support/workbench";
import { IS_LONG } from "../fakes/runs";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
/** By its name: the first one in sight is another once the tree was scrolled. */
const FIRST_CLIENT = "Abernathy, Ruth";

async function expandClients(window: Workbench): Promise<void> {
  await window.openContainer("Financial Planning");
  for (let depth = 1; depth <= CLIENTS.length; depth++) {
    await window.tree.expand(...CLIENTS.slice(0, depth));
  }
}

async function openHoldings(window: Workbench): Promise<void> {
  await expandClients(window);
  await window.tree.expand(...CLIENTS, FIRST_CLIENT);
  const page = window.webview().locator("fp-pager .page").filter({ hasText: "page 1 of" });
  await window.tree.open([...CLIENTS, FIRST_CLIENT, "Holdings"], page);
}

describe("what goes wrong, by hand", () => {
  let editor: Editor;
  let window: Workbench;

  before(async () => {
    editor = await sharedEditor();
    editor.changeSettings({ "workbench.colorTheme": "Light Modern" });
  });

  beforeEach(async () => {
    window = await commonWindow.take(() => editor.openWindow());
  });

  afterEach(async function () {
    await commonWindow.giveBack(this.currentTest);
  });

  it("a wrong key: a node with the reason and a retry, a message with the button that helps", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.menuItem(["Sandbox"], "Enter Subscription Key…");
    await window.quickInput.fill("0123456789abcdef0123456789abcdef");
    await pictureInEachLook(window, (look) => `trouble-${look}-key-asked`);
    await window.quickInput.accept();
    await expandClients(window);
    const error = [...CLIENTS, "Could not load · 401"] as const;
    assert.match((await window.tree.find(error)).description, /subscription key was refused/);
    await window.tree.click(...error);
    const message = /The subscription key was refused \(401\)/;
    assert.match(await window.notifications.message(message), /Request .+\. Trace fpx-.+\./);
    await pictureInEachLook(window, (look) => `trouble-${look}-key-refused`);
    await window.notifications.dismissAll();
    await window.tree.menuItem(["Sandbox"], "Use the Sandbox's Own Credentials");
    await window.tree.row(...CLIENTS, FIRST_CLIENT);
  });

  it("text that is no JSON: refused with its place, the edit kept", async () => {
    await expandClients(window);
    await window.tree.expand(...CLIENTS, FIRST_CLIENT);
    await window.tree.expand(...CLIENTS, FIRST_CLIENT, "Pensions");
    await window.tree.open(
      [...CLIENTS, FIRST_CLIENT, "Pensions", "New pension payload…"],
      window.quickInput.input(),
    );
    await window.quickInput.fill("PEN-7100");
    await window.quickInput.accept();
    await window.tab("PEN-7100.pension.json").waitFor();
    const text = '{\n  "provider": "Aviva",\n  "value": \n}';
    await window.editor.setText(text);
    await window.page.keyboard.press("Shift+Alt+Enter");
    const message = await window.notifications.message(/The payload is not JSON/);
    assert.match(message, /line 4, column 1.*nothing was sent/i);
    await pictureInEachLook(window, (look) => `trouble-${look}-not-json`);
    assert.equal(await window.editor.text(), text);
  });

  it("a stopped sandbox: the panel keeps its rows, says so above them, and starts it again", async () => {
    await openHoldings(window);
    await window.runCommand("Financial Planning: Stop Sandbox");
    await window.modal.clickUntil("Stop sandbox", window.statusBarItem("Sandbox · stopped"));
    await window.tab(/^Holdings · /).click();
    await window.webview().locator("fp-pager .next").click();
    await window.webview().getByText("The sandbox is stopped.").waitFor();
    const rows = await window.webview().getByRole("grid").getAttribute("aria-rowcount");
    assert.ok(Number(rows) > 20, "the rows stay");
    await pictureInEachLook(window, (look) => `trouble-${look}-sandbox-stopped`);
    await window.webview().getByRole("button", { name: "Start sandbox" }).click();
    await window
      .webview()
      .locator("fp-pager .page")
      .filter({ hasText: /page \d of 2/ })
      .waitFor();
    await window.webview().getByText("The sandbox is stopped.").waitFor({ state: "detached" });
  });

  it("a window that is reloaded: the panel says so, and asks only when it is told to", async () => {
    await openHoldings(window);
    await window.webview().locator("fp-pager .next").click();
    await window.webview().locator("fp-pager .page").filter({ hasText: "page 2 of" }).waitFor();
    await window.reload();
    await window
      .webview()
      .getByText(/was restored/)
      .waitFor();
    await pictureInEachLook(window, (look) => `trouble-${look}-restored`);
    await window.webview().getByRole("button", { name: "Reload" }).first().click();
    await window.webview().locator("fp-pager .page").filter({ hasText: "page 2 of" }).waitFor();
  });

  // In the short form the panel alone is looked at, by a browser: as narrow, and hidden.
  const atLength = IS_LONG ? it : it.skip;

  atLength("a narrow window: nothing overlaps, the rows scroll", async () => {
    await openHoldings(window);
    await window.resize(640, 560);
    await window.webview().locator("fp-list-grid [role=gridcell]").first().waitFor();
    await pictureInEachLook(window, (look) => `trouble-${look}-narrow`);
    await assertFits(window.webview());
  });

  atLength("a hidden panel: its rows are there again without a call", async () => {
    await openHoldings(window);
    await window.webview().getByRole("button", { name: "Open as JSON" }).click();
    await window.tab(/^holdings-page-1\.json/).waitFor();
    await window.runCommand("Financial Planning: Stop Sandbox");
    await window.statusBarItem("Sandbox · stopped").waitFor();
    await window.tab(/^Holdings · /).click();
    await window.webview().locator("fp-list-grid [role=gridcell]").first().waitFor();
    assert.equal(await window.webview().getByText("The sandbox is stopped.").count(), 0);
  });
});

describe("a window without a folder, by hand", () => {
  it("begins a payload as an untitled file that is sent without being saved", async () => {
    const editor = await sharedEditor();
    const window = await editor.openWindow({ folder: false });
    await expandClients(window);
    await window.tree.menuItem([...CLIENTS, FIRST_CLIENT], "New Pension Payload…");
    await window.quickInput.fill("PEN-7200");
    await window.quickInput.accept();
    await window.tab("PEN-7200.pension.json").waitFor();
    const put = /PUT → Sandbox · .+, .+ · PEN-7200/;
    await window.editor.pressCodeLens(put, window.modal.box);
    await window.modal.click("Create");
    await window.notifications.message("PEN-7200: 201 Created");
    await window.screenshot("no-folder");
    assert.deepEqual(window.problems(), []);
    await window.close();
  });
});

// In the short form a window in Restricted Mode is opened for what its workspace file tries.
(IS_LONG ? describe : describe.skip)("Restricted Mode, by hand", () => {
  let editor: Editor;

  before(async () => {
    editor = await startEditor({ trustAll: false });
  });

  after(() => editor.stop());

  it("the sandbox works", async () => {
    const window = await editor.openWindow();
    if (await window.page.locator(".monaco-dialog-box").isVisible()) {
      await window.modal.click("No, I don't trust the authors");
    }
    await openHoldings(window);
    await window.screenshot("restricted-holdings");
    assert.deepEqual(window.problems(), []);
    await window.close();
  });
});
