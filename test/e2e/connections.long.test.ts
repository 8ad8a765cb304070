import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { assertFits } from "./panels/measure";
import { type Editor, sharedEditor } from "./support/editor";
import { endWithFirstFailure } from "./support/sharedWindow";
import { THEMES, type ThemeName, useTheme } from "./support/themes";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";
import { IS_LONG } from "../fakes/runs";

const LABEL = "Acme trial";
const RENAMED = "Acme renamed";
const COPY = /Acme trial.+/;
const WRONG = "a wrong one";
const FILE = "connections.fp-connections.json";

const SIZES = [
  { width: 1280, height: 900 },
  { width: 760, height: 900 },
] as const;

/** A connection of one's own, from the first field to its end, by mouse and keyboard. */
describe("a connection by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let details: string;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    return window.screenshot(`connection-${String(step).padStart(2, "0")}-${name}`);
  };
  const panel = (): ReturnType<Workbench["webview"]> => window.webview();
  const field = (name: string): Locator => panel().getByRole("textbox", { name });
  const button = (name: string): Locator => panel().getByRole("button", { name, exact: true });
  const detail = (pattern: RegExp): string => pattern.exec(details)?.[1] ?? assert.fail();

  /** The long form looks at every theme, wide and narrow. */
  const looks = async (name: string): Promise<void> => {
    await picture(name);
    for (const theme of IS_LONG ? (Object.keys(THEMES) as ThemeName[]) : []) {
      await useTheme(window, theme);
      for (const { width, height } of SIZES) {
        await window.resize(width, height);
        await window.settled();
        await window.screenshot(`connection-${name}-${theme}-${width}`);
        await assertFits(panel());
      }
    }
    await window.resize(SIZES[0].width, SIZES[0].height);
  };
  const secret = (name: string): Locator => panel().locator(`[data-secret="${name}"] dd`);
  const labels = async (): Promise<readonly string[]> =>
    (await window.tree.rows()).filter(({ level }) => level === 1).map(({ label }) => label.trim());

  before(async () => {
    editor = await sharedEditor();
    editor.changeSettings({ "workbench.colorTheme": "Light Modern" });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder, ...SIZES[0] });
    await window.openContainer("Financial Planning");
  });

  after(() => window.close());

  it("learns what the sandbox issues from its copied details", async () => {
    await window.tree.menuItem(["Sandbox"], "Copy Sandbox Connection Details");
    await window.notifications.message(/^Copied the sandbox's addresses/);
    details = await window.readClipboard();
    await picture("details-copied");
    await window.notifications.dismissAll();
  });

  it("is told at the field what is wrong, and goes to the first one when saving", async () => {
    await window.runCommand("Financial Planning: Add Connection…");
    await field("Label").waitFor();
    await picture("form-empty");
    await field("Label").fill("Sandbox");
    await field("Base URL").fill("ftp://service.example");
    await field("Auth URL").fill("https://identity.example/identity");
    await field("Client ID").fill("two words");
    await button("Save").click();
    await panel().getByText("4 fields need attention.").waitFor();
    await panel().getByText("Another connection is called 'Sandbox'").waitFor();
    await picture("form-wrong-top");
    await panel().getByText("Leave out /identity at the end").waitFor();
    await field("Client ID").scrollIntoViewIfNeeded();
    await picture("form-wrong-below");
  });

  it("takes the onboarding details from the clipboard, and tests them before they are stored", async () => {
    await window.writeClipboard(details);
    await button("Paste onboarding details").click();
    await panel()
      .getByText(/^Recognised: .+ Found: subscription key, client secret/)
      .waitFor();
    assert.deepEqual(await window.notifications.messages(), []);
    assert.equal(await field("Base URL").inputValue(), detail(/^Base URL: (.+)$/m));
    await field("Label").fill(LABEL);
    await panel().getByRole("radio", { name: "Development" }).check();
    assert.match(await secret("clientSecret").innerText(), /^pasted, stored when you save/);
    await button("Test connection").click();
    await panel()
      .getByText(/addresses, key and access were accepted/)
      .waitFor();
    await looks("form-pasted");
    await button("Clear clipboard").click();
    await panel().getByText("The clipboard was cleared.").waitFor();
    assert.equal(await window.readClipboard(), "");
  });

  it("is stored with its secrets", async () => {
    await button("Save").click();
    await window.tree.row(LABEL);
    await secret("clientSecret").getByText("set").waitFor();
    assert.match(await secret("subscriptionKey").innerText(), /^set/);
    await picture("form-saved");
  });

  it("asks for a secret in VS Code's own box, and says which one is at fault", async () => {
    const replace = panel().getByRole("button", { name: "Client secret: Replace…" });
    for (const value of [WRONG, detail(/Client secret: (.+)/)]) {
      await replace.click();
      await window.quickInput.input().waitFor();
      assert.equal(await window.quickInput.input().getAttribute("type"), "password");
      await window.quickInput.fill(value);
      await picture("secret-asked");
      await window.quickInput.accept();
      const stored = panel().getByText("The secret was stored");
      await stored.waitFor();
      await button("Test connection").click();
      // It goes in the moment in which this test is shown and the outcome of the one before is not.
      await stored.waitFor({ state: "detached" });
      await button("Test connection").waitFor();
      const told = panel().locator(value === WRONG ? ".test li.failed" : ".test .summary-line");
      const outcome = value === WRONG ? /client secret/i : /^'Acme trial' works: .+ were accepted/;
      assert.match((await told.allInnerTexts()).join("\n"), outcome);
      await picture("tested");
    }
    await looks("form-tested");
    await button("Close").click();
  });

  it("stands beside the sandbox and opens its clients", async () => {
    await window.tree.expand(LABEL);
    await window.tree.expand(LABEL, "Client records");
    await window.tree.expand(LABEL, "Client records", "Clients");
    await window.tree.row(LABEL, "Client records", "Clients", /, /);
    await window.statusBarItem(new RegExp(`${LABEL} · Development · token \\d+`)).waitFor();
    await picture("clients");
    await window.statusBarItem(new RegExp(`${LABEL} ·`)).click();
    await window.quickInput.row(/Key fingerprint/).waitFor();
    await picture("status");
    await window.quickInput.cancel();
    await window.tree.collapse(LABEL);
  });

  it("shows its session", async () => {
    await window.tree.menuItem([LABEL], "Show Session");
    await button("Sign out").waitFor();
    await looks("session");
    await button("Copy access token…").click();
    await window.modal.text();
    await picture("copy-token");
    await window.modal.click("Cancel");
  });

  it("is duplicated and moved", async () => {
    await window.tree.menuItem([LABEL], "Duplicate Connection");
    await window.tree.row(COPY);
    await window.tree.menuItem([COPY], "Move Connection Up");
    await until("it is the second", async () => COPY.test((await labels())[1] ?? ""));
    await picture("moved");
  });

  it("is edited by F2, however soon after the click", async () => {
    await window.tree.click(COPY);
    await window.page.keyboard.press("F2");
    await field("Label").waitFor();
    await picture("edit");
    assert.match(await secret("subscriptionKey").innerText(), /^missing/);
    await field("Label").fill(RENAMED);
    await window.page.keyboard.press("Enter");
    await window.tree.row(RENAMED);
    await button("Close").click();
  });

  it("keeps keys that are not meant for it to itself", async () => {
    await window.tree.click("Sandbox");
    await window.page.keyboard.press("Delete");
    await window.notifications.message(/^This command is not for the sandbox's own connection/);
    await window.notifications.dismissAll();
  });

  it("is exported, and changes nothing when it is imported again", async () => {
    await window.runCommand("Financial Planning: Export Connections…");
    await window.quickInput.row(RENAMED).waitFor();
    await picture("export-choice");
    await window.quickInput.accept();
    await window.quickInput.row(/\.\./).waitFor();
    await picture("export-place");
    await window.quickInput.accept();
    await window.notifications.message(/It holds no secret\./);
    await picture("exported");
    await window.notifications.dismissAll();
    const exported = readFileSync(join(folder, FILE), "utf8");
    for (const secret of [/Client secret: (.+)/g, /^Subscription key .+: (.+)$/gm]) {
      const issued = [...details.matchAll(secret)].map(([, value = assert.fail()]) => value);
      assert.ok(issued.length > 0 && issued.every((value) => !exported.includes(value)));
    }
    await window.runCommand("Financial Planning: Import Connections…");
    await window.quickInput.enterPath(join(folder, FILE));
    await window.notifications.message(/nothing was changed/);
    await picture("imported-again");
    await window.notifications.dismissAll();
  });

  it("is marked in a file that is broken", async () => {
    const broken = join(folder, "broken.fp-connections.json");
    const whole = readFileSync(join(folder, FILE), "utf8");
    writeFileSync(broken, whole.replace('"proofKey": "auto"', '"proofKey": "perhaps"'));
    await window.runCommand("Financial Planning: Import Connections…");
    await window.quickInput.enterPath(broken);
    await window.notifications.message(/proofKey/);
    await picture("import-broken");
    await window.notifications.dismissAll();
    await window.page.locator(".squiggly-error").first().waitFor();
    await window.page.keyboard.press("Control+Shift+M");
    await window.page
      .locator(".markers-panel")
      .getByText(/proofKey: /)
      .first()
      .waitFor();
    await picture("import-problems");
  });

  it("is removed by Delete after one question", async () => {
    await remove(RENAMED, /Deleted with it: what was entered for it\./);
    await remove(LABEL, /Deleted with it: the subscription key \(key [0-9a-f]{6}\)/);
    await window.statusBarItem(/Sandbox ·/).waitFor();
    assert.deepEqual(await labels(), ["Sandbox", "Add Connection…"]);
  });

  it("comes back from its file without secrets and signed out", async () => {
    await window.runCommand("Financial Planning: Import Connections…");
    await window.quickInput.enterPath(join(folder, FILE));
    await window.modal.text();
    await picture("import-question");
    await window.modal.click("Import");
    const { description } = await window.tree.find([LABEL]);
    assert.equal(description, "Development · sign in");
    await window.tree.click(LABEL);
    await window.page.keyboard.press("F2");
    for (const name of ["subscriptionKey", "clientSecret"]) {
      assert.match(await secret(name).innerText(), /^missing/);
    }
    await picture("imported");
    assert.deepEqual(window.problems(), []);
  });

  async function remove(label: string, wanted: RegExp): Promise<void> {
    await window.tree.click(label);
    await window.page.keyboard.press("Delete");
    const question = await window.modal.text();
    assert.ok(question.startsWith(`Remove the connection ${label}`), question);
    assert.match(question, wanted);
    await picture("remove");
    await window.modal.click("Remove");
    await until(`${label} is gone`, async () => !(await labels()).includes(label));
  }
});
