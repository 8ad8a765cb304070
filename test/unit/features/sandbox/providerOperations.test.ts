import assert from "node:assert/strict";
import { Caller, type SandboxUnderTest, startSandbox, token } from "../../support/sandboxProcess";

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly items: readonly Row[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalItems: number;
}

const SCORES = "/profiling/v1/questionnaires/attitude-to-risk/scores";

describe("what the served definitions add to the sandbox", () => {
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

  const pensions = (query = ""): string => `/finances/v1/clients/${clientId}/pensions${query}`;
  const contributions = (query = ""): string =>
    `/finances/v1/clients/${clientId}/contributions${query}`;
  const put = (id: string, body: string): Promise<unknown> =>
    caller.call(pensions(`/${id}`), { method: "PUT", body });

  async function pensionIds(): Promise<readonly unknown[]> {
    return (await caller.json<Page>(pensions())).items.map((row) => row["pensionId"]);
  }

  it("pensions are listed with those that are written, without those that are removed", async () => {
    assert.deepEqual(await pensionIds(), ["PEN-0042", "PEN-0077"]);
    await put("PEN-0050", '{"provider":"Aviva","value":1204.3300}');
    assert.deepEqual(await pensionIds(), ["PEN-0042", "PEN-0050", "PEN-0077"]);
    const { text } = await caller.call(pensions());
    const single = await caller.call(pensions("/PEN-0050"));
    assert.ok(text.includes(single.text), "as the pension itself is answered, number for number");
    assert.match(single.text, /1204\.3300/);
    for (const id of ["PEN-0042", "PEN-0050"]) {
      await caller.call(pensions(`/${id}`), { method: "DELETE" });
    }
    assert.deepEqual(await pensionIds(), ["PEN-0077"]);
    const other = (await caller.json<Page>("/crm/v1/clients?pageSize=3")).items[2]!;
    const others = `/finances/v1/clients/${String(other["clientId"])}/pensions`;
    await caller.call(`${others}/PEN-0051`, { method: "PUT", body: "{}" });
    const { items } = await caller.json<Page>(others);
    assert.ok(items.some((row) => row["pensionId"] === "PEN-0051"));
    assert.ok(items.every((row) => row["clientId"] === other["clientId"]));
    await caller.call(`${others}/PEN-0051`, { method: "DELETE" });
    await put("PEN-0042", "{}");
  });

  it("a list of pensions is there only where pensions can be read", async () => {
    const closed = await startSandbox({ pensionReading: false });
    try {
      const stranger = await Caller.signIn(closed.facts);
      const client = await stranger.firstClientId();
      const path = `/finances/v1/clients/${client}/pensions`;
      assert.equal((await stranger.call(path)).status, 404);
      const written = await stranger.call(`${path}/P`, { method: "PUT", body: "{}" });
      assert.equal(written.status, 201);
    } finally {
      await closed.stop();
    }
  });

  for (const list of ["pensions", "contributions", "funds", "questionnaires"] as const) {
    const path = (query: string): string =>
      ({
        pensions: pensions(query),
        contributions: contributions(query),
        funds: `/finances/v1/funds${query}`,
        questionnaires: `/profiling/v1/questionnaires${query}`,
      })[list];

    it(`${list} are paged without loss, and past the end a page is empty`, async () => {
      const first = await caller.json<Page>(path("?pageSize=100000"));
      assert.deepEqual([first.pageNumber, first.pageSize], [1, 200]);
      const size = Math.ceil(first.totalItems / 3);
      const rows: Row[] = [];
      for (let page = 1; page <= 3; page++) {
        const { items } = await caller.json<Page>(path(`?pageSize=${size}&pageNumber=${page}`));
        assert.ok(items.length > 0 || page === 3);
        rows.push(...items);
      }
      assert.equal(rows.length, first.totalItems);
      assert.deepEqual(rows.slice(0, 200), first.items);
      const past = await caller.json<Page>(path("?pageNumber=4000"));
      assert.deepEqual(past.items, []);
      assert.equal((await caller.call(path("?pageSize=0"))).status, 400);
    });

    it(`${list} take the oddities of pages and other faults`, async () => {
      await sandbox.setFaults([
        { path: `*/${list}`, fault: { kind: "paging", variant: "envelope", style: "data" } },
      ]);
      const wrapped = await caller.json<{ data: readonly Row[] }>(path("?pageSize=2"));
      assert.equal(wrapped.data.length, 2);
    });
  }

  it("a fault finds an added operation by the explorer's id of it", async () => {
    const operationId = "finances:GET /clients/{id}/pensions";
    await sandbox.setFaults([{ operationId, fault: { kind: "status", status: 503 } }]);
    assert.equal((await caller.call(pensions())).status, 503);
    assert.equal((await caller.call(pensions("/PEN-0077"))).status, 200);
    assert.equal((await caller.call(contributions())).status, 200);
  });

  it("contributions are those of the pensions, newest first, numbers as they are there", async () => {
    const terms = { payer: "employer", amount: 120.5, frequency: "quarterly" };
    await put("PEN-0900", JSON.stringify({ contributions: [terms, { payer: "member" }] }));
    const { items } = await caller.json<Page>(contributions("?pageSize=200"));
    const days = items.map((row) => String(row["paidOn"]));
    assert.deepEqual(days, days.toSorted().reverse());
    const mine = items.filter((row) => row["pensionId"] === "PEN-0900");
    assert.deepEqual(
      mine.map((row) => row["paidOn"]),
      ["2026-09-15", "2026-06-15", "2026-03-15", "2025-12-15"],
    );
    assert.ok(mine.every((row) => row["amount"] === 120.5 && row["payer"] === "employer"));
    const ids = items.map((row) => row["contributionId"]);
    assert.equal(new Set(ids).size, ids.length);
    await caller.call(pensions("/PEN-0900"), { method: "DELETE" });
    const after = await caller.json<Page>(contributions("?pageSize=200"));
    assert.ok(after.items.every((row) => row["pensionId"] !== "PEN-0900"));
  });

  it("funds are by name, of one class where that is asked, and each is found by its ISIN", async () => {
    const all = await caller.json<Page>("/finances/v1/funds?pageSize=200");
    assert.equal(all.totalItems, 240);
    let counted = 0;
    for (const assetClass of ["equity", "bond", "property", "multiAsset"]) {
      const query = `?assetClass=${assetClass}&pageSize=200`;
      const page = await caller.json<Page>(`/finances/v1/funds${query}`);
      assert.ok(page.items.length > 0);
      assert.ok(page.items.every((row) => row["assetClass"] === assetClass));
      counted += page.totalItems;
    }
    assert.equal(counted, 240);
    const [one] = all.items;
    const path = `/finances/v1/funds/${String(one!["isin"])}`;
    assert.deepEqual(await caller.json(path), one);
    assert.equal((await caller.call("/finances/v1/funds/GB0000000000")).status, 404);
    assert.deepEqual(await caller.json("/finances/v1/funds?pageSize=200"), all, "the same again");
  });

  it("a score is calculated and nothing stored", async () => {
    const score = async (answers: readonly Row[]): Promise<Row> => {
      const body = JSON.stringify({ answers, colour: "red" });
      const { text } = await caller.call(SCORES, { method: "POST", body });
      return JSON.parse(text) as Row;
    };
    const all = (answer: string): Row[] =>
      Array.from({ length: 8 }, (_item, index) => ({ question: index + 1, answer }));
    const questionnaireId = "attitude-to-risk";
    const lowest = { score: 0, riskLevel: 1, riskDescription: "Lowest risk" };
    const middle = { score: 500, riskLevel: 5, riskDescription: "Low medium risk" };
    const highest = { score: 1000, riskLevel: 10, riskDescription: "Highest risk" };
    assert.deepEqual(await score(all("Strongly disagree")), {
      questionnaireId,
      answered: 8,
      ...lowest,
    });
    assert.deepEqual(await score([]), { questionnaireId, answered: 0, ...middle });
    assert.deepEqual(await score(all("Strongly agree")), {
      questionnaireId,
      answered: 8,
      ...highest,
    });
    const twice = [all("Agree")[0]!, all("Disagree")[0]!];
    assert.deepEqual((await score(twice))["score"], 468.75, "the last answer counts");
  });

  it("asks for the scope of its domain, and for other methods says which there are", async () => {
    const narrow = new Caller(sandbox.facts, await token(sandbox.facts, "crm.read"));
    for (const path of [pensions(), contributions(), "/finances/v1/funds"]) {
      assert.equal((await narrow.call(path)).status, 403, path);
    }
    assert.equal((await narrow.call(SCORES, { method: "POST", body: "{}" })).status, 403);
    const read = await caller.call(SCORES);
    assert.deepEqual([read.status, read.headers["allow"]], [405, "POST"]);
  });
});
