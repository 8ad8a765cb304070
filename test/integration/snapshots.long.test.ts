import { fillText } from "../../src/platform/base/texts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { BeforeReload } from "../../src/features/lists/common/beforeReload";
import { listEndpoint } from "../fakes/listEndpoint";
import { createSnapshotComparisons } from "../../src/features/exports/host/snapshots/snapshotComparisons";
import type { ExportManifest } from "../../src/features/exports/common/exportManifest";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import { ListSession } from "../../src/features/lists/common/session";
import type { RowTables } from "../../src/features/lists/common/table/rowTables";
import { createRowTables } from "../../src/features/lists/common/table/tableWorkerClient";
import type { TreeNode } from "../../src/features/explorer/host/nodes";
import type { Privacy } from "../../src/platform/vscode/privacy";
import { ListComparison } from "../../src/features/lists/host/compare/listComparison";
import { EXTENSION_ID } from "../../src/manifest";
import type {
  CompareAnswer,
  ComparisonView,
} from "../../src/features/lists/messages/listComparison";
import type { CompareChoice } from "../../src/features/lists/messages/listLayout";
import type { ListQuery } from "../../src/features/lists/messages/listQuery";
import type { ValueCourse } from "../../src/features/lists/messages/valueCourse";
import { NO_PRIVACY } from "../fakes/privacy";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { activateExplorer, eventually, message, type TestHandle, walk } from "./support/explorer";

