import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { setImmediate as turn } from "node:timers/promises";
import { EnteredSecrets } from "../../../../src/features/connections/common/enteredSecrets";
import type { Replacement } from "../../../../src/features/connections/host/clientSlot";
import type { Connections } from "../../../../src/features/connections/host/connections";
import type { ServiceClient } from "../../../../src/platform/service/client";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { SANDBOX_CONNECTION_ID } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";
import { MemoryMarks } from "../../../faults/support/faultyStore";
import {
  type Bench,
  failureOf,
  listClients,
  MemoryLog,
  MemoryStore,
  openBench,
} from "../../platform/http/support/bench";
import { type ExportBench, openExports, ran } from "../exports/support/exportBench";
import { HoldingPages } from "../exports/support/holdingPages";
import { until } from "../lists/support/sessions";
import { connectionsOf, restingSandbox } from "./connectionsOf";

const ACME = { subscriptionKey: "development-key", clientSecret: "s-1" };
const OTHER = { subscriptionKey: "production-key" };

describe("secrets that another window enters", () => {
  let bench: Bench;
  let exports: ExportBench;
  let pages: HoldingPages;
  let store: MemoryStore;
  let here: EnteredSecrets;
  let there: EnteredSecrets;
  let connections: Connections;
  let replaced: Replacement[];
  let source: object;

  beforeEach(async () => {
    store = new MemoryStore();
    const [marks, log] = [new MemoryMarks(), new MemoryLog()];
    const open = (): EnteredSecrets =>
      new EnteredSecrets({ ...{ store, marks, log }, clock: SYSTEM_CLOCK });
    [here, there, replaced] = [open(), open(), []];
    pages = new HoldingPages(95);
    bench = await openBench({ answer: pages.answer });
    exports = openExports();
    source = restingSandbox();
    connections = connectionsOf(bench, here, source);
    connections.onDidReplace((replacement) => replaced.push(replacement));
    await here.write(bench.connection, ACME);
    await turn();
  });

  afterEach(async () => {
    await connections.dispose();
    await exports.close();
    await bench.close();
    here.dispose();
    there.dispose();
  });

  async function client(): Promise<ServiceClient> {
    return (await connections.open(bench.connection.id)).client;
  }

  const { id: connectionId } = aConnection();
  const keys = (): Set<unknown> =>
    new Set(bench.service.seen.map(({ headers }) => headers["ocp-apim-subscription-key"]));

  it("do not tell clients of the sandbox apart, whose key is another after each start", async () => {
    const connection = { ...bench.connection, id: SANDBOX_CONNECTION_ID };
    const issued = { connection, secrets: ACME };
    Object.assign(source, { current: issued, issue: () => Promise.resolve(issued) });
    const { client: opened } = await connections.open(SANDBOX_CONNECTION_ID);
    assert.equal(opened.keyFingerprint, undefined);
    assert.notEqual((await client()).keyFingerprint, undefined);
  });

  it("with another key end what is in flight, and an export is not gone on with", async () => {
    pages.hold();
    const asked = { ...exports.source(await client()), client };
    const one = exports.exports.begin(exports.spec(), asked);
    const running = one.run();
    await until(() => pages.waiting === 1);
    pages.letGo();
    await until(() => pages.waiting === 3);
    await there.write(bench.connection, OTHER);
    await running;
    assert.deepEqual(replaced, [{ connectionId, isOtherService: false, isOwn: false }]);
    assert.equal(one.progress.state, "failed");
    assert.equal((one.failure as { code: string }).code, "exports/keyChanged");
    assert.deepEqual([...keys()], [ACME.subscriptionKey]);
    pages.flow();
    assert.equal((await client()).keyFingerprint, there.fingerprint(bench.connection));
    const again = exports.exports.begin(exports.spec(), { ...asked, part: `${exports.part}.2` });
    await ran(again);
    assert.deepEqual([...keys()], [ACME.subscriptionKey, OTHER.subscriptionKey]);
  });

  it("with another key let no call of the client before out", async () => {
    const before = await client();
    await listClients(before);
    await there.write(bench.connection, OTHER);
    const get = store.get.bind(store);
    const asked = Promise.withResolvers<undefined>();
    // The answer by which keys are compared comes after the one that the call waits for.
    store.get = async (key) => {
      store.get = get;
      asked.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return get(key);
    };
    await asked.promise;
    const { kind } = await failureOf(listClients(before));
    assert.deepEqual([kind, [...keys()]], ["canceled", [ACME.subscriptionKey]]);
  });

  it("with the same key end nothing, and what this window enters is not told as theirs", async () => {
    const before = await client();
    await there.write(bench.connection, { ...ACME, clientSecret: "s-2" });
    await turn();
    await listClients(before);
    assert.equal(await client(), before);
    const set = store.set.bind(store);
    // As the editor does: it tells of a change before it says that it was made.
    store.set = async (...entry) => {
      await set(...entry);
      await turn();
    };
    await here.write(bench.connection, OTHER);
    await turn();
    assert.deepEqual([replaced, await client()], [[], before]);
  });
});
