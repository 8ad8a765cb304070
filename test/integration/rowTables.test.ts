import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { createRowTables } from "../../src/features/lists/common/table/tableWorkerClient";
import { EXTENSION_ID } from "../../src/manifest";
import { EVERY_ROW } from "../../src/features/lists/messages/listQuestions";
import { activateExplorer } from "./support/explorer";

describe("rows of lists in the extension host", () => {
  it("are kept by the thread that ships", async () => {
    await activateExplorer();
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const failures: string[] = [];
    const fail = (message: string): void => void failures.push(message);
    const tables = createRowTables({
      worker: join(extension.extensionPath, "dist", "rowTablesWorker.js"),
      clock: SYSTEM_CLOCK,
      log: { trace: fail, info: fail, warn: fail, error: fail },
    });
    try {
      const table = tables.open();
      const asked = { pageNumber: 1, pageSize: 100 };
      const reader = table.receive({ asked, rules: {}, isAdded: false });
      const rows = Array.from({ length: 50_000 }, (_, id) => `{"id": ${id}.10, "name": "é"}`);
      reader.add(Buffer.from(`{"items": [${rows.join()}]}`));
      const page = await reader.finish("application/json");
      assert.equal(page.rows, 50_000);
      const sort = [{ column: "/id", direction: "descending" as const }];
      const view = { ...EVERY_ROW, sort };
      const question = { view, from: 0, count: 1, columns: ["/id", "/name"] };
      assert.deepEqual((await table.ask("rows", question)).rows, [
        [
          { kind: "number", text: "49999.10" },
          { kind: "text", text: "é" },
        ],
      ]);
      assert.deepEqual(failures, []);
    } finally {
      await tables.dispose();
    }
  });
});
