import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { Caller } from "../../support/sandboxProcess";
import { startProgram } from "../../support/sandboxProgram";
import { signInPerson } from "../../support/userSignIn";

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly totalItems: number;
  readonly pageSize: number;
}

const CLIENTS = "/crm/v1/clients?pageNumber=1&pageSize=50";
const SCENARIO = "households.fp-scenario.json";

/** Starts the sandbox by the line of the page, with the scenario of the page, and ends it by a signal. */
export async function expectStarted(line: string, scenario: string, folder: string): Promise<void> {
  const [npx, name, ...argv] = line.split(" ");
  assert.deepEqual([npx, name, argv.includes(SCENARIO)], ["npx", "fp-sandbox", true]);
  writeFileSync(join(folder, SCENARIO), scenario);
  const { facts, end } = await startProgram(argv, { folder });
  const caller = await Caller.signIn(facts);
  assert.equal((await caller.json<Page>(CLIENTS)).totalItems, 21);
  assert.equal(await end(), 0);
  const lines = readFileSync(join(folder, "calls.jsonl"), "utf8").trimEnd().split("\n");
  const calls = lines.map((call) => JSON.parse(call) as { readonly server: string });
  assert.deepEqual(
    calls.map(({ server }) => server),
    ["identity", "service"],
  );
}

/** What the scenario of the page names is there: clients, behaviour, faults, answers and people. */
export async function expectScenario(text: string, folder: string): Promise<void> {
  writeFileSync(join(folder, SCENARIO), text);
  const { facts, end } = await startProgram(["--scenario", SCENARIO], { folder });
  await expectAll(facts).finally(end);
}

async function expectAll(facts: SandboxFacts): Promise<void> {
  const caller = await Caller.signIn(facts);
  const page = await caller.json<Page>(CLIENTS);
  // 20 are made up.
  assert.equal(page.totalItems, 21);
  const ada = String(page.items[0]?.["clientId"]);
  assert.equal((await caller.json<Page>(CLIENTS.replace("50", "51"))).pageSize, 50);
  const other = await Caller.signIn(facts, facts.subscriptionKeys.production);
  assert.equal((await other.json<Page>(CLIENTS)).totalItems, 0);

  const gone = await caller.call(`/crm/v1/clients/${ada}`);
  assert.deepEqual([gone.status, JSON.parse(gone.text)], [410, { gone: true }]);
  assert.match((await caller.call(`/crm/v1/clients/${ada}`)).text, /"lastName":"Lovelace"/);
  const holdings = await caller.json<Page>(`/finances/v1/clients/${ada}/holdings`);
  assert.deepEqual(holdings.items, [{ fund: "Global Tracker", value: 1204.33 }]);
  assert.equal((await caller.json<Page>(`/profiling/v1/clients/${ada}/results`)).totalItems, 4);

  const pension = `/finances/v1/clients/${ada}/pensions/PEN-A`;
  const statuses: number[] = [];
  for (const method of ["GET", "PUT", "PUT", "PUT"]) {
    const body = method === "PUT" ? { body: "{}" } : {};
    statuses.push((await caller.call(pension, { method, ...body })).status);
  }
  assert.deepEqual(statuses, [405, 503, 503, 200]);

  const person = { userName: "dana", password: "sandbox" };
  const { tokens, caller: dana } = await signInPerson(facts, { person });
  assert.equal(tokens["expires_in"], 60);
  const { items } = await dana.json<Page>(CLIENTS);
  const names = items.map(({ name }) => (name as { readonly lastName: string }).lastName);
  assert.ok(names.length > 0 && names.length < 21);
  names.forEach((name) => assert.match(name, /^[A-F]/i));
}
