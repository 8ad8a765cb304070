import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
} from "./support/explorer";

describe("the record of calls", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    // What others loaded may be forgotten by now.
    await vscode.commands.executeCommand("financialPlanning.connections.refresh");
    await firstClient(explorer);
  });

  const run = (command: string, ...values: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);
  const clipboard = (): Thenable<string> => vscode.env.clipboard.readText();

  it("has the ids of any recorded call and attempt for the clipboard", async () => {
    const { id, traceId, attempts } = explorer.history.last!;
    await run("requests.copyTraceId", { actionId: id });
    assert.equal(await clipboard(), traceId);
    await run("requests.copyRequestId", { actionId: id });
    assert.equal(await clipboard(), attempts.at(-1)?.requestId);
    await vscode.env.clipboard.writeText("");
    await run("requests.copyRequestId", { actionId: id, attempt: 1 });
    assert.equal(await clipboard(), attempts[0]?.requestId);
  });

  it("says so where there is no such call or attempt", async () => {
    const { id } = explorer.history.last!;
    await run("requests.copyRequestId", { actionId: id, attempt: 99 });
    await message(explorer, /request id/i);
    await run("requests.copyRequestId", { actionId: "none" });
    await message(explorer, /^This request is no longer recorded\./);
  });

  it("holds headers, hashes and bodies of what was sent and answered", async () => {
    const { id, attempts } = explorer.history.last!;
    const attempt = attempts.at(-1)!;
    const names = attempt.requestHeaders.map(([name]) => name.toLowerCase());
    assert.ok(names.includes("ocp-apim-subscription-key") && names.includes("user-agent"));
    assert.equal(
      JSON.stringify(attempt).includes(explorer.sandbox.facts!.subscriptionKeys.development),
      false,
    );
    assert.match(attempt.responseHash ?? "", /^[0-9a-f]{64}$/);
    const bodies = await explorer.history.bodies(id, attempt.number);
    assert.equal(bodies?.response?.byteLength, attempt.responseBytes);
  });

  it("is on disk soon, in the folder of the extension", async () => {
    const { id } = explorer.history.last!;
    const { folder } = explorer.history;
    assert.match(folder, /globalStorage/);
    await eventually("the call in the history file", async () => {
      const text = await readFile(`${folder}/actions.jsonl`, "utf8").catch(() => "");
      return text.includes(id) ? true : undefined;
    });
  });
});
