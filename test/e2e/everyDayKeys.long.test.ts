import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Heard } from "./support/heard";
import type { KeyHands } from "./support/keyHands";
import { KeyWalk } from "./support/keyWalk";
import { CLIENT_SECRET, SUBSCRIPTION_KEY } from "../unit/platform/http/support/bench";
import { startProvider } from "../unit/platform/auth/support";
import { ticketOfEvidence } from "./support/evidence";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { until, untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const LINK = ".view-line .detected-link";
const CLIENT = /^treeitem "Abernathy, Ruth/;
const SANDBOX = /^treeitem "Sandbox/;

/** What is done on any day beside the main job, by keys alone. */
for (const theme of Object.keys(THEMES) as ThemeName[]) {
  describe(`every day by keys, ${theme}`, function () {
    endWithFirstFailure(this);
    let walk: KeyWalk;
    let window: Workbench;
    let heard: Heard;
    let keys: KeyHands;
    let provider: Awaited<ReturnType<typeof startProvider>>;

    const run = (title: string): Promise<void> => keys.command(`Financial Planning: ${title}`);

    /** What a command or an item of a menu puts into the clipboard, which holds something else before. */
    const copied = async (copy: () => Promise<void>, wanted: RegExp): Promise<string> => {
      await window.writeClipboard("nothing yet");
      await copy();
      return untilRead("the clipboard", wanted, () => window.readClipboard());
    };

    /** Gives a link to the editor, and says yes to its question whether an extension may open it. */
    const openLink = async (link: string): Promise<void> => {
      await keys.command("Developer: Open URL");
      await heard.focus("the address", /^textbox/);
      await keys.type(link);
      await keys.press("Enter");
      await heard.focus("the editor's question", /^button "Open"/);
      await keys.press("Enter");
    };

    const followLink = async (name: string, link: string, question: RegExp): Promise<void> => {
      await openLink(link);
      await untilRead("our question", question, () => window.modal.text());
      await keys.at(`${name}-question`, /^button "Open"/);
      assert.match(await heard.dialog(), question);
      await keys.press("Enter");
    };

    before(async () => {
      provider = await startProvider({
        ...{ discovery: true, clientAuthentication: "post", audience: "https://api.acme.example" },
      });
      walk = await KeyWalk.start(theme, "every-day-keys");
      ({ window, keys } = walk);
      ({ heard } = keys);
    });

    afterEach(function () {
      return walk.noteFailure(this.currentTest);
    });

    after(async () => {
      await walk.end();
      await provider.close();
    });

    it("opens the view", async () => {
      // A window that has just begun shows the view without the focus.
      await untilItWorks((patience) => keys.openView(patience));
      await keys.go("ArrowDown", SANDBOX);
    });

    it("finds a setting and what it does, and changes it", async () => {
      await keys.command("Preferences: Open Settings (UI)");
      await heard.focus("the search", /^textbox "Search settings/);
      await keys.type("@id:financialPlanning.list.pageSize");
      await keys.go("ArrowDown", /^(spinbutton|textbox|treeitem) ".*[Pp]age/, 12);
      await keys.at("setting", /[Pp]age/);
      // Tab reaches the fields of a row only once it was drawn as the one with the focus.
      await keys.go("Enter", /^(spinbutton|textbox) ".*[Pp]age/, 6);
      await keys.press("Control+A");
      await keys.type("50");
      await keys.at("setting-changed", /50/);
      await keys.closeEditors();
    });

    it("adds a connection", async () => {
      await run("Add Connection…");
      await heard.focus("the form", /^document/);
      await keys.go("Tab", /^textbox "Label"/);
      await keys.type("Acme production");
      const fill = async (field: string, value: string): Promise<void> => {
        await keys.go("Tab", new RegExp(`^textbox "${field}"`), 12);
        await keys.type(value);
      };
      await fill("Base URL", "https://127.0.0.1:9");
      await keys.go("Tab", /^radio "/, 6);
      await keys.go("ArrowRight", /^radio "PRODUCTION/, 3);
      await keys.at("environment", /^radio "PRODUCTION.*\[checked\]/);
      await fill("Auth URL", provider.origin);
      await fill("Client ID", "acme-service");
      await keys.go("Tab", /^text: More/, 12);
      await keys.press("Enter");
      await keys.go("Tab", /^textbox "Scopes/, 6);
      await keys.at("more", /^textbox "Scopes/);
      await keys.go("Tab", /^button "Save"/, 30);
      await keys.at("add-connection", /^button "Save"/);
      await keys.press("Enter");
      await window.tree.row(/^Acme production/);
      const secrets = { "Subscription key": SUBSCRIPTION_KEY, "Client secret": CLIENT_SECRET };
      for (const [name, value] of Object.entries(secrets)) {
        await keys.go("Tab", new RegExp(`^button "${name}: Enter`));
        await keys.press("Enter");
        await keys.at(name.toLowerCase().replace(" ", "-"), /^textbox/);
        await keys.type(value);
        await keys.press("Enter");
        await keys.go("Tab", new RegExp(`^button "${name}: Replace`));
      }
      await keys.clearMessages();
      await keys.closeEditors();
    });

    it("switches from the status bar", async () => {
      const item = /^button "Financial Planning: Acme production/;
      await keys.command("View: Focus Status Bar");
      await keys.go("ArrowRight", item, 12);
      await keys.at("status-bar", item);
      await keys.press("Enter");
      await heard.focus("what is known of it", /^(option|textbox)/);
      // The last row is above the first one.
      await keys.go("ArrowUp", /^option "Switch to Sandbox/, 6);
      await keys.at("status", /^option "Switch to Sandbox/);
      await keys.press("Enter");
      await window.quickInput.waitUntilClosed();
      await window.statusBarItem(/Sandbox ·/).waitFor();
    });

    it("switches there and back from the palette", async () => {
      const choose = async (name: string, label: RegExp): Promise<void> => {
        await run("Switch Connection…");
        await heard.focus("the connections", /^(option|textbox)/);
        await keys.go("ArrowDown", label, 6);
        await keys.at(name, label);
        await keys.press("Enter");
        await window.quickInput.waitUntilClosed();
      };
      heard.forget();
      await choose("switch", /^option "Acme production/);
      await window.statusBarItem(/Acme production ·/).waitFor();
      await heard.saying(/PRODUCTION is locked/);
      await choose("switch-back", /^option "Sandbox/);
      await window.statusBarItem(/Sandbox ·/).waitFor();
    });

    it("copies the link of a connection, and follows it", async () => {
      await untilItWorks(async (patience) => {
        await keys.press("Control+0");
        await heard.focus("the tree", /^tree/, patience);
      });
      await keys.go("ArrowUp", SANDBOX);
      const link = await copied(() => keys.fromMenu("Copy Link"), /\/open\?/);
      assert.match(link, /\?connection=sandbox$/);
      await keys.go("ArrowDown", /^treeitem "Acme production/);
      await followLink("connection", link, /Show the connection that a link names\?/);
      await keys.at("connection-of-link", SANDBOX);
    });

    it("copies links of a client and a list", async () => {
      for (const level of [2, 3]) {
        await keys.go("ArrowRight", new RegExp(`\\[level=${level}\\]`));
      }
      const isOpen = async (): Promise<boolean> => (await heard.focused()).includes("[expanded]");
      await untilItWorks(async (patience) => {
        // A row that is being drawn anew loses the key; at an open one it would go on.
        if (!(await isOpen())) {
          await keys.press("ArrowRight");
        }
        await until("the clients are open", isOpen, patience);
      });
      // A row that says Loading has the same level, and goes with the focus on it.
      await window.tree.row("Sandbox", "Client records", "Clients", /^Abernathy, Ruth/);
      await keys.go("ArrowRight", /\[level=4\]/);
      await keys.go("ArrowDown", CLIENT);
      const client = await copied(() => keys.fromMenu("Copy Link"), /\/open\?/);
      assert.match(client, /\?connection=sandbox&client=[0-9a-f-]{36}$/);
      await keys.go("ArrowRight", /\[level=5\]/);
      await keys.go("ArrowDown", /^treeitem "Holdings, in Finances/, 6);
      await keys.press("Enter");
      await heard.focus("the list", /^gridcell/);
      // As the setting says since.
      await window
        .webview()
        .getByText(/pageSize=50&pageNumber=1/)
        .first()
        .waitFor();
      const list = await copied(() => run("Copy Link"), /list=/);
      assert.equal(list, `${client}&list=holdings`);
      await heard.focus("the list again", /^gridcell/);
      await keys.closeEditors();
      await followLink("list", list, /Read the list that a link names\?/);
      await keys.at("list-of-link", /^gridcell/);
      await window.tab(/^Holdings · Abernathy, Ruth/).waitFor();
      heard.forget();
      await openLink(`${client}&list=putPension`);
      await heard.saying(/^Error: The connection has no list that this link names: putPension/);
      await keys.at("link-refused", /^gridcell/);
      await keys.clearMessages();
    });

    it("copies one ticket for several requests, their evidence and a link of one", async () => {
      await run("Show Requests");
      await heard.focus("the requests", /^row/);
      await keys.press("Shift+ArrowDown", "Shift+ArrowDown");
      await keys.at("selected", /^row .*\[selected\]/);
      const copyTicket = (): Promise<void> => keys.fromMenu("Copy Request for Support Ticket");
      const ticket = await copied(copyTicket, /Trace id/);
      assert.equal(ticket.match(/^## /gm)?.length, 3);
      assert.match(ticket, /fingerprint `[0-9a-f]{6}`/);
      heard.forget();
      await keys.fromMenu("Export Evidence of Request…");
      await keys.acceptFile("evidence");
      await heard.saying(/^Info: Saved evidence-\d+\.zip: requests, ticket and log/);
      assert.equal(ticketOfEvidence(walk.folder).match(/^## /gm)?.length, 3);
      await keys.clearMessages();
      await run("Show Requests");
      await heard.focus("the requests again", /^row/);
      await keys.press("Home");
      const request = await copied(() => keys.fromMenu("Copy Link"), /request=/);
      await followLink("request", request, /Show the recorded request that a link names\?/);
      await window.tab(/^Request · /).waitFor();
      await keys.go("Tab", /^button "Copy for support ticket"/);
      await keys.at("request-of-link", /^button "Copy for support ticket"/);
    });

    it("follows the trace id of a call in a log of its own", async () => {
      const id = await copied(() => run("Copy Trace Id"), /^fpx-/);
      await keys.closeEditors();
      writeFileSync(join(walk.folder, "job.log"), `call failed\ntrace=${id}\n`);
      await untilItWorks(async (patience) => {
        // The editor gives the focus back to the panel late, and then the box has it no more.
        await keys.press("Escape", "Control+P");
        await heard.focus("files", /^(option|textbox "Search files)/, patience);
      });
      await keys.type("job.log");
      await keys.choose("job.log");
      await window.tab("job.log").waitFor();
      await heard.focus("the log", /^textbox/);
      await keys.press("Control+End", "ArrowUp", "End", "ArrowLeft");
      await window.page.locator(LINK).first().waitFor();
      await keys.at("id-in-log", /^textbox/);
      assert.equal((await window.page.locator(LINK).allInnerTexts()).join(""), id);
      await keys.command("Open Link");
      await window.tab(/^Request · /).waitFor();
      await window.webview().getByText(id).first().waitFor();
      await keys.at("request-of-id", /^(document|button|nothing)/);
    });

    it("looks at the session", async () => {
      await run("Show Session");
      await window.tab(/^Session/).waitFor();
      await keys.go("Tab", /^button "Renew"/);
      await keys.press("Enter");
      await window.statusBarItem("Renewed the access to Sandbox").waitFor();
      await keys.at("session", /^button "Renew"/);
    });

    it("reads the claims of an access token that is a JWT", async () => {
      await untilItWorks(async (patience) => {
        await keys.press("Control+0");
        await heard.focus("the tree", /^treeitem/, patience);
      });
      await keys.go("End", /^treeitem "Acme production/);
      await keys.fromMenu("Sign In");
      await window.statusBarItem(/Acme production ·/).waitFor();
      await keys.fromMenu("Show Session");
      await window.tab(/^Session · Acme/).waitFor();
      await keys.go("Tab", /^button "Copy access token/);
      await keys.at("token-claims", /^button "Copy access token/);
      const table = window.webview().getByRole("table", { name: "Claims of the access token" });
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
}
