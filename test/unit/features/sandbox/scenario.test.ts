import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { SandboxScenario } from "../../../../src/features/sandbox/messages/sandboxScenario";
import { Caller } from "../../support/sandboxProcess";
import { startProgram, type StartedProgram } from "../../support/sandboxProgram";
import { claimsOf, signInPerson } from "../../support/userSignIn";
import { itInLong } from "../../../fakes/runs";

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly totalItems: number;
}

const ADA = "0a0a0a0a-0000-4000-8000-000000000001";
const BOB = "0a0a0a0a-0000-4000-8000-000000000002";
const RESULT = { resultId: "r1", questionnaireId: "q", union: "single", factors: [1] };
const LIST = "/crm/v1/clients?pageSize=200&pageNumber=1";

describe("a scenario of the sandbox", () => {
  let program: StartedProgram;
  let caller: Caller;

  before(async () => {
    program = await startProgram([
      ...["--clients", "30", "--consent-claim", "--token-lifetime", "3000"],
    ]);
    caller = await Caller.signIn(program.facts);
  });

  after(() => program.end());
  afterEach(async () => {
    assert.equal((await admin("/reset", "POST")).status, 204);
  });

  const admin = (path: string, method: string, body?: string): Promise<Response> =>
    fetch(`${program.facts.adminUrl}${path}`, { method, ...(body !== undefined && { body }) });
  const load = async (scenario: string | Omit<SandboxScenario, "version">): Promise<void> => {
    const text =
      typeof scenario === "string" ? scenario : JSON.stringify({ version: 1, ...scenario });
    const answer = await admin("/scenario", "PUT", text);
    assert.equal(answer.status, 204, await answer.text());
  };
  const saved = async (): Promise<SandboxScenario> =>
    (await (await admin("/scenario", "GET")).json()) as SandboxScenario;

  const given = [
    {
      clientId: ADA,
      name: { firstName: "Ada", lastName: "Lovelace" },
      dateOfBirth: "1985-12-10",
      record: { maritalStatus: "single", shoeSize: 38 },
      holdings: [{ fund: "One", value: 1 }, { fund: "Two" }],
      results: [RESULT, { resultId: "r2", questionnaireId: "other", union: "joint" }],
      pensions: { "PEN-A": { status: "active" } },
    },
    { clientId: BOB, name: { firstName: "Bob", lastName: "Babbage" }, holdings: 3, results: 0 },
  ];

  it("has clients with data of its own before those that are made up", async () => {
    await load({
      environments: { development: { clients: 2, given }, production: { clients: 0 } },
    });
    const page = await caller.json<Page>(LIST);
    assert.deepEqual(
      page.items.slice(0, 2).map(({ clientId }) => clientId),
      [ADA, BOB],
    );
    assert.equal(page.totalItems, 4);
    const record = await caller.json<Record<string, unknown>>(`/crm/v1/clients/${ADA}`);
    assert.deepEqual([record["shoeSize"], record["dateOfBirth"]], [38, "1985-12-10"]);
    const holdings = (id: string): Promise<Page> =>
      caller.json<Page>(`/finances/v1/clients/${id}/holdings?pageSize=9&pageNumber=1`);
    assert.deepEqual((await holdings(ADA)).items, given[0]!.holdings);
    assert.equal((await holdings(BOB)).items.length, 3);
    const pension = await caller.json<Record<string, unknown>>(
      `/finances/v1/clients/${ADA}/pensions/PEN-A`,
    );
    assert.equal(pension["status"], "active");
    const other = await Caller.signIn(program.facts, program.facts.subscriptionKeys.production);
    assert.equal((await other.json<Page>(LIST)).totalItems, 0);
  });

  it("lets calls fail by chance, the same ones for the same seed", async () => {
    const failures = async (seed: string, chance: number): Promise<string> => {
      const fault = { kind: "status", status: 503 } as const;
      await load({ seed, faults: [{ operationId: "listClients", chance, fault }] });
      const statuses: number[] = [];
      while (statuses.length < 40) {
        statuses.push((await caller.call(LIST)).status);
      }
      return statuses.map((status) => (status === 503 ? "x" : ".")).join("");
    };
    const one = await failures("one", 0.25);
    assert.match(one, /^(?=.*x.*x)(?=.*\.\.)[x.]{40}$/);
    assert.ok(one.replaceAll(".", "").length < 20, one);
    assert.equal(await failures("one", 0.25), one);
    assert.notEqual(await failures("other", 0.25), one);
    assert.equal(await failures("one", 0), ".".repeat(40));
    assert.equal(await failures("one", 1), "x".repeat(40));
  });

  it("lets one endpoint wait and the others not", async () => {
    await load({
      environments: { development: { given } },
      faults: [{ operationId: "listHoldings", fault: { kind: "slow", head: 600_000 } }],
    });
    let isAnswered = false;
    const holdings = caller
      .call(`/finances/v1/clients/${ADA}/holdings?pageSize=9&pageNumber=1`)
      .finally(() => (isAnswered = true));
    assert.equal((await caller.call(LIST)).status, 200);
    assert.equal(isAnswered, false);
    assert.equal((await admin("/faults", "PUT", "[]")).status, 204);
    assert.equal((await holdings).status, 200);
  });

  it("filters and expands results of its own as the service does", async () => {
    await load({ environments: { development: { given } } });
    const results = async (query: string): Promise<unknown> =>
      (await caller.json<Page>(`/profiling/v1/clients/${ADA}/results?pageSize=9${query}`)).items;
    assert.deepEqual(await results("&questionnaireId=q"), [
      { resultId: "r1", questionnaireId: "q", union: "single" },
    ]);
    assert.equal(((await results("&unions=joint")) as unknown[]).length, 1);
    assert.deepEqual(await results("&questionnaireId=q&fields=factors"), [RESULT]);
  });

  it("keeps numbers as they are written, in data and in answers", async () => {
    const client = `{"clientId":"${ADA}","name":{"firstName":"A","lastName":"B"},"holdings":[{"value":1204.3300}]}`;
    const answer = `{"path":"/crm/v1/own","body":{"big":12345678901234567890}}`;
    await load(
      `{"version":1,"environments":{"development":{"given":[${client}]}},"answers":[${answer}]}`,
    );
    const { text } = await caller.call(`/finances/v1/clients/${ADA}/holdings?pageSize=1`);
    assert.ok(text.includes('{"value":1204.3300}'), text);
    assert.equal((await caller.call("/crm/v1/own")).text, '{"big":12345678901234567890}');
    assert.match(await (await admin("/scenario", "GET")).text(), /1204\.3300/);
  });

  it("has people of its own, who see what they are to see", async () => {
    const people = [
      { userName: "one.client", name: "One", sees: { clientIds: [ADA.toUpperCase()] } },
      { userName: "letters", name: "Letters", sees: { lastNames: "a-B" } },
      { userName: "nobody", name: "Nobody", sees: "none" as const },
      { userName: "everybody", name: "Everybody", sees: "all" as const },
    ];
    await load({ people, environments: { development: { clients: 0, given } } });
    const names = async (userName: string): Promise<unknown[]> => {
      const person = { userName, password: "sandbox" };
      const { caller: asPerson } = await signInPerson(program.facts, { person });
      return (await asPerson.json<Page>(LIST)).items.map(({ clientId }) => clientId);
    };
    assert.deepEqual(await names("one.client"), [ADA]);
    assert.deepEqual(await names("letters"), [BOB]);
    assert.deepEqual(await names("nobody"), []);
    assert.deepEqual(await names("everybody"), [ADA, BOB]);
  });

  it("takes back tokens of people who are gone", async () => {
    const person = { userName: "alex.morgan", password: "sandbox" };
    const { caller: asPerson } = await signInPerson(program.facts, { person });
    assert.equal((await asPerson.call(LIST)).status, 200);
    await load({ people: [{ userName: "new", name: "New", sees: "all" }] });
    assert.equal((await asPerson.call(LIST)).status, 401);
  });

  it("answers in its own words, so often, for a path, a query and an environment", async () => {
    const answers = [
      { path: "/crm/v1/clients", query: "*pageNumber=7*", times: 1, status: 418, text: "teapot" },
      {
        ...{ method: "put", path: "/finances/v1/clients/*/pensions/*", status: 202 },
        ...{ headers: { Location: "/later", "x-dt-requestid": "mine" }, body: { state: "queued" } },
      },
      { path: "/crm/v1/clients", environment: "production" as const, status: 204 },
    ];
    await load({ answers });
    const odd = "/crm/v1/clients?pageSize=1&pageNumber=7";
    const first = await caller.call(odd);
    assert.deepEqual([first.status, first.text], [418, "teapot"]);
    assert.equal((await caller.call(odd)).status, 200);
    const put = await caller.call(`/finances/v1/clients/${ADA}/pensions/P`, {
      method: "PUT",
      body: "{}",
    });
    assert.deepEqual([put.status, put.text], [202, '{"state":"queued"}']);
    assert.equal(put.headers.location, "/later");
    assert.notEqual(put.headers["x-dt-requestid"], "mine");
    const other = await Caller.signIn(program.facts, program.facts.subscriptionKeys.production);
    assert.equal((await other.call("/crm/v1/clients")).status, 204);
    const refused = await caller.call(odd, { headers: { Authorization: undefined } });
    assert.equal(refused.status, 401);
    assert.equal((await saved()).answers?.length, 2);
  });

  it("changes behaviour, lifetimes and faults", async () => {
    await load({
      behaviour: { pensionReading: false, maximumPageSize: 2, tokenLifetime: 77 },
      faults: [{ times: 1, fault: { kind: "status", status: 429, retryAfter: 3 } }],
    });
    assert.equal((await caller.call(LIST)).headers["retry-after"], "3");
    assert.equal((await caller.json<Page>(LIST)).items.length, 2);
    const { clientId } = (await caller.json<Page>(LIST)).items[0]!;
    const pension = `/finances/v1/clients/${String(clientId)}/pensions/PEN-1`;
    assert.equal((await caller.call(pension)).status, 405);
    const { clientId: id, clientSecret, scopes } = program.facts.clients.serviceAccount;
    const form = new URLSearchParams({
      ...{ grant_type: "client_credentials", client_id: id, client_secret: clientSecret },
      scope: scopes.join(" "),
    });
    const answer = await fetch(`${program.facts.authUrl}/identity/connect/token`, {
      method: "POST",
      body: form,
    });
    assert.equal(((await answer.json()) as { expires_in: number }).expires_in, 77);
  });

  it("changes how long a delegation lasts", async () => {
    const seconds = 1_000_000;
    await load({ behaviour: { consentSeconds: seconds } });
    const { tokens } = await signInPerson(program.facts, { model: "delegation" });
    const { consent_ends_at: end, iat } = claimsOf(tokens["id_token"]);
    // The token is made a little later than the consent was given.
    const lasts = Number(end) - Number(iat);
    assert.ok(lasts <= seconds && lasts > seconds / 2, String(lasts));
  });

  it("is saved with what was written and removed since, and comes back so", async () => {
    await load({ seed: "other", environments: { development: { clients: 3, given } } });
    const path = (id: string): string => `/finances/v1/clients/${ADA}/pensions/${id}`;
    await caller.call(path("PEN-NEW"), { method: "PUT", body: '{"value":2.50}' });
    await caller.call(path("PEN-A"), { method: "DELETE" });
    const before = await caller.json<Page>(LIST);
    const text = await (await admin("/scenario", "GET")).text();
    await admin("/reset", "POST");
    assert.equal((await caller.call(path("PEN-NEW"))).status, 404);
    await load(text);
    assert.deepEqual(await caller.json<Page>(LIST), before);
    assert.match((await caller.call(path("PEN-NEW"))).text, /"value":2\.50/);
    assert.equal((await caller.call(path("PEN-A"))).status, 404);
  });

  it("is saved with what the options say: seed, numbers of clients, behaviour", async () => {
    await load({});
    const { seed, behaviour, environments } = await saved();
    const options = {
      // Those that nobody gave: who loads it may have others.
      ...{ pensionReading: true, pensionTags: false, consentSeconds: 2_592_000 },
      tokenLifetime: 3000,
    };
    assert.deepEqual([seed, behaviour], ["sandbox", options]);
    assert.deepEqual(environments, {
      development: { clients: 30 },
      production: { clients: 300 },
    });
    await load({
      ...{ seed: "other", behaviour: { pensionReading: false, maximumPageSize: 2 } },
      environments: { development: { clients: 2_500, given }, production: { clients: 0 } },
    });
    const again = await saved();
    assert.deepEqual(
      [again.seed, again.behaviour],
      ["other", { ...options, pensionReading: false, maximumPageSize: 2 }],
    );
    assert.deepEqual(again.environments, {
      development: { clients: 2_500, given },
      production: { clients: 0 },
    });
  });

  it("is saved without a pension that it brought and that was removed", async () => {
    const pensions = [{ clientId: ADA, pensionId: "PEN-GONE", content: {} }];
    await load({ environments: { development: { clients: 0, given, pensions } } });
    const path = `/finances/v1/clients/${ADA}/pensions/PEN-GONE`;
    assert.equal((await caller.call(path, { method: "DELETE" })).status, 204);
    assert.equal((await saved()).environments?.development?.pensions, undefined);
  });

  it("comes back with a pension whose id is as long as a PUT takes it", async () => {
    await load({ environments: { development: { clients: 0, given } } });
    const path = `/finances/v1/clients/${ADA}/pensions/${"P".repeat(2_000)}`;
    assert.equal((await caller.call(path, { method: "PUT", body: "{}" })).status, 201);
    const text = await (await admin("/scenario", "GET")).text();
    await admin("/reset", "POST");
    await load(text);
    assert.equal((await caller.call(path)).status, 200);
  });

  itInLong("comes back however many pensions were written", async () => {
    const pensions = Array.from({ length: 10_001 }, (_, at) => ({
      ...{ clientId: ADA, pensionId: `PEN-${at}`, content: { provider: "Aviva ".repeat(20) } },
    }));
    await load({ environments: { development: { clients: 0, given, pensions } } });
    const text = await (await admin("/scenario", "GET")).text();
    await admin("/reset", "POST");
    await load(text);
    const last = await caller.call(`/finances/v1/clients/${ADA}/pensions/PEN-10000`);
    assert.equal(last.status, 200);
  });

  it("is the one that the documentation shows", async () => {
    const page = readFileSync("docs/sandbox.md", "utf8");
    const [, example = ""] = /```json\n(\{\n {2}"version": 1,[^]*?)```/.exec(page) ?? [];
    await load(example);
    await caller.call(LIST);
    const { items, totalItems } = await caller.json<Page>(LIST);
    assert.deepEqual([totalItems, items[0]?.["clientId"]], [21, ADA]);
    assert.equal((await caller.call(`/crm/v1/clients/${ADA}`)).status, 410);
  });

  it("goes back to what it was at its start", async () => {
    const before = await caller.json<Page>(LIST);
    await load({ seed: "other", environments: { development: { clients: 3 } } });
    assert.notDeepEqual(await caller.json<Page>(LIST), before);
    await admin("/reset", "POST");
    assert.deepEqual(await caller.json<Page>(LIST), before);
  });

  it("is refused with the place where it does not fit, and what was there stays", async () => {
    const before = await caller.json<Page>(LIST);
    for (const [text, place] of [
      ["{", /line 1, column 2: this is not JSON/],
      ['{"version":1,\n"people":[]}', /line 2, column 10: people: /],
      ['{"version":1,"faults":[{"fault":{"kind":"none"}}]}', /faults\.0\.fault\.kind: /],
    ] as const) {
      const answer = await admin("/scenario", "PUT", text);
      const { message } = (await answer.json()) as { message: string };
      assert.equal(answer.status, 400);
      assert.match(message, place);
    }
    assert.deepEqual(await caller.json<Page>(LIST), before);
  });
});
