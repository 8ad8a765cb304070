import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { describeSandbox } from "../../../src/features/sandbox/host/details";
import type { FaultRule } from "../../../src/features/sandbox/messages/sandboxFaults";
import { startEditor, type Editor } from "../../e2e/support/editor";
import type { Workbench } from "../../e2e/support/workbench";
import {
  Caller,
  startSandbox,
  token,
  type SandboxUnderTest,
} from "../../unit/support/sandboxProcess";
import type { BareListQuestion, HostMemory, HostStalls } from "../fixtures/messages";
import { PaintProbe, STALL_PROBE } from "./paintProbe";

const LABEL = "Bench";
const FILE = "connections.fp-connections.json";
const SIZE = { width: 1800, height: 1000 };
const START_TRIES = 200;
const POLL_MS = 100;
/** More pages than are ever turned. */
const LAST_PAGE = 100;
/** With 200,000 holdings. */
const CLIENT_OF_MANY = "ed9ec11e-0000-4000-8000-000000000001";

export type Side = "explorer" | "bare";

/** Both lists side by side in one window, and the service that they ask. */
export interface ListsBed {
  readonly window: Workbench;
  readonly probes: Readonly<Record<Side, PaintProbe>>;
  readonly sandbox: SandboxUnderTest;
  /** Asks the extension host that both extensions run in. */
  readonly host: HostControl;
  /** Makes every list of holdings one answer of so many bytes; 0 mends it. */
  setLength(bytes: number): Promise<void>;
  /** The page on screen anew; the explorer's list must have the focus. */
  reload(side: Side): Promise<void>;
  close(): Promise<void>;
}

/** Opens holdings in both lists, 100 a page. */
export async function openLists(): Promise<ListsBed> {
  const sandbox = await startSandbox();
  const clientId = await clientOfMany(sandbox);
  const editor = await startEditor({
    extensions: [required("E2E_VSIX"), ...required("BENCH_BESIDE").split(delimiter)],
    settings: { "financialPlanning.network.bodyLimit": 200 },
  });
  try {
    return await openBeside(editor, sandbox, clientId);
  } catch (error) {
    const [window] = editor.openWindows();
    await window?.screenshot("failed-bench-lists");
    await close(editor, sandbox);
    throw error;
  }
}

async function openBeside(
  editor: Editor,
  sandbox: SandboxUnderTest,
  clientId: string,
): Promise<ListsBed> {
  const portFile = join(editor.newFolder(), "port");
  editor.changeSettings({ "bareList.portFile": portFile });
  const folder = editor.newFolder();
  const window = await editor.openWindow({ folder, ...SIZE });
  const host = await HostControl.find(portFile);
  const connectionId = await connect(window, sandbox, folder);
  await openExplorer(host, { connectionId, clientId });
  await host.ask("/open", await questionOf(sandbox, clientId));
  await window.page.keyboard.press("Control+B");
  const [explorer, bare] = [
    await frameWith(window, "fp-list-panel"),
    await frameWith(window, "#bare-list"),
  ];
  await window.page.evaluate(STALL_PROBE);
  const probes = {
    explorer: await PaintProbe.install(explorer),
    bare: await PaintProbe.install(bare),
  };
  await probes.explorer.settle();
  await chooseHundred(explorer);
  await Promise.all([probes.explorer.settle(), probes.bare.settle()]);
  return {
    ...{ window, probes, sandbox, host },
    setLength: (bytes) => sandbox.setFaults(bytes === 0 ? [] : [longList(bytes)]),
    reload: async (side) => {
      if (side === "bare") {
        await host.ask("/first");
      } else {
        await host.ask("/execute", ["financialPlanning.list.reload"]);
      }
    },
    close: () => close(editor, sandbox),
  };
}

/** The panel's keys and commands go where the focus is; VS Code takes a moment to know. */
export async function focus(window: Workbench, probe: PaintProbe): Promise<void> {
  await probe.focus();
  await window.page.waitForTimeout(300);
}

async function close(editor: Editor, sandbox: SandboxUnderTest): Promise<void> {
  await editor.stop();
  await sandbox.stop();
}

function longList(bytes: number): FaultRule {
  return { path: "*/holdings", method: "GET", fault: { kind: "huge", bytes } };
}

