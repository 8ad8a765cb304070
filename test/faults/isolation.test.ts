import assert from "node:assert/strict";
import { count } from "./support/gates";
import { ENVIRONMENTS, openIsolation, USERS, type IsolationStage } from "./support/isolationStage";
import { seeded } from "./support/seeded";
import { IS_LONG } from "../fakes/runs";

const REQUESTS = IS_LONG ? 10_000 : 1_000;
const AT_ONCE = 12;

describe("environments and users side by side", () => {
  it(`never mixes a key with another's token in ${REQUESTS} requests`, async () => {
    const stage = await openIsolation();
    const random = seeded(20_260);
    let [next, switches] = [1, 0];
    const caller = async (): Promise<void> => {
      while (next <= REQUESTS) {
        await call(stage, random, next++);
      }
    };
    const switcher = async (): Promise<void> => {
      while (next <= REQUESTS) {
        const seen = next;
        while (next < seen + 5 && next <= REQUESTS) {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        await switchOne(stage, random);
        switches++;
      }
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, caller), switcher()]);
    await stage.close();
    const { mixed, counts } = stage;
    assert.deepEqual(mixed, []);
    assert.ok(counts.requests >= REQUESTS && switches > REQUESTS / 50);
    assert.ok(counts.renewals > REQUESTS / 50, String(counts.renewals));
    count("G14", "requests", counts.requests);
    count("G14", "switches", switches);
    count("G14", "renewals", counts.renewals);
    count("G14", "mixed", mixed.length);
  });
});

async function call(stage: IsolationStage, random: () => number, number: number): Promise<void> {
  const way = pick(stage.ways, random);
  const client = pick(way.clients, random);
  stage.expected.set(number, { way, allowed: new Set(way.allowed) });
  const action = client.startAction("Clients");
  const query = { pageNumber: number };
  await client.send({ operationId: "listClients", query }, { action });
  stage.expected.delete(number);
}

async function switchOne(stage: IsolationStage, random: () => number): Promise<void> {
  const way = pick(stage.ways, random);
  if (random() < 0.2) {
    stage.pass(3_590_000);
  }
  const isService = way.clients.length === 1;
  await way.switchOver(pick(isService ? ENVIRONMENTS : USERS, random));
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}
