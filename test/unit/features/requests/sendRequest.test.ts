import assert from "node:assert/strict";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { sendRequest } from "../../../../src/features/requests/common/sendRequest";
import { describeError } from "../../../../src/platform/texts/errorText";
import { callOf } from "../../../../src/platform/service/callOf";
import type { CallTarget, ServiceAnswer } from "../../../../src/platform/service/client";
import type { AnyCall } from "../../../../src/platform/base/call";
import {
  type Bench,
  CLIENT_ID,
  DEFINITION,
  failureOf,
  guardOf,
  openBench,
} from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";

const PENSION = { clientId: CLIENT_ID, pensionId: "PEN-1" };
const BODY = Buffer.from('{"provider":"Aviva"}');

interface Asking {
  readonly says?: boolean;
  readonly asked?: CallTarget[];
  readonly isTrusted?: boolean;
  readonly signal?: AbortSignal;
  readonly onWait?: () => void;
}

async function sent(bench: Bench, call: AnyCall, asking: Asking = {}): Promise<ServiceAnswer> {
  const { says = true, asked = [], isTrusted = true, signal, onWait } = asking;
  return sendRequest({
    ...{ connection: bench.connection, client: bench.client, call, title: "Sent" },
    ...{ guard: guardOf(bench, () => isTrusted), onWait },
    confirm: (goesTo) => {
      asked.push(goesTo);
      return Promise.resolve(says);
    },
    whileSending: (task) => task(signal ?? new AbortController().signal),
  });
}

describe("requests that the user puts together, at the sandbox", () => {
  let sandbox: SandboxUnderTest;
  let bench: Bench;
  let clientId: string;

  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId: id, clientSecret, scopes } = clients.serviceAccount;
    bench = await openBench({ connection: { baseUrl, authUrl, clientId: id, scopes } });
    const subscriptionKey = subscriptionKeys.development;
    bench.secrets.current = { subscriptionKey, clientSecret };
    const answer = await sent(bench, { operationId: "listClients", query: { pageSize: "1" } });
    clientId = (JSON.parse(answer.text) as { items: { clientId: string }[] }).items[0]!.clientId;
  });

  after(async () => {
    await bench.close();
    await sandbox.stop();
  });

  it("reads what the explorer itself never asks for", async () => {
    const typed = { method: "GET", domain: "crm", typedPath: `/clients/${clientId}` } as const;
    const [one, other] = [
      await sent(bench, typed),
      await sent(bench, { operationId: "getClient", path: { clientId } }),
    ];
    assert.equal(one.text, other.text);
    const attempts = [one, other].map(({ action }) => action.attempts[0]!);
    assert.deepEqual(
      attempts.map(({ operationId, pathTemplate }) => [operationId, pathTemplate]),
      [
        [undefined, "/crm/v1/clients/{clientId}"],
        ["getClient", "/crm/v1/clients/{clientId}"],
      ],
    );
  });

  it("takes the head of an answer, which has no body", async () => {
    const call = { method: "HEAD", domain: "crm", typedPath: "/clients" } as const;
    const { status, text, action } = await sent(bench, call);
    assert.deepEqual([status, text, action.attempts.length], [200, "", 1]);
    assert.ok(action.attempts[0]?.requestId);
  });

  it("removes a pension, and again when it is gone already", async () => {
    const path = { clientId, pensionId: "PEN-SENT" };
    const put = { operationId: "putPension", path, body: BODY };
    assert.equal((await sent(bench, put)).status, 201);
    const asked: CallTarget[] = [];
    const remove = { operationId: "deletePension", path };
    for (const again of [false, true]) {
      const { status, text, action } = await sent(bench, remove, { asked });
      assert.deepEqual([status, text], [204, ""], String(again));
      assert.equal(action.attempts[0]?.operationId, "deletePension");
    }
    assert.deepEqual(
      asked.map(({ method, operationId }) => [method, operationId]),
      [
        ["DELETE", "deletePension"],
        ["DELETE", "deletePension"],
      ],
    );
    const gone = await failureOf(sent(bench, { operationId: "getPension", path }));
    assert.equal(gone.status, 404);
  });

  it("sends again what was read back from the record", async () => {
    const query = { pageSize: "2", pageNumber: "1" };
    const first = await sent(bench, { operationId: "listHoldings", path: { clientId }, query });
    const [attempt] = first.action.attempts;
    const again = await sent(bench, callOf(attempt!, readDefinition(DEFINITION), bench.connection));
    assert.equal(again.text, first.text);
    assert.notEqual(again.action.id, first.action.id);
    assert.equal(again.action.attempts[0]?.url, attempt?.url);
  });
});