describe("snapshots of a list", () => {
  let explorer: TestHandle;
  let folder: string;
  let tables: RowTables;
  let holdings: TreeNode & { readonly kind: "list" };
  let label: string;

  before(async () => {
    explorer = await activateExplorer();
    folder = mkdtempSync(path.join(tmpdir(), "snapshots-"));
    const extension = vscode.extensions.getExtension(EXTENSION_ID)?.extensionPath ?? "";
    const worker = path.join(extension, "dist", "rowTablesWorker.js");
    tables = createRowTables({ worker, clock: SYSTEM_CLOCK, log: new MemoryLog() });
    const node = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    assert.ok(node.kind === "list");
    holdings = node;
    label = explorer.tree.clientLabel("sandbox", node.clientId) ?? "";
  });

  after(async () => {
    await tables.dispose();
    await setPrivacy(false);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => explorer.dialogs.reset());

  async function setPrivacy(isOn: boolean): Promise<void> {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace
      .getConfiguration()
      .update("financialPlanning.privacy.mask", isOn, Global);
    await eventually("privacy mode", () => (explorer.privacy.isOn === isOn ? true : undefined));
  }

  async function keep(...answers: readonly string[]): Promise<string> {
    const before = new Set(readdirSync(folder));
    explorer.dialogs.script(...answers);
    await vscode.commands.executeCommand("financialPlanning.snapshot.keep", holdings);
    const [name] = readdirSync(folder).filter((one) => one.endsWith(".jsonl") && !before.has(one));
    assert.ok(name !== undefined, explorer.dialogs.shown.join(" | "));
    return name;
  }

  function manifestOf(name: string): ExportManifest {
    const text = readFileSync(path.join(folder, `${name}.manifest.json`), "utf8");
    return JSON.parse(text) as ExportManifest;
  }

  /** Writes a snapshot of before: other rows than there are now. */
  function writeEarlier(name: string, lines: readonly string[], at: string): void {
    const text = lines.map((line) => `${line}\n`).join("");
    const [newest = ""] = readdirSync(folder).filter((one) => /^holdings-.*\.jsonl$/.test(one));
    const manifest = manifestOf(newest);
    const sha256 = createHash("sha256").update(text).digest("hex");
    const file = { name, bytes: Buffer.byteLength(text), sha256, rows: lines.length };
    writeFileSync(path.join(folder, name), text);
    writeFileSync(
      path.join(folder, `${name}.manifest.json`),
      JSON.stringify({ ...manifest, startedAt: at, finishedAt: at, file }),
    );
  }

  interface Bed {
    readonly session: ListSession;
    view(): ComparisonView;
    with(choice: Partial<CompareChoice>): Promise<ComparisonView>;
    rows(): Promise<CompareAnswer>;
    values(column?: string): Promise<ValueCourse>;
  }

  async function open(privacy: Privacy = NO_PRIVACY, pages: "all" | "none" | "one" = "all") {
    const endpoint = listEndpoint(
      readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID)),
      "listHoldings",
    );
    const query: ListQuery = {
      ...{ connectionId: "sandbox", operationId: "listHoldings", parameters: {}, copy: 0 },
      ...{ path: { clientId: holdings.clientId }, subject: label },
      ...{ pageNumber: 1, pageSize: 25, mode: "page" },
    };
    const client = async () => (await explorer.connections.open("sandbox")).client;
    tables.setMask(privacy.isOn ? privacy.key : undefined);
    const table = tables.open();
    const session = new ListSession({
      ...{ endpoint, query, table, client, rules: () => NO_RULES, translate: fillText },
      onChange: () => undefined,
    });
    let running = Promise.resolve();
    const own = explorer.connections.find("sandbox");
    const sandbox = { id: "sandbox", label: own?.label ?? "", environment: "sandbox" as const };
    const comparison = new ListComparison({
      ...{ endpoint, table, before: new BeforeReload(table) },
      openTable: (options) => tables.open(options),
      services: {
        ...{ client, dialogs: explorer.dialogs, privacy, rules: { rules: () => NO_RULES } },
        answers: {
          ...{ add: () => vscode.Uri.file("/"), addOwn: () => vscode.Uri.file("/") },
          closeWhenMasked: () => undefined,
        },
        errorActions: { run: async () => Promise.resolve(false) },
        ...{ connection: () => sandbox, connections: () => [sandbox], loadedClients: () => [] },
        copy: () => Promise.resolve(),
        snapshotComparisons: createSnapshotComparisons({
          ...{ dialogs: explorer.dialogs, privacy, connection: () => sandbox },
          snapshots: { get: () => folder, set: () => Promise.resolve() },
        }),
      },
      own: () => ({ query: { ...query, ...session.state.query }, state: session.state }),
      ...{ reloadOwn: () => session.reload(), loadAllOwn: () => session.loadAll() },
      describeError: (error) => ({ what: String(error), advice: "", actions: [] }),
      run: (start) => {
        running = start();
        return undefined;
      },
      onChange: () => undefined,
    });
    if (pages !== "none") {
      await (pages === "all" ? session.loadAll() : session.load(query));
    }
    const handlers = comparison.handlers();
    const bed: Bed = {
      session,
      view: () => comparison.view,
      with: async (choice) => {
        await handlers.compareWith({
          choice: { source: "snapshot", onlyChanges: false, ...choice },
        });
        await running;
        return comparison.view;
      },
      rows: async () =>
        handlers.compareRows({ onlyChanges: false, from: 0, count: 100, columns: [] }),
      values: async (column) => handlers.compareValues(column === undefined ? {} : { column }),
    };
    return bed;
  }

  let first: string;

  it("are exports in a folder that is asked for once; a message says what was kept", async () => {
    const kept = message(explorer, /^Kept 37 holdings of /);
    first = await keep(vscode.Uri.file(folder).toString());
    assert.equal(await kept, `Kept 37 holdings of ${label}.`);
    const short = holdings.clientId.replaceAll("-", "").slice(0, 8);
    assert.match(
      first,
      new RegExp(`^holdings-${short}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.jsonl$`),
    );
    const { file, scope, isMasked, audit, query } = manifestOf(first);
    const bytes = readFileSync(path.join(folder, first));
    assert.deepEqual(
      [file.rows, file.sha256, scope, isMasked, audit.isWhole, query.operationId],
      [37, createHash("sha256").update(bytes).digest("hex"), "all", false, true, "listHoldings"],
    );
    assert.deepEqual(readdirSync(folder).sort(), [first, `${first}.manifest.json`]);
  });

  it("hold a list against what it was: added, removed and changed rows", async () => {
    const lines = readFileSync(path.join(folder, first), "utf8").trimEnd().split("\n");
    const [one = "", , ...rest] = lines;
    const id = /"holdingId"\s*:\s*"([^"]*)"/.exec(one)?.[1] ?? "";
    assert.notEqual(id, "");
    const changed = one.replace(/"currency"\s*:\s*"GBP"/, '"currency":"EUR"');
    assert.notEqual(changed, one);
    const gone = one.replace(id, "00000000-0000-4000-8000-00000000dead");
    writeEarlier("earlier.jsonl", [changed, gone, ...rest], "2025-12-31T10:00:00.000Z");
    const bed = await open();
    const view = await bed.with({ snapshot: "earlier.jsonl" });
    assert.ok(view.snapshots);
    assert.equal(view.snapshots.items.length, 2);
    assert.deepEqual(view.snapshots.remarks, []);
    assert.match(view.opened?.sides[0].place ?? "", /^snapshot · .*2025.* · 37 rows$/);
    assert.match(view.opened?.sides[1].place ?? "", /^all pages · as of /);
    const { counts, matching } = await bed.rows();
    assert.equal(matching, "id");
    assert.deepEqual(counts, { same: 35, rewritten: 0, changed: 1, onlyLeft: 1, onlyRight: 1 });
  });

  it("are compared with one another where the service cannot be reached", async () => {
    const calls = explorer.history.last?.id;
    const bed = await open(NO_PRIVACY, "none");
    const view = await bed.with({ snapshot: first, against: "earlier.jsonl" });
    assert.equal(view.opened?.error, undefined);
    assert.match(view.opened?.sides[0].place ?? "", /2025/, "the older one is on the left");
    const { counts } = await bed.rows();
    assert.deepEqual([counts.changed, counts.onlyLeft, counts.onlyRight], [1, 1, 1]);
    assert.equal(explorer.history.last?.id, calls, "nobody was asked");
  });

  it("tell that a file was changed, and that a list is not loaded whole", async () => {
    const text = readFileSync(path.join(folder, "earlier.jsonl"), "utf8");
    writeFileSync(path.join(folder, "earlier.jsonl"), text.replace("EUR", "USD"));
    const bed = await open(NO_PRIVACY, "one");
    const { snapshots } = await bed.with({ snapshot: "earlier.jsonl" });
    assert.ok(snapshots);
    assert.match(snapshots.remarks[0] ?? "", /the file was changed; .* \(SHA-256\)\.$/);
    assert.match(snapshots.remarks[1] ?? "", /^Not all pages of the current list are loaded/);
    assert.equal(snapshots.canLoadAll, true);
    await bed.session.loadAll();
    assert.equal(bed.view().snapshots?.canLoadAll, false);
    writeFileSync(path.join(folder, "earlier.jsonl"), text);
  });

  it("add up what the list was worth at each of them and now, by currency", async () => {
    const bed = await open();
    await bed.with({ snapshot: first });
    const { columns, column, units, points } = await bed.values();
    assert.match(columns.find(({ key }) => key === column)?.label ?? "", /value|amount/i);
    assert.equal(points.length, 3);
    assert.deepEqual(
      points.map(({ isNow, note }) => [isNow, note]),
      [
        [false, undefined],
        [false, undefined],
        [true, undefined],
      ],
    );
    const [earlier, kept, now] = points;
    assert.deepEqual(kept?.values, now?.values);
    assert.notDeepEqual(earlier?.values, now?.values);
    assert.ok(units.includes("GBP"));
  });

  it("are masked in privacy mode, and compared with the list as it is shown there", async () => {
    await setPrivacy(true);
    const masked = await keep();
    const text = readFileSync(path.join(folder, masked), "utf8");
    assert.ok(manifestOf(masked).isMasked);
    const saysWhose = [masked, first].map((name) =>
      JSON.stringify(manifestOf(name).query).includes(holdings.clientId),
    );
    assert.deepEqual(saysWhose, [false, true]);
    assert.ok(!text.includes(holdings.clientId) && !masked.includes(holdings.clientId.slice(0, 8)));
    const bed = await open(explorer.privacy);
    const view = await bed.with({ snapshot: masked });
    const { version } = await eventually("the masked rows of the list", () => {
      const { opened } = bed.view();
      return opened?.version === undefined && opened?.error === undefined ? undefined : opened;
    });
    assert.ok(version !== undefined, view.opened?.error?.what);
    const { counts } = await bed.rows();
    assert.equal(counts.same + counts.rewritten, 37);
    const course = await bed.values();
    assert.deepEqual(course.points.map(({ note }) => note).sort(), [
      "hidden",
      "hidden",
      "hidden",
      "masked",
    ]);
    await setPrivacy(false);
    const plain = await open({ ...NO_PRIVACY, key: explorer.privacy.key });
    const refused = await plain.with({ snapshot: masked });
    assert.match(refused.opened?.error?.what ?? "", /snapshots\/maskedBesideRows/);
    const pair = await plain.with({ snapshot: masked, against: first });
    assert.match(pair.opened?.error?.what ?? "", /snapshots\/maskedBesideOther/);
    assert.equal(pair.opened?.version, undefined);
  });

  it("open the panel of their list from the message, and from the command", async () => {
    await keep("Compare");
    const title = await eventually("the panel", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputWebview ? activeTab.label : undefined;
    });
    assert.equal(title, `Holdings · ${label} · Sandbox`);
    explorer.dialogs.reset();
    explorer.dialogs.script(undefined);
    await vscode.commands.executeCommand("financialPlanning.snapshot.compare", holdings);
    assert.deepEqual(explorer.dialogs.takeShown(), ["Snapshot to compare"]);
  });
});
