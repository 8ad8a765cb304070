import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as vscode from "vscode";
import type { ExportManifest } from "../../src/core/lists/export/exportManifest";
import { exportRows, exportsShown, startExport } from "./support/exports";
import { activateExplorer, eventually, message, walk, type TestHandle } from "./support/explorer";

describe("exports", () => {
  let explorer: TestHandle;
  let folder: string;

  before(async () => {
    explorer = await activateExplorer();
    folder = mkdtempSync(join(tmpdir(), "exports-"));
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => void explorer.dialogs.takeShown());

  const holdings = (): ReturnType<typeof walk> =>
    walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
  const at = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const manifest = (name: string): ExportManifest =>
    JSON.parse(read(`${name}.manifest.json`)) as ExportManifest;

  it("takes all pages along as JSON Lines, with a manifest that says how", async () => {
    const name = "holdings.jsonl";
    await startExport(explorer, await holdings(), ["JSON Lines", "File…", at(name).toString()]);
    await message(explorer, /^Exported 37 holdings to holdings\.jsonl \([\d.]+ KB\)\./);
    const text = read(name);
    const lines = text.trimEnd().split("\n");
    assert.equal(lines.length, 37);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      await exportRows(explorer, await holdings()),
    );
    const said = manifest(name);
    assert.equal(said.file.name, name);
    assert.equal(said.file.rows, 37);
    assert.equal(said.file.bytes, Buffer.byteLength(text));
    assert.equal(said.file.sha256, hash("sha256", text, "hex"));
    assert.deepEqual(
      said.pages.map(({ rows }) => rows),
      [25, 12],
    );
    assert.ok(said.traceIds.length > 0);
    assert.equal(said.audit.isWhole, true);
    assert.ok(!existsSync(join(folder, `${name}.part`)));
    assert.ok(!existsSync(join(folder, `${name}.part.journal`)));
  });

  for (const [form, name] of [
    ["JSON", "holdings.json"],
    ["CSV for spreadsheets", "holdings.csv"],
    ["CSV", "plain.csv"],
    ["Markdown", "holdings.md"],
  ] as const) {
    it(`takes all pages along as ${form}`, async () => {
      await startExport(explorer, await holdings(), [form, "File…", at(name).toString()]);
      await message(explorer, /^Exported 37 holdings to /);
      const text = read(name);
      assert.equal(
        manifest(name).file.sha256,
        hash("sha256", readFileSync(join(folder, name)), "hex"),
      );
      if (form === "JSON") {
        assert.deepEqual(JSON.parse(text), await exportRows(explorer, await holdings()));
      } else if (form === "Markdown") {
        assert.equal(text.trimEnd().split("\n").length, 39);
      } else {
        assert.equal(text.startsWith("\uFEFF"), form !== "CSV");
        const rows = parse(text, { bom: true, columns: true });
        assert.equal(rows.length, 37);
        assert.ok(manifest(name).flattening);
      }
    });
  }

  it("shows each in the view, the newest first, until it is removed", async () => {
    const shown = await exportsShown(explorer);
    assert.deepEqual(
      shown.map(({ contextValue }) => contextValue),
      Array.from({ length: 5 }, () => "exportFinished"),
    );
    assert.match(String(shown[0]!.label), /^Holdings · .+, .+$/);
    assert.match(String(shown[0]!.description), /^37 rows · [\d.]+ KB$/);
    for (const { id } of shown) {
      await vscode.commands.executeCommand("financialPlanning.export.remove", { exportId: id });
    }
    assert.deepEqual(await exportsShown(explorer), []);
    assert.ok(existsSync(join(folder, "holdings.json")), "what it became stays");
  });

  it("copies a small list, and opens it in an editor", async () => {
    await startExport(explorer, await holdings(), ["JSON Lines", "Clipboard"]);
    await message(explorer, /^Copied 37 holdings/);
    const copied = await vscode.env.clipboard.readText();
    assert.equal(copied.trimEnd().split("\n").length, 37);
    await startExport(explorer, await holdings(), ["CSV", "New editor"]);
    await message(explorer, /^Opened 37 holdings/);
    const document = await eventually("the editor", () => {
      const found = vscode.window.activeTextEditor?.document;
      return found?.uri.path.endsWith(".csv") === true ? found : undefined;
    });
    assert.equal(parse(document.getText(), { columns: true }).length, 37);
  });
});
