import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import type { Connection } from "../../../src/platform/base/connection";
import type { WantedClients } from "../../../src/features/exports/common/bulk/dataSet";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { MemoryLog, openBench } from "../../unit/platform/http/support/bench";
import { aSource, aSpec, dataSets } from "../../unit/features/exports/bulk/support/manyClients";

/** A process that makes a data set of the sandbox's clients, or goes on with it, until it dies. */
const { FOLDER = "", LOCKS = "", CLIENTS = "", RESUMED = "" } = process.env;
const { CONNECTION = "{}", SECRETS = "{}" } = process.env;

void run();

async function run(): Promise<void> {
  const connection = JSON.parse(CONNECTION) as Partial<Connection>;
  const bench = await openBench({ connection });
  bench.secrets.current = JSON.parse(SECRETS) as typeof bench.secrets.current;
  const log = new MemoryLog();
  const sets = dataSets(createFileLocks({ folder: LOCKS, clock: SYSTEM_CLOCK, log }));
  const source = aSource(bench.client, FOLDER, {
    onChange: () => process.send?.({ clients: set.progress.clients }),
  });
  const spec = aSpec({ clients: JSON.parse(CLIENTS) as WantedClients });
  const set = RESUMED === "yes" ? await sets.resume(source) : await sets.begin(spec, source);
  await set.run();
  process.send?.({ state: set.progress.state, failure: String(set.failure) }, () => process.exit());
}
