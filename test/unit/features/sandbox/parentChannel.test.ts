import assert from "node:assert/strict";
import { once } from "node:events";
import {
  askSandbox,
  Caller,
  exchange,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

const RECORDED = {
  method: "GET",
  path: "/customers/base/crm/v9/clients/8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11",
  query: "",
  operationId: "getClient",
  status: 410,
  headers: [
    ["Content-Type", "application/problem+json"],
    ["x-dt-requestid", "of-then"],
    ["Retry-After", "7"],
  ],
  body: '{"total": 1204.3300, "name": "Ada"}',
} as const;
const TARGET = "/crm/v1/clients/8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";

interface Scenario {
  readonly answers: readonly { readonly path: string }[];
  readonly environments: { readonly development: { readonly pensions?: readonly unknown[] } };
}

describe("what the sandbox is asked by the one who started it", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;

  before(async () => {
    sandbox = await startSandbox({ clients: 3 });
    caller = await Caller.signIn(sandbox.facts);
  });

  afterEach(() => askSandbox(sandbox.child, "reset", undefined));
  after(() => sandbox.stop());

  const saved = async (): Promise<Scenario> =>
    JSON.parse(await askSandbox(sandbox.child, "saveScenario", undefined)) as Scenario;

  it("gives a recorded answer at its own path, number by number, with ids of its own", async () => {
    const added = await askSandbox(sandbox.child, "addAnswer", RECORDED);
    assert.deepEqual(added, { method: "GET", target: TARGET });
    const answer = await caller.call(TARGET);
    assert.equal(answer.status, 410);
    assert.match(answer.text, /1204\.3300/);
    assert.equal(answer.headers["content-type"], "application/problem+json");
    assert.equal(answer.headers["retry-after"], "7");
    assert.notEqual(answer.headers["x-dt-requestid"], "of-then");
  });

  it("gives the answer that was recorded last, and saves one of a kind", async () => {
    await askSandbox(sandbox.child, "addAnswer", RECORDED);
    await askSandbox(sandbox.child, "addAnswer", { ...RECORDED, status: 200, body: "no JSON" });
    const answer = await caller.call(TARGET);
    assert.deepEqual([answer.status, answer.text], [200, "no JSON"]);
    assert.deepEqual(
      (await saved()).answers.map(({ path }) => path),
      [TARGET],
    );
  });

  it("keeps the path of a call that no definition has, and its query", async () => {
    const added = await askSandbox(sandbox.child, "addAnswer", {
      ...{ method: "GET", path: "/crm/v1/other", query: "a=1", status: 200 },
      ...{ headers: [], body: "" },
    });
    assert.equal(added.target, "/crm/v1/other?a=1");
    assert.equal((await caller.call("/crm/v1/other?a=1")).status, 200);
    assert.equal((await caller.call("/crm/v1/other?a=2")).status, 404);
  });

  it("loads a scenario and is reset, and refuses what is none with the place", async () => {
    const text = '{"version": 1, "environments": {"development": {"clients": 1}}}';
    await askSandbox(sandbox.child, "loadScenario", { text, source: "one.fp-scenario.json" });
    const count = async (): Promise<number> =>
      (await caller.json<{ totalItems: number }>("/crm/v1/clients")).totalItems;
    const loaded = await count();
    await askSandbox(sandbox.child, "reset", undefined);
    assert.equal((await count()) - loaded, 2);
    await assert.rejects(
      askSandbox(sandbox.child, "loadScenario", { text: '{"version": 2}', source: "two.json" }),
      /^Error: two\.json, line 1, column 13: version: 1 was expected, not 2\.$/,
    );
    assert.equal((await count()) - loaded, 2);
  });

  it("has written pensions in what it saves, and begins with them again", async () => {
    const clientId = await caller.firstClientId();
    const path = `/finances/v1/clients/${clientId}/pensions/PEN-7`;
    await caller.call(path, { method: "PUT", body: '{"provider":"Aviva"}' });
    const text = await askSandbox(sandbox.child, "saveScenario", undefined);
    assert.equal((JSON.parse(text) as Scenario).environments.development.pensions?.length, 1);
    await askSandbox(sandbox.child, "reset", undefined);
    assert.equal((await caller.call(path)).status, 404);
    await askSandbox(sandbox.child, "loadScenario", { text, source: "saved" });
    assert.match((await caller.call(path)).text, /Aviva/);
  });

  it("tells of calls once somebody asked, without bodies in the list", async () => {
    await askSandbox(sandbox.child, "clearCalls", undefined);
    await askSandbox(sandbox.child, "receivedCalls", { most: 10 });
    const told = once(sandbox.child, "message");
    await caller.call("/crm/v1/clients?pageSize=0");
    assert.deepEqual(await told, [{ type: "calls" }, undefined]);
    const [call] = await askSandbox(sandbox.child, "receivedCalls", { most: 10 });
    assert.ok(call && !("body" in call));
    assert.ok(call.broken.some(({ rule }) => rule === "4.3 query parameters"));
    const clientId = await caller.firstClientId();
    await caller.call(`/finances/v1/clients/${clientId}/pensions/P`, { method: "PUT", body: "{}" });
    const last = (await askSandbox(sandbox.child, "receivedCalls", { most: 1 }))[0]!;
    const whole = await askSandbox(sandbox.child, "receivedCall", last.number);
    assert.equal(whole?.body, "{}");
    await askSandbox(sandbox.child, "clearCalls", undefined);
    assert.equal(await askSandbox(sandbox.child, "receivedCall", last.number), undefined);
  });

  it("opens its address for tests once", async () => {
    assert.equal(sandbox.facts.adminUrl, undefined);
    const url = await askSandbox(sandbox.child, "openAdmin", undefined);
    assert.equal(await askSandbox(sandbox.child, "openAdmin", undefined), url);
    assert.equal((await exchange(`${url}/calls`)).status, 200);
  });
});
