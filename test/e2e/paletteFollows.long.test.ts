import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { BOX, QUESTION } from "./support/paletteHands";
import { PaletteKeys } from "./support/paletteKeys";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

const CONNECTION = {
  ...{ accessModel: "serviceAccount", clientId: "acme", scopes: ["crm.read"] },
  ...{ baseUrl: "https://127.0.0.1:9", authUrl: "https://127.0.0.1:9" },
};
const TRIAL = { ...CONNECTION, id: "acme-trial", label: "Acme trial", environment: "development" };
const LIVE = { ...CONNECTION, id: "acme-live", label: "Acme live", environment: "production" };

/** Keys go on and off with the state that they name: the palette shows just what may run then. */
describe("the palette follows", () => {
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let keys: PaletteKeys;

  const run = (title: string): Promise<void> => window.runCommand(`Financial Planning: ${title}`);
  const enter = async (title: string, text: string): Promise<void> => {
    await run(title);
    await window.quickInput.fill(text);
    await window.quickInput.accept();
    await window.quickInput.waitUntilClosed();
  };
  const answer = async (title: string, button: string): Promise<void> => {
    await run(title);
    await window.modal.click(button);
  };

  const on = (...names: readonly string[]): Promise<void> => keys.on(...names);
  const off = (...names: readonly string[]): Promise<void> => keys.off(...names);

  /** Runs what came with keys: what ends in three dots asks something. */
  const asks = async (...names: readonly string[]): Promise<void> => {
    const came = keys.cameWith(...names).filter(({ title }) => title.endsWith("…"));
    assert.ok(came.length > 0);
    const box = window.page.locator(BOX).filter({ visible: true });
    const question = window.page.locator(QUESTION).filter({ visible: true });
    for (const { title } of came) {
      await run(title);
      await until(`${title} asks`, async () => (await question.count()) > 0);
      await until("the question is gone", async () => {
        await window.page.keyboard.press("Escape");
        return (await box.count()) === 0;
      });
      await window.notifications.dismissAll();
      await window.runCommand("View: Close All Editors");
    }
  };

  before(async () => {
    // Its own: what other tests store would be offered here.
    editor = await startEditor();
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    keys = new PaletteKeys(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  });

  afterEach(async () => {
    await window.notifications.dismissAll();
    await window.runCommand("View: Close All Editors");
  });

  after(async function () {
    await leaveWindow(
      this.test?.parent?.tests.find(({ state }) => state === "failed"),
      window,
    );
    await editor.stop();
  });

  it("a filter of the tree", async () => {
    await enter("Filter Tree…", "words");
    await on("treeFiltered");
    await run("Clear Tree Filter");
    await off("treeFiltered");
  });

  it("a pinned trace id", async () => {
    await enter("Pin Trace Id…", "pinned-1");
    await on("traceIdPinned");
    await run("Unpin Trace Id");
    await off("traceIdPinned");
  });

  it("the sandbox, its session and its calls", async () => {
    await run("Find Client…");
    await window.quickInput.row("Abernathy, Ruth").first().waitFor();
    await window.quickInput.cancel();
    await on("sandboxRunning", "isSignedIn", "hasCalls", "hasRequests");
    await asks("sandboxRunning", "isSignedIn", "hasCalls", "hasRequests");
    await run("Sign Out");
    await off("isSignedIn");
    await run("Sign In");
    await on("isSignedIn");
  });

  it("a client that was opened", async () => {
    await run("Find Client…");
    await window.quickInput.choose(/Abernathy, Ruth/);
    await on("hasRecentClients");
    await run("Clear Recent Clients");
    await off("hasRecentClients");
  });

  it("connections of one's own, and one of Production", async () => {
    const add = async (connection: typeof TRIAL): Promise<void> => {
      const file = join(folder, `${connection.id}.fp-connections.json`);
      writeFileSync(file, JSON.stringify({ version: 1, connections: [connection] }));
      await run("Import Connections…");
      await window.quickInput.enterPath(file);
      await window.modal.click("Import");
      await window.tree.row(connection.label);
    };
    const remove = async (label: string): Promise<void> => {
      await window.tree.click(label);
      await window.page.keyboard.press("Delete");
      await window.modal.click("Remove");
    };
    await add(TRIAL);
    await on("hasOwnConnections");
    await asks("hasOwnConnections");
    await add(LIVE);
    await run("Switch Connection…");
    await window.quickInput.choose(/Acme live/);
    await window.statusBarItem(`${LIVE.label} ·`).waitFor();
    await enter("Enter Subscription Key…", "0f5c2a9e7b134d68a1c3e5f708192a3b");
    await on("hasProduction");
    await asks("hasProduction");
    await answer("Unlock Writing to Production…", "Unlock");
    await on("writingUnlocked");
    await run("Lock Writing Now");
    await off("writingUnlocked");
    await remove(LIVE.label);
    await off("hasProduction");
    await remove(TRIAL.label);
    await off("hasOwnConnections");
  });

  it("a definition of the provider", async () => {
    const file = resolve("media/service/provider/finances.yaml");
    await window.writeClipboard(readFileSync(file, "utf8"));
    await run("Import Interface Definition…");
    await window.quickInput.choose("Clipboard");
    await window.notifications.message(/^Finances .* is active for Finances/);
    await on("hasDefinitions");
    await asks("hasDefinitions");
    await run("Remove Interface Definition…");
    // Of which version, although there is one.
    await window.quickInput.choose(/^Finances /);
    await window.modal.click("Remove");
    await off("hasDefinitions");
  });

  it("an export", async () => {
    await run("Export List…");
    await window.quickInput.choose("Clients");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, "clients.jsonl"));
    await window.notifications.toast(/^Exported 2,000 clients/).waitFor();
    await on(...["open", "reveal", "showManifest", "remove"].map((act) => `exports.${act}`));
    await run("Remove Export…");
    await off(...["open", "reveal", "showManifest", "remove"].map((act) => `exports.${act}`));
  });
});
