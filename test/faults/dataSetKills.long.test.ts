import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import type { WantedClients } from "../../src/features/exports/common/bulk/dataSet";
import { idsOf } from "../../src/features/exports/common/bulk/wantedClients";
import { NO_RULES } from "../../src/features/lists/common/listRules";
import { type Bench, openBench } from "../unit/platform/http/support/bench";
import {
  aSource,
  aSpec,
  dataSets,
  endThread,
  journalOf,
  readRows,
  readTree,
} from "../unit/features/exports/bulk/support/manyClients";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { bundleProgram, type ChildProgram } from "./support/childProgram";
import { count } from "./support/gates";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const KILLS = IS_LONG ? 20 : 2;
const SEED = 20_261_122;
/**
 * A part of them: each is asked for in every run that was not killed before. One of those of the
 * long form has 200,000 holdings.
 */
const TYPED = IS_LONG ? "ma" : "mar";
const SOME: WantedClients = { kind: "filtered", typed: TYPED, pageSize: 200, rules: NO_RULES };
/** Clients whose holdings are refused. */
const REFUSED = 3;

describe("a window that is killed while it exports a list of many clients", () => {
  let program: ChildProgram;
  let sandbox: SandboxUnderTest;
  let bench: Bench;
  let connection: object;

  before(async () => {
    program = await bundleProgram("dataSetWindow");
    sandbox = await startSandbox();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId, clientSecret, scopes } = clients.serviceAccount;
    connection = { baseUrl, authUrl, clientId, scopes };
    bench = await openBench({ connection });
    bench.secrets.current = { subscriptionKey: subscriptionKeys.development, clientSecret };
    const action = bench.client.startAction("Clients");
    const ids: string[] = [];
    const walk = idsOf(SOME, {
      client: () => Promise.resolve(bench.client),
      title: () => action.title,
      signal: () => undefined,
    });
    for (let id = await walk.next(); id !== undefined; id = await walk.next()) {
      ids.push(id);
    }
    assert.ok(ids.length > 50, String(ids.length));
    await sandbox.setFaults(
      ids.slice(-REFUSED).map((id) => ({
        path: `*/clients/${id}/holdings`,
        fault: { kind: "status", status: 403 } as const,
      })),
    );
  });

  after(async () => {
    await endThread();
    await bench.close();
    await Promise.all([program.close(), sandbox.stop()]);
  });

  const print = (text: string): unknown => process.stdout.write(`${text}\n`);

  /** Runs until so many more clients are done, then dies; or to the end. */
  async function run(folder: string, isResumed: boolean, dies: number | undefined) {
    const child = program.start({
      ...{ FOLDER: folder, LOCKS: join(program.folder, "locks") },
      CONNECTION: JSON.stringify(connection),
      SECRETS: JSON.stringify(bench.secrets.current),
      CLIENTS: JSON.stringify(SOME),
      RESUMED: isResumed ? "yes" : "no",
    });
    let [first, last] = [-1, 0];
    let outcome: unknown;
    child.on("message", (message: { clients?: number; state?: string }) => {
      outcome = message.state === undefined ? outcome : message;
      if (message.clients !== undefined) {
        last = message.clients;
        first = first < 0 ? last : first;
        if (dies !== undefined && last - first >= dies) {
          child.kill("SIGKILL");
        }
      }
    });
    await once(child, "exit");
    return { clients: last, outcome };
  }

  it("is whole in the end, however often and wherever it was killed", async () => {
    const straight = join(program.folder, "straight", "holdings");
    const set = await dataSets().begin(aSpec({ clients: SOME }), aSource(bench.client, straight));
    await set.run();
    assert.equal(set.progress.state, "finished", String(set.failure));
    const { clients } = set.progress;
    const next = seeded(SEED);
    const killed = join(program.folder, "killed", "holdings");
    const reached: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const share = Math.floor(clients / KILLS) - 1;
      const { clients: last } = await run(killed, kill > 0, 1 + Math.floor(next() * share));
      reached.push(last);
    }
    const { outcome } = await run(killed, true, undefined);
    assert.deepEqual((outcome as { state: string }).state, "finished", JSON.stringify(outcome));
    assert.deepEqual(await readRows(killed), await readRows(straight));
    const lines = (await journalOf(killed)).filter((line) => line.kind === "client");
    const ids = lines.map((line) => line.client);
    assert.equal(new Set(ids).size, clients);
    assert.equal(lines.filter((line) => line.outcome === "refused").length, REFUSED);
    const names = Object.keys(await readTree(killed)).filter((path) => !path.includes("/"));
    assert.deepEqual(names, ["_journal.jsonl", "_manifest.json"]);
    count("killedDataSets", "kills", reached.length);
    count("killedDataSets", "clients", clients);
    print(`      ${clients} clients, killed after ${reached.join(", ")} (seed ${SEED})`);
    assert.ok(new Set(reached).size > 1 && reached.every((done) => done < clients));
  });
});
