import assert from "node:assert/strict";
import { readFaultRules } from "../../../../src/features/sandbox/server/faults/faultRules";
import type {
  FaultRule,
  ShapeDriftFault,
} from "../../../../src/features/sandbox/messages/sandboxFaults";
import { IS_LONG } from "../../../fakes/runs";
import { edgePath } from "../../support/edgeClients";
import { Caller, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";

type Row = Readonly<Record<string, unknown>>;
type Drift = Omit<ShapeDriftFault, "kind">;
interface Page {
  readonly items: readonly Row[];
  readonly totalItems: number;
}

describe("answers of the sandbox that drift", () => {
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

  const holdings = (): string => `/finances/v1/clients/${clientId}/holdings`;
  const pension = (id = "PEN-0042"): string => `/finances/v1/clients/${clientId}/pensions/${id}`;

  async function drift(fault: Drift, rule: Omit<FaultRule, "fault"> = {}): Promise<void> {
    await sandbox.setFaults([{ ...rule, fault: { kind: "shapeDrift", ...fault } }]);
  }

  it("rows have a member more, and nothing else is another", async () => {
    const before = await caller.json<Page>(holdings());
    await drift({ variant: "added" });
    const after = await caller.json<Page>(holdings());
    const introducedLater = { since: "2026-11", level: 3 };
    const expected = before.items.map((row) => ({ ...row, introducedLater }));
    assert.deepEqual(after, { ...before, items: expected });
    await drift({ variant: "added", field: "rating" });
    assert.ok("rating" in (await caller.json<Page>(holdings())).items[0]!);
  });

  it("rows have a member less: the one that is named, else the last", async () => {
    const [before] = (await caller.json<Page>(holdings())).items;
    await drift({ variant: "missing", field: "currency" });
    const [named] = (await caller.json<Page>(holdings())).items;
    const { currency, ...rest } = before!;
    assert.equal(currency, "GBP");
    assert.deepEqual(named, rest);
    await drift({ variant: "missing" });
    const [last] = (await caller.json<Page>(holdings())).items;
    assert.deepEqual(Object.keys(last!), Object.keys(before!).slice(0, -1));
  });

  it("a number comes as text, digit for digit; null has no type to lose", async () => {
    const plain = await caller.call(holdings());
    const value = /"value":([\d.]+)/.exec(plain.text)![1]!;
    await drift({ variant: "retyped", field: "value" });
    const text = (await caller.call(holdings())).text;
    assert.ok(text.includes(`"value":"${value}"`));
    await drift({ variant: "retyped", field: "price" });
    const { items } = await caller.json<Page>(holdings());
    const types = new Set(items.map(({ price }) => (price === null ? "null" : typeof price)));
    assert.deepEqual([...types].sort(), ["null", "string"]);
    await drift({ variant: "retyped" });
    assert.equal(typeof (await caller.json<Page>(holdings())).items[0]!["units"], "string");
    await drift({ variant: "retyped", field: "fund" });
    const { fund } = (await caller.json<Page>(holdings())).items[0]!;
    assert.deepEqual(Object.keys(fund as object), ["text"]);
    await drift({ variant: "retyped", field: "nowhere" });
    assert.equal((await caller.call(holdings())).text, plain.text);
  });

  it("a single answer drifts too, a PUT with what is stored as it should be", async () => {
    await drift({ variant: "missing", field: "lastUpdated" }, { path: "*/pensions*" });
    assert.ok(!("lastUpdated" in (await caller.json<Row>(pension()))));
    await drift({ variant: "retyped", field: "value" }, { method: "PUT" });
    const body = '{"provider":"Aviva","value":10.50}';
    const { status, text } = await caller.call(pension("PEN-DRIFT"), { method: "PUT", body });
    assert.equal(status, 201);
    assert.match(text, /"value":"10\.50"/);
    assert.match((await caller.call(pension("PEN-DRIFT"))).text, /"value":10\.50/);
  });

  it("several join; refusals and what a fault answers stay", async () => {
    await sandbox.setFaults([
      { fault: { kind: "shapeDrift", variant: "added" } },
      { fault: { kind: "shapeDrift", variant: "missing", field: "provider" } },
      { fault: { kind: "paging", variant: "bareArray" } },
      { method: "PUT", fault: { kind: "putAnswer", variant: "receipt" } },
    ]);
    const [row] = await caller.json<readonly Row[]>(holdings());
    assert.ok("introducedLater" in row! && !("provider" in row));
    const put = await caller.call(pension("PEN-DRIFT"), { method: "PUT", body: "{}" });
    assert.equal(put.text, '{"accepted":true,"queue":7}');
    const refused = await caller.json<Row>("/crm/v1/clients/42");
    assert.deepEqual(Object.keys(refused), ["error", "message", "correlationId", "details"]);
  });

  it("long lists are still sent piece by piece, and odd rows keep what they are", async () => {
    await sandbox.setFaults([
      { fault: { kind: "shapeDrift", variant: "added" } },
      { fault: { kind: "paging", variant: "unpaged" } },
    ]);
    if (IS_LONG) {
      const many = await caller.json<Page>(edgePath("many", "holdings"));
      assert.equal(many.items.length, 200_000);
      assert.ok("introducedLater" in many.items.at(-1)!);
    }
    const numbers = await caller.call(edgePath("numbers", "holdings"));
    await sandbox.setFaults([{ fault: { kind: "paging", variant: "unpaged" } }]);
    const plain = await caller.call(edgePath("numbers", "holdings"));
    const added = ',"introducedLater":{"since":"2026-11","level":3}';
    assert.equal(numbers.text.replaceAll(added, ""), plain.text);
  });

  it("the same rule gives the same answer", async () => {
    await drift({ variant: "retyped" });
    const [one, two] = [await caller.call(holdings()), await caller.call(holdings())];
    assert.equal(one.text, two.text);
  });

  it("rules say which way, and name a member at most", () => {
    const rule = (fault: object): unknown => readFaultRules([{ fault }]);
    assert.ok(rule({ kind: "shapeDrift", variant: "added" }));
    assert.ok(rule({ kind: "shapeDrift", variant: "retyped", field: "value" }));
    for (const members of [{}, { variant: "other" }, { variant: "added", field: 3 }]) {
      assert.equal(rule({ kind: "shapeDrift", ...members }), undefined);
    }
  });
});
