import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { nested, strayingSettings } from "../../fakes/foreignSettings";
import { type Editor, leaveWindow, sharedEditor, startEditor } from "../../e2e/support/editor";
import type { Workbench } from "../../e2e/support/workbench";
import { IS_LONG } from "../../fakes/runs";

type Trust = "trusted" | "restricted";
type Settings = Readonly<Record<string, unknown>>;

interface Place {
  readonly name: string;
  /** Puts the settings there; gives what is to be opened. */
  readonly put: (editor: Editor, settings: Settings) => string;
  /** False for what the editor itself takes out, and tells nobody of. */
  readonly isNamed: boolean;
  /** Where the short form looks too. */
  readonly inShort: Trust | undefined;
}

const PLACES: readonly Place[] = [
  place("a folder's settings", { isNamed: true }, (editor, settings) =>
    folderWith(editor, settings),
  ),
  place("a folder's settings, as objects", { isNamed: true }, (editor, settings) =>
    folderWith(editor, nested(settings)),
  ),
  place("a folder's settings, for a language", { isNamed: true }, (editor, settings) =>
    folderWith(editor, { "[json]": settings }),
  ),
  place("a workspace file", { isNamed: true }, (editor, settings) =>
    workspaceWith(editor, [editor.newFolder()], settings),
  ),
  place(
    "a workspace file, as objects",
    { isNamed: true, inShort: "restricted" },
    (editor, settings) =>
      workspaceWith(editor, [editor.newFolder(), editor.newFolder()], nested(settings)),
  ),
  place("a folder of a workspace", { isNamed: true }, (editor, settings) =>
    workspaceWith(editor, [editor.newFolder(), folderWith(editor, settings)], {}),
  ),
  place("the machine's settings, in every form", { isNamed: false }, (editor, settings) => {
    editor.changeMachineSettings({ ...nested(settings), ...settings, "[json]": settings });
    return editor.newFolder();
  }),
];

const counts = { cells: 0, requests: 0, windows: 0, notices: 0 };

for (const trust of ["trusted", "restricted"] as const) {
  describe(`gate G7: settings of others, ${trust}`, () => {
    let editor: Editor;
    let window: Workbench | undefined;
    let capture: Server;
    let settings: Settings;

    before(async () => {
      editor = trust === "trusted" ? await sharedEditor() : await startEditor({ trustAll: false });
      capture = createServer((_request, response) => response.end("{}"));
      capture.on("connection", () => counts.requests++);
      await new Promise<void>((resolve) => capture.listen(0, "127.0.0.1", resolve));
      settings = strayingSettings((capture.address() as AddressInfo).port);
      assert.equal(Object.keys(settings).length, 10);
    });

    afterEach(async function () {
      editor.changeMachineSettings({});
      if (window !== undefined) {
        await leaveWindow(this.currentTest, window);
        window = undefined;
      }
    });

    after(async () => {
      await new Promise((resolve) => capture.close(resolve));
      if (trust === "restricted") {
        await editor.stop();
      }
    });

    for (const { name, put, isNamed, inShort } of PLACES) {
      if (!IS_LONG && inShort !== trust) {
        continue;
      }
      it(`${name}: ignored`, async () => {
        window = await editor.openWindow({ folder: put(editor, settings) });
        if (trust === "restricted") {
          await refuseTrust(window);
        }
        await window.openContainer("Financial Planning");
        if (isNamed) {
          await expectNotice(window);
          counts.notices++;
        }
        await callSandbox(window);
        await window.screenshot(`foreign-${trust}-${name.replace(/\W+/g, "-")}`);
        assert.equal(counts.requests, 0);
        assert.deepEqual(window.problems(), []);
        counts.windows++;
        counts.cells += Object.keys(settings).length;
      });
    }
  });
}

after(() => {
  process.stdout.write(
    `  G7 settings attack: ${counts.cells} cells (10 keys x places x trust, ` +
      `${counts.windows} windows of real VS Code), ${counts.requests} requests to the capture ` +
      `server, ${counts.notices} notices\n`,
  );
});

/** A whole walk to results: prefix, ports and trace id would all show. */
async function callSandbox(window: Workbench): Promise<void> {
  const path = ["Sandbox", "Risk profiling", /, /] as const;
  await window.tree.expand("Sandbox");
  await window.tree.expand("Sandbox", "Risk profiling");
  await window.tree.expand(...path);
  const page = window.webview().locator("fp-pager .page").first();
  await window.tree.open([...path, "Results"], page);
  await window.webview().locator("fp-status-line").getByText(/^fpx-/).waitFor();
}

/** One for the whole window, naming what it is about. */
async function expectNotice(window: Workbench): Promise<void> {
  const told = await window.notifications.message(/This workspace tries to set/);
  assert.match(
    told,
    /financialPlanning\.assistants\.data, financialPlanning\.authUrl, financialPlanning\.baseUrl/,
  );
  assert.match(told, /financialPlanning\.sandbox\.servicePort/);
  const toasts = await window.notifications.messages();
  assert.equal(toasts.filter((text) => text.includes("tries to set")).length, 1);
}

async function refuseTrust(window: Workbench): Promise<void> {
  const button = "No, I don't trust the authors";
  if (await window.page.locator(".monaco-dialog-box").isVisible()) {
    await window.modal.click(button);
  }
}

function folderWith(editor: Editor, settings: Settings): string {
  const folder = editor.newFolder();
  mkdirSync(join(folder, ".vscode"));
  writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  return folder;
}

function workspaceWith(editor: Editor, folders: readonly string[], settings: Settings): string {
  const file = join(editor.newFolder(), "stray.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })), settings }));
  return file;
}

function place(
  name: string,
  { isNamed, inShort }: { readonly isNamed: boolean; readonly inShort?: Trust },
  put: Place["put"],
): Place {
  return { name, put, isNamed, inShort };
}
