import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSandbox } from "../../src/features/sandbox/host/details";
import { Caller, type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { type Editor, sharedEditor } from "./support/editor";
import { PayloadHands } from "./support/payloadHands";
import { type Refusal, RefusingGateway } from "./support/refusingGateway";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook } from "./support/themes";
import { untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const LABEL = "Acme trial";
const CLIENTS = [LABEL, "Client records", "Clients"] as const;
const PAYLOAD = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const FILE = "PEN-7001.pension.json";
const LISTS = /\/clients\b(?!\/)/;
const TOKENS = /\/connect\/token/;
const PENSIONS = /\/pensions\//;

/** The sandbox's own names its own address, which is not the gateway's. */
const NO_DISCOVERY: Refusal = { address: /well-known/, status: 404, body: "" };

/** Refusals of a service of another make, from the sign-in to the PUT: what is told, where, and the way on. */
describe("refusals, by hand", function () {
  endWithFirstFailure(this);
  let sandbox: SandboxUnderTest;
  let gateway: RefusingGateway;
  let identity: RefusingGateway;
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `refusals-${look}-${number}-${name}`);
  };

  before(async () => {
    editor = await sharedEditor();
    editor.changeSettings({ "workbench.colorTheme": "Light Modern" });
    sandbox = await startSandbox();
    gateway = await RefusingGateway.start(sandbox.facts.baseUrl);
    identity = await RefusingGateway.start(sandbox.facts.authUrl);
    const clientId = await (await Caller.signIn(sandbox.facts)).firstClientId();
    const folder = editor.newFolder();
    mkdirSync(join(folder, "pensions", clientId), { recursive: true });
    writeFileSync(join(folder, "pensions", clientId, FILE), PAYLOAD);
    window = await editor.openWindow({ folder, width: 1300, height: 900 });
    hands = new PayloadHands(window);
  });

  after(async () => {
    await window.close();
    await Promise.all([gateway.stop(), identity.stop()]);
    await sandbox.stop();
  });

  function refuseTokens(...refusals: readonly Refusal[]): void {
    identity.refuse(...refusals, NO_DISCOVERY);
  }

  /** Asks anew for what a node shows, and gives the line of its error. */
  async function refusedNode(status: string): Promise<string> {
    await window.tree.menuItem(CLIENTS, "Refresh Item");
    const { description } = await window.tree.find([...CLIENTS, `Could not load · ${status}`]);
    return description;
  }

  /** What the node's error says when it is clicked. */
  async function toldByNode(status: string, words: RegExp): Promise<string> {
    await window.tree.click(...CLIENTS, `Could not load · ${status}`);
    return window.notifications.message(words);
  }

  it("has a connection behind a gateway", async () => {
    const { baseUrl, authUrl } = sandbox.facts;
    const details = describeSandbox(sandbox.facts)
      .replaceAll(baseUrl, gateway.url)
      .replaceAll(authUrl, identity.url)
      .replace(/^Subscription key \(prod.+\n/m, "");
    await window.openContainer("Financial Planning");
    await window.runCommand("Financial Planning: Add Connection…");
    await window.writeClipboard(details);
    const form = window.webview();
    await form.getByRole("button", { name: "Paste onboarding details" }).click();
    await form.getByText(/^Recognised: /).waitFor();
    await form.getByRole("textbox", { name: "Label" }).fill(LABEL);
    const environment = form.getByRole("radio", { name: "Development" });
    await untilItWorks((timeout) => environment.check({ timeout }));
    refuseTokens({
      address: TOKENS,
      status: 400,
      body: { error: "invalid_scope", error_description: "finances.read is not granted to you." },
    });
    await form.getByRole("button", { name: "Test connection" }).click();
    await form
      .getByText(/refused the scopes/)
      .first()
      .waitFor();
    await picture("test-scope");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row(LABEL);
    await hands.closeEditors();
  });

  it("says what the token address refused", async () => {
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.find([...CLIENTS, /^Could not/]);
    await picture("token-scope");
    refuseTokens({
      address: TOKENS,
      status: 401,
      headers: { "WWW-Authenticate": 'Basic realm="identity"' },
      body: { error: "invalid_client" },
    });
    await refusedNode("401");
    await picture("token-client");
    refuseTokens();
    await window.tree.menuItem(CLIENTS, "Refresh Item");
    await window.tree.row(...CLIENTS, /, /);
  });

  const REFUSED: readonly (readonly [string, string, Refusal, RegExp])[] = [
    [
      "key",
      "403",
      {
        ...{ address: LISTS, status: 403 },
        body: { statusCode: 403, message: "Access denied due to invalid subscription key." },
      },
      /invalid subscription key/,
    ],
    [
      "scope",
      "403",
      {
        ...{ address: LISTS, status: 403, body: "" },
        headers: {
          "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="crm.clients.read"',
        },
      },
      /crm\.clients\.read/,
    ],
    [
      "quota",
      "429",
      {
        ...{ address: LISTS, status: 429 },
        body: "Out of call volume quota.",
        headers: { "Retry-After": "0" },
      },
      /quota/,
    ],
    [
      "problem",
      "400",
      {
        ...{ address: LISTS, status: 400, headers: { "Content-Type": "application/problem+json" } },
        body: { title: "Bad request", detail: "Advisers without a firm see no clients." },
      },
      /without a firm/,
    ],
  ];

  for (const [name, status, refusal, words] of REFUSED) {
    it(`says what the service said of a list: ${name}`, async () => {
      gateway.refuse(refusal);
      await refusedNode(status);
      await picture(`list-${name}`);
      const told = await toldByNode(status, words);
      await picture(`list-${name}-message`);
      assert.match(told, /Trace /);
      await window.notifications.dismissAll();
      gateway.refuse();
      await window.tree.menuItem(CLIENTS, "Refresh Item");
      await window.tree.row(...CLIENTS, /, /);
    });
  }

  it("leads on where paging is refused", async () => {
    gateway.refuse({
      address: /pageSize/,
      status: 400,
      body: { title: "Unknown parameter", detail: "pageSize is not supported." },
    });
    const panel = window.webview();
    const refusal = panel.getByText(/pageSize is not supported/).first();
    // A menu that the tree closes while it changes has chosen nothing.
    await untilItWorks(async (timeout) => {
      await window.tree.menuItem(CLIENTS, "Open List");
      await refusal.waitFor({ timeout });
    });
    await picture("paging");
    await panel.getByRole("button", { name: "Whole list at once" }).click();
    await panel.locator("fp-pager").waitFor();
    await panel.getByRole("button", { name: "Ask for pages again" }).first().waitFor();
    await picture("paging-whole");
    await hands.closeEditors();
    gateway.refuse();
  });

  it("marks what a PUT was refused for", async () => {
    gateway.refuse({
      ...{ address: PENSIONS, method: "PUT", status: 422 },
      body: { errors: { value: ["must not be above 100"] } },
    });
    await hands.open(FILE);
    await hands.ask();
    await picture("put-question");
    await window.modal.click("Create");
    await hands.at(".squiggly-error").first().waitFor();
    await picture("put-field");
    await hands.said(/must not be above 100/);
  });

  it("says which method an address does not take", async () => {
    gateway.refuse({
      ...{ address: PENSIONS, method: "PUT", status: 405, body: "" },
      headers: { Allow: "GET" },
    });
    await hands.ask();
    await window.modal.click("Create");
    await window.notifications.message(/405/);
    await picture("put-method");
    await window.notifications.dismissAll();
  });

  it("names the scope that a PUT lacks", async () => {
    gateway.refuse({
      ...{ address: PENSIONS, method: "PUT", status: 403, body: { error: "insufficient_scope" } },
      headers: {
        "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="finances.pensions.write"',
      },
    });
    await hands.ask();
    await window.modal.click("Create");
    await window.notifications.message(/finances\.pensions\.write/);
    await picture("put-scope");
    await window.notifications.dismissAll();
    gateway.refuse();
    await hands.ask();
    await window.modal.click("Create");
    await window.notifications.message(/^Landed/);
    await picture("put-landed");
  });
});
