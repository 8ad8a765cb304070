import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { checkPayload } from "../../src/features/pensions/common/checks/checkPayload";
import {
  createPayloadChecks,
  LONGEST_AT_ONCE,
} from "../../src/features/pensions/common/checks/payloadChecks";
import { EXTENSION_ID } from "../../src/manifest";
import { DEFINITION } from "../unit/features/pensions/checks/definitions";
import { activateExplorer } from "./support/explorer";

describe("long payloads in the extension host", () => {
  it("are checked by the thread that ships", async () => {
    await activateExplorer();
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const failures: string[] = [];
    const fail = (message: string): void => void failures.push(message);
    const checks = createPayloadChecks({
      worker: join(extension.extensionPath, "dist", "payloadChecksWorker.js"),
      clock: SYSTEM_CLOCK,
      log: { trace: fail, info: fail, warn: fail, error: fail },
    });
    try {
      const notes = "é".repeat(LONGEST_AT_ONCE);
      const text = `{"notes": "${notes}", "currency": "gbp", "curency": 1, "valuedOn": "2024-2-3"}`;
      const context = { definition: DEFINITION, off: [] };
      const findings = await checks.check(text, context);
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        ["currency", "unknownField", "date"],
      );
      assert.deepEqual(findings, checkPayload(text, context));
      // It would say so if the thread had failed.
      assert.deepEqual(failures, []);
    } finally {
      await checks.dispose();
    }
  });
});
