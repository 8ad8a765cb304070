import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { isAppError } from "../../../../../src/platform/base/errors";
import { parameterFields } from "../../../../../src/features/lists/common/listEndpoint";
import { measureFields } from "../../../../../src/features/lists/common/fields/measureFields";
import {
  isIgnored,
  type Measurement,
} from "../../../../../src/features/lists/common/fields/measurement";
import type { RowEffect } from "../../../../../src/features/lists/common/fields/rowEffect";
import { NO_RULES } from "../../../../../src/features/lists/common/listRules";
import type { Action } from "../../../../../src/platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../../../src/platform/service/client";
import { planMeasurement } from "../../../../../src/features/lists/messages/listFields";
import type { ListQuery } from "../../../../../src/features/lists/messages/listQuery";
import { type Bench, openBench } from "../../../platform/http/support/bench";
import { sendJson } from "../../../platform/http/support/servers";
import { VirtualClock } from "../../../platform/http/support/virtualClock";
import { type SandboxUnderTest, startSandbox } from "../../../support/sandboxProcess";
import { aQuery, endpointOf } from "../support/sessions";

interface Given {
  readonly query?: Partial<ListQuery>;
  readonly parameter?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** Measures the results of a client, unless another list is named. */
async function measure(
  client: Pick<ServiceClient, "startAction" | "send">,
  given: Given = {},
): Promise<Measurement> {
  const query = aQuery({ operationId: "listResults", ...given.query });
  const endpoint = endpointOf(query.operationId);
  const parameter = given.parameter ?? "fields";
  const fields = parameterFields(endpoint, query.parameters);
  const plan = planMeasurement(fields.find(({ name }) => name === parameter)!);
  return measureFields({
    ...{ client, endpoint, query, parameter, plan: plan!, rules: NO_RULES },
    signal: given.signal ?? new AbortController().signal,
    onProgress: given.onProgress ?? (() => undefined),
  });
}

/** The same answer as another action records it. */
function withAction(answer: ServiceAnswer, action: Action): ServiceAnswer {
  const { status, statusText, headers, body, text, encoding } = answer;
  const facts = { status, statusText, headers, body, text, encoding };
  return { ...facts, action, index: () => answer.index() };
}

function effectOf(found: Measurement, ...values: readonly string[]): RowEffect {
  const one = found.values.find((other) => other.values.join() === values.join());
  assert.ok(one !== undefined && "effect" in one, values.join());
  return one.effect;
}

function costOf(found: Measurement, ...values: readonly string[]): readonly unknown[] {
  const one = found.values.find((other) => other.values.join() === values.join());
  assert.ok(one !== undefined && "cost" in one, values.join());
  const { bytes, wireBytes, milliseconds } = one.cost;
  return [bytes, wireBytes, milliseconds, one.isNoise];
}

const gained = ({ gained: members }: RowEffect): readonly unknown[] =>
  members.map(({ path, rows, filled }) => [path.join("."), rows, filled]);

type Row = Readonly<Record<string, unknown>>;

describe("the cost of fields at a service whose costs are known", () => {
  let bench: Bench;
  let clock: VirtualClock;
  const rows: readonly Row[] = [1, 2, 3].map((id) => ({ id: `R-${id}`, n: id }));

  afterEach(() => bench.close());

  /** Answers by the values that were asked for; each answer takes its milliseconds. */
  async function start(
    answer: (asked: readonly string[], call: number) => Row[] | number,
    take: (asked: readonly string[], call: number) => number = () => 10,
    send: (response: ServerResponse, body: unknown) => void = (response, body) =>
      sendJson(response, 200, body),
  ): Promise<readonly string[]> {
    clock = new VirtualClock();
    const calls: string[] = [];
    bench = await openBench({
      clock,
      answer: ({ path }, response) => {
        const query = new URL(path, "http://x").searchParams;
        const asked = (query.get("fields") ?? query.get("unions") ?? "").split(",");
        calls.push(asked.join());
        clock.advance(take(asked, calls.length));
        const body = answer(asked, calls.length);
        if (typeof body === "number") {
          sendJson(response, body, {});
        } else {
          send(response, { items: body });
        }
      },
    });
    return calls;
  }

  it("asks in turns, under one action and one after the other, the page without in each", async () => {
    const calls = await start(() => [...rows]);
    const done: number[] = [];
    const parameters = { fields: ["factors", "own"] };
    await measure(bench.client, { query: { parameters }, onProgress: (count) => done.push(count) });
    const round = ["", "factors", "answers", "own", "factors,own"];
    assert.deepEqual(calls, [...[1, 2, 3, 4, 5].flatMap(() => round), ""]);
    assert.deepEqual(
      done,
      Array.from({ length: 26 }, (_, index) => index + 1),
    );
    const actions = new Set(bench.actions.map(({ id }) => id));
    assert.equal(actions.size, 1);
    assert.equal(bench.actions.at(-1)?.title, "Results page 1, fields measured");
    assert.equal(new Set(bench.service.seen.map(({ headers }) => headers["x-dt-traceid"])).size, 1);
  });

  it("says what more came and how much longer it took, by medians", async () => {
    // The first answers are late once, as those of a service that has to wake up.
    const times = (asked: readonly string[], call: number): number =>
      (call <= 3 ? 500 : 10) + (asked.includes("factors") ? 600 : 0);
    await start(
      (asked) => rows.map((row) => (asked.includes("factors") ? { ...row, factors: [1] } : row)),
      times,
    );
    const found = await measure(bench.client);
    const text = (body: readonly Row[]): number => JSON.stringify({ items: body }).length;
    const more = text(rows.map((row) => ({ ...row, factors: [1] }))) - text(rows);
    assert.deepEqual(costOf(found, "factors"), [more, more, 600, false]);
    assert.deepEqual(costOf(found, "answers"), [0, 0, 0, true]);
    assert.deepEqual(
      [found.base.cost.milliseconds, found.base.spread, found.base.rows, found.base.isSteady],
      [10, 490, 3, true],
    );
    assert.equal(found.at, bench.actions.at(-1)?.attempts.at(-1)?.startedAt);
  });

  it("calls what differs less than the same answers do noise", async () => {
    let base = 0;
    await start(
      () => [...rows],
      (asked) => (asked[0] === "" ? (base++ % 2) * 40 : asked.includes("factors") ? 30 : 70),
    );
    const found = await measure(bench.client);
    assert.equal(found.base.spread, 40);
    assert.equal(costOf(found, "factors")[3], true);
    assert.equal(costOf(found, "answers")[3], false);
  });

  it("counts neither the turn that was waited for nor the opening of the connection", async () => {
    await start(() => [...rows]);
    const times = [
      { queue: 900, connect: 60, total: 100 },
      { queue: 0, total: 40 },
    ];
    let calls = 0;
    const { client } = bench;
    let action = client.startAction("Results");
    const timed: Pick<ServiceClient, "startAction" | "send"> = {
      startAction: () => action,
      send: async (call, context) => {
        const answer = await client.send(call, { ...context, action });
        ({ action } = answer);
        const attempt = answer.action.attempts.at(-1)!;
        const given = { ...attempt, times: times[calls++ === 0 ? 0 : 1]! };
        const attempts = [...answer.action.attempts.slice(0, -1), given];
        return withAction(answer, { ...answer.action, attempts });
      },
    };
    const { base } = await measure(timed);
    assert.deepEqual([base.cost.milliseconds, base.spread], [40, 0]);
  });

  it("leaves waits for a retry out", async () => {
    let refused = 0;
    await start((asked) => {
      const isBusy = asked.includes("answers") && refused++ === 0;
      return isBusy ? 503 : [...rows];
    });
    const measuring = measure(bench.client);
    while (
      clock.pending === 0 ||
      refused === 0 ||
      bench.actions.at(-1)?.progress.state !== "waiting"
    ) {
      await new Promise(setImmediate);
    }
    clock.advance(20_000);
    const found = await measuring;
    assert.deepEqual(costOf(found, "answers"), [0, 0, 0, true]);
    assert.equal(bench.actions.at(-1)?.attempts.length, 17, "one was repeated");
  });

  it("knows bytes on the wire where the answer tells how long it is", async () => {
    const packed = (body: unknown): Buffer => gzipSync(JSON.stringify(body));
    const answer = (asked: readonly string[]): Row[] =>
      rows.map((row) => (asked.includes("factors") ? { ...row, f: "x".repeat(500) } : row));
    const send = (hasLength: boolean) => (response: ServerResponse, body: unknown) => {
      const content = packed(body);
      const length = hasLength ? { "content-length": content.length } : {};
      const head = { "content-type": "application/json", "content-encoding": "gzip", ...length };
      response.writeHead(200, head).end(content);
    };
    await start(answer, undefined, send(true));
    const told = costOf(await measure(bench.client), "factors");
    const wire = packed({ items: answer(["factors"]) }).length - packed({ items: rows }).length;
    assert.equal(told[1], wire);
    assert.ok(Number(told[0]) > 3 * 500 && wire < 200, String(told));
    await bench.close();
    await start(answer, undefined, (response, body) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.write(packed(body));
      response.end();
    });
    assert.equal(costOf(await measure(bench.client), "factors")[1], undefined);
  });

  it("tells that a service ignores the parameter, whatever it puts around the rows", async () => {
    let calls = 0;
    await start(
      () => [...rows],
      undefined,
      (response, body) => sendJson(response, 200, { ...(body as object), requestNumber: ++calls }),
    );
    const found = await measure(bench.client);
    assert.equal(isIgnored(found), true);
    assert.ok(found.base.isSteady);
  });

  it("tells of rows that come in another order, go or are others", async () => {
    await start((asked) =>
      asked.includes("factors")
        ? [...rows].reverse().map((row) => ({ ...row, factors: 1 }))
        : asked.includes("answers")
          ? [
              { id: "R-2", n: 2 },
              { id: "R-9", n: 9 },
            ]
          : [...rows],
    );
    const found = await measure(bench.client);
    const [factors, answers] = [effectOf(found, "factors"), effectOf(found, "answers")];
    assert.deepEqual(
      [factors.matchedBy, factors.matched, factors.isReordered, factors.added, factors.missing],
      ["id", 3, true, 0, 0],
    );
    assert.deepEqual(gained(factors), [["factors", 3, 3]]);
    assert.deepEqual(
      [answers.rows, answers.matched, answers.isReordered, answers.added, answers.missing],
      [2, 1, false, 1, 2],
    );
    assert.equal(isIgnored(found), false);
  });

  it("tells that the rows changed by themselves", async () => {
    await start((_asked, call) => rows.map((row) => ({ ...row, n: call > 8 ? 1 : 0 })));
    assert.equal((await measure(bench.client)).base.isSteady, false);
  });

  it("goes on without what is refused, and asks for it no more", async () => {
    const calls = await start((asked) => (asked.includes("factors") ? 400 : [...rows]));
    const found = await measure(bench.client);
    const [factors, answers] = found.values;
    const failure = factors !== undefined && "failure" in factors ? factors.failure : undefined;
    assert.ok(isAppError(failure));
    assert.equal(failure.status, 400);
    assert.ok(answers !== undefined && "effect" in answers);
    assert.equal(calls.filter((asked) => asked === "factors").length, 1);
  });

  it("fails with the page without them", async () => {
    const calls = await start((asked) => (asked[0] === "" ? 404 : [...rows]));
    await assert.rejects(
      measure(bench.client),
      (error) => isAppError(error) && error.status === 404,
    );
    assert.equal(calls.length, 1);
  });

  it("stops when it is canceled", async () => {
    const stop = new AbortController();
    const calls = await start(() => [...rows]);
    const measuring = measure(bench.client, {
      signal: stop.signal,
      onProgress: (done) => (done === 4 ? stop.abort() : undefined),
    });
    await assert.rejects(measuring, (error) => isAppError(error) && error.kind === "canceled");
    assert.equal(calls.length, 4);
  });

  it("measures any list of values: a filter brings other rows", async () => {
    await start((asked) => rows.filter(({ n }) => asked[0] !== "joint" || n === 2));
    const found = await measure(bench.client, { parameter: "unions" });
    const joint = effectOf(found, "joint");
    assert.deepEqual([joint.rows, joint.missing, joint.gained], [1, 2, []]);
    assert.equal(effectOf(found, "single").isSame, true);
    assert.match(bench.service.seen[1]?.path ?? "", /unions=single/);
  });
});

