import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { checkValue } from "../../../../src/platform/service/definition/schema";
import type { DataSet } from "../../../../src/features/sandbox/server/data/dataSet";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import { ReceivedCalls } from "../../../../src/features/sandbox/server/received/receivedCalls";
import { GivenAnswers } from "../../../../src/features/sandbox/server/service/givenAnswers";
import { FaultPlan } from "../../../../src/features/sandbox/server/faults/faultPlan";
import { createServiceApp } from "../../../../src/features/sandbox/server/service/serviceApp";
import {
  Caller,
  exchange,
  type RawAnswer,
  type RawRequest,
  type SandboxUnderTest,
  startSandbox,
  token,
} from "../../support/sandboxProcess";

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly items: readonly Row[];
}

const definition = readDefinition(
  readFileSync("media/service/financial-planning-open-api.json", "utf8"),
);

describe("the sandbox's service", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;
  let clientId: string;

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
    clientId = await caller.firstClientId();
  });

  after(() => sandbox.stop());

  const results = async (query: string, client = clientId): Promise<readonly Row[]> =>
    (await caller.json<Page>(`/profiling/v1/clients/${client}/results${query}`)).items;

  it("4.3 questionnaireId keeps the results of that questionnaire", async () => {
    const all = await results("");
    for (const id of new Set(all.map((row) => String(row["questionnaireId"])))) {
      const kept = await results(`?questionnaireId=${id}`);
      const expected = all.filter((row) => row["questionnaireId"] === id);
      assert.deepEqual(kept, expected);
      assert.ok(kept.length > 0 && kept.length < all.length);
    }
    assert.deepEqual(await results("?questionnaireId=none"), []);
  });

  it("4.3 unions takes one value or several, separated by commas, encoded or not", async () => {
    for (const { clientId: client } of (await caller.json<Page>("/crm/v1/clients")).items) {
      const all = await results("", String(client));
      const joint = all.filter((row) => row["union"] === "joint");
      if (joint.length > 0 && joint.length < all.length) {
        assert.deepEqual(await results("?unions=joint", String(client)), joint);
        assert.deepEqual(await results("?unions=joint,single", String(client)), all);
        assert.deepEqual(await results("?unions=joint%2Csingle", String(client)), all);
        return;
      }
    }
    assert.fail("no client of the first page has results of both unions");
  });

  it("4.3 fields adds data and takes none away; an unknown name adds nothing", async () => {
    const [plain] = await results("");
    const [more] = await results("?fields=factors,answers,other");
    const { factors, answers, ...rest } = more as Row;
    assert.deepEqual(rest, plain);
    assert.ok(Array.isArray(factors) && Array.isArray(answers));
  });

  it("4.4 what it answers fits its own definition", async () => {
    for (const [path, schema] of [
      ["/crm/v1/clients?pageSize=200", "ClientPage"],
      [`/crm/v1/clients/${clientId}`, "ClientRecord"],
      [`/finances/v1/clients/${clientId}/holdings?pageSize=200`, "HoldingPage"],
      [`/profiling/v1/clients/${clientId}/results?fields=factors,answers`, "ResultPage"],
      [`/finances/v1/clients/${clientId}/pensions/PEN-0042`, "Pension"],
      ["/nowhere", "Problem"],
    ] as const) {
      assert.deepEqual(checkValue(definition.schema(schema), await caller.json(path)), [], path);
    }
  });

  it("4.2 HEAD has the headers of GET and no body", async () => {
    const [head, get] = [
      await caller.call("/crm/v1/clients", { method: "HEAD" }),
      await caller.call("/crm/v1/clients"),
    ];
    assert.deepEqual([head.status, head.text], [200, ""]);
    assert.equal(head.headers["content-length"], get.headers["content-length"]);
    assert.ok(head.headers["x-dt-requestid"]);
  });

  for (const [what, text, status] of [
    ["CONNECT", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n", 405],
    [
      "an unknown Expect",
      "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nConnection: close\r\n\r\n",
      401,
    ],
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 401],
    ["two lengths", "PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
  ] as const) {
    it(`4.2 x-dt-requestid is on the answer to ${what}`, async () => {
      const answer = await sendRaw(sandbox.facts.baseUrl, text);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answer, /x-dt-requestid: [0-9a-f-]{36}\r\n/);
    });
  }

  it("4.2 x-dt-traceid of a CONNECT comes back", async () => {
    const head = "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\nx-dt-traceid: t-1";
    assert.match(
      await sendRaw(sandbox.facts.baseUrl, `${head}\r\n\r\n`),
      /\r\nx-dt-traceid: t-1\r\n/,
    );
  });

  for (const moment of ["at once", "once it is answered"] as const) {
    it(`7 a CONNECT that is reset ${moment} ends nothing that was written`, async () => {
      const path = `/finances/v1/clients/${clientId}/pensions/PEN-RESET`;
      await caller.call(path, { method: "PUT", body: '{"provider":"Aviva"}' });
      await resetConnect(sandbox.facts.baseUrl, moment === "at once");
      assert.match((await caller.call(path)).text, /Aviva/);
    });
  }

  it("7 the rest of a body that is too large may still come; the connection stays usable", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = {
      Authorization: `Bearer ${await token(sandbox.facts)}`,
      "Ocp-Apim-Subscription-Key": sandbox.facts.subscriptionKeys.development,
      "Content-Type": "application/json",
    };
    const send = (first: string, rest: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const path = `/finances/v1/clients/${clientId}/pensions/PEN-LARGE`;
        const options = { method: "PUT", headers, agent };
        const sent = request(`${sandbox.facts.baseUrl}${path}`, options, (response) => {
          sent.end(rest);
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        });
        sent.on("error", reject);
        sent.write(first);
        if (rest === "") {
          sent.end();
        }
      });
    for (let turn = 0; turn < 3; turn++) {
      assert.equal(await send("x".repeat(1_500_000), "x".repeat(500_000)), 413);
      assert.equal(await send("x", ""), 400);
    }
    agent.destroy();
  });
});

