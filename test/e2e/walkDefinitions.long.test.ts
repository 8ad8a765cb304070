import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { assertFits } from "./panels/measure";
import { type Editor, startEditor } from "./support/editor";
import { chooseFault } from "./support/faultHands";
import { PayloadHands } from "./support/payloadHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { until, untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const FINANCES = ["Sandbox", "Finances"] as const;
const FIRST_CLIENT = /, /;
const PENSION = "PEN-0042";
const FILE = `${PENSION}.pension.json`;
const SHOW = "Financial Planning: Show Interface Definitions";
const IMPORT = "Financial Planning: Import Interface Definition…";
const DRIFTS = "Every answer: a new field";
const BAD = 'openapi: 3.0.3\ninfo:\n  title: Bad\n  version: "1"\npaths:\n  /clients: {get: {]\n';
const PAYLOAD = '{\n  "provider": "Aviva",\n  "value": 18733.190\n}\n';

/** As many at most lead into the page. */
const TABS = 5;

/** A provider's definition, from its import to its end, with pictures in each look. */
describe("definitions, by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let folder: string;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `definitions-${look}-${number}-${name}`);
  };
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);
  const page = (): FrameLocator => window.webview();
  const section = (name: string): Locator =>
    page()
      .locator("main > section")
      .filter({ has: page().getByRole("heading", { name }) });
  const pensionsOf = [...CLIENTS, FIRST_CLIENT, "Pensions"] as const;

  const importFrom = async (kind: string, fill?: (value: string) => string): Promise<void> => {
    const { quickInput } = window;
    await window.runCommand(IMPORT);
    await quickInput.choose(kind);
    if (fill === undefined) {
      return;
    }
    await until("a question for the place", async () => /\/$/.test(await quickInput.value()));
    const place = fill(await quickInput.value());
    if (kind === "File…") {
      await quickInput.enterPath(place);
    } else {
      await quickInput.fill(place);
      await quickInput.accept();
    }
  };
  const inFront = (title: string | RegExp): Promise<void> =>
    window.tab(title).and(hands.at(".active")).waitFor();
  const showView = async (): Promise<void> => {
    await window.runCommand(SHOW);
    await inFront("Interface definitions");
  };
  const button = (name: string): Locator => page().getByRole("button", { name, exact: true });

  before(async () => {
    editor = await startEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    folder = editor.newFolder();
    cpSync(resolve("media/service/provider"), folder, { recursive: true });
    writeFileSync(join(folder, "bad.yaml"), BAD);
    window = await editor.openWindow({ folder });
    await window.page.locator(`.monaco-workbench.${THEMES.light.className}`).waitFor();
    hands = new PayloadHands(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
  });

  after(async () => {
    await window.close();
    await editor.stop();
  });

  it("shows that all follows the description, until one is imported by its address", async () => {
    await showView();
    await page().getByText("No definition of the provider has been imported.").waitFor();
    await section("Finances").getByText("From the description: bodies open").waitFor();
    await picture("none");
    await importFrom("Address…", (base) => `${base}definitions/finances.yaml`);
    const said = await hands.said(/^Finances 2026-1 is active for Finances/);
    assert.match(said, /It describes 7 endpoints\./);
    await section("Finances").getByText("/definitions/finances.yaml").first().waitFor();
    await section("Finances").getByText("/funds").waitFor();
    await picture("imported");
  });

  it("has what it adds in the tree, pensions of the service among them", async () => {
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.expand(...CLIENTS, FIRST_CLIENT);
    await window.tree.expand(...pensionsOf);
    const pension = await window.tree.find([...pensionsOf, PENSION]);
    assert.equal(pension.description, "Group Personal Pension");
    await window.tree.row(...CLIENTS, FIRST_CLIENT, "Contributions");
    await picture("tree");
  });

  it("completes and explains what payloads may hold", async () => {
    await window.tree.open([...pensionsOf, PENSION], window.tab(FILE).first());
    await hands.inFront(FILE);
    assert.doesNotMatch(await window.editor.text(), /lastUpdated|clientId/);
    await picture("payload");
    await window.editor.setText('{\n  "provider": "Aviva",\n  "pensionType": \n}\n');
    await hands.suggestion('"definedBenefit"', "3:18");
    await picture("completion");
    await press("Escape");
    await window.editor.setText(PAYLOAD);
    // Asked for before the schema answers, a hover is not asked for again.
    await untilItWorks(async (timeout) => {
      await window.page.mouse.move(0, 0);
      await hands.at(".view-line span").getByText('"provider"').first().hover({ timeout });
      await hands.at(".monaco-hover").getByText("Who runs the scheme.").waitFor({ timeout });
    });
    await picture("hover");
    await window.editor.save();
  });

  it("says what another version changes, and what of it breaks", async () => {
    await importFrom("File…", () => join(folder, "finances-2026-2.json"));
    const said = await window.notifications.message(/^Finances 2026-2 is active for Finances/);
    assert.match(said, /Breaking changes: 8, other changes: 17, endpoints: 8\./);
    await picture("version");
    await window.notifications.click(/^Finances 2026-2 is active/, "Show Changes");
    await page().getByText("Finances: 2026-1 → 2026-2").waitFor();
    await page().locator("fp-change-list .breaking").getByText("planNumber").first().waitFor();
    await picture("changes");
  });

  it("says where answers are not as defined, in the list and the view", async () => {
    await window.tree.open(
      [...CLIENTS, FIRST_CLIENT, "Holdings"],
      window.tab(/^Holdings · /).first(),
    );
    await inFront(/^Holdings · /);
    await page()
      .getByText("Answers differ from the interface definition: 1 new field, 1 with another type.")
      .waitFor();
    await page().getByRole("gridcell").first().waitFor();
    await picture("drift-list");
    await page().getByRole("button", { name: "Show", exact: true }).click();
    await inFront("Interface definitions");
    await section("Finances").getByText("Answers that are not as defined").waitFor();
    await section("Finances")
      .getByText(/^items\[\]\.units is number/)
      .waitFor();
    await page().locator("#finances:focus").waitFor();
    await picture("drift-view");
  });

  it("says in the problems of a payload where the service's pension differs", async () => {
    await chooseFault(window, DRIFTS, /1 fault is on/);
    await hands.open(FILE);
    const compared = window.tab(/service at /).first();
    await window.editor.pressCodeLens("Compare with service", compared);
    await press("Control+Shift+M");
    await hands
      .at(".markers-panel")
      .getByText(/introducedLater.* is not in the definition/)
      .waitFor();
    await picture("drift-problems");
    await press("Control+Shift+M");
    await chooseFault(window, "None", /answers every call as it should/);
  });

  it("refuses a document that is none, and opens it where it is wrong", async () => {
    await importFrom("File…", () => join(folder, "bad.yaml"));
    await window.notifications.message(/^The document is not YAML: .+ \(line 6, column \d+\)/);
    await picture("bad");
    await window.notifications.click(/^The document is not YAML/, "Open at line 6");
    await inFront("bad.yaml");
    await window.statusBarItem(/Ln 6, Col/).waitFor();
    await picture("bad-opened");
  });

  it("goes back to another version and to the description", async () => {
    await hands.closeEditors();
    await showView();
    await button("Use: Finances 2026-1").click();
    await window.notifications.message(/^Now used for Finances: Finances 2026-1\. /);
    await picture("used");
    await window.notifications.click(/^Now used for Finances: Finances 2026-1/, "Undo");
    await button("Use: Finances 2026-1").waitFor();
    await button("Remove: Finances 2026-2").click();
    assert.match(await window.modal.text(), /It is active: Finances goes back to the description/);
    await picture("question-remove");
    await window.modal.click("Remove");
    await button("Use: Finances 2026-1").waitFor();
    await section("Finances").getByText("From the description: bodies open").waitFor();
    await picture("removed");
  });

  it("opens a list of its own, whose values are picked", async () => {
    await button("Use: Finances 2026-1").click();
    await hands.said(/^Now used for Finances: Finances 2026-1/);
    await window.tree.collapse(...CLIENTS.slice(0, 2));
    await window.tree.expand(...FINANCES);
    await untilRead(
      "Finances",
      /2026-1$/,
      async () => (await window.tree.find(FINANCES)).description,
    );
    await window.tree.open([...FINANCES, "Funds that can be held"], window.tab(/^Funds/).first());
    await inFront(/^Funds/);
    await page().getByRole("gridcell").first().waitFor();
    await picture("list");
    const choice = page().locator('[data-field="assetClass"] select');
    if (!(await choice.isVisible())) {
      await page().getByText("Parameters").first().click();
    }
    await choice.selectOption("bond");
    await picture("picker");
    await page().getByRole("button", { name: "Apply" }).click();
    await page()
      .getByText(/assetClass=bond/)
      .first()
      .waitFor();
    await picture("picked");
  });

  it("offers its endpoints to be sent", async () => {
    await window.tree.menuItem(["Sandbox"], "Send Request…");
    await inFront("Send request");
    await page().getByLabel("Endpoint").selectOption("finances:GET /funds");
    await page()
      .getByLabel(/^assetClass/)
      .selectOption("equity");
    await page().getByRole("button", { name: "Send", exact: true }).click();
    await page().getByText("200 OK").waitFor();
    await picture("send");
  });

  it("is used by keyboard alone", async () => {
    await hands.closeEditors();
    await showView();
    await page().getByRole("heading", { name: "Finances" }).waitFor();
    await window.writeClipboard("no definition");
    await window.webviewFocused();
    await window.go("Tab", button("Import clipboard"), TABS);
    await picture("keyboard");
    await press("Enter");
    await hands.said(/not an OpenAPI document/);
    await button("Import clipboard").and(page().locator(":focus")).waitFor();
  });

  it("masks what is private while privacy mode is on", async () => {
    await window.runCommand("Financial Planning: Turn On Privacy Mode");
    await window.statusBarItem(/masked/).waitFor();
    await window.tree.expand(...CLIENTS.slice(0, 2));
    await picture("masked");
    await window.runCommand("Financial Planning: Turn Off Privacy Mode");
    await window.statusBarItem(/masked/).waitFor({ state: "detached" });
  });

  it("fits a narrow window", async () => {
    await window.resize(600, 800);
    await showView();
    await page().getByRole("heading", { name: "Finances" }).waitFor();
    await picture("narrow");
    await assertFits(page());
    await window.resize(1400, 900);
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});
