import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { WORKER_BYTES } from "../../../../src/platform/json/indexer";
import { GrowingList } from "../../../../src/features/lists/common/growingList";
import { type Bench, failureOf, listClients, openBench } from "../http/support/bench";

const ROW = `{"clientId": "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11", "note": "${"x".repeat(1000)}"}`;
const LONG = `[${Array.from({ length: 1 + WORKER_BYTES / 1000 }, () => ROW).join()}]`;

/** Finds an empty array in every text, which tells its answers from those of this thread. */
const EMPTY = `port.on("message", ([{ id, parameters: text }]) =>
  port.postMessage([{ id, result: new Int32Array([0, text.length, (1 << 4) | 1]) }]));`;

const HANGING = 'port.on("message", () => { for (;;) {} });';

describe("long answers", () => {
  let folder: string;
  let bench: Bench;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "json-answers-"));
  });

  after(() => rmSync(folder, { recursive: true }));
  afterEach(() => bench.close());

  async function open(program: string): Promise<void> {
    const jsonWorker = join(folder, `program${String(program.length)}.js`);
    const port = 'const { parentPort: port } = require("node:worker_threads");';
    writeFileSync(jsonWorker, `${port}${program}`);
    bench = await openBench({ jsonWorker, answer: (_request, response) => response.end(LONG) });
  }

  it("are read in the thread for the tree", async () => {
    await open(EMPTY);
    const client = (): Promise<Bench["client"]> => Promise.resolve(bench.client);
    const list = new GrowingList({
      kind: "client",
      pageSize: () => 10,
      call: { operationId: "listClients" },
      client,
      title: () => "Clients",
    });
    await list.load();
    assert.deepEqual([list.isLoaded, list.rows.length], [true, 0]);
  });

  it("stop being read when the call is cancelled, or the network is disposed of", async () => {
    await open(HANGING);
    const controller = new AbortController();
    const reading = (await listClients(bench.client, controller.signal)).index();
    await setImmediate();
    controller.abort();
    assert.equal((await failureOf(reading)).code, "canceled/byUser");
    const disposed = failureOf((await listClients(bench.client)).index());
    await setImmediate();
    await bench.close();
    assert.equal((await disposed).code, "canceled/disposed");
    await open(EMPTY);
  });
});
