import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describeSandbox } from "../../src/features/sandbox/host/details";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { type Editor, packedExtension, startEditor } from "./support/editor";
import { ExportsView } from "./support/exportsView";
import { PayloadHands } from "./support/payloadHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import type { Workbench } from "./support/workbench";

/** As 0.1.0 was packed, with the home-made bundles that it still had. */
const OLD_VSIX = join(
  process.cwd(),
  "test/fixtures/upgrade/financial-planning-api-explorer-0.1.0.vsix",
);
const { version } = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")) as {
  readonly version: string;
};
const LABEL = "Acme trial";
const CLIENTS = [LABEL, "Client records", "Clients"] as const;
const FIRST_CLIENT = /, /;
const PENSION = "PEN-9100";
const FILE = `${PENSION}.pension.json`;
const SECOND = "PEN-9200";
const BODY = '{ "provider": "Aviva", "value": 18733.190 }\n';
const EXPORT = "clients.jsonl";

/** What 0.1.0 stored is there after an update: filled by its own hands, read by this build. */
describe("an update from 0.1.0", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let sandbox: SandboxUnderTest;
  let folder: string;
  let exports: ExportsView;
  let putRow: string;

  const expandClients = async (): Promise<void> => {
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.row(...CLIENTS, FIRST_CLIENT);
  };

  /** The line of the PUT in the requests view. */
  const putLine = (): Locator =>
    window.viewWebview().locator(".row.action").filter({ hasText: "PUT" }).first();

  const openRequest = async (line: Locator): Promise<void> => {
    await line.locator(".status").click();
    await window.page.keyboard.press("Enter");
    await window.tab(/^Request · /).waitFor();
  };

  const writePension = async (pensionId: string, file: string): Promise<void> => {
    await window.tree.menuItem([...CLIENTS, FIRST_CLIENT], "New Pension Payload…");
    await window.quickInput.fill(pensionId);
    await window.quickInput.accept();
    await hands.inFront(file);
    await window.editor.setText(BODY);
    await window.editor.focus();
    // The key of the old version.
    await window.page.keyboard.press("ControlOrMeta+Enter");
    await window.modal.text();
    await window.modal.click("Create");
    await hands.said(/^Landed\./);
    await hands.closeEditors();
  };

  before(async () => {
    sandbox = await startSandbox();
    editor = await startEditor({
      extensions: [OLD_VSIX],
      settings: { "financialPlanning.requests.keepBodies": true },
    });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    exports = new ExportsView(window.page);
    hands = new PayloadHands(window);
  });

  after(async () => {
    await window.close();
    await editor.stop();
    await sandbox.stop();
  });

  it("finds a connection with its secrets stored by the old version", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.runCommand("Financial Planning: Add Connection…");
    await window.writeClipboard(describeSandbox(sandbox.facts));
    const form = window.webview();
    await form.getByRole("button", { name: "Paste onboarding details" }).click();
    await form.getByText(/^Recognised: .+ Found: subscription key, client secret/).waitFor();
    await form.getByRole("textbox", { name: "Label" }).fill(LABEL);
    await form.getByRole("radio", { name: "Development" }).check();
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row(LABEL);
    await hands.closeEditors();
    await expandClients();
  });

  it("and two pensions that it wrote, one of them without its file", async () => {
    await writePension(PENSION, FILE);
    await writePension(SECOND, `${SECOND}.pension.json`);
    const [clientId = assert.fail()] = readdirSync(join(folder, "pensions"));
    rmSync(join(folder, "pensions", clientId, `${SECOND}.pension.json`));
  });

  it("and the calls that it recorded", async () => {
    await window.showPanel("Financial Planning Requests");
    await putLine().waitFor();
    putRow = await putLine().innerText();
    assert.match(putRow, /20[01]/);
  });

  it("and an export that it did not finish", async () => {
    await sandbox.setFaults([{ path: "/crm/v1/clients", fault: { kind: "slow", head: 3_000 } }]);
    await window.tree.menuItem(CLIENTS, "Export List…");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, EXPORT));
    await exports.row(/clients\.jsonl.* page \d+/);
    await exports.press("Pause Export");
    await exports.row(/paused at page \d+ · \d+ rows/);
    await sandbox.setFaults([]);
  });

  it("with its tree, drawn by the new version after a reload", async () => {
    await editor.install(packedExtension());
    await window.reload();
    await window.tree.row("Sandbox");
    await window.tree.row(LABEL);
    await window.screenshot("upgrade-reloaded");
    await expandClients();
    await window.statusBarItem(new RegExp(`${LABEL} · Development · token \\d+`)).waitFor();
  });

  it("with the pensions that were written", async () => {
    await window.tree.expand(...CLIENTS, FIRST_CLIENT);
    await window.tree.expand(...CLIENTS, FIRST_CLIENT, "Pensions");
    await window.tree.row(...CLIENTS, FIRST_CLIENT, "Pensions", PENSION);
    await window.tree.row(...CLIENTS, FIRST_CLIENT, "Pensions", SECOND);
    await window.screenshot("upgrade-pensions");
    await hands.open(FILE);
    await window.editor.codeLens(new RegExp(`^PUT → ${LABEL}`)).waitFor();
    await window.editor.setText(BODY.replace("18733.190", "18733.20"));
    assert.match(await hands.ask(), /^Replace pension PEN-9100 /);
    await window.modal.click("Replace");
    await hands.said(/^Landed\./);
  });

  it("with the calls that were recorded, bodies included", async () => {
    await window.showPanel("Financial Planning Requests");
    const old = window.viewWebview().locator(".row.action").filter({ hasText: "PUT" });
    await old.nth(2).waitFor();
    const lines = await old.allInnerTexts();
    assert.ok(lines.includes(putRow), `${putRow} is not among ${lines.join(" | ")}`);
    await window.screenshot("upgrade-requests");
    await openRequest(old.first());
    await window
      .webview()
      .getByText(new RegExp(`/${version}\\b`))
      .first()
      .waitFor();
    await hands.closeEditors();
    await openRequest(old.last());
    await window.screenshot("upgrade-request");
    await window.webview().getByRole("button", { name: "Open request body" }).click();
    await window.page.locator(".monaco-editor").getByText("18733.190").waitFor();
    await hands.closeEditors();
  });

  it("with the export, which goes on where it was", async () => {
    await exports.row(/paused at page \d+ · \d+ rows/);
    await exports.press("Resume Export");
    await window.notifications.toast(/^Exported 2,000 clients to clients\.jsonl/).waitFor();
    const lines = readFileSync(join(folder, EXPORT), "utf8").trimEnd().split("\n");
    assert.equal(lines.length, 2_000);
    const ids = lines.map((line) => (JSON.parse(line) as { readonly clientId: string }).clientId);
    assert.equal(new Set(ids).size, 2_000);
  });
});
