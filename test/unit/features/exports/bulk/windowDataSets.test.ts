import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
// First: it stands in for the editor.
import { workspace } from "../../../../fakes/editorSurfaces";
import type { ListRules } from "../../../../../src/features/lists/common/listRules";
import type { DataSetItem } from "../../../../../src/features/exports/host/bulk/dataSetItem";
import type { ExportsView } from "../../../../../src/features/exports/host/exportsView";
import { ExportRecords } from "../../../../../src/features/exports/common/exportRecords";
import { WindowExports } from "../../../../../src/features/exports/host/windowExports";
import { NO_PRIVACY } from "../../../../fakes/privacy";
import { type Bench, openBench } from "../../../platform/http/support/bench";
import { endpointOf, until } from "../../lists/support/sessions";
import {
  answerOf,
  aSpec,
  dataSets,
  endThread,
  type ManyClients,
  readTree,
  removeFolder,
  temporaryFolder,
} from "./support/manyClients";

describe("data sets of a window", () => {
  let bench: Bench;
  let parent: string;
  let folder: string;
  let notes: string;
  let view: ExportsView;
  let window: WindowExports;
  let openWindow: () => void;
  let told: { readonly message: string; readonly press: (button: string) => void }[];
  let rules: ListRules[];
  /** Why nothing can be deleted. */
  let discardFailure: Error | undefined;

  before(() => {
    workspace["getConfiguration"] = () => ({ inspect: () => ({ globalValue: 3 }) });
  });

  after(async () => {
    delete workspace["getConfiguration"];
    await endThread();
  });

  beforeEach(async () => {
    [parent, notes] = [await temporaryFolder(), await temporaryFolder()];
    folder = join(parent, "holdings");
    [told, rules, discardFailure] = [[], [], undefined];
  });

  afterEach(async () => {
    await window.dispose();
    await bench.close();
    await Promise.all([parent, notes].map(removeFolder));
  });

  async function open(many: ManyClients): Promise<void> {
    bench = await openBench({ answer: answerOf(many) });
    const sets = dataSets();
    const services = {
      ...{
        folder: notes,
        privacy: NO_PRIVACY,
        backgroundClient: () => Promise.resolve(bench.client),
      },
      dialogs: {
        notify: (_: string, message: string) => {
          const { promise, resolve } = Promise.withResolvers<string>();
          told.push({ message, press: resolve });
          return promise;
        },
        confirm: () => Promise.resolve(true),
      },
      dataSets: () =>
        Promise.resolve({
          ...sets,
          discard: (path: string, id: string) =>
            discardFailure === undefined ? sets.discard(path, id) : Promise.reject(discardFailure),
        }),
      lists: () => Promise.resolve({ endpointOf: () => endpointOf("listHoldings") }),
      describe: () => Promise.resolve({ what: "It failed.", advice: "", code: "" }),
      errorActions: { of: () => [], label: () => "" },
      connection: () => ({ label: "One", environment: "sandbox" }),
      rules: {
        setRules: (...[, , one]: [string, string, ListRules]) => Promise.resolve(rules.push(one)),
      },
      showError: (error: unknown) => assert.fail(String(error)),
    };
    openWindow = () => {
      window = new WindowExports(services as never);
      view = window.view;
    };
    openWindow();
  }

  const only = (): DataSetItem => view.all[0] as DataSetItem;
  const noted = async (): Promise<string[]> =>
    (await readdir(notes)).filter((name) => name.endsWith(".json"));

  it("leave no folder where the first list fails, and begin anew by Resume", async () => {
    let isGone = true;
    await open({ clients: 8, statusOf: (one) => (one >= 0 && isGone ? 502 : 200) });
    await window.beginDataSet({ spec: aSpec(), folder });
    assert.equal(only().state, "failed");
    assert.deepEqual([await readdir(parent), await noted()], [[], []]);
    isGone = false;
    await only().act("resume");
    await until(() => ["finished", "failed"].includes(only().state) && only().record.rows > 0);
    assert.deepEqual(await readdir(parent), ["holdings"]);
  });

  it("run once where Resume is pressed twice", async () => {
    let broken = 3;
    await open({ clients: 8, statusOf: (one) => (one >= broken ? 502 : 200) });
    await window.beginDataSet({ spec: aSpec(), folder });
    assert.equal(only().state, "failed");
    broken = Infinity;
    await Promise.all([only().act("resume"), only().act("resume")]);
    await until(() => told.length === 2);
    assert.equal(only().state, "finished");
    assert.match(told[1]!.message, /^Exported .* of 8 clients/);
  });

  it("leave what a later one put into their folder where they are removed", async () => {
    let isGone = true;
    await open({ clients: 8, statusOf: (one) => (one >= 0 && isGone ? 502 : 200) });
    await window.beginDataSet({ spec: aSpec(), folder });
    const old = only();
    isGone = false;
    const later = aSpec({ id: randomUUID(), createdAt: "2026-01-05T10:00:00.000Z" });
    await window.beginDataSet({ spec: later, folder });
    assert.deepEqual([old.state, only().state], ["failed", "finished"]);
    const tree = await readTree(folder);
    await old.act("remove");
    assert.deepEqual(await readTree(folder), tree);
    assert.deepEqual(
      view.all.map(({ id }) => id),
      [later.id],
    );
  });

  for (const act of ["resume", "remove"] as const) {
    it(`take ${act} where the window that was at them is not known to be gone`, async () => {
      let broken = 3;
      await open({ clients: 8, statusOf: (one) => (one >= broken ? 502 : 200) });
      await window.beginDataSet({ spec: aSpec(), folder });
      const { record } = only();
      await window.dispose();
      const there = { process: 1, machine: "another" };
      await new ExportRecords(notes).set({ ...record, state: "running", window: there });
      openWindow();
      await window.restore();
      assert.equal(only().state, "elsewhere");
      broken = Infinity;
      await only().act(act);
      if (act === "resume") {
        assert.equal(only().state, "running");
        await until(() => only().state === "finished");
      } else {
        assert.deepEqual([await readdir(parent), await noted(), view.all], [[], [], []]);
      }
    });
  }

  it("keep what an earlier version brought where they fail before a row came again", async () => {
    let broken = 4;
    await open({ clients: 8, statusOf: (one) => (one >= broken ? 502 : 200) });
    await window.beginDataSet({ spec: aSpec(), folder });
    assert.equal(only().state, "failed");
    const journal = join(folder, "_journal.jsonl");
    // It did not say of a client whether its list is whole, so all are asked for again.
    const before = await readFile(journal, "utf8");
    await writeFile(journal, before.replace(/,?"isWhole":(?:true|false)/g, ""));
    const partitions = (await readdir(folder)).filter((name) => name.includes("="));
    assert.ok(partitions.length > 0);
    broken = 0;
    await only().act("resume");
    await until(() => only().state === "failed" && told.length === 2);
    const left = await readdir(folder);
    assert.deepEqual(
      partitions.filter((name) => !left.includes(name)),
      [],
    );
  });

  it("leave no folder where they are stopped before a row came", async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    await open({ clients: 8, before: () => held });
    const running = window.beginDataSet({ spec: aSpec(), folder });
    await until(() => bench.service.seen.length > 0);
    await only().act("stop");
    letGo(undefined);
    await running;
    assert.deepEqual([await readdir(parent), await noted(), view.all], [[], [], []]);
    assert.match(told[0]!.message, /^The export was stopped before any row came\.$/);
  });

  for (const [when, isOnItsWay] of [
    ["while clients are on their way", true],
    ["at rest", false],
  ] as const) {
    it(`go on where they were paused and cannot be deleted, ${when}`, async () => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
      await open({ clients: 8, before: (client) => (client < 3 ? undefined : held) });
      const running = window.beginDataSet({ spec: aSpec(), folder });
      await until(() => view.all.length > 0 && /\b3 of 8\b/.test(only().look.description));
      await only().act("pause");
      assert.equal(only().state, "paused");
      if (!isOnItsWay) {
        letGo(undefined);
        await running;
      }
      discardFailure = new Error("in use");
      await assert.rejects(only().act("remove"), /in use/);
      letGo(undefined);
      await running;
      assert.deepEqual([only().state, told], ["paused", []]);
      await only().act("resume");
      assert.equal(only().state, "running");
      await until(() => told.length > 0);
      assert.equal(only().state, "finished");
      assert.match(told[0]!.message, /^Exported .* of 8 clients/);
    });
  }

  it("leave nothing where they were paused and are removed", async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    await open({ clients: 8, before: (client) => (client < 3 ? undefined : held) });
    const running = window.beginDataSet({ spec: aSpec(), folder });
    await until(() => view.all.length > 0 && /\b3 of 8\b/.test(only().look.description));
    await only().act("pause");
    await only().act("remove");
    letGo(undefined);
    await running;
    assert.deepEqual([await readdir(parent), await noted(), view.all, told], [[], [], [], []]);
  });

  it("keep clients without rows that were done before they were stopped", async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    const before = (client: number) => (client < 3 ? undefined : held);
    await open({ clients: 8, rowsOf: () => [], before });
    const running = window.beginDataSet({ spec: aSpec(), folder });
    await until(() => view.all.length > 0 && /\b3 of 8\b/.test(only().look.description));
    await only().act("stop");
    letGo(undefined);
    await running;
    assert.match(
      told[0]!.message,
      /^The export was stopped\. Its folder holds 0 rows of 3 clients/,
    );
    assert.deepEqual(await readdir(parent), ["holdings"]);
  });

  it("are removed with what a kill left of them, also where their folder is gone", async () => {
    await open({ clients: 8 });
    const sets = dataSets();
    await mkdir(join(folder, "client_id=one"), { recursive: true });
    await writeFile(join(folder, "_manifest.json.5a5e.tmp"), "half");
    await writeFile(join(folder, ".part-00000-2"), "half");
    await sets.discard(folder, aSpec().id);
    assert.deepEqual(await readdir(parent), []);
    await sets.discard(folder, aSpec().id);
  });

  it("stay in the view until what is made in their place is whole", async () => {
    // Six holdings of each client are promised as long as pages are asked for.
    await open({ clients: 3, totalOf: (one, count) => (one === 2 ? count + 4 : count) });
    await window.beginDataSet({ spec: aSpec(), folder });
    const [old] = view.all;
    assert.equal(old?.look.icon, "warning");
    told[0]!.press("Ignore this number");
    await until(() => told.length === 2);
    assert.match(told[1]!.message, /^Exported 3 holdings of 3 clients to holdings-2 /);
    await until(() => rules.length > 0 && view.find(old.id) === undefined);
    assert.deepEqual([rules, view.all.length], [[{ total: null }], 1]);
    assert.deepEqual((await readdir(parent)).sort(), ["holdings", "holdings-2"]);
  });

  it("have no green tick where clients were refused, nor count them as exported", async () => {
    await open({ clients: 8, statusOf: (one) => (one === 3 ? 403 : 200) });
    await window.beginDataSet({ spec: aSpec(), folder });
    assert.equal(only().look.icon, "warning");
    assert.match(
      told[0]!.message,
      /^The service refused 1 client\..*Kept in holdings \(.*\): .* of 7 clients\./,
    );
  });
});
