import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FaultPlan } from "../../../../src/features/sandbox/server/faults/faultPlan";
import { readFaultRules } from "../../../../src/features/sandbox/server/faults/faultRules";
import { OptionError } from "../../../../src/features/sandbox/server/optionError";
import { settingsFrom } from "../../support/sandboxSettings";
import {
  type Fault,
  FAULT_STATUSES,
  type FaultRule,
} from "../../../../src/features/sandbox/messages/sandboxFaults";
import type { SandboxFaults } from "../../../../src/features/sandbox/messages/sandboxMessages";
import {
  Caller,
  type RawAnswer,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

const CLIENTS = "/crm/v1/clients?pageSize=1";
const TRACE = { "x-dt-traceid": "fpx-1" };

describe("faults of the sandbox's service", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;
  let clientId: string;

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
    clientId = await caller.firstClientId();
  });

  afterEach(() => sandbox.setFaults([]));

  after(() => sandbox.stop());

  const clients = (): Promise<RawAnswer> => caller.call(CLIENTS, { headers: TRACE });

  async function withFault(fault: Fault): Promise<RawAnswer> {
    await sandbox.setFaults([{ fault }]);
    return clients();
  }

  function assertIds({ headers }: RawAnswer): void {
    assert.match(String(headers["x-dt-requestid"]), /^[\da-f-]{36}$/);
    assert.equal(headers["x-dt-traceid"], "fpx-1");
  }

  for (const status of FAULT_STATUSES) {
    it(`${status}, with both ids`, async () => {
      const answer = await withFault({ kind: "status", status });
      assert.equal(answer.status, status);
      assert.equal(answer.headers["retry-after"], undefined);
      assertIds(answer);
      const { correlationId } = JSON.parse(answer.text) as { correlationId: string };
      assert.equal(correlationId, answer.headers["x-dt-requestid"]);
    });
  }

  it("Retry-After in seconds and as a date", async () => {
    const seconds = await withFault({ kind: "status", status: 429, retryAfter: 3 });
    assert.equal(seconds.headers["retry-after"], "3");
    const date = await withFault({ kind: "status", status: 503, retryAfter: 60, asDate: true });
    const text = String(date.headers["retry-after"]);
    assert.match(text, /GMT$/);
    assert.ok(Date.parse(text) > Date.now());
  });

  it("goes wrong as often as it is to, then recovers and says so", async () => {
    await sandbox.setFaults([
      { name: "twice", times: 2, fault: { kind: "status", status: 503 } },
      { name: "other", path: "/none", fault: { kind: "cut" } },
    ]);
    const told = new Promise<SandboxFaults>((resolve) => sandbox.child.once("message", resolve));
    const statuses = [await clients(), await clients(), await clients()].map((one) => one.status);
    assert.deepEqual(statuses, [503, 503, 200]);
    assert.deepEqual(
      (await told).rules.map(({ name }) => name),
      ["other"],
    );
  });

  it("is not used up, nor met, by who is refused", async () => {
    await sandbox.setFaults([{ times: 1, every: 2, fault: { kind: "status", status: 503 } }]);
    const strangers = [
      { Authorization: "Bearer forged" },
      { Authorization: "" },
      { "Ocp-Apim-Subscription-Key": "another" },
      { "Ocp-Apim-Subscription-Key": "" },
    ];
    for (const headers of strangers) {
      assert.equal((await caller.call(CLIENTS, { headers })).status, 401);
    }
    const statuses = [await clients(), await clients(), await clients()].map((one) => one.status);
    assert.deepEqual(statuses, [200, 503, 200]);
  });

  it("goes wrong every second time", async () => {
    await sandbox.setFaults([{ every: 2, fault: { kind: "status", status: 429 } }]);
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) {
      statuses.push((await clients()).status);
    }
    assert.deepEqual(statuses, [200, 429, 200, 429]);
  });

  it("meets the operation, method and path that it names, and no others", async () => {
    const fault = { kind: "status", status: 500 } as const;
    const pension = `/finances/v1/clients/${clientId}/pensions/PEN-1`;
    const holdings = `/finances/v1/clients/${clientId}/holdings`;
    const statuses = async (rule: Omit<FaultRule, "fault">): Promise<number[]> => {
      await sandbox.setFaults([{ ...rule, fault }]);
      const put = await caller.call(pension, { method: "PUT", body: "{}" });
      const others = [await clients(), await caller.call(holdings), await caller.call(pension)];
      return [put, ...others].map(({ status }) => status);
    };
    assert.deepEqual(await statuses({ operationId: "listHoldings" }), [201, 200, 500, 200]);
    assert.deepEqual(await statuses({ method: "PUT" }), [500, 200, 200, 200]);
    assert.deepEqual(await statuses({ path: "*/pensions/PEN-1" }), [500, 200, 200, 500]);
    assert.deepEqual(await statuses({ path: "*/pensions/PEN.1" }), [200, 200, 200, 200]);
  });

  it("a write can fail and have been done all the same", async () => {
    const path = `/finances/v1/clients/${clientId}/pensions/PEN-${Math.random()}`;
    const put = { method: "PUT", body: '{"provider":"Aviva"}' };
    await sandbox.setFaults([{ method: "PUT", fault: { kind: "status", status: 500 } }]);
    assert.equal((await caller.call(path, put)).status, 500);
    assert.equal((await caller.call(path)).status, 404);
    const fault = { kind: "status", status: 500, done: true } as const;
    await sandbox.setFaults([{ method: "PUT", fault }]);
    assert.equal((await caller.call(path, put)).status, 500);
    assert.equal((await caller.call(path)).status, 200);
  });

  it("400 names fields in each shape, with an id to quote", async () => {
    const texts: Record<string, RegExp> = {
      pointers: /"pointer":"\/contributions\/0\/amount"/,
      dotted: /"field":"contributions\[0\]\.amount"/,
      modelState: /"ModelState":\{"pension\.contributions\[0\]\.amount":\["/,
      problem: /"errors":\{"contributions\[0\]\.amount":\["/,
      text: /^contributions\[0\]\.amount must be a number$/m,
    };
    for (const [shape, pattern] of Object.entries(texts)) {
      const answer = await withFault({ kind: "fields", shape } as Fault);
      assert.equal(answer.status, 400, shape);
      assert.match(answer.text, pattern);
      assert.ok(answer.text.includes(String(answer.headers["x-dt-requestid"])), shape);
      assertIds(answer);
    }
  });

  it("401 with the challenge of the layer that refuses", async () => {
    const key = await withFault({ kind: "refused", layer: "key" });
    assert.match(String(key.headers["www-authenticate"]), /^AzureApiManagementKey /);
    for (const layer of ["token", "expired"] as const) {
      const token = await withFault({ kind: "refused", layer });
      assert.match(String(token.headers["www-authenticate"]), /^Bearer .*error="invalid_token"/);
      assert.equal(token.text.includes("has expired"), layer === "expired");
      assert.deepEqual([key.status, token.status], [401, 401]);
      assertIds(token);
    }
  });

  it("leaves out or changes ids, and nothing else", async () => {
    const before = await clients();
    const { headers, text } = await withFault({ kind: "noRequestId" });
    assert.deepEqual([headers["x-dt-requestid"], headers["x-dt-traceid"]], [undefined, "fpx-1"]);
    assert.equal(text, before.text);
    const missing = await withFault({ kind: "trace", echo: "missing" });
    assert.equal(missing.headers["x-dt-traceid"], undefined);
    const changed = await withFault({ kind: "trace", echo: "changed" });
    assert.equal(changed.headers["x-dt-traceid"], "another-trace-id");
    assert.match(String(changed.headers["x-dt-requestid"]), /^[\da-f-]{36}$/);
  });

  it("answers what is not JSON, under another type, or is huge", async () => {
    const page = await withFault({ kind: "notJson" });
    assert.match(page.text, /^<!DOCTYPE html>/);
    assert.match(String(page.headers["content-type"]), /json/);
    const typed = await withFault({ kind: "contentType", value: "text/html" });
    assert.equal(typed.headers["content-type"], "text/html");
    assert.ok(JSON.parse(typed.text));
    const huge = await withFault({ kind: "huge", bytes: 3_000_000 });
    const bytes = Buffer.byteLength(huge.text);
    assert.ok(bytes >= 3_000_000 && bytes < 3_100_000);
    const { items } = JSON.parse(huge.text) as { items: unknown[] };
    assert.ok(items.length > 2_500);
    assertIds(huge);
  });

  it("cuts the body off, or the connection", async () => {
    await assert.rejects(withFault({ kind: "cut" }), { code: "ECONNRESET" });
    await assert.rejects(withFault({ kind: "reset" }), { code: "ECONNRESET" });
    await sandbox.setFaults([]);
    assert.equal((await clients()).status, 200);
  });

  it("is slow before the head and between pieces, and then whole", async () => {
    const before = await clients();
    const answer = await withFault({ kind: "slow", head: 5, chunks: 2 });
    assert.equal(answer.text, before.text);
    assert.equal(answer.headers["content-length"], before.headers["content-length"]);
    assertIds(answer);
    const started = process.hrtime.bigint();
    await withFault({ kind: "slow", head: 60 });
    // A lower bound: no machine is too fast for a wait.
    assert.ok(process.hrtime.bigint() - started > 50_000_000n);
  });

  it("is slow no longer as soon as other faults are set", async () => {
    await sandbox.setFaults([{ times: 1, fault: { kind: "slow", head: 600_000 } }]);
    const isMet = new Promise((resolve) => sandbox.child.once("message", resolve));
    const answer = clients();
    await isMet;
    await sandbox.setFaults([]);
    assert.equal((await answer).status, 200);
  });

  it("can join several: a slow 503 without a request id", async () => {
    await sandbox.setFaults([
      { fault: { kind: "noRequestId" } },
      { fault: { kind: "status", status: 503 } },
      { fault: { kind: "status", status: 500 } },
      { fault: { kind: "slow", chunks: 1 } },
    ]);
    const { status, headers } = await clients();
    assert.deepEqual([status, headers["x-dt-requestid"]], [503, undefined]);
  });

  it("is gone after a restart, and can be there from the start", async () => {
    await sandbox.setFaults([{ fault: { kind: "status", status: 503 } }]);
    const fresh = await startSandbox();
    assert.equal((await (await Caller.signIn(fresh.facts)).call(CLIENTS)).status, 200);
    await fresh.stop();
    const faulty = await startSandbox({ faults: [{ fault: { kind: "status", status: 503 } }] });
    assert.equal((await (await Caller.signIn(faulty.facts)).call(CLIENTS)).status, 503);
    await faulty.stop();
  });

  it("refuses what are no rules, and keeps those before", async () => {
    await sandbox.setFaults([{ fault: { kind: "status", status: 409 } }]);
    await assert.rejects(sandbox.setFaults([{ fault: { kind: "sttus" } }] as never));
    assert.equal((await clients()).status, 409);
  });
});

describe("fault rules", () => {
  it("need to be whole, known and within limits", () => {
    const status = { kind: "status", status: 429 };
    const right: unknown[] = [
      { fault: status },
      { name: "n", operationId: "o", path: "/p", method: "GET", every: 2, times: 1, fault: status },
      { fault: { ...status, retryAfter: 0, asDate: true, done: false } },
      { fault: { kind: "fields", shape: "text", fields: [{ path: ["a", 0], issue: "i" }] } },
    ];
    assert.deepEqual(readFaultRules(right), right);
    const wrong: unknown[] = [
      {},
      null,
      { fault: { kind: "toString" } },
      { fault: { kind: "status", status: 201 } },
      { fault: { kind: "status" } },
      { fault: status, tims: 2 },
      { fault: status, times: 0 },
      { fault: { ...status, retryAfter: -1 } },
      { fault: { kind: "slow", head: 1e9 } },
      { fault: { kind: "huge", bytes: 1e12 } },
      { fault: { kind: "contentType", value: "a\r\nb: c" } },
      { fault: { kind: "fields", shape: "xml" } },
      { fault: { kind: "putAnswer" } },
      { fault: { kind: "putAnswer", variant: "lost" } },
    ];
    for (const rule of wrong) {
      assert.equal(readFaultRules([rule]), undefined, JSON.stringify(rule));
    }
  });

  it("come from a file on the command line, and nothing else does", () => {
    const folder = mkdtempSync(join(tmpdir(), "fault-rules-"));
    const file = join(folder, "faults.json");
    const rules = [{ method: "PUT", times: 2, fault: { kind: "status", status: 503 } }];
    writeFileSync(file, JSON.stringify(rules));
    assert.deepEqual(settingsFrom(["--faults", file]).faults, rules);
    writeFileSync(file, '[{"fault":"503"}]');
    for (const path of [file, join(folder, "none.json")]) {
      assert.throws(() => settingsFrom(["--faults", path]), OptionError);
    }
    rmSync(folder, { recursive: true });
  });

  it("meet the calls whose query is as they say", () => {
    const plan = new FaultPlan();
    plan.set([{ query: "*fields=*factors*", fault: { kind: "cut" } }]);
    const met = (query: string): number =>
      plan.faultsOf({ method: "GET", path: "/x", query, operationId: undefined }).length;
    const queries = ["fields=factors", "pageSize=5&fields=answers,factors", "fields=answers", ""];
    assert.deepEqual(queries.map(met), [1, 1, 0, 0]);
  });

  it("are told with the times that are left, and so survive being set again", () => {
    const plan = new FaultPlan();
    plan.set([{ times: 3, fault: { kind: "cut" } }]);
    const call = { method: "GET", path: "/x", query: "", operationId: undefined };
    const met = (): boolean => plan.faultsOf(call).length > 0;
    assert.ok(met());
    plan.set(plan.active);
    assert.deepEqual([met(), met(), met()], [true, true, false]);
  });

  it("of no operation meet a call of none", () => {
    const plan = new FaultPlan();
    plan.set([{ operationId: "listClients", fault: { kind: "cut" } }]);
    assert.deepEqual(
      plan.faultsOf({ method: "GET", path: "/x", query: "", operationId: undefined }),
      [],
    );
  });
});
