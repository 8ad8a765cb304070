import "../../../../src/errorTexts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TreeItem } from "vscode";
// First: it stands in for the editor.
import { uriOf } from "../../../fakes/editorSurfaces";
import { describeError, type Translate } from "../../../../src/platform/texts/errorText";
import type { ExportSpec } from "../../../../src/features/exports/common/export";
import {
  type ExportRecord,
  ExportRecords,
  thisWindow,
} from "../../../../src/features/exports/common/exportRecords";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import type { ListExport } from "../../../../src/features/exports/host/listExport";
import { WindowExports } from "../../../../src/features/exports/host/windowExports";
import { NO_PRIVACY } from "../../../fakes/privacy";
import type { Locks } from "../../../../src/platform/files/locks/locks";
import { createLocks } from "../../../fakes/locks";
import type { Privacy } from "../../../../src/platform/vscode/privacy";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { endpointOf, until } from "../lists/support/sessions";
import { type ExportBench, openExports } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";

interface Told {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly press: (button: string | undefined) => void;
}

const translate: Translate = (text, ...values) =>
  text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)]));

describe("exports of a window", () => {
  let service: Bench;
  let bench: ExportBench;
  let locks: Locks;
  let pages: HoldingPages;
  let folder: string;
  let notes: string;
  let window: WindowExports;
  let told: Told[];
  let rules: ListRules[];
  /** What sentences wait for. */
  let describing: Promise<undefined> | undefined;
  let privacy: Privacy;

  beforeEach(async () => {
    pages = new HoldingPages(95);
    locks = createLocks();
    bench = openExports({ locks });
    service = await openBench({ answer: pages.answer });
    [folder, notes] = [
      mkdtempSync(join(tmpdir(), "window-")),
      mkdtempSync(join(tmpdir(), "notes-")),
    ];
    [told, rules, describing, privacy] = [[], [], undefined, NO_PRIVACY];
    window = openWindow();
  });

  afterEach(async () => {
    told.forEach(({ press }) => press(undefined));
    await window.dispose();
    await bench.close();
    await service.close();
    [folder, notes].forEach((path) => rmSync(path, { recursive: true, force: true }));
  });

  function openWindow(change: object = {}): WindowExports {
    const services = {
      ...{ folder: notes, privacy },
      dialogs: {
        notify: (_: string, message: string, buttons: readonly string[]) => {
          const { promise, resolve } = Promise.withResolvers<string | undefined>();
          told.push({ message, buttons, press: resolve });
          return promise;
        },
        confirm: () => Promise.resolve(true),
      },
      engine: () => Promise.resolve(bench.exports),
      lists: () => Promise.resolve({ endpointOf: () => endpointOf("listHoldings") }),
      describe: async (error: unknown, context: object) => {
        await describing;
        return describeError(error, translate, context);
      },
      errorActions: { of: () => [], label: () => "" },
      connection: () => ({ label: "Ours", environment: "development" }),
      connections: () => [],
      rules: {
        rules: () => ({}),
        setRules: (_id: string, _operation: string, one: ListRules) => {
          rules.push(one);
          return Promise.resolve();
        },
      },
      backgroundClient: () => Promise.resolve(service.client),
      showError: (error: unknown) => assert.fail(String(error)),
      ...change,
    };
    return new WindowExports(services as never);
  }

  const specOf = (name: string, query: Partial<ExportSpec["query"]> = {}): ExportSpec =>
    bench.spec({ target: { kind: "file", uri: `file://${join(folder, name)}` } }, query);
  const begin = (name = "h.jsonl", change: Partial<ExportSpec> = {}) =>
    window.begin({ spec: { ...specOf(name), ...change }, panel: undefined });
  const files = (): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const noted = (): string[] => readdirSync(notes).filter((name) => name.endsWith(".json"));
  const rowOf = (name: string): string => readFileSync(join(folder, name), "utf8");
  const only = (): ListExport => window.view.all[0] as ListExport;
  const shown = (): readonly TreeItem[] =>
    window.view.getChildren().map((item) => window.view.getTreeItem(item));
  const message = async (text: RegExp): Promise<Told> => {
    await until(() => told.some((one) => text.test(one.message)));
    return told.find((one) => text.test(one.message))!;
  };

  it("say nothing of a file's name while privacy mode is on", async () => {
    privacy = { ...NO_PRIVACY, isOn: true };
    await window.dispose();
    window = openWindow();
    await begin("Okafor.jsonl");
    const { message: said } = await message(/^Exported 95 holdings/);
    assert.doesNotMatch(said + JSON.stringify(shown()), /Okafor/);
    assert.deepEqual(files(), ["Okafor.jsonl", "Okafor.jsonl.manifest.json"]);
  });

  it("name nobody in the record of a masked one that fails while privacy mode is off", async () => {
    pages.refuse = (page) => (page > 1 ? 403 : undefined);
    pages.refusal = '{"title":"Forbidden","detail":"Ruth Abernathy has no consent."}';
    for (const isMasked of [false, true]) {
      const spec = { id: randomUUID(), createdAt: new Date().toISOString(), isMasked };
      await begin("h.jsonl", spec);
      assert.equal(only().state, "failed");
      const record = readFileSync(join(notes, `${spec.id}.json`), "utf8");
      assert.match(record, /"failure":\{"what":"The service refused the request/);
      assert.equal(record.includes("Abernathy"), !isMasked, record);
    }
  });

  describe("without a row leave no files", () => {
    it("where the first page fails, and begin anew by Resume", async () => {
      const { body } = pages;
      pages.body = () => "{";
      await begin();
      assert.deepEqual([files(), noted()], [[], []]);
      assert.equal(only().state, "failed");
      const { message: said, buttons } = await message(/^The export of .* failed: /);
      assert.match(said, /Resume\. If it fails again/);
      assert.doesNotMatch(said, /retry/i);
      assert.equal(buttons[0], "Resume");
      pages.body = body;
      await only().act("resume");
      await until(() => only().state === "finished");
      assert.deepEqual(files(), ["h.jsonl", "h.jsonl.manifest.json"]);
    });

    it("where it is stopped before one came", async () => {
      pages.hold();
      const running = begin();
      await until(() => pages.waiting === 1);
      await only().act("stop");
      pages.flow();
      await running;
      assert.deepEqual([files(), noted(), window.view.all], [[], [], []]);
      await message(/^The export was stopped before any row came\.$/);
    });

    it("where an empty list cannot be put in its place", async () => {
      pages.rows.length = 0;
      mkdirSync(join(folder, "h.jsonl"));
      await begin();
      assert.equal(only().state, "failed");
      assert.deepEqual([files(), noted()], [["h.jsonl"], []]);
      rmSync(join(folder, "h.jsonl"), { recursive: true });
      await only().act("resume");
      await until(() => only().state === "finished");
      assert.equal(rowOf("h.jsonl"), "");
    });

    it("where rows of a panel changed meanwhile, which are taken anew by Resume", async () => {
      let asked = 0;
      const panel = {
        lines: async function* () {
          await Promise.resolve();
          yield "{}\n";
          if (++asked === 1) {
            throw Object.assign(new Error("changed"));
          }
        },
      };
      const spec = { ...specOf("h.jsonl"), scope: "loaded" as const };
      await window.begin({ spec, panel: panel as never });
      assert.deepEqual([files(), noted(), only().state], [[], [], "failed"]);
      await only().act("resume");
      await until(() => only().state === "finished");
      assert.equal(rowOf("h.jsonl"), "{}\n");
    });
  });

  it("are said once to be interrupted, data sets with them", async () => {
    const part = join(folder, "h.part");
    // What is wrong with it is said when somebody resumes it.
    writeFileSync(part, "");
    writeFileSync(`${part}.journal`, "");
    const left = (kind: "list" | "clients", pages: number): ExportRecord => ({
      ...{ version: 1, id: randomUUID(), kind, part, title: "Holdings", target: "" },
      ...{ scope: "all", isMasked: false, state: "running", pages, rows: 5, bytes: 5 },
      createdAt: "2026-11-22T10:00:00.000Z",
      window: { ...thisWindow(), process: 2 ** 22 + 1 },
    });
    const restoreIn = async (...records: readonly ExportRecord[]): Promise<void> => {
      await window.dispose();
      await Promise.all(records.map((record) => new ExportRecords(notes).set(record)));
      window = openWindow();
      void window.restore();
    };
    await restoreIn(left("clients", 37));
    await message(/^An export was interrupted: Holdings, after 37 clients\./);
    await restoreIn(left("list", 1), left("clients", 2));
    await message(/^2 exports were interrupted\./);
    await window.restore();
    assert.equal(told.length, 2);
    assert.deepEqual(
      window.view.all.map(({ acts }) => acts),
      Array.from({ length: 3 }, () => ["resume", "remove"]),
    );
  });

  it("are removed with the manifest that a kill left beside no file", async () => {
    pages.hold();
    const running = begin();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => only().record.rows === 10);
    await only().act("stop");
    pages.flow();
    await running;
    const manifest = { startedAt: only().createdAt, file: { bytes: 7 } };
    writeFileSync(join(folder, "h.jsonl.manifest.json"), JSON.stringify(manifest));
    await only().act("remove");
    assert.deepEqual([files(), noted()], [[], []]);
  });

  it("lie beside a file that came to their place while they ran", async () => {
    pages.hold();
    const running = begin();
    await until(() => pages.waiting === 1);
    const panel = {
      lines: async function* () {
        yield await Promise.resolve("{}\n");
      },
    };
    const [id, createdAt] = [randomUUID(), new Date().toISOString()];
    const spec = { ...specOf("h.jsonl"), id, createdAt, scope: "loaded" as const };
    await window.begin({ spec, panel: panel as never });
    const manifest = rowOf("h.jsonl.manifest.json");
    pages.flow();
    await running;
    assert.deepEqual([rowOf("h.jsonl"), rowOf("h-2.jsonl")], ["{}\n", pages.lines]);
    assert.equal(rowOf("h.jsonl.manifest.json"), manifest);
    assert.deepEqual(window.view.all.map(({ look }) => look.label).sort(), [
      "h-2.jsonl",
      "h.jsonl",
    ]);
  });

  it("are written over what was there when they began", async () => {
    writeFileSync(join(folder, "h.jsonl"), "before");
    await begin();
    assert.equal(rowOf("h.jsonl"), pages.lines);
    assert.deepEqual(files(), ["h.jsonl", "h.jsonl.manifest.json"]);
  });

  it("are left to their window while it puts them where they were wanted", async () => {
    const begun = Promise.withResolvers<undefined>();
    const copying = Promise.withResolvers<undefined>();
    const copy = (): Promise<undefined> => {
      begun.resolve(undefined);
      return copying.promise;
    };
    await window.dispose();
    window = openWindow({ copy });
    const running = begin("", { target: { kind: "clipboard" } });
    await begun.promise;
    const { id, record } = only();
    await assert.rejects(bench.exports.discard(record.part, id), { code: "exports/partInUse" });
    copying.resolve(undefined);
    await running;
    assert.equal(only().state, "finished");
  });

  describe("that were stopped", () => {
    beforeEach(async () => {
      pages.hold();
      const running = begin();
      await until(() => pages.waiting === 1);
      pages.letGo();
      await until(() => only().record.rows === 10);
      await only().act("stop");
      pages.flow();
      await running;
    });

    describe("and may run in another window", () => {
      beforeEach(async () => {
        await window.dispose();
        const there = { process: 1, machine: "another" };
        const { record } = only();
        await new ExportRecords(notes).set({ ...record, state: "running", window: there });
        window = openWindow();
        await window.restore();
        assert.equal(only().state, "elsewhere");
      });

      it("are not what commands of the palette mean", () => {
        assert.deepEqual([window.view.offered, window.view.all.length], [[], 1]);
      });

      it("go on by Resume where nobody is at their part", async () => {
        await only().act("resume");
        assert.equal(only().state, "running");
        await until(() => only().state === "finished");
        assert.equal(rowOf("h.jsonl"), pages.lines);
      });

      it("go on from the part that is picked", async () => {
        await window.resumePart(uriOf(`file://${only().record.part}`));
        assert.equal(only().state, "running");
        await until(() => only().state === "finished");
      });

      it("are removed where nobody is at their part", async () => {
        await only().act("remove");
        assert.deepEqual([files(), noted(), window.view.all], [[], [], []]);
      });

      it("stay that window's while it is at their part", async () => {
        const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
        const holding = locks.withLock(`export ${only().record.part}`, () => held);
        await assert.rejects(only().act("resume"), { code: "exports/partInUse" });
        await assert.rejects(only().act("remove"), { code: "exports/partInUse" });
        assert.equal(only().state, "elsewhere");
        assert.deepEqual(files(), ["h.jsonl.part", "h.jsonl.part.journal"]);
        letGo(undefined);
        await holding;
      });
    });

    it("run once where Resume is pressed twice", async () => {
      const resume = bench.exports.resume.bind(bench.exports);
      let runs = 0;
      const counted: typeof resume = (...of) => {
        runs++;
        return resume(...of);
      };
      Object.assign(bench.exports, { resume: counted });
      await Promise.all([only().act("resume"), only().act("resume")]);
      assert.equal(runs, 1);
      await until(() => only().state === "finished");
      assert.equal(rowOf("h.jsonl"), pages.lines);
      assert.deepEqual(files(), ["h.jsonl", "h.jsonl.manifest.json"]);
    });

    it("lie beside a file that came to their place after Resume", async () => {
      pages.hold();
      await only().act("resume");
      await until(() => pages.waiting > 0);
      writeFileSync(join(folder, "h.jsonl"), "other");
      pages.flow();
      await until(() => only().state === "finished");
      assert.deepEqual([rowOf("h.jsonl"), rowOf("h-2.jsonl")], ["other", pages.lines]);
    });

    it("are not removed where Resume was pressed before", async () => {
      await Promise.all([only().act("resume"), only().act("remove")]);
      await until(() => only().state === "finished");
      assert.equal(rowOf("h.jsonl"), pages.lines);
    });
  });

  it("leave the part of a later one to the same file where they are removed", async () => {
    const { body } = pages;
    pages.body = () => "{";
    await begin();
    const old = only();
    pages.body = body;
    pages.hold();
    const running = begin("h.jsonl", { id: randomUUID(), createdAt: new Date().toISOString() });
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => only().record.rows === 10);
    await only().act("stop");
    pages.flow();
    await running;
    assert.deepEqual([old.state, only().state], ["failed", "stopped"]);
    await old.act("remove");
    assert.deepEqual(files(), ["h.jsonl.part", "h.jsonl.part.journal"]);
    await only().act("resume");
    await until(() => only().state === "finished");
    assert.equal(rowOf("h.jsonl"), pages.lines);
  });

  describe("that are done again in another way", () => {
    /** A service that gives the first rows to every page. */
    async function short(): Promise<Told> {
      pages.body = (page, rows) =>
        `{"total":95,"items":[${pages.rows.slice(0, page > 9 ? 0 : rows.length).join(",")}]}`;
      await begin();
      return message(
        /^Only 10 of 95 holdings were exported: page 2 repeats page 1\. This part is kept/,
      );
    }

    const BUTTON = "Ask for 95 per page";

    it("stay with their file until the new one is whole", async () => {
      const { press } = await short();
      const [old] = window.view.all;
      const before = rowOf("h.jsonl");
      pages.hold();
      press(BUTTON);
      await until(() => pages.waiting === 1);
      assert.equal(window.view.all.length, 2);
      assert.deepEqual([rowOf("h.jsonl"), rules], [before, []]);
      pages.flow();
      await message(/^Exported 95 holdings to h\.jsonl/);
      assert.equal(rowOf("h.jsonl"), pages.lines);
      assert.equal(window.view.find(old!.id), undefined);
      assert.deepEqual([window.view.all.length, rules], [1, [{}]]);
    });

    it("stay where the new one fails", async () => {
      const { press } = await short();
      const [old] = window.view.all;
      const before = rowOf("h.jsonl");
      pages.body = () => "{";
      press(BUTTON);
      await message(/ failed: /);
      assert.ok(window.view.find(old!.id) !== undefined);
      assert.deepEqual([rowOf("h.jsonl"), rules], [before, []]);
      assert.deepEqual(files(), ["h.jsonl", "h.jsonl.manifest.json"]);
    });

    it("stay where the new one is no more whole, which lies beside them", async () => {
      const { press } = await short();
      const before = rowOf("h.jsonl");
      pages.body = () => `{"total":95,"items":[${pages.rows.slice(0, 3).join(",")}]}`;
      press(BUTTON);
      await message(/^Only 3 of 95 holdings were exported: .*\(h-2\.jsonl, /);
      assert.deepEqual([rowOf("h.jsonl"), rules], [before, []]);
      assert.deepEqual(window.view.all.map(({ look }) => look.label).sort(), [
        "h-2.jsonl",
        "h.jsonl",
      ]);
    });
  });

  describe("whose connection is not here", () => {
    /** Which connections clients and definitions were asked of, in the window that goes on. */
    let asked: string[];

    /** A window that knows another connection alone, where an export was left behind by a kill. */
    async function leave(pagesDone: number): Promise<void> {
      asked = [];
      pages.hold();
      const running = begin();
      await until(() => pages.waiting === 1);
      for (let page = 1; page <= pagesDone; page++) {
        pages.letGo();
        await until(() => only().record.rows === page * 10);
      }
      const { record } = only();
      await window.dispose();
      pages.flow();
      await running;
      const gone = { ...thisWindow(), process: 2 ** 22 + 1 };
      await new ExportRecords(notes).set({ ...record, state: "running", window: gone });
      const theirs = { id: "theirs", label: "Theirs", environment: "development" };
      window = openWindow({
        dialogs: {
          notify: () => Promise.resolve(undefined),
          pick: (_: string, items: readonly unknown[]) => Promise.resolve(items[0]),
        },
        connection: (id: string) => (id === theirs.id ? theirs : undefined),
        connections: () => [theirs],
        lists: () =>
          Promise.resolve({
            endpointOf: (query: { connectionId: string }) => {
              asked.push(query.connectionId);
              return endpointOf("listHoldings");
            },
          }),
        backgroundClient: (id: string) => {
          asked.push(id);
          return Promise.resolve(service.client);
        },
      });
      await window.restore();
      assert.equal(only().state, "interrupted");
    }

    it("ask the one that was chosen, and read its definition", async () => {
      await leave(1);
      await only().act("resume");
      await until(() => only().state === "finished");
      assert.deepEqual([...new Set(asked)], ["theirs"]);
      assert.equal(rowOf("h.jsonl"), pages.lines);
    });

    it("ask it also where they begin anew", async () => {
      await leave(0);
      const { body } = pages;
      pages.body = () => "{";
      await only().act("resume");
      await until(() => only().state === "failed");
      assert.deepEqual([only().isDiscarded, files()], [true, []]);
      pages.body = body;
      await only().act("resume");
      await until(() => only().state === "finished");
      assert.deepEqual([...new Set(asked)], ["theirs"]);
    });
  });

  it("are not told of by what ended before they were resumed", async () => {
    pages.hold();
    const running = begin();
    await until(() => pages.waiting === 1);
    await only().act("pause");
    pages.refuse = (page) => (page === 1 ? 403 : undefined);
    const { promise: described, resolve: goOn } = Promise.withResolvers<undefined>();
    describing = described;
    pages.letGo();
    await until(() => only().failure !== undefined);
    // Its end is not told yet: while it pauses it can be resumed.
    pages.refuse = () => undefined;
    assert.equal(only().state, "pausing");
    await only().act("resume");
    goOn(undefined);
    await running;
    pages.flow();
    await until(() => only().state === "finished");
    assert.deepEqual(files(), ["h.jsonl", "h.jsonl.manifest.json"]);
    assert.ok(told.every(({ message: said }) => !said.includes("failed")));
  });

  it("read differently in the view, also aloud", async () => {
    mkdirSync(join(folder, "a"));
    mkdirSync(join(folder, "b"));
    const of = (name: string, connectionLabel: string, createdAt: string) =>
      begin(name, { ...specOf(name, { connectionLabel }), createdAt });
    await of("a/clients.jsonl", "Ours", "2026-11-22T10:00:00.000Z");
    await of("b/clients.jsonl", "Ours", "2026-11-22T10:00:00.000Z");
    await of("b/clients.csv", "Ours", "2026-11-22T10:00:00.000Z");
    await of("b/other.jsonl", "Ours", "2026-11-22T10:00:00.000Z");
    await begin("", { target: { kind: "clipboard" }, createdAt: "2026-11-22T10:00:00.000Z" });
    await begin("", { target: { kind: "clipboard" }, createdAt: "2026-11-22T10:00:01.000Z" });
    await of("a/clients.jsonl", "Theirs", "2026-11-22T10:00:02.000Z");
    const rows = shown().map(({ label, description }) => [label as string, String(description)]);
    const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");
    assert.equal(new Set(rows.map((row) => row.join())).size, rows.length, JSON.stringify(rows));
    const spoken = shown().map(({ accessibilityInformation }) => accessibilityInformation!.label);
    assert.equal(new Set(spoken).size, rows.length, spoken.join("\n"));
    const other = rows.find(([label]) => plain(label!) === "other.jsonl");
    assert.match(other![1]!, /^95 rows · [\d.]+ KB · Ours · Development · Holdings$/);
    assert.match(rows.map((row) => row.join(" ")).join("\n"), /clients\.jsonl\S* b · 95 rows/);
  });
});
