import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSandbox } from "../../src/features/sandbox/host/details";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { type Editor, startEditor } from "./support/editor";
import { chooseFault } from "./support/faultHands";
import { OtherWriter } from "./support/otherWriter";
import { PayloadHands } from "./support/payloadHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const FIRST_CLIENT = /, /;
const PENSION = "PEN-9001";
const FILE = `${PENSION}.pension.json`;
const COPY = "PEN-9002";
const READING = "financialPlanning.sandbox.pensionReading";
const REFUSED = "Every PUT: 400 with the fields that do not fit";
const SENT = '{\n  "provider": "Aviva",\n  "value": 18733.190,\n  "colour": "red"\n}\n';

const PLAIN = '{\n  "provider": "Aviva",\n  "value": 18733.190\n}\n';
const LIVE = "Acme live";
const LIVE_FILE = "PEN-9100.pension.json";
const LOST = "Next PUT: done, and its answer lost";

/** A pension by hand, from its template to its end, with pictures in each look. */
describe("pensions, by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let other: OtherWriter;
  let folder: string;
  let clientId: string;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `pensions-${look}-${number}-${name}`);
  };
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);
  const held = async (): Promise<Record<string, unknown>> => ({
    ...(await other.read(clientId, PENSION)),
  });
  const pensionsOf = [...CLIENTS, FIRST_CLIENT, "Pensions"] as const;

  const chooseFaults = (label: string, said: RegExp): Promise<void> =>
    chooseFault(window, label, said);

  /** Credentials are other ones after each start of the sandbox. */
  const signInElsewhere = async (): Promise<void> => {
    await window.writeClipboard("");
    await window.tree.menuItem(["Sandbox"], "Copy Sandbox Connection Details");
    await hands.said(/^Copied the sandbox's addresses/);
    other = await OtherWriter.signIn(await window.readClipboard());
  };

  before(async () => {
    editor = await startEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    hands = new PayloadHands(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.expand(...CLIENTS, FIRST_CLIENT);
    await signInElsewhere();
  });

  after(async () => {
    editor.changeSettings({ [READING]: undefined, "financialPlanning.privacy.mask": false });
    await window.close();
    await editor.stop();
  });

  it("begins with a template of what the definition knows", async () => {
    await window.tree.expand(...pensionsOf);
    await window.tree.open([...pensionsOf, "New pension payload…"], window.quickInput.input());
    await window.quickInput.fill("..");
    await window.page
      .locator(".quick-input-message")
      .getByText(/An id cannot be/)
      .waitFor();
    await picture("id-refused");
    await window.quickInput.fill(PENSION);
    await window.quickInput.accept();
    await hands.inFront(FILE);
    const template = JSON.parse(await window.editor.text()) as Record<string, unknown>;
    assert.ok("schemeName" in template && !("lastUpdated" in template));
    [clientId = assert.fail()] = readdirSync(join(folder, "pensions"));
    await picture("template");
  });

  it("completes fields and what they may hold", async () => {
    await window.editor.setText('{\n  "provider": "Aviva",\n  \n}\n');
    await hands.suggestion("schemeName", "3:3");
    await picture("completion");
    await press("Escape");
    await hands.goTo("3:3");
    await window.page.keyboard.type('"pensionT', { delay: 20 });
    await hands.at(".suggest-widget .monaco-list-row").getByText("pensionType").waitFor();
    await press("Enter");
    await hands.at(".suggest-widget .monaco-list-row").getByText('"workplace"').click();
    await until("the field is typed", async () =>
      (await window.editor.visibleLines()).join("\n").includes('"pensionType": "workplace"'),
    );
  });

  it("warns on the line, and mends it from the light bulb", async () => {
    const text = SENT.replace(
      '"value"',
      '"schemeNam": "Group",\n  "valuedOn": "2026-2-3",\n  "value"',
    );
    await window.editor.setText(text);
    await hands.at(".squiggly-warning").nth(2).waitFor();
    await press("Control+Shift+M");
    const markers = hands.at(".markers-panel");
    await markers
      .getByText(/the service does not know schemeNam/i)
      .first()
      .waitFor();
    await picture("warnings");
    await press("Control+Shift+M");
    const actions = await hands.lightBulb("3:6", "Turn off the check 'unknownField'");
    await picture("fixes");
    await actions
      .getByText(/schemeName/)
      .first()
      .click();
    await until("the name is mended", async () =>
      (await window.editor.text()).includes('"schemeName"'),
    );
  });

  it("shows a dry run, and sends nothing", async () => {
    await window.editor.setText(SENT);
    await window.editor.pressCodeLens("Dry run", window.tab(/^PEN-9001-dry-run\.txt/));
    const text = await window.editor.text();
    assert.match(text, /nothing was sent/);
    assert.match(text, new RegExp(`PUT .*/pensions/${PENSION}`));
    assert.ok(text.endsWith(SENT), text);
    await picture("dry-run");
    await hands.open(FILE);
    assert.deepEqual(await held(), {});
  });

  it("creates it after one question, and says what the service ignored", async () => {
    const question = await hands.ask();
    assert.match(
      question,
      new RegExp(`^Create pension ${PENSION} of .+ on Sandbox \\(key \\w{6}\\)\\?`),
    );
    assert.match(question, /The service shows no such pension\./);
    assert.match(question, /1 warning, marked in the payload\./);
    await picture("question-create");
    assert.deepEqual(await held(), {});
    await window.modal.click("Create");
    const landed = await window.notifications.message(/^Landed\./);
    assert.match(
      landed,
      /2 fields stored as sent, 1 ignored by the service \(`colour`\), \d added/,
    );
    assert.match(landed, /Evidence: the PUT response and a read at/);
    await picture("landed-ignored");
    await window.notifications.click(/^Landed\./, "Show");
    await window.tab(/service after/).waitFor();
    await picture("landed-shown");
    await window.notifications.dismissAll();
    assert.equal((await held())["value"], 18733.19);
  });

  it("shows what a PUT would change, and asks over it", async () => {
    await hands.open(FILE);
    await window.editor.setText(PLAIN.replace("18733.190", "20000.00"));
    await hands.send();
    await press("Shift+Alt+Enter");
    const question = await window.modal.text();
    assert.match(question, new RegExp(`^Replace pension ${PENSION} of .+\\? 1 field changes\\.`));
    await window.tab(/service at .+ ↔ payload/).waitFor();
    await picture("question-replace");
    await press("Escape");
    await window.modal.waitUntilClosed();
    assert.equal((await held())["value"], 18733.19);
    await picture("declined");
    // In the comparison the same keys are at hand.
    await hands.send();
    await window.modal.click("Replace");
    await window.notifications.message(/^Landed\./);
    assert.equal((await held())["value"], 20000);
  });

  it("puts back what was there before", async () => {
    await window.notifications.click(/^Landed\./, "Undo");
    const question = await window.modal.text();
    assert.match(question, new RegExp(`^Put back pension ${PENSION} of .+ as it was at`));
    await picture("question-undo");
    await window.modal.click("Put back");
    await hands.said(/^Landed\./);
    await until("the version before", async () => (await held())["value"] === 18733.19);
    await hands.open(FILE);
    assert.match(await window.editor.text(), /20000\.00/, "the payload stays as it is");
  });

  it("tells what somebody else changed, and takes it over", async () => {
    await hands.closeEditors();
    writeFileSync(join(folder, "pensions", clientId, FILE), PLAIN);
    await hands.open(FILE);
    await other.put(clientId, PENSION, { provider: "Scottish Widows", value: 18733.19 });
    await window.editor.setText(PLAIN.replace("18733.190", "21000.00"));
    const question = await hands.ask();
    assert.match(question, /The service changed 1 field since you saw the pension .+`provider`/);
    await picture("question-conflict");
    await window.modal.click("Cancel");
    await window.notifications.message(/^Nothing was written\. The service changed/);
    await picture("declined-conflict");
    await window.notifications.click(/^Nothing was written/, "Take over");
    await hands.said(/^Took over 1 field \(`provider`\)/);
    assert.match(await window.editor.text(), /"Scottish Widows"/);
    await picture("taken-over");
  });

  it("asks again where it changed while the question stood", async () => {
    assert.match(await hands.ask(), /1 field changes/);
    await other.put(clientId, PENSION, { provider: "Scottish Widows", value: 5 });
    await window.page.getByRole("button", { name: "Replace", exact: true }).click();
    await until("another question", async () =>
      (await window.modal.text()).includes("changed since you were asked"),
    );
    await picture("question-again");
    assert.equal((await held())["value"], 5);
    await window.modal.click("Replace");
    await hands.said(/^Landed\./);
    assert.equal((await held())["value"], 21000);
  });

  it("says what became of a PUT whose answer was lost", async () => {
    await chooseFaults(LOST, /1 fault is on/);
    await hands.closeEditors();
    writeFileSync(join(folder, "pensions", clientId, FILE), PLAIN.replace("18733.190", "99999.00"));
    await hands.open(FILE);
    await hands.ask();
    await window.modal.click("Replace");
    await window.notifications.message(/no complete answer came\. A read after it shows exactly/);
    await picture("answer-lost");
    await window.notifications.dismissAll();
    await chooseFaults("None", /answers every call as it should/);
    assert.equal((await held())["value"], 99999);
  });

  it("masks what is private of a question while privacy mode is on", async () => {
    await hands.closeEditors();
    await hands.open(FILE);
    await window.editor.setText(PLAIN);
    await window.runCommand("Financial Planning: Turn On Privacy Mode");
    await window.statusBarItem(/masked/).waitFor();
    const question = await hands.ask();
    assert.match(question, /^Replace pension .+ of Person •/);
    assert.ok(!question.includes(clientId), question);
    await picture("question-masked");
    await window.modal.click("Cancel");
    await window.runCommand("Financial Planning: Turn Off Privacy Mode");
    await window.statusBarItem(/masked/).waitFor({ state: "detached" });
  });

  it("marks the lines that the service refuses", async () => {
    await chooseFaults(REFUSED, /1 fault is on/);
    await hands.closeEditors();
    await hands.open(FILE);
    await window.editor.setText(PLAIN.replace("18733.190", "22000.00"));
    await hands.ask();
    await window.modal.click("Replace");
    await hands.at(".squiggly-error").first().waitFor();
    await picture("refused");
    await window.notifications.dismissAll();
    await chooseFaults("None", /answers every call as it should/);
    await hands.goTo("2:3");
    await window.page.keyboard.type(" ");
    await hands.at(".squiggly-error").first().waitFor({ state: "detached" });
    await window.editor.save();
  });

  it("is duplicated", async () => {
    await window.tree.menuItem([...pensionsOf, PENSION], "Duplicate Payload for a Client…");
    await window.quickInput.row(FIRST_CLIENT).first().waitFor();
    await picture("duplicate-client");
    await window.quickInput.choose(FIRST_CLIENT);
    await window.quickInput.input().waitFor();
    await picture("duplicate-id");
    await window.quickInput.fill(COPY);
    await window.quickInput.accept();
    await hands.inFront(`${COPY}.pension.json`);
    await hands.said(/^The payload was duplicated\./);
    await window.tree.row(...pensionsOf, COPY);
    await picture("duplicated");
  });

  it("is deleted after a question over what is there", async () => {
    await window.tree.menuItem([...pensionsOf, PENSION], "Delete Pension…");
    const question = await window.modal.text();
    assert.match(question, new RegExp(`^Delete pension ${PENSION} of .+ on Sandbox`));
    await picture("question-delete");
    await window.modal.click("Delete");
    await window.notifications.message(/^Deleted\. Pension PEN-9001/);
    await picture("deleted");
    await window.notifications.dismissAll();
    assert.deepEqual(await held(), {});
  });

  it("says what cannot be known where the service lets no pension be read", async () => {
    await hands.closeEditors();
    editor.changeSettings({ [READING]: false });
    await window.reload();
    await hands.open(FILE);
    const question = await hands.ask();
    assert.match(
      question,
      /It is not known whether a PUT creates or replaces the pension: this service does not allow pensions to be read/,
    );
    await picture("question-unreadable");
    await window.modal.click("PUT pension");
    const landed = await window.notifications.message(/^Landed\./);
    assert.match(landed, /Evidence: only the PUT response; this service does not allow/);
    await picture("landed-unreadable");
    await window.notifications.dismissAll();
    const unknown = /^It is not known what the service now holds of pension .+:/;
    const told = window.notifications.toast(unknown).first();
    await window.editor.pressCodeLens("Compare with service", told);
    await picture("compare-unreadable");
  });

  it("asks in a narrow window, inside of it", async () => {
    await window.notifications.dismissAll();
    await window.resize(600, 800);
    await hands.closeEditors();
    await hands.open(FILE);
    await hands.ask();
    await picture("narrow");
    const box = (await window.page.locator(".monaco-dialog-box").boundingBox()) ?? assert.fail();
    assert.ok(box.x >= 0 && box.x + box.width <= 600, JSON.stringify(box));
    assert.deepEqual(await window.modal.cutTexts(), []);
    await window.modal.click("Cancel");
    await window.resize(1400, 900);
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});

describe("writing to Production, by hand", function () {
  endWithFirstFailure(this);
  const sandboxes: SandboxUnderTest[] = [];
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let folder: string;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `production-${look}-${number}-${name}`);
  };

  before(async () => {
    editor = await startEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder });
    hands = new PayloadHands(window);
    await window.openContainer("Financial Planning");
  });

  after(async () => {
    await window.close();
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
    await editor.stop();
  });

  it("is locked in Production, until it is unlocked for a while", async () => {
    const live = await startSandbox();
    sandboxes.push(live);
    const details = describeSandbox(live.facts).replace(/^Subscription key \(dev.+\n/m, "");
    await window.runCommand("Financial Planning: Add Connection…");
    await window.writeClipboard(details);
    const form = window.webview();
    await form.getByRole("button", { name: "Paste onboarding details" }).click();
    await form.getByText(/^Recognised: .+ Found: subscription key, client secret/).waitFor();
    await form.getByRole("textbox", { name: "Label" }).fill(LIVE);
    await form.getByRole("radio", { name: "Production" }).check();
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row(LIVE);
    for (const depth of [1, 2, 3]) {
      await window.tree.expand(...[LIVE, ...CLIENTS.slice(1)].slice(0, depth));
    }
    await window.tree.menuItem([LIVE, ...CLIENTS.slice(1), FIRST_CLIENT], "New Pension Payload…");
    await window.quickInput.fill("PEN-9100");
    await window.quickInput.accept();
    await hands.inFront(LIVE_FILE);
    await window.editor.codeLens(new RegExp(`^PUT → ${LIVE}`)).waitFor();
    await hands.send();
    await window.notifications.message(/^Writing to .+ is locked, because it is Production\./);
    await picture("locked");
  });

  it("asks for six characters before the first write of an unlock alone", async () => {
    await window.notifications.click(/is locked, because/, "Unlock…");
    assert.match(
      await window.modal.text(),
      new RegExp(`^Unlock writing to ${LIVE} for 15 minutes`),
    );
    await picture("question-unlock");
    await window.modal.click("Unlock");
    await window
      .statusBarItem(new RegExp(`${LIVE} · PRODUCTION · unlocked 1[45]:\\d\\d`))
      .waitFor();
    const clientId = readdirSync(join(folder, "pensions"))[0] ?? "";
    await until("the question", () => window.page.locator(".monaco-dialog-box").isVisible());
    assert.match(await window.modal.text(), /^Create pension PEN-9100 of .+ on PRODUCTION \(key/);
    await picture("question-production");
    await window.modal.click("Create");
    await window.quickInput.fill("000000");
    await picture("typed-wrong");
    await window.quickInput.accept();
    await hands.said(/^The text that you typed is not the end of the id of the client\./);
    await hands.ask();
    await window.modal.click("Create");
    await window.quickInput.fill(clientId.slice(-6));
    await window.quickInput.accept();
    await hands.said(/^Landed\./);
    await picture("production-landed");
    // Nothing says what a live service sets itself: what it added counts as left out.
    await window.editor.setText('{ "provider": "Aviva" }\n');
    const again = await hands.ask();
    assert.match(again, /^Replace pension PEN-9100 of .+ on PRODUCTION .+\? 4 fields change\./);
    await window.modal.click("Replace");
    await hands.said(/^Landed\./);
  });

  it("is locked at once by command", async () => {
    await window.runCommand("Financial Planning: Lock Writing Now");
    await window.statusBarItem(new RegExp(`${LIVE} · PRODUCTION · locked`)).waitFor();
    await hands.send();
    await hands.said(/is locked, because it is Production/);
    await picture("locked-again");
  });

  it("is removed with its key, and left no unhandled error in the log", async () => {
    await window.tree.menuItem([LIVE], "Remove Connection…");
    await window.modal.click("Remove");
    await window.tree.row("Sandbox");
    assert.deepEqual(window.problems(), []);
  });
});
