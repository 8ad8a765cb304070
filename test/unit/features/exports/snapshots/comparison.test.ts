import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Uri } from "vscode";
// First: it stands in for the editor.
import "../../../../fakes/editorSurfaces";
import {
  SnapshotComparison,
  type SnapshotServices,
} from "../../../../../src/features/exports/host/snapshots/snapshotComparison";
import type { AppError } from "../../../../../src/platform/base/errors";
import { describePaging } from "../../../../../src/features/lists/messages/paging";
import type { SnapshotComparisonOptions } from "../../../../../src/features/lists/host/compare/compareServices";
import { NO_PRIVACY } from "../../../../fakes/privacy";
import { CLIENT, inFolder, writeSnapshot } from "./support";

type Findings = ReturnType<SnapshotComparisonOptions["own"]>["state"]["findings"];

/** A list whose pages were all walked, with what they have shown. */
function comparison(
  folder: string,
  findings: Findings = [],
  tables: object[] = [],
  change: object = {},
  privacy: object = NO_PRIVACY,
): SnapshotComparison {
  const query = { connectionId: "sandbox", operationId: "listHoldings", parameters: {} };
  const services = {
    ...{ privacy, snapshots: { get: () => folder } },
    connection: () => ({ label: "Sandbox", environment: "sandbox" }),
  };
  const options = {
    endpoint: () => ({ takesPages: true }),
    table: {},
    openTable: () => {
      tables.push({});
      return { dispose: () => undefined, receive: () => ({ abandon: () => undefined }) };
    },
    own: () => ({
      query: { ...query, path: { clientId: CLIENT } },
      state: {
        walk: { state: "finished" },
        findings,
        isWhole: findings.every(({ isLoss }) => isLoss !== true),
        ...change,
      },
    }),
    ownSide: () => ({ revision: 1 }),
    onChange: () => undefined,
  };
  return new SnapshotComparison(
    services as unknown as SnapshotServices,
    options as unknown as SnapshotComparisonOptions,
  );
}

const wanted = { source: "snapshot", onlyChanges: false } as const;

