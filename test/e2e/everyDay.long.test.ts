import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { SETTINGS } from "../../src/manifest";
import { assertFits } from "./panels/measure";
import { type Editor, startEditor } from "./support/editor";
import { CLIENT_SECRET, SUBSCRIPTION_KEY } from "../unit/platform/http/support/bench";
import { startProvider } from "../unit/platform/auth/support";
import { ticketOfEvidence } from "./support/evidence";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

/** What is done on any day beside the main job: connections, settings, and tickets for several calls. */
describe("every day", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let provider: Awaited<ReturnType<typeof startProvider>>;

  const picture = (name: string): Promise<void> =>
    pictureInEachLook(window, (look) => `every-day-${look}-${name}`);
  const requestRow = (index: number): Locator =>
    window.viewWebview().locator(`.canvas [data-index='${String(index)}'] .status`);

  /** The link that something copies. */
  const copied = async (copy: () => Promise<void>): Promise<string> => {
    await window.writeClipboard("nothing yet");
    await copy();
    return untilRead("the clipboard", /\/open\?/, () => window.readClipboard());
  };
  const copyFromTitle = async (): Promise<void> => {
    await window.editorAction("More Actions...").click();
    await window.menu.choose("Copy Link");
  };
  /** Gives a link to the editor, and says yes to its own question. */
  const openLink = async (link: string): Promise<void> => {
    await window.runCommand("Developer: Open URL");
    await window.quickInput.fill(link);
    await window.quickInput.accept();
    await window.modal.click("Open");
  };
  const followLink = async (link: string, question: RegExp): Promise<void> => {
    await openLink(link);
    await untilRead("our question", question, () => window.modal.text());
  };

  before(async () => {
    provider = await startProvider({
      ...{ discovery: true, clientAuthentication: "post", audience: "https://api.acme.example" },
    });
    editor = await startEditor({ settings: { "workbench.colorTheme": THEMES.light.setting } });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder, width: 1280, height: 800 });
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  });

  after(async () => {
    await window.close();
    await editor.stop();
    await provider.close();
  });

  it("has all settings, each with what it does", async () => {
    const { page } = window;
    await window.runCommand("Preferences: Open Settings (UI)");
    await page.locator(".settings-editor .suggest-input-container").first().click();
    await page.keyboard.type("financialPlanning");
    const shown = page.locator('.setting-item-contents[data-key^="financialPlanning."]');
    await shown.first().waitFor();
    const wanted = Object.keys(SETTINGS).length;
    // Rows out of sight do not exist, and one is as high as its description.
    const seen = new Set<string>();
    for (let part = 0; seen.size < wanted; part++) {
      const before = seen.size;
      // At once: rows are drawn anew while they are scrolled.
      for (const [key, description] of await shown.evaluateAll(settingsOf)) {
        seen.add(key);
        assert.match(description, /\w{3}/, key);
      }
      if (part % 6 === 0) {
        await picture(`settings-${String(part / 6)}`);
      }
      assert.ok(part < 60, `${before} of ${wanted} settings are found`);
      await page.locator(".settings-editor .settings-tree-container").hover();
      await page.mouse.wheel(0, 60);
    }
    await window.runCommand("View: Close All Editors");
  });

  it("changes a number and a choice in the settings, which count at once", async () => {
    const { page } = window;
    const search = page.locator(".settings-editor .suggest-input-container").first();
    const find = async (id: string): Promise<Locator> => {
      await search.click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(`@id:${id}`);
      const setting = page.locator(`.setting-item-contents[data-key="${id}"]`);
      await setting.waitFor();
      return setting;
    };
    await window.runCommand("Preferences: Open Settings (UI)");
    const number = await find("financialPlanning.list.pageSize");
    await number.locator("input").fill("50");
    const choice = (await find("financialPlanning.assistants.data")).locator("select");
    await choice.click();
    const list = page.locator(".monaco-select-box-dropdown-container.visible");
    await list.locator(".monaco-list-row").filter({ hasText: "off" }).hover();
    await picture("setting-choice");
    await list.locator(".monaco-list-row").filter({ hasText: "off" }).click();
    await untilRead("the choice", "off", () => choice.locator("option:checked").innerText());
    await window.runCommand("View: Close All Editors");
    await window.runCommand("Financial Planning: Open List…");
    await window.quickInput.choose("Clients");
    await window
      .webview()
      .getByText(/pageSize=50&pageNumber=1/)
      .first()
      .waitFor();
    await picture("setting-counts");
    await window.runCommand("View: Close All Editors");
  });

  it("adds a connection in a window of 1280 × 800, without scrolling", async () => {
    await window.runCommand("Financial Planning: Add Connection…");
    const form = window.webview();
    await form.getByLabel("Label", { exact: true }).waitFor();
    await form.getByRole("button", { name: "Save", exact: true }).waitFor();
    await picture("add-connection");
    const main = form.locator("fp-connection-form main");
    const [all, room] = await main.evaluate(
      ({ scrollHeight, clientHeight }: { scrollHeight: number; clientHeight: number }) =>
        [scrollHeight, clientHeight] as const,
    );
    assert.ok(all <= room, `${all} of ${room} pixels`);
    await assertFits(form);
    const more = form.getByText("More", { exact: true });
    await more.click();
    await form.getByLabel("Scopes").scrollIntoViewIfNeeded();
    await picture("add-connection-more");
    await assertFits(form);
    await more.click();
    await form.getByLabel("Scopes").waitFor({ state: "hidden" });
    await form.getByLabel("Label", { exact: true }).fill("Acme production");
    await form.getByLabel("Base URL", { exact: true }).fill("https://127.0.0.1:9");
    await form.getByLabel("Auth URL", { exact: true }).fill(provider.origin);
    await form.getByLabel("Client ID", { exact: true }).fill("acme-service");
    await form.getByRole("radio", { name: "PRODUCTION" }).click();
    await picture("add-connection-filled");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row(/^Acme production/);
    await picture("connection-added");
    const secrets = { "Subscription key": SUBSCRIPTION_KEY, "Client secret": CLIENT_SECRET };
    for (const [name, value] of Object.entries(secrets)) {
      await form.getByRole("button", { name: `${name}: Enter` }).click();
      await window.quickInput.fill(value);
      await window.quickInput.accept();
      await form.getByRole("button", { name: `${name}: Replace` }).waitFor();
    }
    await picture("secrets-entered");
    await window.notifications.dismissAll();
    await window.runCommand("View: Close All Editors");
  });

  it("switches between connections from the palette", async () => {
    await window.runCommand("Financial Planning: Switch Connection…");
    await window.quickInput.row(/Acme production/).waitFor();
    await picture("switch-connection");
    await window.quickInput.choose(/Acme production/);
    await window.quickInput.waitUntilClosed();
    await window.statusBarItem(/Acme production ·/).waitFor();
    await window.notifications.message(/^PRODUCTION is locked/);
    await picture("switched");
    await window.notifications.dismissAll();
  });

  it("switches back from the status bar", async () => {
    await window.statusBarItem(/Acme production ·/).click();
    await window.quickInput.row(/^Switch to Sandbox/).waitFor();
    await picture("status");
    await window.quickInput.choose(/^Switch to Sandbox/);
    await window.quickInput.waitUntilClosed();
    await window.statusBarItem(/Sandbox ·/).waitFor();
  });

  it("copies one ticket for several requests", async () => {
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.expand(...CLIENTS, /, /);
    for (const list of ["Holdings", "Results"]) {
      await window.tree.open([...CLIENTS, /, /, list], window.tab(new RegExp(`^${list} · `)));
      await window.webview().locator("fp-list-grid .cell").first().waitFor();
    }
    await window.showPanel("Financial Planning Requests");
    await requestRow(2).waitFor();
    await requestRow(0).click();
    await requestRow(2).click({ modifiers: ["Shift"] });
    await window.viewWebview().locator(".row[aria-selected=true]").nth(2).waitFor();
    await requestRow(1).click({ button: "right" });
    await window.menu.item("Copy Request for Support Ticket").waitFor();
    await picture("tickets-menu");
    await window.writeClipboard("nothing yet");
    await window.menu.choose("Copy Request for Support Ticket");
    // It stays a few seconds, and the clipboard for good.
    await window.statusBarItem(/support ticket about 3 requests/).waitFor();
    const ticket = await untilRead("the clipboard", /Trace id/, () => window.readClipboard());
    await picture("tickets-copied");
    assert.equal(ticket.match(/^## /gm)?.length, 3);
    assert.match(ticket, /fingerprint `[0-9a-f]{6}`/);
    assert.doesNotMatch(ticket, /eyJ[\w-]{20,}/);
  });

  it("exports one file of evidence for several requests", async () => {
    await requestRow(1).click({ button: "right" });
    await window.menu.choose("Export Evidence of Request…");
    await window.quickInput.row(/\.\./).waitFor();
    await window.quickInput.accept();
    await window.notifications.message(/^Saved evidence-\d+\.zip: requests, ticket and log/);
    await picture("evidence");
    await window.notifications.dismissAll();
    const ticket = ticketOfEvidence(folder);
    assert.equal(ticket.match(/^## /gm)?.length, 3);
    assert.match(ticket, /fingerprint `[0-9a-f]{6}`/);
  });

  it("copies links from the tree and from the title of a list, and follows one", async () => {
    const client = await copied(() => window.tree.menuItem([...CLIENTS, /, /], "Copy Link"));
    assert.match(client, /\?connection=sandbox&client=[0-9a-f-]{36}$/);
    const list = await copied(copyFromTitle);
    assert.equal(list, `${client}&list=results`);
    await window.runCommand("View: Close All Editors");
    await followLink(list, /Read the list that a link names\?/);
    await picture("link-question");
    await window.modal.click("Open");
    await window.tab(/^Results · /).waitFor();
    await window.webview().locator("fp-list-grid .cell").first().waitFor();
    await picture("link-followed");
  });

  it("copies the link of a request from its row and its title, and follows it", async () => {
    const request = await copied(async () => {
      await requestRow(1).click({ button: "right" });
      await window.menu.item("Copy Link").waitFor();
      await picture("request-menu");
      await window.menu.choose("Copy Link");
    });
    assert.match(request, /\/open\?request=[0-9a-f-]{36}$/);
    await followLink(request, /Show the recorded request that a link names\?/);
    await picture("request-link-question");
    await window.modal.click("Open");
    await window.tab(/^Request · /).waitFor();
    await window.webview().locator("fp-timeline").first().waitFor();
    await picture("request-link-followed");
    assert.equal(await copied(copyFromTitle), request);
  });

  it("refuses a link to what is no list", async () => {
    const client = await copied(() => window.tree.menuItem([...CLIENTS, /, /], "Copy Link"));
    await openLink(`${client}&list=putPension`);
    await window.notifications.message(/no list that this link names: putPension/);
    await picture("link-refused");
    assert.equal(await window.page.locator(".monaco-dialog-box").count(), 0);
    await window.notifications.dismissAll();
  });

  it("reads the claims of an access token that is a JWT", async () => {
    await window.tree.menuItem([/^Acme production/], "Sign In");
    await window.statusBarItem(/Acme production ·/).waitFor();
    await window.tree.menuItem([/^Acme production/], "Show Session");
    await window.tab(/^Session · Acme/).waitFor();
    const table = window.webview().getByRole("table", { name: "Claims of the access token" });
    await table.scrollIntoViewIfNeeded();
    await picture("token-claims");
    assert.match(await table.innerText(), /client_id\s+acme-service/);
    await window
      .webview()
      .getByText("They are not verified here: the service verifies them.")
      .waitFor();
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});

/** As much of the browser as is used: the tests are compiled without its types. */
interface SettingElement {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { readonly textContent: string } | null;
}

/** Runs in the browser: the key and the description of each setting in sight. */
function settingsOf(elements: readonly unknown[]): (readonly [key: string, text: string])[] {
  return (elements as readonly SettingElement[]).map((element) => [
    element.getAttribute("data-key") ?? "",
    element.querySelector(".setting-item-description")?.textContent ?? "",
  ]);
}
