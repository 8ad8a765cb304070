import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "playwright-core";
import { type Editor, leaveWindow, sharedEditor } from "./support/editor";
import { edgeId } from "./support/listHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook } from "./support/themes";
import { until, untilItWorks } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENT = edgeId("Many");
const SETTINGS = { "financialPlanning.pension.files": ["bodies/*.json"] };

/** Typing payloads by hand: what is offered, what is warned of, where ids lead. */
describe("typing payloads by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let folder: string;

  before(async () => {
    editor = await sharedEditor();
    folder = editor.newFolder();
    write(".vscode/settings.json", JSON.stringify(SETTINGS));
    write("bodies/one.json", '{\n  "colour": "red"\n}\n');
    write("ids.pension.json", `{\n  "notes": "${CLIENT}"\n}\n`);
    window = await editor.openWindow({ folder });
  });

  after(async function () {
    await leaveWindow(this.currentTest, window);
  });

  function write(name: string, text: string): void {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  const picture = (name: string): Promise<void> =>
    pictureInEachLook(window, (look) => `typing-${look}-${name}`);

  const at = (selector: string): Locator => window.page.locator(selector);

  /** Opens a file by its name, and waits for the line above it. */
  async function open(name: string): Promise<void> {
    await window.quickInput.openFile(name);
    await window.tab(name).waitFor();
    await window.editor.codeLens(/^PUT → Sandbox/).waitFor();
  }

  async function goTo(place: string): Promise<void> {
    await window.editor.focus();
    await window.page.keyboard.press("Control+G");
    await window.quickInput.fillPick(`:${place}`);
    await window.quickInput.accept();
    await window.quickInput.waitUntilClosed();
  }

  it("takes a file that the setting names for a payload, with its button and its key", async () => {
    await open("one.json");
    // It hides by itself after some seconds.
    await window.notifications.click(/json\.schemas/, "Add to settings");
    await at(".squiggly-warning").first().waitFor();
    await window.editorAction("PUT Pension").waitFor();
    await window.editor.focus();
    await window.page.keyboard.press("Shift+Alt+Enter");
    await window.quickInput.input().waitFor();
    assert.match(await window.quickInput.text(), /of the payload/);
    await window.quickInput.cancel();
    await picture("pattern");
  });

  it("mends what is warned of from the light bulb", async () => {
    const actions = at(".action-widget");
    const turnOff = actions.getByText("Turn off the check 'unknownField'");
    // A key that comes before the warning is there finds nothing to mend.
    await untilItWorks(async (timeout) => {
      await window.page.keyboard.press("Escape");
      await goTo("2:5");
      await window.page.keyboard.press("ControlOrMeta+.");
      await turnOff.waitFor({ timeout });
    });
    await picture("fixes");
    await actions.getByText("Remove 'colour'").click();
    await at(".squiggly-warning").first().waitFor({ state: "detached" });
    assert.deepEqual(JSON.parse(await window.editor.text()), {});
  });

  it("has added the schema to the settings of the workspace, as wanted, and completes", async () => {
    await window.editor.setText("{\n  \n}\n");
    await until("the schema is added", () => settings().includes("pension.schema.json"));
    const { "json.schemas": schemas } = JSON.parse(settings()) as Record<string, unknown>;
    assert.deepEqual(schemas, [
      { fileMatch: ["bodies/*.json"], url: "financialplanning-schema:///pension.schema.json" },
    ]);
    await complete("schemeName");
    await picture("completion");
    await window.page.keyboard.press("Escape");
  });

  const settings = (): string => readFileSync(join(folder, ".vscode/settings.json"), "utf8");

  /** The schema may still be on its way when it is asked for first. */
  async function complete(label: string): Promise<void> {
    const row = at(".suggest-widget .monaco-list-row").filter({ hasText: label });
    await untilItWorks(async (timeout) => {
      await window.page.keyboard.press("Escape");
      await goTo("2:3");
      await window.page.keyboard.press("Control+Space");
      await row.waitFor({ timeout });
    });
  }

  it("leads from the id of a client to its record", async () => {
    await open("ids.pension.json");
    await goTo("2:20");
    await window.runCommand("Show or Focus Hover");
    await at(".monaco-hover").getByText("Go to Definition opens the client record.").waitFor();
    await picture("hover");
    // Going somewhere starts nothing by itself: without the sandbox there is nowhere to go.
    await window.runCommand("Financial Planning: Start or Restart Sandbox");
    const record = window.tab(/^client-ed9ec11e\.json/).and(at(".active"));
    await untilItWorks(async (timeout) => {
      await goTo("2:20");
      await window.page.keyboard.press("F12");
      await record.waitFor({ timeout });
    });
    await picture("record");
  });
});
