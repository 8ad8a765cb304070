import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportManifest } from "../../src/features/exports/common/exportManifest";
import { type Editor, startEditor } from "./support/editor";
import { ExportsView } from "./support/exportsView";
import { chooseFault } from "./support/faultHands";
import { ListHands } from "./support/listHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const NAME = "clients.jsonl";

/** An export by hand: one window, a picture of each step in each look. */
describe("exports, by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let exports: ExportsView;

  const picture = (name: string): Promise<void> =>
    pictureInEachLook(window, (look) => `exports-${look}-${name}`);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");

  const expandClients = async (): Promise<void> => {
    await window.tree.row("Sandbox");
    for (let depth = 1; depth < CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.row(...CLIENTS);
  };

  before(async () => {
    editor = await startEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    exports = new ExportsView(window.page);
    await window.openContainer("Financial Planning");
    await expandClients();
  });

  after(() => editor.stop());

  /** A menu that the tree closes while it changes has chosen nothing. */
  const begin = (title: string, first: string): Promise<void> =>
    untilItWorks(async (timeout) => {
      await window.tree.menuItem(CLIENTS, title);
      await window.quickInput.row(first).first().waitFor({ timeout });
    });

  it("the wizard asks for form and place", async () => {
    await chooseFault(window, "Every call: 3 s late", /is on|are on/);
    await begin("Export List…", "CSV for spreadsheets");
    await picture("forms");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.row("Clipboard").waitFor();
    await picture("places");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, NAME));
  });

  it("the view shows how far it is", async () => {
    const shown = await exports.row(/clients\.jsonl.* of 2,000 rows · (.+ · )?page \d+ · /);
    await shown.hover();
    await picture("progress");
    await exports.press("Pause Export");
    await exports.row(/paused at page \d+ · [\d,]+ rows/);
    await picture("paused");
    assert.ok(existsSync(join(folder, `${NAME}.part`)));
  });

  it("a reload keeps the part, and begins nothing by itself", async () => {
    await window.reload();
    // The side bar comes back by itself: a click on its icon might close it again.
    await window.tree.row("Sandbox");
    await exports.row(/paused at page \d+ · [\d,]+ rows/);
    await picture("reloaded");
    const { length } = read(`${NAME}.part`);
    assert.ok(length > 0);
    await exports.press("Resume Export");
    await window.notifications.toast(/^Exported 2,000 clients to clients\.jsonl/).waitFor();
    await exports.row(/2,000 rows · /);
    await picture("finished");
    assert.equal(read(NAME).trimEnd().split("\n").length, 2_000);
    assert.ok(!existsSync(join(folder, `${NAME}.part`)));
  });

  it("the manifest says how it came", async () => {
    await window.notifications.click(/^Exported 2,000 clients/, "Manifest");
    await window.tab(`${NAME}.manifest.json`).waitFor();
    await picture("manifest");
    const manifest = JSON.parse(read(`${NAME}.manifest.json`)) as ExportManifest;
    assert.equal(manifest.file.rows, 2_000);
    assert.equal(manifest.traceIds.length, 2);
    const counted = manifest.pages.reduce((sum, { rows }) => sum + rows, 0);
    assert.equal(counted, 2_000);
  });

  it("an export of the window that is interrupted is said to be, once", async () => {
    await expandClients();
    await chooseFault(window, "Every call: 3 s late", /is on|are on/);
    await begin("Export List…", "JSON Lines");
    await window.quickInput.choose("JSON Lines");
    await window.quickInput.choose("File…");
    await window.quickInput.enterPath(join(folder, "second.jsonl"));
    await exports.row(/second\.jsonl.* of 2,000 rows · (.+ · )?page \d+ · /);
    await window.reload();
    // The side bar comes back by itself: a click on its icon might close it again.
    await window.tree.row("Sandbox");
    await window.notifications.toast(/An export was interrupted: Clients, at page \d+/).waitFor();
    await exports.row(/interrupted at page \d+/);
    await picture("interrupted");
  });

  it("many clients become one data set", async () => {
    await expandClients();
    await begin("Export Lists of Many Clients…", "Holdings");
    await picture("many-lists");
    await window.quickInput.choose("Holdings");
    await window.quickInput.row("Clients that match…").waitFor();
    await picture("many-clients");
    await window.quickInput.choose("Clients that match…");
    await window.quickInput.fill("okafor");
    await window.quickInput.accept();
    await window.quickInput.enterPath(folder);
    await window.notifications.toast(/^Exported [\d,]+ holdings of [\d,]+ clients? to /).waitFor();
    await picture("many-finished");
    await window.notifications.click(/^Exported [\d,]+ holdings/, "Manifest");
    await window.tab("_manifest.json").waitFor();
    await picture("many-manifest");
    const folders = readdirSync(folder, { recursive: true }).map(String);
    const files = folders.filter((name) => /client_id=[^/]+\/part-00000\.jsonl$/.test(name));
    assert.ok(files.length > 1, folders.join("\n"));
  });

  it("two snapshots of a list are compared", async () => {
    const hands = new ListHands(window);
    await hands.openClient("Series");
    const holdings = [...CLIENTS, "Zygmunt, Series", "Holdings"];
    await window.tree.menuItem(holdings, "Keep Snapshot of List…");
    await window.quickInput.enterPath(folder);
    await window.notifications.toast(/^Kept [\d,]+ holdings/).waitFor();
    await picture("kept");
    await window.notifications.dismissAll();
    await window.tree.menuItem(holdings, "Keep Snapshot of List…");
    await window.notifications.click(/^Kept [\d,]+ holdings/, "Compare");
    const panel = window.webview();
    await panel
      .getByText(/over time/i)
      .first()
      .waitFor();
    await picture("compared");
  });
});
