import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ExportItem } from "../../src/features/exports/host/exportItem";
import {
  activateExplorer,
  eventually,
  firstClient,
  labelOf,
  message,
  type TestHandle,
} from "./support/explorer";

const COMMAND = "financialPlanning.export.forClients";

describe("a list of many clients as a data set", () => {
  let explorer: TestHandle;
  let folder: string;

  before(async () => {
    explorer = await activateExplorer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "data-sets-"));
    explorer.dialogs.reset();
  });

  afterEach(async () => {
    for (const item of await items()) {
      explorer.dialogs.script("Delete Data Set");
      await vscode.commands.executeCommand("financialPlanning.export.stop", argument(item));
      await vscode.commands.executeCommand("financialPlanning.export.remove", argument(item));
    }
    explorer.dialogs.reset();
    rmSync(folder, { recursive: true, force: true });
  });

  async function items(): Promise<ExportItem[]> {
    const children = await explorer.answering.exports.getChildren(undefined);
    return (children ?? []) as ExportItem[];
  }

  const argument = ({ id }: ExportItem): { exportId: string } => ({ exportId: id });
  const files = (name = "holdings"): string[] =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).sort();
  const place = (): string => vscode.Uri.file(folder).toString();

  it("is made of the clients that match, and says what came", async () => {
    explorer.dialogs.script("Holdings", "Clients that match…", "okafor", place());
    await vscode.commands.executeCommand(COMMAND);
    const said = await message(explorer, /^Exported .* holdings of .* to holdings/);
    assert.match(said, /clients? to holdings \(/);
    const names = files();
    assert.ok(names.includes("_manifest.json") && names.includes("_journal.jsonl"));
    assert.ok(!names.includes("_resume.json"));
    assert.ok(names.some((name) => /^client_id=[0-9a-f-]{36}.part-00000\.jsonl$/.test(name)));
    const text = readFileSync(join(folder, "holdings", "_manifest.json"), "utf8");
    const { clients, query } = JSON.parse(text) as Record<string, Record<string, unknown>>;
    assert.equal(clients?.["from"], "filtered");
    assert.equal(query?.["connectionLabel"], "Sandbox");
    const [item] = await items();
    assert.equal(item?.look.context, "exportFinished");
    assert.match(item.look.description, /clients? · .*rows/);
  });

  it("is made of clients that were picked, beside one that is there", async () => {
    const client = await firstClient(explorer);
    const label = labelOf(explorer.tree, client);
    for (const name of ["holdings", "holdings-2"]) {
      explorer.dialogs.script("Holdings", "Pick clients…", label, place());
      await vscode.commands.executeCommand(COMMAND);
      await message(explorer, new RegExp(`to ${name} \\(`));
      assert.ok(files(name).some((path) => path.includes("client_id=")));
    }
  });

  it("is paused and resumed, stopped and removed with what it wrote", async () => {
    explorer.dialogs.script("Holdings", "All clients", place());
    await vscode.commands.executeCommand(COMMAND);
    const item = await eventually("a client that is done", async () => {
      const [first] = await items();
      return first !== undefined && /^[1-9].* of .* clients · /.test(first.look.description)
        ? first
        : undefined;
    });
    await vscode.commands.executeCommand("financialPlanning.export.pause", argument(item));
    assert.equal(item.look.context, "exportWaiting");
    assert.match(item.look.description, /^paused after .* clients? · /);
    await vscode.commands.executeCommand("financialPlanning.export.resume", argument(item));
    await eventually("that it runs again", () =>
      item.look.context === "exportRunning" ? true : undefined,
    );
    await vscode.commands.executeCommand("financialPlanning.export.stop", argument(item));
    await message(explorer, /^The export was stopped\. Its folder holds .* of .* clients?\./);
    assert.ok(files().includes("_resume.json"));
    explorer.dialogs.script("Delete Data Set");
    await vscode.commands.executeCommand("financialPlanning.export.remove", argument(item));
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(await items(), []);
  });

  it("is not made where nobody said into which folder", async () => {
    explorer.dialogs.script("Holdings", "All clients", undefined);
    await vscode.commands.executeCommand(COMMAND);
    explorer.dialogs.script("Holdings", "Back", "Holdings", undefined);
    await vscode.commands.executeCommand(COMMAND);
    assert.deepEqual(await items(), []);
    assert.deepEqual(readdirSync(folder), []);
  });
});
