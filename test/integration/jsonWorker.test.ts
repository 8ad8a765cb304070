import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createJsonIndexer, WORKER_BYTES } from "../../src/platform/json/indexer";
import { parseJsonText } from "../../src/platform/json/jsonText";
import { EXTENSION_ID } from "../../src/manifest";
import { activateExplorer } from "./support/explorer";

describe("long answers in the extension host", () => {
  it("are read by the thread that ships", async () => {
    await activateExplorer();
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const failures: string[] = [];
    const fail = (message: string): void => void failures.push(message);
    const indexer = createJsonIndexer({
      worker: join(extension.extensionPath, "dist", "jsonIndexWorker.js"),
      clock: SYSTEM_CLOCK,
      log: { trace: fail, info: fail, warn: fail, error: fail },
    });
    try {
      const text = `[${Array.from({ length: 50_000 }, (_, id) => `{"id": ${id}.10}`).join()}]`;
      const root = await indexer.index(text, { bytes: WORKER_BYTES + 1 });
      assert.deepEqual(root, parseJsonText(text));
      // It would say so if it had read without the thread.
      assert.deepEqual(failures, []);
    } finally {
      await indexer.dispose();
    }
  });
});
