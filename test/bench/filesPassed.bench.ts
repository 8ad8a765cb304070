import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Editor, startEditor } from "../e2e/support/editor";
import { ListHands } from "../e2e/support/listHands";
import { PayloadHands } from "../e2e/support/payloadHands";
import type { Workbench } from "../e2e/support/workbench";
import { HostControl } from "./lists/listsBed";

/** The first one that is a client: they are named "last name, first name". */
const CLIENT = ["Sandbox", "Client records", "Clients", /, /] as const;
const PENSION = "PEN-9001";
const PAYLOAD = '{\n  "provider": "Aviva",\n  "value": 18733.190\n}\n';
/** Until the editor has nothing left to ask of the extension before an action begins. */
const SETTLE_MS = 3_000;

const OUR_BUNDLE = /financial-planning-api-explorer-[^/]+\/dist\//;

/** As the inspector and the browser tell it. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

describe("files that are passed", () => {
  let editor: Editor;
  let window: Workbench;
  let host: HostControl;
  const ways: Record<string, readonly ScriptCoverage[]> = {};

  before(async () => {
    editor = await startEditor({
      extensions: [required("E2E_VSIX"), required("BENCH_COVERAGE_VSIX")],
    });
    const portFile = join(editor.newFolder(), "port");
    editor.changeSettings({ "coverage.portFile": portFile });
    window = await editor.openWindow({ folder: editor.newFolder() });
    host = await HostControl.find(portFile);
    await window.openContainer("Financial Planning");
    for (let depth = 1; depth <= CLIENT.length; depth++) {
      await window.tree.expand(...CLIENT.slice(0, depth));
    }
  });

  after(() => writeFileSync(required("BENCH_COVERAGE_FILE"), JSON.stringify(ways)));

  it("from a click on Holdings to its rows", async () => {
    await window.tree.row(...CLIENT, "Holdings");
    ways["Holdings"] = await covered(async () => {
      await window.tree.click(...CLIENT, "Holdings");
      await new ListHands(window).cell(1, 1).waitFor();
    });
  });

  it("from Ctrl+Enter to Landed", async () => {
    const hands = new PayloadHands(window);
    await hands.closeEditors();
    await window.tree.expand(...CLIENT, "Pensions");
    await window.tree.click(...CLIENT, "Pensions", "New pension payload…");
    await window.quickInput.fill(PENSION);
    await window.quickInput.accept();
    await hands.inFront(`${PENSION}.pension.json`);
    await window.editor.setText(PAYLOAD);
    await hands.ask();
    await window.modal.click("Create");
    await hands.said(/^Landed\./);
    await window.editor.setText(PAYLOAD.replace("18733.190", "20000.00"));
    await window.editor.focus();
    ways["Ctrl+Enter"] = await covered(async () => {
      await hands.send();
      await window.modal.click("Replace");
      await window.notifications.message(/^Landed\./);
    });
  });

  async function covered(action: () => Promise<void>): Promise<readonly ScriptCoverage[]> {
    await wait(SETTLE_MS);
    const { coverage } = window.page;
    await coverage.startJSCoverage({ resetOnNavigation: false });
    await host.ask("/start");
    await action();
    const inHost = await host.ask<readonly ScriptCoverage[]>("/stop");
    const inPanels = await coverage.stopJSCoverage();
    const ofOurs = [...inHost, ...inPanels].filter(({ url }) => OUR_BUNDLE.test(url));
    return ofOurs.map(({ url, functions }) => ({ url, functions }));
  }
});

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: npm run count:files sets it.`);
  }
  return value;
}
