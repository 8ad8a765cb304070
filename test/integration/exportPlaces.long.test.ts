import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ExportManifest } from "../../src/features/exports/common/exportManifest";
import { CLIPBOARD_BYTE_LIMIT } from "../../src/features/exports/common/formats/exportedText";
import { passesConsent } from "../../src/features/lists/host/consentQuestion";
import { askForFile, moveIntoPlace } from "../../src/features/exports/host/moveIntoPlace";
import {
  dropNote,
  exportRows,
  exportsShown,
  keepNote,
  leftBehind,
  startExport,
} from "./support/exports";
import { MemoryFiles } from "./support/memoryFiles";
import { activateExplorer, eventually, message, walk, type TestHandle } from "./support/explorer";

describe("places of exports", () => {
  let explorer: TestHandle;
  let folder: string;

  before(async () => {
    explorer = await activateExplorer();
    folder = mkdtempSync(join(tmpdir(), "places-"));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(() => void explorer.dialogs.takeShown());

  afterEach(async () => {
    for (const { id } of await exportsShown(explorer)) {
      explorer.dialogs.script("Delete Part");
      await vscode.commands.executeCommand("financialPlanning.export.remove", { exportId: id });
    }
    explorer.dialogs.reset();
  });

  const holdings = (): ReturnType<typeof walk> =>
    walk(explorer, "Sandbox", "Finances", /, /, "Holdings");

  it("may be of another file system: made here, copied there, deleted here", async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider("memory", files);
    try {
      const answers = ["JSON Lines", "File…", "memory:/holdings.jsonl"];
      await startExport(explorer, await holdings(), [...answers, undefined]);
      assert.match(explorer.dialogs.takeShown().join("\n"), /is not on the machine that/);
      assert.equal(files.all.size, 0);
      await startExport(explorer, await holdings(), [...answers, "Export"]);
      await message(explorer, /^Exported 37 holdings to holdings\.jsonl/);
      const text = (name: string): string => Buffer.from(files.all.get(name)!).toString();
      assert.deepEqual(
        text("/holdings.jsonl")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown),
        await exportRows(explorer, await holdings()),
      );
      const said = JSON.parse(text("/holdings.jsonl.manifest.json")) as ExportManifest;
      assert.deepEqual([said.file.name, said.file.rows], ["holdings.jsonl", 37]);
      assert.equal(files.all.size, 2);
    } finally {
      registered.dispose();
    }
  });

  it("are files where a text is too long, by a yes, and the part stays until then", async () => {
    const path = join(folder, "long.part");
    writeFileSync(path, "x".repeat(CLIPBOARD_BYTE_LIMIT + 1));
    const form = { format: "jsonl", byteOrderMark: false, guardFormulas: true } as const;
    const query = { operationId: "listHoldings" };
    const file = { name: "", bytes: 1, rows: 1, sha256: "" };
    const result = { path, manifest: { query, file } as unknown as ExportManifest };
    const services = {
      answers: { open: () => assert.fail(), openOwn: () => assert.fail() },
      copy: () => assert.fail(),
    };
    const spec = { isMasked: false, form, query: query as never };
    for (const kind of ["clipboard", "editor"] as const) {
      const failed = moveIntoPlace(services, spec, { kind }, result);
      await assert.rejects(failed, { code: "exports/tooLargeForText" });
    }
    explorer.dialogs.script(undefined);
    assert.equal(await askForFile(explorer.dialogs, spec), undefined);
    const uri = vscode.Uri.file(join(folder, "long.jsonl"));
    explorer.dialogs.script("Save to File…", uri.toString());
    const target = await askForFile(explorer.dialogs, spec);
    assert.deepEqual(target, { kind: "file", uri: uri.toString() });
    const placed = await moveIntoPlace(services, spec, target, result);
    assert.ok(!existsSync(path));
    assert.equal(placed.manifest.file.name, "long.jsonl");
    assert.ok(readFileSync(`${uri.fsPath}.manifest.json`, "utf8").includes('"long.jsonl"'));
  });

  it("ask which connection is meant where that of a part is not here", async () => {
    const { part, note } = await leftBehind(
      explorer,
      await holdings(),
      vscode.Uri.file(join(folder, "foreign.jsonl")),
    );
    const journal = `${part}.journal`;
    const before = readFileSync(journal, "utf8");
    writeFileSync(journal, before.replace('"connectionId":"sandbox"', '"connectionId":"theirs"'));
    assert.notEqual(readFileSync(journal, "utf8"), before);
    explorer.dialogs.script(vscode.Uri.file(part).toString(), "Resume", undefined);
    await vscode.commands.executeCommand("financialPlanning.export.resumePart");
    const asked = explorer.dialogs.takeShown().join("\n");
    assert.match(asked, /begun with Sandbox.*\. Which connection is that here\?/);
    assert.ok(existsSync(part));
    const [item] = await exportsShown(explorer);
    assert.equal(item?.id, note.id);
    explorer.dialogs.script("Sandbox");
    await vscode.commands.executeCommand("financialPlanning.export.resume", { exportId: note.id });
    await message(explorer, /^Exported 37 holdings to foreign\.jsonl/);
    assert.ok(!existsSync(part));
  });

  it("say after a reload why an export failed, with its ids", async () => {
    const { note } = await leftBehind(
      explorer,
      await holdings(),
      vscode.Uri.file(join(folder, "failed.jsonl")),
    );
    const failure = { what: "The disk is full.", requestId: "request-1", traceId: "trace-1" };
    await keepNote(explorer, { ...note, state: "failed", failure });
    const [item] = await eventually("the failed export", async () => {
      const shown = await exportsShown(explorer);
      return shown.some(({ id }) => id === note.id) ? shown : undefined;
    });
    assert.equal(item!.contextValue, "exportFailed");
    const tip = item!.tooltip as string;
    assert.match(tip, /\nThe disk is full\.\n[^]*\nRequest request-1\nTrace trace-1$/);
    await vscode.commands.executeCommand("financialPlanning.export.showError", {
      exportId: note.id,
    });
    const said = await message(explorer, /^The export of Holdings failed in an earlier session/);
    assert.match(said, / The disk is full\. .* Request request-1\. Trace trace-1\.$/);
    await dropNote(explorer, note.id);
    await eventually("it to go", async () =>
      (await exportsShown(explorer)).some(({ id }) => id === note.id) ? undefined : true,
    );
  });

  it("are asked about where the consent would end before the walk does", async () => {
    const { dialogs } = explorer;
    const session = (left: number): Parameters<typeof passesConsent>[0] => ({
      dialogs,
      session: () => ({ consentEndsAt: Date.now() + left }) as never,
    });
    const facts = { rows: 20_000, pageSize: 10, millisecondsPerPage: 1_000, atOnce: 2 };
    assert.equal(await passesConsent(session(3 * 3_600_000), "c", facts), true);
    assert.deepEqual(dialogs.takeShown(), [], "time enough");
    for (const [answer, isBegun] of [
      [undefined, false],
      ["Start Anyway", true],
    ] as const) {
      dialogs.script(answer);
      assert.equal(await passesConsent(session(60_000), "c", facts), isBegun);
      assert.match(
        dialogs.takeShown()[0] ?? "",
        /^All pages would take about 17 min; the consent ends in 60 s\.\n/,
      );
    }
    dialogs.script(undefined);
    const unknown = { ...facts, rows: undefined };
    assert.equal(await passesConsent(session(20 * 60_000), "c", unknown), false);
    assert.match(
      dialogs.takeShown()[0] ?? "",
      /^The consent ends in 20 min; it is not known how long all pages/,
    );
  });
});