it("7 a failure of the service itself is a 500 with both ids and nothing of its reason", async () => {
  const answer = await answerWith({ holdings: () => fail() }, "/holdings");
  assert.equal(answer.status, 500);
  assert.equal(answer.headers["x-dt-traceid"], "trace");
  const body = JSON.parse(answer.text) as Row;
  assert.equal(body["correlationId"], answer.headers["x-dt-requestid"]);
  assert.doesNotMatch(answer.text, /planted/);
});

it("7 a pension that there is no room for is refused with what can be done", async () => {
  const request = { method: "PUT", body: '{"provider":"Aviva"}' };
  const answer = await answerWith({ putPension: () => undefined }, "/pensions/PEN-1", request);
  assert.equal(answer.status, 507);
  assert.match(answer.text, /keeps 64 MB of written pensions, .* Delete some of them, or reset/);
});

/** What a service with other parts in its data answers to a call about its first client. */
async function answerWith(
  changed: Partial<DataSet>,
  path: string,
  call: RawRequest = {},
): Promise<RawAnswer> {
  const sets = createDataSets("failing", Date.now);
  const data = sets.development;
  const scopes = new Set(["finances.read", "finances.write"]);
  const app = createServiceApp({
    definition,
    prefixes: definition.prefixes,
    environments: new Map([["key", "development"]]),
    data: { ...sets, development: { ...data, ...changed } },
    checkToken: () => Promise.resolve({ scopes, sees: () => true }),
    maximumPageSize: 200,
    pensionReading: true,
    pensionTags: false,
    faults: new FaultPlan(),
    answers: new GivenAnswers([]),
    received: new ReceivedCalls(),
    allowedHosts: [],
  });
  const handler = app.callback();
  const server = createServer((incoming, response) => void handler(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = `/finances/v1/clients/${data.clients.slice(0, 1)[0]?.row.clientId ?? ""}`;
  const answer = await exchange(`http://127.0.0.1:${port}${client}${path}`, {
    ...call,
    headers: {
      Authorization: "Bearer token",
      "Ocp-Apim-Subscription-Key": "key",
      "Content-Type": "application/json",
      "x-dt-traceid": "trace",
    },
  });
  server.close();
  return answer;
}

function fail(): never {
  throw new Error("planted reason");
}

/** Sends CONNECT and resets the connection, at once or when the answer comes. */
async function resetConnect(url: string, isAtOnce: boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, "close");
  await once(socket, "connect");
  const sent = new Promise<void>((resolve) => {
    const head = "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n";
    socket.write(head, () => resolve());
  });
  await (isAtOnce ? sent : once(socket, "data"));
  socket.resetAndDestroy();
  await closed;
}

/** Writes text to the socket and gives all that comes back. */
async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
