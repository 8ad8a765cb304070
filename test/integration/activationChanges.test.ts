import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import { payloadPath } from "../../src/core/pensions/target";
import { followControls, groupsBecome, openChanges } from "./support/changes";
import { activateExplorer, type TestHandle, workspaceFolder } from "./support/explorer";

const CLIENT = "0b1c5c9e-5d6e-4e0b-9a53-0a5f2b1c7cff";

// Sorted before whatever opens the view in this window.
describe("payload files before their view is opened", () => {
  let explorer: TestHandle;
  const folder = workspaceFolder();
  const uri = vscode.Uri.joinPath(folder, payloadPath({ clientId: CLIENT, pensionId: "BEFORE-1" }));
  const read: string[] = [];
  const { fs } = vscode.workspace;
  const readFile = fs.readFile.bind(fs);

  before(async () => {
    followControls();
    Object.assign(fs, {
      readFile: (file: vscode.Uri) => {
        read.push(basename(file.path));
        return readFile(file);
      },
    });
    await fs.writeFile(uri, new TextEncoder().encode("{}"));
    explorer = await activateExplorer();
  });

  after(() => {
    Object.assign(fs, { readFile });
  });

  it("are not read, nobody is called, and what compares them is not loaded", async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const payloads = read.filter((name) => name.endsWith(".pension.json"));
    assert.deepEqual(payloads, []);
    assert.equal(isLoaded(), false);
    assert.equal(explorer.history.last, undefined);
  });

  it("are read when it is opened, once, and the service is not asked without a session", async () => {
    await openChanges(explorer);
    await groupsBecome(folder, "BEFORE-", { unknown: ["BEFORE-1"] });
    assert.deepEqual(
      read.filter((name) => name === "BEFORE-1.pension.json"),
      ["BEFORE-1.pension.json"],
    );
    assert.equal(isLoaded(), true);
    assert.equal(explorer.history.last, undefined);
    assert.equal(explorer.sandbox.state, "stopped");
    await fs.delete(uri);
  });
});

function isLoaded(): boolean {
  return Object.keys(require.cache).some((file) => basename(file) === "windowBatches.js");
}