describe("the cost of fields at the sandbox", () => {
  let sandbox: SandboxUnderTest;
  let bench: Bench;

  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId, clientSecret, scopes } = clients.serviceAccount;
    bench = await openBench({ connection: { baseUrl, authUrl, clientId, scopes } });
    const subscriptionKey = subscriptionKeys.development;
    bench.secrets.current = { subscriptionKey, clientSecret };
  });

  after(async () => {
    await bench.close();
    await sandbox.stop();
  });

  it("is real: bytes, members, rows that got nothing, and the sum of both", async () => {
    const query = { path: { clientId: await clientWithSuperseded() }, pageSize: 25 };
    const parameters = { fields: ["factors", "answers"] };
    const found = await measure(bench.client, { query: { ...query, parameters } });
    const text = async (fields: readonly string[]): Promise<string> => {
      const asked = { pageSize: 25, pageNumber: 1, fields };
      const { path } = query;
      const call = { operationId: "listResults" as const, path, query: asked };
      const answer = await bench.client.send(call, { action: bench.client.startAction("x") });
      return answer.text;
    };
    const plain = await text([]);
    const { items } = JSON.parse(await text(["answers"])) as { items: { answers: unknown[] }[] };
    const filled = items.filter(({ answers }) => answers.length > 0).length;
    assert.ok(filled > 0 && filled < items.length);
    const [factors, answers] = [effectOf(found, "factors"), effectOf(found, "answers")];
    assert.deepEqual(gained(factors), [["factors", items.length, items.length]]);
    assert.deepEqual(gained(answers), [["answers", items.length, filled]]);
    assert.equal(answers.filledRows, filled);
    assert.deepEqual(gained(effectOf(found, "factors", "answers")).map(String), [
      `factors,${items.length},${items.length}`,
      `answers,${items.length},${filled}`,
    ]);
    for (const fields of [["factors"], ["answers"], ["factors", "answers"]]) {
      const more = Buffer.byteLength(await text(fields)) - Buffer.byteLength(plain);
      assert.deepEqual(costOf(found, ...fields).slice(0, 2), [more, more], fields.join());
    }
  });

  it("tells the value that the service refuses from the others", async () => {
    const fault = { kind: "status", status: 403 } as const;
    await sandbox.setFaults([{ operationId: "listResults", query: "*fields=*factors*", fault }]);
    const query = { path: { clientId: await clientWithSuperseded() } };
    const { values } = await measure(bench.client, { query });
    await sandbox.setFaults([]);
    assert.deepEqual(
      values.map((one) => "failure" in one && isAppError(one.failure) && one.failure.status),
      [403, false],
    );
  });

  it("says that a name that is not known adds nothing", async () => {
    const query = {
      path: { clientId: await clientWithSuperseded() },
      parameters: { fields: ["colours"] },
    };
    const found = await measure(bench.client, { query });
    assert.equal(effectOf(found, "colours").isSame, true);
    assert.equal(isIgnored(found), false);
  });

  let superseded: string | undefined;

  /** A client with a result that was replaced on the first page. */
  async function clientWithSuperseded(): Promise<string> {
    superseded ??= await findSuperseded();
    return superseded;
  }

  async function findSuperseded(): Promise<string> {
    const action = bench.client.startAction("Clients");
    const call = { operationId: "listClients" as const, query: { pageSize: 100 } };
    const clients = JSON.parse((await bench.client.send(call, { action })).text) as {
      readonly items: readonly { readonly clientId: string }[];
    };
    for (const { clientId } of clients.items) {
      const results = { operationId: "listResults" as const, path: { clientId } };
      const { text } = await bench.client.send(results, { action });
      const states = [...text.matchAll(/"status":\s*"(\w+)"/g)].map(([, state]) => state);
      if (states.includes("superseded") && states.includes("final")) {
        return clientId;
      }
    }
    throw new Error("No client has one.");
  }
});
