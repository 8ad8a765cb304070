import { fillText } from "../../src/platform/base/texts";
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../src/platform/base/connection";
import { readDefinition } from "../../src/platform/service/definition/definition";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { BeforeReload } from "../../src/features/lists/common/beforeReload";
import { listEndpoint } from "../fakes/listEndpoint";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import { ListSession } from "../../src/features/lists/common/session";
import { createSnapshotComparisons } from "../../src/features/exports/host/snapshots/snapshotComparisons";
import type { RowTables } from "../../src/features/lists/common/table/rowTables";
import { createRowTables } from "../../src/features/lists/common/table/tableWorkerClient";
import { ListComparison } from "../../src/features/lists/host/compare/listComparison";
import { EXTENSION_ID } from "../../src/manifest";
import type {
  CompareAnswer,
  OpenedComparison,
} from "../../src/features/lists/messages/listComparison";
import type { CompareChoice } from "../../src/features/lists/messages/listLayout";
import type { ListQuery } from "../../src/features/lists/messages/listQuery";
import { MemoryLog } from "../unit/platform/http/support/bench";
import { NO_PRIVACY } from "../fakes/privacy";
import { activateExplorer, eventually, type TestHandle, walk } from "./support/explorer";

function extensionPath(): string {
  return vscode.extensions.getExtension(EXTENSION_ID)?.extensionPath ?? "";
}

const SCHEME = "fp-test-text";

