import assert from "node:assert/strict";
import { ClientWalk } from "../../../../../src/features/exports/common/bulk/walkClients";
import { DataSetNames } from "../../../../../src/features/exports/common/bulk/dataSetNames";
import { NO_RULES } from "../../../../../src/features/lists/common/listRules";
import { type Bench, openBench } from "../../../platform/http/support/bench";
import { usedMemory } from "../../../support/memory";
import { answerOf } from "./support/manyClients";
import { IS_LONG } from "../../../../fakes/runs";

const CLIENTS = IS_LONG ? 100_000 : 20_000;
const PAGE_SIZE = 500;
const MEGABYTE = 1_000_000;
const GROWTH_LIMIT = 100 * MEGABYTE;

describe(`${CLIENTS} clients`, () => {
  let bench: Bench;

  afterEach(() => bench.close());

  it("are walked and known again in bounded memory", async () => {
    bench = await openBench({ answer: answerOf({ clients: CLIENTS }) });
    const walk = new ClientWalk({
      ...{ pageSize: PAGE_SIZE, rules: NO_RULES, signal: () => undefined },
      client: () => Promise.resolve(bench.client),
      title: (page) => `Clients page ${page}`,
    });
    const names = new DataSetNames(undefined);
    let [count, most] = [0, 0];
    const before = usedMemory();
    for await (const { clientId } of walk.clients()) {
      assert.ok(names.note(names.write(clientId)));
      if (++count % 10_000 === 0) {
        // What the server of the test and the bench remember is theirs.
        bench.service.seen.length = 0;
        bench.actions.length = 0;
        most = Math.max(most, usedMemory() - before);
      }
    }
    process.stdout.write(`      most above the start: ${(most / MEGABYTE).toFixed(0)} MB\n`);
    assert.deepEqual(
      [count, walk.claimed, walk.facts.pages],
      [CLIENTS, CLIENTS, CLIENTS / PAGE_SIZE],
    );
    assert.ok(most < GROWTH_LIMIT, `${most}`);
  });
});
