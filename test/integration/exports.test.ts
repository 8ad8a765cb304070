import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as vscode from "vscode";
import type { ExportRecord } from "../../src/features/exports/common/exportRecords";
import type { ExportManifest } from "../../src/features/exports/common/exportManifest";
import {
  dropNote,
  exportRows,
  exportsShown,
  keepNote,
  leftBehind,
  noteOf,
  startExport,
} from "./support/exports";
import {
  activateExplorer,
  eventually,
  labelOf,
  message,
  walk,
  type TestHandle,
} from "./support/explorer";
import { IS_LONG } from "../fakes/runs";

function labelText({ label }: vscode.TreeItem): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}

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

  /** Until other faults are set: a page takes so long that all of them would take half a minute. */
  const SLOW = { kind: "slow", head: 1500 } as const;

  const holdings = (): ReturnType<typeof walk> =>
    walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
  /** By its place: in privacy mode nobody is called as before. */
  const maskedHoldings = (): ReturnType<typeof walk> =>
    walk(explorer, "Sandbox", "Finances", /^Person /, "Holdings");
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
    ["CSV without BOM", "guarded.csv"],
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
        assert.equal(text.startsWith("\uFEFF"), form === "CSV for spreadsheets");
        const { byteOrderMark, guardFormulas } = manifest(name).form;
        assert.deepEqual(
          [byteOrderMark, guardFormulas],
          [form === "CSV for spreadsheets", form !== "CSV"],
        );
        const rows = parse(text, { bom: true, columns: true });
        assert.equal(rows.length, 37);
        assert.ok(manifest(name).flattening);
      }
    });
  }

  it("shows one in its folder, also where a browser has no file manager", async () => {
    const [{ id } = {}] = await exportsShown(explorer);
    assert.notEqual(id, undefined);
    explorer.dialogs.takeShown();
    await vscode.commands.executeCommand("financialPlanning.export.reveal", { exportId: id });
    assert.deepEqual(explorer.dialogs.takeShown(), []);
  });

  it("shows each in the view, the newest first, until it is removed", async () => {
    const shown = await exportsShown(explorer);
    assert.deepEqual(
      shown.map(({ contextValue }) => contextValue),
      Array.from({ length: 6 }, () => "exportFinished"),
    );
    assert.match(labelText(shown[0]!), /^\S?holdings\.md\S?$/);
    assert.match(
      String(shown[0]!.description),
      /^37 rows · [\d.]+ KB · Sandbox · Holdings · .+, .+$/,
    );
    for (const [name, file] of [
      ["open", /holdings\.md$/],
      ["showManifest", /holdings\.md\.manifest\.json$/],
    ] as const) {
      const target = { exportId: shown[0]!.id };
      await vscode.commands.executeCommand(`financialPlanning.export.${name}`, target);
      await eventually(`${name} in front`, () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return file.test(activeTab?.label ?? "") ? true : undefined;
      });
    }
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

  it("takes along what the panel in front has, without a call", async () => {
    await vscode.commands.executeCommand("financialPlanning.list.open", await holdings());
    await eventually("the page", () =>
      explorer.history.last?.attempts.at(-1)?.status === 200 ? true : undefined,
    );
    const before = explorer.history.last!.id;
    const rows = await exportRows(explorer, await holdings());
    const asked = explorer.history.last!.id;
    assert.notEqual(asked, before);
    const answers = ["25 loaded", "Back", "25 loaded", "JSON Lines", "File…"];
    await startExport(explorer, undefined, [...answers, at("loaded.jsonl").toString()]);
    await message(explorer, /^Exported 25 holdings to loaded\.jsonl/);
    assert.equal(explorer.history.last!.id, asked, "nobody was asked");
    const lines = read("loaded.jsonl").trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      rows.slice(0, 25),
    );
    assert.equal(manifest("loaded.jsonl").scope, "loaded");
    assert.equal(manifest("loaded.jsonl").audit.isWhole, false);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("asks which list where no panel is in front, and exports nothing when nobody says", async () => {
    await startExport(explorer, undefined, [undefined]);
    await startExport(explorer, await holdings(), [undefined]);
    await startExport(explorer, await holdings(), ["CSV", "Back", "JSON", undefined]);
    await startExport(explorer, await holdings(), ["CSV", "File…", undefined]);
    explorer.dialogs.takeShown();
    assert.deepEqual(
      (await exportsShown(explorer)).filter(({ contextValue }) => !isFinished(contextValue)),
      [],
    );
  });

  it("masks what it exports in privacy mode, and the name of the file with it", async () => {
    const names = labelOf(explorer.tree, await walk(explorer, "Sandbox", "Finances", /, /)).split(
      ", ",
    );
    await vscode.commands.executeCommand("financialPlanning.privacy.toggle");
    try {
      const node = await maskedHoldings();
      await explorer.sandbox.setFaults([
        { operationId: "listHoldings", query: "*pageNumber=2", fault: SLOW },
      ]);
      await startExport(explorer, node, [
        ...["JSON Lines", "File…", at("masked.jsonl").toString()],
      ]);
      const journal = await eventually("its journal", () => {
        const name = "masked.jsonl.part.journal";
        const text = existsSync(join(folder, name)) ? read(name) : "";
        return Promise.resolve(text === "" ? undefined : text);
      });
      await explorer.sandbox.setFaults([]);
      assert.match(journal, /"subject":"Person /);
      const shown = await message(explorer, /^Exported 37 holdings to masked\.jsonl/);
      assert.doesNotMatch(shown, new RegExp(names.join("|")));
      const written = read("masked.jsonl") + JSON.stringify(manifest("masked.jsonl").query);
      assert.equal(read("masked.jsonl").trimEnd().split("\n").length, 37);
      assert.equal(manifest("masked.jsonl").isMasked, true);
      for (const name of names) {
        assert.ok(!(written + journal).includes(name), name);
      }
      assert.doesNotMatch(written, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
    } finally {
      await explorer.sandbox.setFaults([]);
      await vscode.commands.executeCommand("financialPlanning.privacy.turnOff");
    }
  });

  it("shows what another process left behind, says it once, and takes it up by a yes", async () => {
    const name = "left.jsonl";
    // What a window that ended left: a part, its journal and a note.
    const { part, note } = await leftBehind(explorer, await holdings(), at(name));
    explorer.dialogs.takeShown();
    await keepNote(explorer, note);
    const [item] = await eventually("the left export", async () => {
      const shown = await exportsShown(explorer);
      return shown.some(({ id }) => id === note.id) ? shown : undefined;
    });
    assert.equal(item!.contextValue, "exportWaiting");
    assert.match(String(item!.description), /\binterrupted at page 1 · 25 rows/);
    assert.ok(existsSync(part));
    assert.ok(!existsSync(join(folder, name)), "nothing goes on by itself");
    await vscode.commands.executeCommand("financialPlanning.export.resume", { exportId: note.id });
    await message(explorer, /^Exported 37 holdings to left\.jsonl/);
    assert.deepEqual(
      read(name)
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
      await exportRows(explorer, await holdings()),
    );
    assert.ok(!existsSync(part));
  });

  it("says of a part that another window is at that it is", async () => {
    const { part, note } = await leftBehind(explorer, await holdings(), at("other.jsonl"));
    const window = { ...note.window, process: process.ppid };
    await keepNote(explorer, { ...note, window });
    const [item] = await eventually("the export of another window", async () => {
      const shown = await exportsShown(explorer);
      return shown.some(({ id }) => id === note.id) ? shown : undefined;
    });
    assert.match(String(item!.description), /\bruns in another window · /);
    assert.equal(item!.contextValue, "exportElsewhere");
    await dropNote(explorer, note.id);
    await eventually("it to go", async () =>
      (await exportsShown(explorer)).some(({ id }) => id === note.id) ? undefined : true,
    );
    // The part itself can be picked, as one from another machine would be.
    explorer.dialogs.script(vscode.Uri.file(part).toString(), "Resume");
    await vscode.commands.executeCommand("financialPlanning.export.resumePart");
    await message(explorer, /^Exported 37 holdings to other\.jsonl/);
  });

  it("sends nothing for a part from elsewhere before a yes, and asks where its file is to go", async () => {
    const node = await holdings();
    for (const [name, wanted] of [
      // What a part says is elsewhere is not written to, nor what is there written over.
      ["foreign.jsonl", "vscode-userdata:/User/settings.json"],
      ["taken.jsonl", at("taken.jsonl").toString()],
    ] as const) {
      const { part, note } = await leftBehind(explorer, node, at(name));
      const journal = readFileSync(`${part}.journal`, "utf8");
      writeFileSync(`${part}.journal`, journal.replace(at(name).toString(), wanted));
      writeFileSync(join(folder, "taken.jsonl"), "before");
      const resume = (...answers: readonly (string | undefined)[]): Thenable<unknown> => {
        explorer.dialogs.takeShown();
        explorer.dialogs.script(vscode.Uri.file(part).toString(), ...answers);
        return vscode.commands.executeCommand("financialPlanning.export.resumePart");
      };
      await resume(undefined);
      const [, question = ""] = explorer.dialogs.takeShown();
      assert.match(question, /^Resume the export of this part\? It holds 25 rows\.\n/);
      assert.match(question, /with Sandbox: GET \/clients\/[0-9a-f-]{36}\/holdings$/);
      assert.ok((await exportsShown(explorer)).every(({ id }) => id !== note.id));
      await resume("Resume", undefined);
      assert.ok(existsSync(part) && read("taken.jsonl") === "before");
      await resume("Resume", at(`chosen-${name}`).toString());
      await message(explorer, new RegExp(`^Exported 37 holdings to chosen-${name}`));
      assert.equal(read("taken.jsonl"), "before");
    }
  });

  (IS_LONG ? describe : describe.skip)("on their way", () => {
    afterEach(async () => {
      await explorer.sandbox.setFaults([]);
      for (const { id, contextValue } of await exportsShown(explorer)) {
        await act("stop", id);
        if (!isFinished(contextValue)) {
          explorer.dialogs.script("Delete Part");
        }
        await act("remove", id);
      }
    });

    const clients = (): ReturnType<typeof walk> =>
      walk(explorer, "Sandbox", "Client records", "Clients");
    const act = (name: string, id: string | undefined): Thenable<unknown> =>
      vscode.commands.executeCommand(`financialPlanning.export.${name}`, { exportId: id });

    const slowly = (): Promise<void> =>
      explorer.sandbox.setFaults([{ operationId: "listClients", fault: SLOW }]);

    /** Waits until the only export is shown so, with at least this many pages. */
    const shownAs = (context: string, text: RegExp): Promise<vscode.TreeItem> =>
      eventually(`${context} ${text.source}`, async () => {
        const [item] = await exportsShown(explorer);
        const fits = item?.contextValue === context && text.test(String(item.description));
        return fits ? item : undefined;
      });

    async function begin(name: string): Promise<vscode.TreeItem> {
      const node = await clients();
      await slowly();
      await startExport(explorer, node, ["JSON Lines", "File…", at(name).toString()]);
      return shownAs("exportRunning", / rows · .*page ([2-9]|\d\d)/);
    }

    /** Pauses it: the pages that are on their way come, and no others. */
    async function paused(id: string | undefined): Promise<vscode.TreeItem> {
      await act("pause", id);
      await explorer.sandbox.setFaults([]);
      return shownAs("exportWaiting", /^paused at page \d+ · [\d,]+ rows/);
    }

    const pageOf = ({ description }: vscode.TreeItem): number =>
      Number(/^paused at page (\d+)/.exec(String(description))?.[1]);

    /** Its note, once the pause has reached it. */
    const noted = (id: string | undefined): Promise<ExportRecord> =>
      eventually("its note", async () => {
        const note = await noteOf(explorer, id);
        return note?.state === "paused" ? note : undefined;
      });

    it("follow another window that takes them up where this one paused them", async () => {
      const { id } = await begin("handed.jsonl");
      await paused(id);
      const note = await noted(id);
      const window = { ...note.window, process: process.ppid };
      await keepNote(explorer, { ...note, window, state: "running", rows: 1_900 });
      await shownAs("exportElsewhere", /^runs in another window · 1,900 of 2,000 rows/);
      await keepNote(explorer, { ...note, window, state: "paused" });
      await shownAs("exportWaiting", /^paused at page/);
      await slowly();
      await act("resume", id);
      await shownAs("exportRunning", / rows · /);
      await paused(id);
      // Finished there: it is shown there alone.
      await noted(id);
      await dropNote(explorer, id!);
      await eventually("it to go", async () =>
        (await exportsShown(explorer)).some((item) => item.id === id) ? undefined : true,
      );
    });

    async function isWhole(name: string): Promise<void> {
      const all = (await walk(explorer, "Sandbox", "Client records", "Clients")).kind;
      assert.equal(all, "clients");
      const rows = read(name).trimEnd().split("\n");
      const ids = rows.map((row) => (JSON.parse(row) as { clientId: string }).clientId);
      assert.equal(new Set(ids).size, rows.length);
      assert.equal(manifest(name).file.rows, rows.length);
      assert.equal(manifest(name).audit.isWhole, true);
      assert.ok(rows.length >= 2_000, String(rows.length));
    }

    it("tell how far they are, pause at a page and go on to the end", async () => {
      const { id, tooltip, accessibilityInformation } = await begin("paused.jsonl");
      assert.match(
        tooltip as string,
        /^Clients\n[\d,]+ of [\d,]+ rows · .*page .*\nConnection: Sandbox\nGET \/clients/,
      );
      assert.match(accessibilityInformation!.label, /^paused\.jsonl, [\d,]+ of /);
      const waiting = await paused(id);
      const { length } = read("paused.jsonl.part");
      // What would go on has come further by then.
      await exportRows(explorer, await holdings());
      await exportRows(explorer, await holdings());
      assert.equal(read("paused.jsonl.part").length, length);
      assert.equal(pageOf((await exportsShown(explorer))[0]!), pageOf(waiting));
      await act("resume", waiting.id);
      await message(explorer, /^Exported [\d,]+ clients to paused\.jsonl/);
      await isWhole("paused.jsonl");
      assert.equal(manifest("paused.jsonl").traceIds.length, 2);
    });

    it("are stopped with what came, and go on from their part", async () => {
      const { id } = await begin("stopped.jsonl");
      await act("stop", id);
      await message(
        explorer,
        /^The export was stopped\. Exported so far: \d+ rows of \d+ pages\.$/,
      );
      await shownAs("exportWaiting", /^stopped at page \d+/);
      assert.ok(!existsSync(join(folder, "stopped.jsonl")));
      await explorer.sandbox.setFaults([]);
      await act("resume", id);
      await message(explorer, /^Exported [\d,]+ clients to stopped\.jsonl/);
      await isWhole("stopped.jsonl");
      assert.equal(manifest("stopped.jsonl").traceIds.length, 2);
    });

    it("keep what came when the sandbox is killed, and go on with the next one", async () => {
      await begin("killed.jsonl");
      process.kill(explorer.sandbox.processId!, "SIGKILL");
      const said = await message(explorer, /^The export of Clients failed: /);
      assert.match(said, / Exported so far: \d+ rows of \d+ pages\./);
      const { id } = await shownAs("exportFailed", /^failed after page \d+/);
      await act("showError", id);
      await message(explorer, /^The export of Clients failed: /);
      await explorer.sandbox.restart();
      await act("resume", id);
      await message(explorer, /^Exported [\d,]+ clients to killed\.jsonl/);
      await isWhole("killed.jsonl");
    });

    it("are removed with their part by a yes alone", async () => {
      const { id } = await begin("removed.jsonl");
      await act("stop", id);
      await shownAs("exportWaiting", /^stopped/);
      explorer.dialogs.script(undefined);
      await act("remove", id);
      assert.ok(existsSync(join(folder, "removed.jsonl.part")));
      explorer.dialogs.script("Delete Part");
      await act("remove", id);
      assert.ok(!existsSync(join(folder, "removed.jsonl.part")));
      assert.deepEqual(await exportsShown(explorer), []);
    });
  });
});

/** In a file, or else in the clipboard or an editor. */
function isFinished(contextValue = ""): boolean {
  return /^export(Finished|Placed)$/.test(contextValue);
}
