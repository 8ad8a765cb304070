import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describeSandbox } from "../../src/features/sandbox/host/details";
import type { FaultRule } from "../../src/features/sandbox/messages/sandboxFaults";
import { Caller, type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { assertFits } from "./panels/measure";
import { ChangesHands } from "./support/changesHands";
import { type Editor, startEditor } from "./support/editor";
import { OtherWriter } from "./support/otherWriter";
import { PayloadHands } from "./support/payloadHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { until, untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const LABEL = "Acme trial";
const IDS = Array.from({ length: 20 }, (_, index) => `PEN-${String(7001 + index)}`);
const CREATED = IDS.slice(0, 3);
const SAME = IDS.slice(15, 18);
const INVALID = "PEN-7019";
const CONFLICT = "PEN-7020";
/** The first that differs from what the service holds, and one in the middle. */
const CHANGED = "PEN-7004";
const REFUSED = "PEN-7006";

const HELD = '{\n  "provider": "Aviva",\n  "value": 100.50\n}\n';
const WANTED = HELD.replace("100.50", "250.00");
const LATER = HELD.replace("100.50", "300.25");
const BROKEN = '{\n  "provider": "Aviva",\n  "value": \n}\n';
const THEIRS = { provider: "Legal & General", value: 100.5 };

/** What the service adds to a pension by itself: without it each pension would differ. */
const DEFINITION = {
  openapi: "3.1.0",
  info: { title: "Finances of the trial", version: "1" },
  paths: {
    "/finances/v1/clients/{clientId}/pensions/{pensionId}": {
      put: {
        operationId: "putPension",
        parameters: ["clientId", "pensionId"].map((name) => ({
          ...{ name, in: "path", required: true, schema: { type: "string" } },
        })),
        requestBody: { content: { "application/json": { schema: bodySchema() } } },
        responses: { "200": { description: "As it is held." } },
      },
    },
  },
};

function bodySchema(): object {
  const added = ["pensionId", "clientId", "lastUpdated"];
  return {
    type: "object",
    properties: Object.fromEntries(added.map((name) => [name, { readOnly: true }])),
  };
}

/** Long enough for pictures in each look before the last of ten. */
const SLOW: FaultRule = { method: "PUT", fault: { kind: "slow", head: 6_000 } };

/** Twenty payloads in source control beside git, planned, sent, stopped, mended and resumed. */
describe("many pensions, by hand", function () {
  endWithFirstFailure(this);
  let sandbox: SandboxUnderTest;
  let other: OtherWriter;
  let editor: Editor;
  let window: Workbench;
  let hands: PayloadHands;
  let changes: ChangesHands;
  let folder: string;
  let clientId: string;
  let step = 0;

  const picture = (name: string): Promise<void> => {
    step++;
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `changes-${look}-${number}-${name}`);
  };
  const fileOf = (id: string): string => join(folder, "pensions", clientId, `${id}.pension.json`);
  const write = (id: string, text: string): void => writeFileSync(fileOf(id), text);
  const held = async (id: string): Promise<Record<string, unknown>> => ({
    ...(await other.read(clientId, id)),
  });
  const plan = (selector: string): Locator => window.webview().locator(selector);
  const button = (name: RegExp): Locator => plan("vscode-button").filter({ hasText: name });
  const line = (id: string): Locator => plan("tbody tr").filter({ hasText: id });
  const toast = (text: RegExp): Promise<string> => window.notifications.message(text);

  /** The service holds all that the files hold, but for these. */
  const demandAllHeld = async (...but: readonly string[]): Promise<void> => {
    for (const id of IDS.filter((one) => !but.includes(one))) {
      const wanted = JSON.parse(readFileSync(fileOf(id), "utf8")) as Record<string, unknown>;
      const now = await held(id);
      const kept = Object.fromEntries(Object.keys(wanted).map((name) => [name, now[name]]));
      assert.deepEqual(kept, wanted, id);
    }
  };

  const git = (...args: readonly string[]): void => {
    const author = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    execFileSync("git", [...author, ...args], { cwd: folder, stdio: "pipe" });
  };

  const prepare = async (): Promise<void> => {
    sandbox = await startSandbox();
    other = await OtherWriter.signIn(describeSandbox(sandbox.facts));
    clientId = await (await Caller.signIn(sandbox.facts)).firstClientId();
    folder = editor.newFolder();
    mkdirSync(join(folder, "pensions", clientId), { recursive: true });
    const service = JSON.parse(HELD) as object;
    for (const id of IDS) {
      write(id, id === INVALID ? BROKEN : SAME.includes(id) ? HELD : WANTED);
      if (!CREATED.includes(id)) {
        await other.put(clientId, id, service);
      }
    }
    git("init", "--quiet");
    // Where the looks of the window are set.
    writeFileSync(join(folder, ".git", "info", "exclude"), ".vscode\n");
    git("add", ".");
    git("commit", "--quiet", "--message", "Payloads");
  };

  before(async () => {
    editor = await startEditor();
    editor.changeSettings({
      "workbench.colorTheme": THEMES.light.setting,
      "git.enabled": true,
      "scm.alwaysShowRepositories": false,
    });
    await prepare();
    window = await editor.openWindow({ folder, width: 1400, height: 1100 });
    hands = new PayloadHands(window);
    changes = new ChangesHands(window);
  });

  after(async () => {
    editor.changeSettings({ "git.enabled": false });
    await window.close();
    await sandbox.stop();
    await editor.stop();
  });

  it("has a definition of its provider", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.writeClipboard(JSON.stringify(DEFINITION));
    await window.runCommand("Financial Planning: Import Interface Definition…");
    await window.quickInput.choose("Clipboard");
    await hands.said(/is active for Finances/);
    await hands.closeEditors();
  });

  it("has a connection that knows the service", async () => {
    await window.runCommand("Financial Planning: Add Connection…");
    const details = describeSandbox(sandbox.facts);
    await window.writeClipboard(details.replace(/^Subscription key \(prod.+\n/m, ""));
    const form = window.webview();
    await form.getByRole("button", { name: "Paste onboarding details" }).click();
    await form.getByText(/^Recognised: .+ Found: subscription key, client secret/).waitFor();
    await form.getByRole("textbox", { name: "Label" }).fill(LABEL);
    const environment = form.getByRole("radio", { name: "Development" });
    // What was typed comes back from the host, and may take a click before that with it.
    await untilItWorks((timeout) => environment.check({ timeout }));
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await window.tree.row(LABEL);
    await hands.closeEditors();
  });

  it("lists payloads beside git, and reads nothing by itself", async () => {
    await changes.open();
    await changes.makeRoom();
    await changes.group("Unknown", 19).waitFor();
    await changes.group("Invalid", 1).waitFor();
    await picture("unread");
    await changes.letter("PEN-7001", "?");
  });

  it("reads the service when it is told to, and groups what it found", async () => {
    await changes.press(changes.provider(), "Read Pensions of the Service");
    await changes.group("Changes", 16).waitFor();
    await other.put(clientId, CONFLICT, THEIRS);
    await changes.press(changes.provider(), "Read Pensions of the Service");
    await changes.group("Conflicts", 1).waitFor();
    await changes.group("Changes", 15).waitFor();
    await picture("groups");
    await changes.letter("PEN-7001", "A");
    await changes.letter(CHANGED, "M");
    await changes.letter(INVALID, "!");
    await changes.letter(CONFLICT, "C");
  });

  it("marks the lines that a PUT would change", async () => {
    await changes.press(changes.payload(CHANGED), "Open Payload");
    await hands.inFront(`${CHANGED}.pension.json`);
    await window.page.locator(".dirty-diff-glyph").first().waitFor();
    await picture("marks");
  });

  it("compares with the service at a click", async () => {
    await changes.payload(CHANGED).locator(".label-name").click();
    await window.tab(new RegExp(`^${CHANGED}: read .+ ↔ payload`)).waitFor();
    await picture("comparison");
    await hands.closeEditors();
  });

  it("stages one, then all of them", async () => {
    await changes.press(changes.payload(CHANGED), "Stage Payload");
    await changes.group("Staged", 1).waitFor();
    await changes.press(changes.payload(CHANGED), "Unstage Payload");
    await changes.group("Changes", 15).waitFor();
    await window.runCommand("Financial Planning: Stage All Payloads");
    await changes.group("Staged", 17).waitFor();
    await picture("staged");
  });

  it("plans before anything is sent", async () => {
    await changes.press(changes.provider(), "Plan and PUT Pensions…");
    await plan(".summary").filter({ hasText: "15 payloads would be written" }).waitFor();
    const counts = await plan(".counts button").allInnerTexts();
    await picture("plan");
    assert.match(await plan(".summary").innerText(), /3 create, 12 replace/, counts.join());
    assert.match(await plan(".summary").innerText(), /1 conflict, 1 invalid/);
    assert.equal((await held(CHANGED))["value"], 100.5);
  });

  it("asks once for all of them, and stops where one is refused", async () => {
    await sandbox.setFaults([
      { method: "PUT", path: `*/${REFUSED}`, fault: { kind: "fields", shape: "problem" } },
    ]);
    await button(/^Apply 15…/).click();
    const question = await window.modal.text();
    await picture("question");
    assert.match(question, /^PUT 15 pensions on Development \(key \w{6}\)\?/);
    for (const id of IDS.filter((one) => ![...SAME, INVALID, CONFLICT].includes(one))) {
      assert.match(question, new RegExp(`(Create|Replace) ${id} of .+ on Development`));
    }
    await window.modal.click("PUT 15 pensions");
    await toast(new RegExp(`^5 of 15 landed\\. Stopped at ${REFUSED}: refused \\(400\\)`));
    await line(REFUSED).filter({ hasText: "Refused" }).waitFor();
    await picture("refused");
    assert.equal((await held("PEN-7005"))["value"], 250);
    assert.equal((await held(REFUSED))["value"], 100.5);
    await window.notifications.dismissAll();
  });

  it("stops between two PUTs at its button", async () => {
    await sandbox.setFaults([SLOW]);
    await button(/^Resume…/).click();
    const question = await window.modal.text();
    await picture("question-resume");
    assert.match(question, /^PUT 10 pensions on Development/);
    await window.modal.click("PUT 10 pensions");
    await line(REFUSED).filter({ hasText: "Landed" }).waitFor();
    await picture("sending");
    await button(/^Stop/).click();
    await toast(/^\d+ of 15 landed, one of them at attempt 2\. Stopped\. \d+ wait/);
    await picture("stopped");
    await window.notifications.dismissAll();
    await sandbox.setFaults([]);
  });

  it("goes on with what was mended, under the same trace id", async () => {
    write(INVALID, WANTED);
    await hands.open(`${CONFLICT}.pension.json`);
    assert.match(await hands.ask(), /The service changed 1 field since you saw the pension/);
    await window.modal.click("Cancel");
    await window.notifications.click(/^Nothing was written\. The service changed/, "Take over");
    await hands.said(/^Took over 1 field/);
    await window.editor.save();
    await until("the file has theirs", () =>
      readFileSync(fileOf(CONFLICT), "utf8").includes("Legal & General"),
    );
    await changes.showBatches(true);
    await changes.press(changes.batch(/PUTs of /), "Resume PUTs of Pensions…");
    assert.match(await window.modal.text(), /the same trace id/);
    await picture("question-mended");
    await window.page.getByRole("button", { name: /^PUT \d+ pensions$/ }).click();
    await toast(/^17 of 17 landed, one of them at attempt 2\./);
    await picture("landed");
    await demandAllHeld();
  });

  it("reports what landed, and shows one trace id", async () => {
    await window.notifications.click(/^17 of 17 landed, one of them at attempt 2\./, "Show report");
    await window.tab("report.md").waitFor();
    const report = await window.editor.text();
    await picture("report");
    const traceId = /Trace id: `([^`]+)`/.exec(report)?.[1] ?? assert.fail(report);
    assert.equal(report.match(/: Landed$/gm)?.length, 17, report);
    assert.doesNotMatch(report, /Aviva|250\.00/);
    await window.notifications.dismissAll();
    await window.showPanel("Financial Planning Requests");
    const row = window.viewWebview().locator(".row.action").filter({ hasText: "PUT" }).first();
    assert.equal(await row.locator(".trace").getAttribute("title"), traceId);
    await picture("requests");
    await window.page.keyboard.press("ControlOrMeta+J");
    await hands.closeEditors();
  });

  it("brings the version that is known back", async () => {
    write(CHANGED, HELD);
    await changes.group("Changes", 1).waitFor();
    await changes.press(changes.payload(CHANGED), "Discard Changes of Payload…");
    assert.match(await window.modal.text(), new RegExp(`Discard the changes of .+${CHANGED}`));
    await picture("question-discard");
    await window.modal.click("Discard");
    await changes.payload(CHANGED).waitFor({ state: "detached" });
    assert.equal(readFileSync(fileOf(CHANGED), "utf8"), WANTED);
  });

  it("goes on after a reload in the middle", async () => {
    IDS.slice(0, 4).forEach((id) => write(id, LATER));
    await changes.group("Changes", 4).waitFor();
    // The answer to the second one does not come while this window is there.
    const late = { kind: "slow", head: 600_000 } as const;
    await sandbox.setFaults([{ ...SLOW, path: "*/PEN-7002", fault: late }]);
    await changes.press(changes.provider(), "Plan and PUT Pensions…");
    await plan(".summary").filter({ hasText: "4 payloads would be written: 4 replace" }).waitFor();
    await button(/^Apply 4…/).click();
    await window.modal.click("PUT 4 pensions");
    await line("PEN-7001").filter({ hasText: "Landed" }).waitFor();
    await window.reload();
    await sandbox.setFaults([]);
    await changes.provider().waitFor();
    await changes.showBatches(true);
    const stopped = changes.batch(/PUTs of .+1 landed/);
    await stopped.waitFor();
    await picture("reloaded");
    await changes.press(stopped, "Resume PUTs of Pensions…");
    assert.match(
      await window.modal.text(),
      /^PUT [23] pensions on Development .+the same trace id/s,
    );
    await picture("question-reloaded");
    await window.page.getByRole("button", { name: /^PUT \d pensions$/ }).click();
    await toast(/^4 of 4 landed\b/);
    await window.notifications.toast("Sending pensions").waitFor({ state: "detached" });
    await picture("resumed");
    await window.notifications.dismissAll();
    await demandAllHeld();
    await changes.showBatches(false);
    // After a restart the sandbox is in use, until the user works with another connection.
    await window.openContainer("Financial Planning");
    await window.tree.click(LABEL);
    await changes.open();
    await changes.press(changes.provider(), "Read Pensions of the Service");
    await changes.group("Unknown").waitFor({ state: "detached" });
    await hands.closeEditors();
  });

  it("does without a mouse", async () => {
    const press = (key: string): Promise<void> => window.page.keyboard.press(key);
    const run = async (title: string): Promise<void> => {
      await window.quickInput.findCommand(title);
      await press("Enter");
      await window.quickInput.waitUntilPaletteIsGone();
    };
    IDS.slice(4, 7).forEach((id) => write(id, LATER));
    await changes.group("Changes", 3).waitFor();
    await press("ControlOrMeta+P");
    await window.quickInput.fillPick("PEN-7005.pension.json");
    await window.quickInput.row("PEN-7005.pension.json").first().waitFor();
    await press("Enter");
    await hands.inFront("PEN-7005.pension.json");
    await run("Financial Planning: Compare Payload to Known Version");
    await window.tab(/^PEN-7005: .+ ↔ payload/).waitFor();
    await picture("keys-comparison");
    await run("View: Focus Active Editor Group");
    await run("Financial Planning: Stage All Payloads");
    await changes.group("Staged", 3).waitFor();
    await run("Financial Planning: Plan and PUT Pensions…");
    await plan(".summary").filter({ hasText: "3 payloads would be written" }).waitFor();
    await window.webviewFocused();
    await window.go("Tab", plan('vscode-button[data-id="apply"]'), 8);
    await picture("keys-plan");
    await press("Enter");
    assert.match(await window.modal.text(), /^PUT 3 pensions on Development/);
    await window.modal.pressDefault();
    await toast(/^3 of 3 landed\./);
    await demandAllHeld();
    await window.notifications.dismissAll();
    await hands.closeEditors();
  });

  it("fits a narrow side bar, and a narrow plan", async () => {
    IDS.slice(0, 4).forEach((id) => write(id, WANTED));
    write(INVALID, BROKEN);
    await other.put(clientId, CONFLICT, { ...THEIRS, value: 7 });
    write(CONFLICT, LATER);
    await changes.press(changes.provider(), "Read Pensions of the Service");
    await changes.group("Conflicts", 1).waitFor();
    await changes.press(changes.provider(), "Plan and PUT Pensions…");
    await plan(".summary").filter({ hasText: "4 payloads would be written" }).waitFor();
    const box = (await window.page.locator(".part.sidebar").boundingBox()) ?? assert.fail();
    const edge = box.x + box.width;
    await window.page.mouse.move(edge, 700);
    await window.page.mouse.down();
    await window.page.mouse.move(edge - 60, 700, { steps: 4 });
    await window.page.mouse.move(box.x + 171, 700, { steps: 8 });
    await window.page.mouse.up();
    await changes.showBatches(true);
    await picture("narrow-side-bar");
    assert.deepEqual(await changes.unreadable(), []);
    await changes.showBatches(false);
    await window.resize(560, 900);
    await picture("narrow-plan");
    await assertFits(window.webview());
    await window.resize(1400, 1100);
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});