describe("a list compared with its snapshots", () => {
  it("is whole only where its pages prove it", async () => {
    await inFolder(async (folder) => {
      const at = "2026-11-22T01:30:00.000Z";
      await writeSnapshot(folder, { name: "one.jsonl", at, lines: ["{}"] });
      const whole = comparison(folder);
      await whole.open(wanted);
      assert.deepEqual(whole.view.remarks, []);
      const values = { page: 2 };
      const short = comparison(folder, [{ kind: "repeatedPage", values, isLoss: true }]);
      await short.open(wanted);
      assert.match(short.view.remarks.join(), /^Rows of the current list may be missing/);
      assert.equal(short.view.canLoadAll, false);
      const odd = comparison(folder, [{ kind: "repeatedPage", values }]);
      await odd.open(wanted);
      assert.deepEqual(odd.view.remarks, []);
    });
  });

  it("is not whole on the word of the service for one page", async () => {
    await inFolder(async (folder) => {
      const at = "2026-11-22T01:30:00.000Z";
      await writeSnapshot(folder, { name: "one.jsonl", at, lines: ["{}"] });
      const paging = describePaging({
        ...{ pageNumber: 1, pageSize: 25, rows: 4, total: 4, isUnpaged: false },
      });
      const list = comparison(folder, [], [], { walk: undefined, paging, isWhole: false });
      await list.open(wanted);
      assert.match(list.view.remarks.join(), /^According to the service/);
      assert.equal(list.view.canLoadAll, true);
    });
  });

  it("is compared with the one that was chosen last, however long the folder takes", async () => {
    await inFolder(async (folder) => {
      for (const name of ["one.jsonl", "two.jsonl"]) {
        await writeSnapshot(folder, { name, at: "2026-11-22T01:30:00.000Z", lines: ["{}"] });
      }
      const tables: object[] = [];
      const list = comparison(folder, [], tables);
      const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
      const { snapshots } = list;
      const refresh = snapshots.refresh.bind(snapshots);
      let looks = 0;
      snapshots.refresh = async () => {
        await (++looks === 1 ? held : undefined);
        await refresh();
      };
      const first = list.open({ ...wanted, snapshot: "one.jsonl" });
      assert.equal((await list.open({ ...wanted, snapshot: "two.jsonl" }))?.snapshot, "two.jsonl");
      letGo(undefined);
      assert.equal(await first, undefined);
      assert.equal(tables.length, 1, "the one that was chosen before is not opened");
    });
  });

  it("names no file that was picked in what it fails by in privacy mode", async () => {
    await inFolder(async (folder) => {
      const path = join(folder, "Abernathy, Ruth.json");
      for (const isOn of [false, true]) {
        writeFileSync(path, "[]");
        const list = comparison(folder, [], [], {}, { ...NO_PRIVACY, isOn });
        const { name } = await list.pick({ fsPath: path } as Uri);
        rmSync(path);
        await list.open({ ...wanted, snapshot: name });
        await list.load();
        const { values } = list.failure as AppError;
        assert.equal(values["name"], isOn ? "A file without a manifest" : name);
        const gone = list.open({ ...wanted, snapshot: "Abney, Miles.json" });
        const shown = isOn ? "A file that was chosen before" : "Abney, Miles.json";
        await assert.rejects(gone, (error: AppError) => error.values["name"] === shown);
      }
    });
  });

  it("has a picked file beside a snapshot of the folder that is called the same", async () => {
    await inFolder(async (folder) => {
      const at = "2026-11-22T01:30:00.000Z";
      await writeSnapshot(folder, { name: "one.jsonl", at, lines: ["{}"] });
      mkdirSync(join(folder, "other"));
      const path = join(folder, "other", "one.jsonl");
      writeFileSync(path, "{}");
      const list = comparison(folder);
      await list.open(wanted);
      const { name } = await list.pick({ fsPath: path } as Uri);
      assert.equal(name, "one.jsonl (2)");
      assert.equal((await list.pick({ fsPath: path } as Uri)).name, name, "again");
      const pathOf = (one: string): string => list.snapshots.demand(one).path;
      assert.deepEqual([pathOf(name), pathOf("one.jsonl")], [path, join(folder, "one.jsonl")]);
      assert.equal((await list.open({ ...wanted, snapshot: name }))?.snapshot, name);
      assert.equal(list.view.items.length, 2);
      const own = await list.pick({ fsPath: join(folder, "one.jsonl") } as Uri);
      assert.equal(own.name, "one.jsonl");
    });
  });

  it("has labels that tell apart what was kept within a minute", async () => {
    await inFolder(async (folder) => {
      for (const second of ["10", "20"]) {
        const at = `2026-11-22T01:30:${second}.000Z`;
        await writeSnapshot(folder, { name: `${second}.jsonl`, at, lines: ["{}"] });
      }
      const list = comparison(folder);
      await list.open(wanted);
      assert.equal(new Set(list.view.items.map(({ label }) => label)).size, 2);
    });
  });

  it("reads files for the values over time again with each choice, and says that they may differ", async () => {
    await inFolder(async (folder) => {
      await writeSnapshot(folder, { name: "one.jsonl", at: "2026-11-22T01:30:00.000Z", lines: [] });
      const tables: object[] = [];
      const list = comparison(folder, [], tables);
      /** Tables that no file can be read into: one for the comparison, one for the values. */
      const read = async (): Promise<number> => {
        const { points } = await list.course(undefined);
        assert.deepEqual(
          points.map(({ note }) => note),
          ["unreadable"],
        );
        return tables.length;
      };
      await list.open(wanted);
      const { courseVersion } = list.view;
      assert.equal(await read(), 2);
      assert.equal(await read(), 2);
      assert.equal(list.view.courseVersion, courseVersion);
      await list.open(wanted);
      assert.notEqual(list.view.courseVersion, courseVersion);
      assert.equal(await read(), 4);
    });
  });
});