/** What the panel needs to be told of today; the one place that knows its words. */
async function openExplorer(
  host: HostControl,
  { connectionId, clientId }: { readonly connectionId: string; readonly clientId: string },
): Promise<void> {
  const target = { connectionId, list: "holdings", clientId, clientLabel: "Bench" };
  await host.ask("/execute", ["financialPlanning.list.open", target]);
}

async function chooseHundred(frame: Frame): Promise<void> {
  const select = frame.locator("fp-pager select").first();
  if ((await select.inputValue()) !== "100") {
    const probe = new PaintProbe(frame);
    await select.selectOption("100");
    await wait(POLL_MS);
    await probe.settle();
  }
}

/** A connection of one's own to the sandbox of the bench: both lists ask the same service. */
async function connect(
  window: Workbench,
  { facts }: SandboxUnderTest,
  folder: string,
): Promise<string> {
  await window.openContainer("Financial Planning");
  await window.runCommand("Financial Planning: Add Connection…");
  const form = window.webview();
  await form.getByRole("textbox", { name: "Label" }).waitFor();
  await window.writeClipboard(describeSandbox(facts));
  await form.getByRole("button", { name: "Paste onboarding details", exact: true }).click();
  await form.getByText(/^Recognised: /).waitFor();
  await form.getByRole("textbox", { name: "Label" }).fill(LABEL);
  await form.getByRole("radio", { name: "Development" }).check();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await window.tree.row(LABEL);
  await form.getByRole("button", { name: "Close", exact: true }).click();
  await window.runCommand("Financial Planning: Export Connections…");
  await window.quickInput.row(/\.\./).waitFor();
  await window.quickInput.accept();
  await window.notifications.message(/It holds no secret\./);
  await window.notifications.dismissAll();
  const { connections } = JSON.parse(readFileSync(join(folder, FILE), "utf8")) as {
    readonly connections: readonly { readonly id: string }[];
  };
  return connections[0]?.id ?? "";
}

async function questionOf(
  { facts }: SandboxUnderTest,
  clientId: string,
): Promise<BareListQuestion> {
  return {
    url: `${facts.baseUrl}${facts.prefixes.finances}/clients/${clientId}/holdings`,
    pageSize: 100,
    headers: {
      Authorization: `Bearer ${await token(facts)}`,
      "Ocp-Apim-Subscription-Key": facts.subscriptionKeys.development,
      Accept: "application/json",
    },
  };
}

async function clientOfMany({ facts }: SandboxUnderTest): Promise<string> {
  const caller = await Caller.signIn(facts);
  const path = `${facts.prefixes.finances}/clients/${CLIENT_OF_MANY}/holdings`;
  const answer = await caller.call(`${path}?pageSize=100&pageNumber=${LAST_PAGE}`);
  if (answer.status !== 200 || !answer.text.includes("holdingId")) {
    throw new Error(`The sandbox has no page ${LAST_PAGE} of that client's holdings.`);
  }
  return CLIENT_OF_MANY;
}

async function frameWith(window: Workbench, selector: string): Promise<Frame> {
  for (let round = 0; round < START_TRIES; round++) {
    for (const frame of window.page.frames()) {
      const isThere = await frame
        .evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`)
        .catch(() => false);
      if (isThere) {
        return frame;
      }
    }
    await wait(POLL_MS);
  }
  throw new Error(`No webview shows ${selector}.`);
}

/** The other end of the line is in the bare list's extension. */
export class HostControl {
  private constructor(private readonly port: number) {}

  static async find(portFile: string): Promise<HostControl> {
    for (let round = 0; round < START_TRIES; round++) {
      if (existsSync(portFile)) {
        const port = Number(readFileSync(portFile, "utf8"));
        if (port > 0) {
          return new HostControl(port);
        }
      }
      await wait(POLL_MS);
    }
    throw new Error("The bare list did not start.");
  }

  async ask<Answer = unknown>(path: string, body: unknown = null): Promise<Answer> {
    const url = `http://127.0.0.1:${this.port}${path}`;
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) {
      throw new Error(`${path}: ${await response.text()}`);
    }
    return (await response.json()) as Answer;
  }

  memory(): Promise<HostMemory> {
    return this.ask<HostMemory>("/memory");
  }

  async watch(): Promise<void> {
    await this.ask("/watch");
  }

  /** The longest turn since `watch`. */
  async longestStall(): Promise<HostStalls> {
    return await this.ask<HostStalls>("/stalls");
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: npm run bench:lists sets it.`);
  }
  return value;
}
