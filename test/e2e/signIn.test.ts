import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Editor, sharedEditor } from "./support/editor";
import { commonWindow } from "./support/sharedWindow";
import { pictureInEachLook } from "./support/themes";
import { untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";
import { IS_LONG } from "../fakes/runs";

const WAYS = [
  "User present, code",
  "User present, code id_token",
  "Time-bound delegation",
] as const;
const CALLBACKS = ["This editor", "A page on this machine", "Paste the address"] as const;
const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

interface Case {
  readonly way: (typeof WAYS)[number];
  readonly callback: (typeof CALLBACKS)[number];
  readonly discovery: boolean;
}

const ALL: readonly Case[] = WAYS.flatMap((way) =>
  CALLBACKS.flatMap((callback) => [true, false].map((discovery) => ({ way, callback, discovery }))),
);

/** The way with most in it; the others are in the integration tests, both providers in gate G4. */
const SHORT: readonly Case[] = [
  { way: "User present, code id_token", callback: "A page on this machine", discovery: true },
];

describe("signing in, by hand", () => {
  let editor: Editor;
  let window: Workbench;

  before(async () => {
    editor = await sharedEditor();
  });

  afterEach(async function () {
    editor.changeSettings({ "financialPlanning.sandbox.discovery": undefined });
    await commonWindow.giveBack(this.currentTest);
  });

  after(() => commonWindow.close());

  // In the short form the main walk is one by a service account.
  for (const discovery of IS_LONG ? [true, false] : []) {
    it(`by a service account, ${discoveryWord(discovery)} discovery`, async () => {
      await open(discovery);
      await useAndLeave(discovery, ["signed in"]);
    });
  }

  for (const { way, callback, discovery } of IS_LONG ? ALL : SHORT) {
    it(`${way}, ${callback.toLowerCase()}, ${discoveryWord(discovery)} discovery`, async () => {
      await open(discovery);
      await window.tree.menuItem(["Sandbox"], "Choose Access Model of Sandbox…");
      await window.quickInput.choose(way);
      await window.quickInput.choose(callback);
      // A menu that opens before the row was drawn anew offers to sign out.
      await untilRead("Sandbox", /^(?!signed in)/, async () => {
        return (await window.tree.find(["Sandbox"])).description;
      });
      await beginSignIn(callback);
      const browser = window.page.context().browser() ?? assert.fail();
      // In a context of its own: another page of the editor's would take the screen from it.
      const context = await browser.newContext();
      const landed = await signInOnPage(await context.newPage(), await copiedAddress());
      await finish(callback, landed);
      await window.statusBarItem(/token \d+ min/).waitFor();
      await context.close();
      // The page that the editor opened lies over it, and what is covered is not drawn.
      await window.page.bringToFront();
      await picture(way, "signed-in");
      await useAndLeave(
        discovery,
        way === "Time-bound delegation" ? ["adviser-1", "End unknown"] : ["adviser-1"],
      );
    });
  }

  async function open(discovery: boolean): Promise<void> {
    editor.changeSettings({
      "workbench.colorTheme": "Light Modern",
      "financialPlanning.sandbox.discovery": discovery,
    });
    window = await commonWindow.take(() => editor.openWindow());
    await window.openContainer("Financial Planning");
  }

  /**
   * The sandbox asks for somebody. This editor sends local addresses through a proxy of its own,
   * so the browser of the test goes by the copied address instead.
   */
  async function beginSignIn(callback: Case["callback"]): Promise<void> {
    await window.tree.menuItem(["Sandbox"], "Sign In");
    await window.notifications.message(/Continue in the browser at 127\.0\.0\.1:\d+/);
    await picture("out", callback);
    if (callback !== "This editor") {
      // A remote editor cannot know whether the page is reached: it asks for the address as well.
      await window.quickInput.cancel();
    }
  }

  async function copiedAddress(): Promise<string> {
    await window.writeClipboard("nothing yet");
    await window.runCommand("Financial Planning: Copy Sign-In Address");
    // Copying is told of when it is done.
    await window.statusBarItem(/Copied the address/).waitFor();
    const address = await window.readClipboard();
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/identity\/connect\/authorize\?/);
    return address;
  }

  async function finish(callback: Case["callback"], landed: string): Promise<void> {
    switch (callback) {
      case "A page on this machine":
        return;
      case "This editor":
        // VS Code's own way: the operating system hands the address over like this.
        await window.runCommand("Developer: Open URL");
        await window.quickInput.fill(landed);
        await window.quickInput.accept();
        await window.modal.click("Open");
        return;
      case "Paste the address":
        await window.runCommand("Financial Planning: Paste Callback Address…");
        await window.quickInput.fill(landed);
        await window.quickInput.accept();
    }
  }

  /** Calls, renews, shows the session, signs out. */
  async function useAndLeave(discovery: boolean, shown: readonly string[]): Promise<void> {
    for (const depth of CLIENTS.keys()) {
      await window.tree.expand(...CLIENTS.slice(0, depth + 1));
    }
    await window.tree.row(...CLIENTS, /, /);
    await window.runCommand("Financial Planning: Show Session");
    const view = window.webview();
    await view.getByRole("button", { name: "Renew" }).click();
    for (const text of shown) {
      await view.getByText(text, { exact: false }).first().waitFor();
    }
    await picture("session", shown[0] ?? "");
    await view.getByRole("button", { name: "Sign out" }).click();
    await window.notifications.message(
      // Only a discovery document tells where tokens are revoked.
      discovery ? /The identity provider has revoked/ : /The identity provider did not revoke it/,
    );
    await view.getByRole("button", { name: "Sign in" }).waitFor();
  }

  async function picture(...words: readonly string[]): Promise<void> {
    const name = words
      .join("-")
      .replaceAll(/[^a-z]+/gi, "-")
      .toLowerCase();
    await pictureInEachLook(window, (look) => `sign-in-${look}-${name}`);
  }
});

function discoveryWord(discovery: boolean): string {
  return discovery ? "with" : "without";
}

/** Signs in and consents; gives the address that the browser was sent back to. */
async function signInOnPage(page: Page, address: string): Promise<string> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  // Also what a browser cannot open itself, and the part behind "#" that no server sees.
  const back = new Promise<string>((resolve) => {
    network.on("Network.requestWillBeSent", ({ request: { url, urlFragment = "" } }) => {
      const whole = `${url}${urlFragment}`;
      if (/[?&#]code=/.test(whole)) {
        resolve(whole);
      }
    });
  });
  // Nothing of a sign-in leaves this machine.
  await page.route("https://application.example/**", (route) => route.fulfill({ body: "" }));
  await page.goto(address);
  await page.getByLabel("User name").fill("alex.morgan");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  return await back;
}
