import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import { followControls, groupsBecome, openChanges, watchedFolder } from "./support/changes";
import { activateExplorer, type TestHandle, workspaceFolder } from "./support/explorer";

const CLIENT = "0b1c5c9e-5d6e-4e0b-9a53-0a5f2b1c7cff";

// Sorted before whatever opens the view in this window.
describe("payload files before their view is opened", () => {
  let explorer: TestHandle;
  const folder = workspaceFolder();
  const uri = vscode.Uri.joinPath(folder, payloadPath({ clientId: CLIENT, pensionId: "BEFORE-1" }));
  const read: string[] = [];
  const { fs } = vscode.workspace;
  const local = process.getBuiltinModule("node:fs/promises");
  const { readFile } = local;
  const use = (value: vscode.FileSystem): void =>
    void Object.defineProperty(vscode.workspace, "fs", { value, configurable: true });

  before(async () => {
    followControls();
    // The editor's own lets nothing of it be replaced.
    use({
      ...fs,
      readFile: (file) => {
        read.push(basename(file.path));
        return fs.readFile(file);
      },
    });
    // Files of this machine are read without the editor.
    local.readFile = ((file: string, ...values: []) => {
      read.push(basename(file));
      return readFile(file, ...values);
    }) as typeof readFile;
    explorer = await activateExplorer();
    await watchedFolder(vscode.Uri.joinPath(folder, "pensions"));
    await watchedFolder(vscode.Uri.joinPath(folder, "pensions", CLIENT));
  });

  after(() => {
    use(fs);
    local.readFile = readFile;
  });

  it("are not read, and nobody is called", async () => {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.pension.json");
    const isTold = new Promise((resolve) => watcher.onDidCreate(resolve));
    await fs.writeFile(uri, new TextEncoder().encode("{}"));
    // What follows files has heard of it as well, and has had the time to look for them.
    await isTold;
    watcher.dispose();
    assert.equal((await vscode.workspace.findFiles("**/BEFORE-1.pension.json")).length, 1);
    const payloads = read.filter((name) => name.endsWith(".pension.json"));
    assert.deepEqual(payloads, []);
    assert.equal(explorer.history.last, undefined);
  });

  it("are read when it is opened, once, and the service is not asked without a session", async () => {
    await openChanges(explorer);
    await groupsBecome(folder, "BEFORE-", { unknown: ["BEFORE-1"] });
    assert.deepEqual(
      read.filter((name) => name === "BEFORE-1.pension.json"),
      ["BEFORE-1.pension.json"],
    );
    assert.equal(explorer.history.last, undefined);
    assert.equal(explorer.sandbox.state, "stopped");
    await fs.delete(uri);
  });
});
