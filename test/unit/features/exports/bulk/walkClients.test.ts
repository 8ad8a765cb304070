import assert from "node:assert/strict";
import { ClientWalk } from "../../../../../src/features/exports/common/bulk/walkClients";
import { NO_RULES } from "../../../../../src/features/lists/common/listRules";
import { type Bench, openBench } from "../../../platform/http/support/bench";
import { sendJson } from "../../../platform/http/support/servers";
import { askedPage } from "../../lists/support/sessions";

const PAGE_SIZE = 2;

type Client = readonly [name: string, dateOfBirth: string];

describe("clients that fit a date, over many pages", () => {
  let bench: Bench;

  afterEach(() => bench.close());

  async function found(typed: string, clients: readonly Client[]): Promise<readonly string[]> {
    bench = await openBench({
      answer: ({ path }, response) => {
        const from = (askedPage(path)[0] - 1) * PAGE_SIZE;
        const items = clients
          .slice(from, from + PAGE_SIZE)
          .map(([name, dateOfBirth]) => ({ clientId: `id-${name}`, name, dateOfBirth }));
        sendJson(response, 200, { items, totalItems: clients.length });
      },
    });
    const walk = new ClientWalk({
      ...{ pageSize: PAGE_SIZE, rules: NO_RULES, signal: () => undefined, typed },
      client: () => Promise.resolve(bench.client),
      title: (page) => `Clients page ${page}`,
    });
    const names: string[] = [];
    for await (const { label } of walk.clients()) {
      names.push(label);
    }
    assert.ok(walk.facts.isWhole);
    return names;
  }

  const MARTIN: Client = ["Martin Joe", "1961-07-22"];
  const MARLOW: Client = ["Marlow Eve", "1961-05-30"];
  const BORN: Client = ["Okafor Ngozi", "1961-03-02"];
  const OTHERS: readonly Client[] = [
    ["Abernathy Ruth", "1990-01-01"],
    ["Cruzado Ana", "1985-02-02"],
    ["Silva Rui", "1979-08-08"],
  ];

  it("are those born then alone, on whichever page they are", async () => {
    const [one, two, three] = OTHERS as [Client, Client, Client];
    assert.deepEqual(await found("Mar 1961", [BORN, one, MARTIN, two]), [BORN[0]]);
    await bench.close();
    assert.deepEqual(await found("Mar 1961", [MARTIN, one, two, BORN, MARLOW, three]), [BORN[0]]);
  });

  it("are those that fit its words where nobody was born then, in their order", async () => {
    const [one, two] = OTHERS as [Client, Client, Client];
    const clients = [MARTIN, one, two, MARLOW];
    assert.deepEqual(await found("Mar 1961", clients), [MARTIN[0], MARLOW[0]]);
  });
});
