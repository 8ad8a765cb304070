import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { isAppError } from "../../../../src/platform/base/errors";
import type { ServiceClient } from "../../../../src/platform/service/client";
import { type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { type Bench, listClients, openBench } from "./support/bench";
import { delivered } from "./support/loopback";
import { sendJson } from "./support/servers";
import { VirtualClock } from "./support/virtualClock";

const PAGES = 24;

describe("a walk whose service asks for patience", () => {
  it("lets one page try again after the wait, and asks for no other before", async () => {
    const clock = new VirtualClock();
    let refusals = 3;
    const asked: string[] = [];
    const bench = await openBench({
      clock,
      answer: ({ path }, response) => {
        asked.push(/pageNumber=(\d+)/.exec(path)?.[1] ?? "none");
        const isRefused = refusals-- > 0;
        sendJson(response, isRefused ? 429 : 200, [], isRefused ? { "retry-after": "10" } : {});
      },
    });
    const walking = Promise.all(pages(8).map((page) => step(bench.client, page)));
    await until(() => asked.length === 3 && isWaiting(bench));
    const looking = bench.client.send(
      { operationId: "listClients", query: { pageNumber: 99 } },
      { action: bench.client.startAction("Page") },
    );
    await looking;
    clock.advance(9_999);
    await delivered();
    assert.deepEqual(asked.toSorted(), ["1", "2", "3", "99"]);
    clock.advance(1);
    await walking;
    // Three were refused once, and every page came; nobody spent a second try.
    assert.equal(asked.length, 3 + 8 + 1);
    await bench.close();
  });

  it("asks for no other page either after a 503", async () => {
    const clock = new VirtualClock();
    let refusals = 1;
    const bench = await openBench({
      ...{ clock, limits: { concurrentRequests: 2 } },
      answer: (_request, response) =>
        sendJson(response, refusals-- > 0 ? 503 : 200, [], { "retry-after": "10" }),
    });
    const first = step(bench.client, 1);
    await until(() => isWaiting(bench));
    const second = step(bench.client, 2);
    await delivered();
    assert.equal(bench.service.seen.length, 1);
    clock.advance(10_000);
    await Promise.all([first, second]);
    assert.equal(bench.service.seen.length, 3);
    await bench.close();
  });

  it("spends none of a page's own time while others wait", async () => {
    const clock = new VirtualClock();
    let wait = "20";
    const bench = await openBench({
      ...{ clock, limits: { actionMilliseconds: 30_000, concurrentRequests: 2 } },
      answer: (_request, response) =>
        sendJson(response, wait === "" ? 200 : 429, [], { "retry-after": wait }),
    });
    const looking = (): Promise<unknown> => listClients(bench.client).catch(() => undefined);
    const first = looking();
    await until(() => isWaiting(bench));
    const page = step(bench.client, 1);
    await delivered();
    assert.equal(bench.actions.at(-1)?.progress.state, "queued");
    clock.advance(15_000);
    wait = "25";
    const second = looking();
    await until(() => bench.actions.at(-1)?.attempts.length === 1);
    wait = "";
    // In all longer than one call may take.
    clock.advance(5_000);
    await delivered();
    clock.advance(20_000);
    await Promise.all([first, second, page]);
    assert.equal(bench.actions.at(-1)?.attempts.length, 1);
    await bench.close();
  });

  it("is given up with its signal while it rests", async () => {
    const clock = new VirtualClock();
    const bench = await openBench({
      clock,
      answer: (_request, response) => sendJson(response, 429, [], { "retry-after": "20" }),
    });
    const stop = new AbortController();
    const all = [1, 2, 3, 4, 5].map((page) =>
      step(bench.client, page, undefined, stop.signal).catch((error: unknown) => error),
    );
    await until(() => isWaiting(bench));
    all.push(step(bench.client, 6, undefined, stop.signal).catch((error: unknown) => error));
    await delivered();
    stop.abort();
    for (const error of await Promise.all(all)) {
      assert.ok(isAppError(error) && error.kind === "canceled");
    }
    assert.equal(clock.pending, 0);
    await bench.close();
  });

  describe("the sandbox with a limit on calls", () => {
    let sandbox: SandboxUnderTest;

    before(async () => {
      sandbox = await startSandbox({ holdings: PAGES * 5 });
    });

    after(() => sandbox.stop());

    it("gets every page through refusals that would have cost each of them its tries", async () => {
      const { baseUrl, authUrl, prefixes, clients, subscriptionKeys } = sandbox.facts;
      const { clientId, clientSecret, scopes } = clients.serviceAccount;
      const bench = await openBench({
        connection: { baseUrl, authUrl, prefixes, clientId, scopes },
      });
      bench.secrets.current = { subscriptionKey: subscriptionKeys.development, clientSecret };
      const path = { clientId: await clientOf(bench.client, "Achterberg") };
      await sandbox.setFaults([
        {
          operationId: "listHoldings",
          every: 3,
          times: 6,
          fault: { kind: "status", status: 429, retryAfter: 1 },
        },
      ]);
      const action = bench.client.startAction("Walk");
      const answers = await Promise.all(
        pages(PAGES).map(async (pageNumber) => {
          const query = { pageNumber, pageSize: 5 };
          const context = { action, priority: "background", isStepOfWalk: true } as const;
          const call = { operationId: "listHoldings" as const, path, query };
          return (await bench.client.send(call, context)).text;
        }),
      );
      assert.equal(new Set(answers).size, PAGES);
      const { attempts } = bench.actions.at(-1)!;
      const refused = attempts.filter(({ status }) => status === 429);
      assert.equal(refused.length, 6);
      assert.ok(refused.every(({ retry }) => retry.retry));
      assert.equal(attempts.length, PAGES + 6);
      await bench.close();
    });
  });
});

async function clientOf(client: ServiceClient, lastName: string): Promise<string> {
  const action = client.startAction("Clients");
  const query = { pageSize: 25 };
  const { text } = await client.send({ operationId: "listClients", query }, { action });
  const { items } = JSON.parse(text) as {
    readonly items: readonly { readonly clientId: string; readonly name: { lastName: string } }[];
  };
  return items.find(({ name }) => name.lastName === lastName)?.clientId ?? "";
}

function step(
  client: ServiceClient,
  pageNumber: number,
  action = client.startAction("Walk"),
  signal?: AbortSignal,
): Promise<unknown> {
  const context = { action, signal, priority: "background", isStepOfWalk: true } as const;
  return client.send({ operationId: "listClients", query: { pageNumber } }, context);
}

function isWaiting({ actions }: Bench): boolean {
  return actions.some(({ progress }) => progress.state === "waiting");
}

function pages(count: number): readonly number[] {
  return Array.from({ length: count }, (_none, index) => index + 1);
}

/** For what real sockets do in their own time; the runner ends a wait without end. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await turn();
  }
}
