import assert from "node:assert/strict";
import { Caller, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { signInPerson } from "../../support/userSignIn";

interface Page {
  readonly items: readonly { readonly clientId: string; readonly name: { lastName: string } }[];
  readonly totalItems: number;
}

const LIST = "/crm/v1/clients?pageSize=200";

describe("what people see of the sandbox's clients", () => {
  let sandbox: SandboxUnderTest;
  let everything: Caller;

  before(async () => {
    sandbox = await startSandbox();
    everything = await Caller.signIn(sandbox.facts);
  });

  after(() => sandbox.stop());

  const signIn = async (userName: string): Promise<Caller> =>
    (await signInPerson(sandbox.facts, { person: { userName, password: "sandbox" } })).caller;
  const total = async (caller: Caller): Promise<number> =>
    (await caller.json<Page>(LIST)).totalItems;

  it("the service account and the adviser see all", async () => {
    assert.equal(await total(everything), 2000);
    assert.equal(await total(await signIn("alex.morgan")), 2000);
  });

  it("the paraplanner sees those from A to F, in the same order, pages without gaps", async () => {
    const paraplanner = await signIn("sam.okoro");
    const expected: unknown[] = [];
    for (let number = 1; number <= 10; number++) {
      const page = await everything.json<Page>(`${LIST}&pageNumber=${number}`);
      expected.push(...page.items.filter(({ name }) => /^[a-fÀ-Å]/i.test(name.lastName)));
    }
    const seen: unknown[] = [];
    const { totalItems } = await paraplanner.json<Page>(LIST);
    for (let number = 1; seen.length < totalItems; number++) {
      const page = await paraplanner.json<Page>(`${LIST}&pageNumber=${number}`);
      assert.ok(page.items.length > 0);
      seen.push(...page.items);
    }
    assert.deepEqual(seen, expected);
    assert.ok(totalItems > 300 && totalItems < 1000);
  });

  it("the assistant sees none, and an empty list is no error", async () => {
    const page = await (await signIn("kim.doyle")).json<Page>(LIST);
    assert.deepEqual([page.items, page.totalItems], [[], 0]);
  });

  it("what is not visible is not there: record, holdings, results, pensions, read or written", async () => {
    const paraplanner = await signIn("sam.okoro");
    const { items } = await everything.json<Page>(`${LIST}&pageNumber=9`);
    const hidden = items.find(({ name }) => /^[p-z]/i.test(name.lastName))!.clientId;
    const own = (await paraplanner.json<Page>(LIST)).items[0]!.clientId;
    for (const [method, path, status] of [
      ["GET", "/crm/v1/clients/{id}", 200],
      ["GET", "/finances/v1/clients/{id}/holdings", 200],
      ["GET", "/profiling/v1/clients/{id}/results", 200],
      ["PUT", "/finances/v1/clients/{id}/pensions/PEN-NEW", 201],
      ["GET", "/finances/v1/clients/{id}/pensions/PEN-NEW", 200],
      ["DELETE", "/finances/v1/clients/{id}/pensions/PEN-NEW", 204],
    ] as const) {
      const request = { method, ...(method === "PUT" && { body: "{}" }) };
      const mine = await paraplanner.call(path.replace("{id}", own), request);
      const other = await paraplanner.call(path.replace("{id}", hidden), request);
      assert.deepEqual([mine.status, other.status], [status, 404], `${method} ${path}`);
      assert.match(other.text, /There is no such client/);
    }
  });

  it("the key still decides the environment, the person what is seen of it", async () => {
    const { tokens } = await signInPerson(sandbox.facts, {
      person: { userName: "sam.okoro", password: "sandbox" },
    });
    const { production } = sandbox.facts.subscriptionKeys;
    const seen = await total(new Caller(sandbox.facts, String(tokens["access_token"]), production));
    assert.ok(seen > 0 && seen < 300);
  });
});