describe("requests that the user puts together", () => {
  const benches: Bench[] = [];

  afterEach(async () => {
    await Promise.all(benches.splice(0).map((bench) => bench.close()));
  });

  const open = async (options: Parameters<typeof openBench>[0] = {}): Promise<Bench> => {
    const bench = await openBench(options);
    benches.push(bench);
    return bench;
  };

  const typed = (method: string, body?: Uint8Array): AnyCall => ({
    ...{ method, domain: "crm" as const, typedPath: "/advisers" },
    ...(body === undefined ? {} : { body }),
  });

  it("asks before each write, and for nothing else", async () => {
    const bench = await open();
    const asked: CallTarget[] = [];
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"]) {
      await sent(bench, typed(method, /GET|HEAD/.test(method) ? undefined : BODY), { asked });
    }
    const methods = ["PUT", "DELETE", "POST", "PATCH"];
    assert.deepEqual(
      asked.map(({ method }) => method),
      methods,
    );
    assert.deepEqual(
      bench.service.seen.map(({ method, body }) => [method, body]),
      [["GET", ""], ["HEAD", ""], ...methods.map((method) => [method, BODY.toString()])],
    );
  });

  it("sends no byte of a write that was declined, not trusted, or whose permit is missing", async () => {
    const bench = await open();
    for (const method of ["PUT", "DELETE", "POST", "PATCH"]) {
      const call = typed(method, BODY);
      const declined = await failureOf(sent(bench, call, { says: false }));
      assert.equal(declined.code, "canceled/byUser");
      const asked: CallTarget[] = [];
      const untrusted = await failureOf(sent(bench, call, { isTrusted: false, asked }));
      assert.deepEqual([untrusted.code, asked], ["refused/untrusted", []]);
      const action = bench.client.startAction("around");
      const around = await failureOf(bench.client.send(call, { action }));
      assert.equal(around.code, "permit/missing");
    }
    assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
  });

  for (const [method, body, code] of [
    ["GET", BODY, "input/bodyOfRead"],
    ["HEAD", BODY, "input/bodyOfRead"],
    ["get", undefined, "input/method"],
    ["delete", BODY, "input/method"],
    ["POST ", BODY, "input/method"],
    ["GET\r\nX: y", undefined, "input/method"],
    ["CONNECT", undefined, "input/method"],
    ["TRACE", undefined, "input/method"],
  ] as const) {
    it(`gets no ${JSON.stringify(method)} past the permit: ${code}`, async () => {
      const bench = await open();
      const asked: CallTarget[] = [];
      const error = await failureOf(sent(bench, typed(method, body), { asked }));
      assert.deepEqual([error.kind, error.code, asked], ["input", code, []]);
      const permit = bench.permits.issue({
        ...{ connectionId: bench.connection.id, method, bodyHash: "" },
        url: `${bench.service.origin}/crm/v1/advisers`,
      });
      const action = bench.client.startAction("around");
      const around = bench.client.send({ ...typed(method, body), permit }, { action });
      assert.equal((await failureOf(around)).code, code);
      assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
    });
  }

  it("never repeats POST and PATCH, and repeats PUT and DELETE as planned", async () => {
    const counts = new Map<string, number>();
    const bench = await open({
      random: () => 0,
      answer: ({ method }, response) => {
        counts.set(method, (counts.get(method) ?? 0) + 1);
        sendJson(response, 503, {});
      },
    });
    for (const method of ["PUT", "DELETE", "POST", "PATCH"]) {
      const call = typed(method, BODY);
      const error = await failureOf(sent(bench, call));
      assert.equal(error.status, 503);
      const { retries } = bench.client.plan(call);
      assert.equal(counts.get(method), 1 + retries.most, method);
      assert.equal(retries.longestMilliseconds.length, retries.most);
    }
    assert.deepEqual([counts.get("POST"), counts.get("PATCH")], [1, 1]);
  });

  it("plans the headers that are then sent, credentials masked", async () => {
    const bench = await open({ trace: { pinned: "fpx-pinned" } });
    for (const call of [typed("GET"), typed("POST", BODY)]) {
      const plan = bench.client.plan(call);
      await sent(bench, call);
      const { headers, path, method } = bench.service.seen.at(-1)!;
      assert.equal(plan.url, `${bench.service.origin}${path}`);
      assert.deepEqual([plan.method, plan.tracing], [method, "pinned"]);
      for (const [name, value] of plan.headers) {
        const masked = /^(Authorization|Ocp-Apim)/.test(name);
        const onTheWire = headers[name.toLowerCase()];
        assert.equal(onTheWire === value, !masked, name);
        assert.ok(!masked || /^(Bearer )?•{6}$/.test(value), name);
      }
      const ofTheWire = ["host", "connection", "content-length"];
      const own = Object.keys(headers).filter((name) => !ofTheWire.includes(name));
      const planned = plan.headers.map(([name]) => name.toLowerCase());
      assert.deepEqual(own.sort(), planned.sort());
    }
    assert.equal((await open()).client.plan(typed("GET")).tracing, "fresh");
    const off = await open({ trace: { send: false, pinned: "p" } });
    assert.equal(off.client.plan(typed("GET")).tracing, "off");
  });

  it("says that the outcome of a write is unknown when its answer is lost", async () => {
    const bench = await open({ answer: (_, response) => void response.socket?.destroy() });
    const lost = await failureOf(sent(bench, typed("POST", BODY)));
    assert.deepEqual(
      [lost.code, lost.values["reason"]],
      ["requests/outcomeUnknown", "network/reset"],
    );
    const read = await failureOf(sent(bench, typed("GET")));
    assert.equal(read.code, "network/reset");
  });

  it("says the same where a write may not leave again after an answer that leaves it open", async () => {
    for (const [status, code] of [
      [503, "requests/outcomeUnknown"],
      [429, "refused/keyChanged"],
    ] as const) {
      const bench = await open({
        answer: (_, response) => sendJson(response, status, {}, { "retry-after": "0" }),
      });
      const { secrets } = bench;
      const onWait = (): void => {
        secrets.current = { ...secrets.current, subscriptionKey: "another" };
      };
      const error = await failureOf(sent(bench, typed("PUT", BODY), { onWait }));
      assert.deepEqual([error.code, bench.service.seen.length], [code, 1]);
      const { what } = describeError(error, (text, ...values) =>
        text.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? ""),
      );
      // It changed after the confirmation, which was over by then.
      assert.doesNotMatch(what, /while the confirmation was open/);
      assert.equal(what.startsWith("The PUT was sent, and the service answered"), status === 503);
    }
  });

  it("knows no operation that the definition has not", async () => {
    const bench = await open();
    for (const operationId of ["", "toString", "__proto__", "listEverything"]) {
      const error = await failureOf(sent(bench, { operationId, path: PENSION }));
      assert.equal(error.code, "definition/unknownOperation");
    }
    assert.equal(bench.service.connections(), 0);
  });
});