describe("the comparison of a list", () => {
  let explorer: TestHandle;
  let tables: RowTables;
  let bed: Bed;
  let clients: readonly { readonly clientId: string; readonly clientLabel: string }[];
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? "",
  });

  before(async () => {
    explorer = await activateExplorer();
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
    clients = explorer.tree.loadedClients("sandbox");
    const worker = path.join(extensionPath(), "dist", "rowTablesWorker.js");
    const log = new MemoryLog();
    tables = createRowTables({ worker, clock: SYSTEM_CLOCK, log });
  });

  beforeEach(async () => {
    bed = await open();
  });

  afterEach(async () => {
    bed.comparison.dispose();
    bed.before.dispose();
    await explorer.sandbox.setFaults([]);
  });

  after(async () => {
    provider.dispose();
    await tables.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  interface Bed {
    readonly session: ListSession;
    readonly before: BeforeReload;
    readonly comparison: ListComparison;
    /** Opens a comparison as the panel does, and waits until the other side is there. */
    with(choice: Partial<CompareChoice>): Promise<OpenedComparison>;
    /** Presses the button of the same name, and waits as well. */
    retry(): Promise<OpenedComparison>;
    rows(): Promise<CompareAnswer>;
  }

  async function open(): Promise<Bed> {
    const definition = readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID));
    const endpoint = listEndpoint(definition, "listHoldings");
    const query: ListQuery = {
      ...{ connectionId: "sandbox", operationId: "listHoldings", parameters: {}, copy: 0 },
      ...{ path: { clientId: clients[0]?.clientId ?? "" }, subject: clients[0]?.clientLabel ?? "" },
      ...{ pageNumber: 1, pageSize: 10, mode: "page" },
    };
    const client = async () => (await explorer.connections.open("sandbox")).client;
    const table = tables.open();
    const before = new BeforeReload(table);
    const session: ListSession = new ListSession({
      ...{ endpoint, query, table, client, rules: () => NO_RULES, translate: fillText },
      onChange: () => before.update(session.state),
    });
    let running = Promise.resolve();
    const keep = (name: string, bytes: Uint8Array): vscode.Uri => {
      const file = `/${texts.size}/${name}`;
      texts.set(file, new TextDecoder().decode(bytes));
      return vscode.Uri.from({ scheme: SCHEME, path: file });
    };
    const sandbox = { id: "sandbox", label: "Sandbox", environment: "sandbox" as const };
    const comparison = new ListComparison({
      ...{ endpoint, table, before, openTable: (options) => tables.open(options) },
      services: {
        ...{
          client,
          dialogs: explorer.dialogs,
          privacy: NO_PRIVACY,
          rules: { rules: () => NO_RULES },
        },
        answers: { add: keep, addOwn: keep, closeWhenMasked: () => undefined },
        errorActions: { run: async () => Promise.resolve(false) },
        connection: () => sandbox,
        connections: () => [sandbox],
        loadedClients: () => clients,
        copy: async (text) => vscode.env.clipboard.writeText(text),
        snapshotComparisons: createSnapshotComparisons({
          ...{ dialogs: explorer.dialogs, privacy: NO_PRIVACY, connection: () => sandbox },
          snapshots: { get: () => undefined, set: () => Promise.resolve() },
        }),
      },
      own: () => ({ query: { ...query, ...session.state.query }, state: session.state }),
      reloadOwn: () => session.reload(),
      loadAllOwn: () => session.loadAll(),
      describeError: (error) => ({ what: String(error), advice: "", actions: [] }),
      run: (start) => {
        running = start();
        return undefined;
      },
      onChange: () => undefined,
    });
    await session.load(query);
    const handlers = comparison.handlers();
    const shown = async (): Promise<OpenedComparison> => {
      await running;
      const { opened } = comparison.view;
      assert.ok(opened);
      return opened;
    };
    return {
      ...{ session, before, comparison },
      with: async (choice) => {
        const whole = { source: "page", onlyChanges: false, ...choice } as const;
        await handlers.compareWith({ choice: whole });
        return shown();
      },
      retry: async () => {
        await handlers.compareAct({ id: "retry" });
        return shown();
      },
      rows: async () =>
        handlers.compareRows({ onlyChanges: false, from: 0, count: 100, columns: [] }),
    };
  }

  it("offers what there is, and says why not of the rest", async () => {
    const refused = (): unknown =>
      bed.comparison.view.offers.flatMap(({ source, refusal }) => (refusal ? [source] : []));
    assert.deepEqual(refused(), ["before", "connection"]);
    await bed.session.reload();
    assert.deepEqual(refused(), ["connection"]);
  });

  it("holds a page against another one, either way round", async () => {
    const opened = await bed.with({ source: "page", pageNumber: 2 });
    assert.deepEqual(
      opened.sides.map(({ place }) => place.split(" · ")[0]),
      ["page 1, 10 per page", "page 2, 10 per page"],
    );
    assert.equal(opened.status?.status, 200);
    const { counts } = await bed.rows();
    assert.deepEqual([counts.onlyLeft, counts.onlyRight, counts.same], [10, 10, 0]);
    const attempts = explorer.history.last?.attempts ?? [];
    assert.equal(new URL(attempts.at(-1)?.url ?? "").searchParams.get("pageNumber"), "2");
    await bed.comparison.handlers().compareStep({ step: "swap" });
    const [left] = bed.comparison.view.opened?.sides ?? [];
    assert.match(left?.place ?? "", /^page 2/);
  });

  it("holds it against the same list of a client that is chosen", async () => {
    const other = clients[1];
    assert.ok(other);
    explorer.dialogs.script(other.clientLabel);
    const opened = await bed.with({ source: "client" });
    assert.equal(opened.choice.clientId, other.clientId);
    assert.match(opened.sides[1].title, new RegExp(other.clientLabel));
    assert.ok(opened.version !== undefined);
    const { counts } = await bed.rows();
    assert.equal(counts.onlyLeft + counts.changed + counts.rewritten + counts.same, 10);
    explorer.dialogs.script(undefined);
    await bed.comparison
      .handlers()
      .compareWith({ choice: { source: "client", onlyChanges: false } });
    assert.equal(
      bed.comparison.view.opened?.choice.clientId,
      other.clientId,
      "a refusal changes nothing",
    );
  });

  it("holds it against what it was before its reload, and forgets that on another page", async () => {
    await bed.session.goTo(2);
    const fault = { kind: "paging", variant: "repeated" } as const;
    await explorer.sandbox.setFaults([{ operationId: "listHoldings", fault }]);
    await bed.session.reload();
    const opened = await bed.with({ source: "before" });
    assert.match(opened.sides[0].place, / · as of /);
    const { counts, matching } = await bed.rows();
    assert.equal(matching, "id");
    assert.ok(
      counts.same > 0 && counts.onlyLeft > 0 && counts.onlyRight > 0,
      JSON.stringify(counts),
    );
    await bed.session.goTo(1);
    assert.equal(bed.comparison.view.opened, undefined);
  });

  it("says why the other side did not come, and asks again", async () => {
    const fault = { kind: "status", status: 404 } as const;
    await explorer.sandbox.setFaults([{ operationId: "listHoldings", times: 1, fault }]);
    const opened = await bed.with({ source: "page", pageNumber: 2 });
    assert.match(opened.error?.what ?? "", /service\/404/);
    assert.equal(opened.version, undefined);
    const again = await bed.retry();
    assert.equal(again.error, undefined);
    assert.notEqual(again.version, undefined);
  });

  it("opens both as texts in the editor's own comparison, laid out", async () => {
    await bed.with({ source: "page", pageNumber: 2 });
    await bed.comparison.handlers().openDifference({ isSorted: false });
    const tab = await eventually("the comparison", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff ? activeTab : undefined;
    });
    assert.match(tab.label, /page 1, 10 per page.* ↔ .*page 2, 10 per page/);
    const [left = ""] = [...texts.values()].slice(-2);
    assert.equal((JSON.parse(left) as unknown[]).length, 10);
    assert.match(left, /^\[\n {2}\{\n {4}"/);
  });
});
