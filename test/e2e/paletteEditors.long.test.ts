import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseFault } from "./support/faultHands";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { edgeId } from "./support/listHands";
import { PaletteKeys } from "./support/paletteKeys";
import type { Workbench } from "./support/workbench";

const TREE = "view.financialPlanning.connections.visible";
const PENSIONS = ["PEN-8001.pension.json", "PEN-8002.pension.json"] as const;
const BODY = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const LATE = "Every call: 3 s late";
const ONE_FAULT = /is on|are on/;
const NO_FAULT = /answers every call as it should/;
const CALLED = ["isSignedIn", "hasCalls", "hasRequests"];
const KEPT = ["open", "reveal", "showManifest", "remove"].map((act) => `exports.${act}`);

/** What the palette shows goes by the editor in front, by exports, and by pensions to write. */
describe("the palette follows editors, exports and plans", () => {
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let keys: PaletteKeys;

  const run = (title: string): Promise<void> => window.runCommand(`Financial Planning: ${title}`);
  const inFront = (values: Readonly<Record<string, string>>): Promise<void> =>
    keys.turn({ inFront: values });
  const closeEditors = (): Promise<void> => window.runCommand("View: Close All Editors");

  before(async () => {
    // Its own: what other tests store would be offered here.
    editor = await startEditor();
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    keys = new PaletteKeys(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  });

  afterEach(() => window.notifications.dismissAll());

  after(async function () {
    await leaveWindow(
      this.test?.parent?.tests.find(({ state }) => state === "failed"),
      window,
    );
    await editor.stop();
  });

  it("secrets in the place of the sandbox's own", async () => {
    await run("Enter Subscription Key…");
    await window.quickInput.fill("0f5c2a9e7b134d68a1c3e5f708192a3b");
    await window.quickInput.accept();
    await keys.on("hasSandboxSecrets", "sandboxRunning");
    await run("Use the Sandbox's Own Credentials");
    await keys.off("hasSandboxSecrets");
  });

  it("a list", async () => {
    await run("Open List…");
    await window.quickInput.choose("Clients");
    await window.tab(/^Clients/).waitFor();
    await keys.turn({ on: CALLED, inFront: { activeWebviewPanelId: "financialPlanning.list" } });
    await closeEditors();
    await inFront({});
  });

  it("a request", async () => {
    await run("Open Request");
    await inFront({ activeWebviewPanelId: "financialPlanning.request" });
    await closeEditors();
    await inFront({});
  });

  it("an answer, laid out and as it came", async () => {
    const [laidOut, asItCame] = ["answersLaidOut", "answersAsTheyCame"].map(
      (name) => `resource in financialPlanning.${name}`,
    ) as [string, string];
    await run("Open Answer of Request");
    await keys.on(laidOut);
    await run("Show Answer as It Came");
    await keys.turn({ on: [asItCame], off: [laidOut] });
    await closeEditors();
    await keys.off(asItCame);
  });

  it("an export that runs, and one that is paused", async () => {
    await chooseFault(window, LATE, ONE_FAULT);
    await run("Export List…");
    await window.quickInput.choose("Clients");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, "clients.jsonl"));
    await keys.on("exports.pause", "exports.stop", "callRunning");
    await run("Pause Export");
    await keys.turn({
      on: ["exports.resume", "exports.remove"],
      off: ["exports.pause", "exports.stop", "callRunning"],
    });
    await chooseFault(window, "None", NO_FAULT);
    await run("Resume Export");
    await window.notifications.toast(/^Exported 2,000 clients/).waitFor();
    await keys.turn({ on: KEPT, off: ["exports.resume"] });
    await run("Remove Export…");
    await keys.off(...KEPT);
  });

  it("a file of a pension", async () => {
    const pensions = join(folder, "pensions", edgeId("Wide"));
    mkdirSync(pensions, { recursive: true });
    PENSIONS.forEach((name) => writeFileSync(join(pensions, name), BODY));
    await keys.on("hasPayloads");
    await window.page.keyboard.press("ControlOrMeta+P");
    await window.quickInput.fillPick(PENSIONS[0]);
    await window.quickInput.choose(PENSIONS[0]);
    await window.tab(PENSIONS[0]).waitFor();
    await inFront({ resourceFilename: PENSIONS[0] });
    await closeEditors();
    await inFront({});
  });

  it("a plan, its PUTs and what they left", async () => {
    await window.openContainer("Source Control");
    await keys.off(TREE);
    await run("Read Pensions of the Service");
    await run("Stage All Payloads");
    await run("Plan and PUT Pensions…");
    const apply = window
      .webview()
      .locator("vscode-button")
      .filter({ hasText: /^Apply 2…/ });
    await apply.waitFor();
    await keys.turn({
      on: ["batches.show", "batches.apply"],
      inFront: { activeWebviewPanelId: "financialPlanning.plan" },
    });
    await chooseFault(window, LATE, ONE_FAULT);
    await run("Apply Plan of Pensions…");
    await window.modal.click("PUT 2 pensions");
    await keys.turn({ on: ["batches.stop", "callRunning"], off: ["batches.apply"] });
    await run("Stop PUTs of Pensions");
    await keys.turn({ on: ["batches.resume"], off: ["batches.stop", "callRunning"] });
    await closeEditors();
    await inFront({});
  });
});
