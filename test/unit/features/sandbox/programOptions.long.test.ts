import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../../fakes/freePorts";
import { Caller, PROGRAM, requestToken } from "../../support/sandboxProcess";
import { runProgram, startProgram, type StartedProgram } from "../../support/sandboxProgram";

interface Page {
  readonly items: readonly { readonly clientId: string; readonly name: { lastName: string } }[];
  readonly totalItems: number;
}

const LIST = "/crm/v1/clients?pageSize=200&pageNumber=1";

describe("the options of the sandbox's program", () => {
  let folder: string;
  let program: StartedProgram | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-options-"));
  });

  afterEach(async () => {
    await program?.end();
    program = undefined;
    rmSync(folder, { recursive: true });
  });

  const start = async (
    ...argv: string[]
  ): Promise<{ facts: StartedProgram["facts"]; caller: Caller }> => {
    program = await startProgram(argv);
    return { facts: program.facts, caller: await Caller.signIn(program.facts) };
  };

  it("choose the three ports", async () => {
    const port = await freePorts(3);
    const ports = [port, port + 1, port + 2].map(String) as [string, string, string];
    const [service, identity, admin] = ports;
    const { facts } = await start(
      ...["--port", service, "--identity-port", identity, "--admin-port", admin],
    );
    const { baseUrl, authUrl, adminUrl } = facts;
    assert.deepEqual(
      [baseUrl, authUrl, adminUrl].map((url) => new URL(url).port),
      ports,
    );
    assert.equal((await fetch(`${adminUrl}/calls`)).status, 200);
  });

  it("choose the data: seed, clients, holdings", async () => {
    const { caller } = await start("--seed", "one", "--clients", "40", "--holdings", "3");
    const { items, totalItems } = await caller.json<Page>(LIST);
    assert.equal(totalItems, 40);
    const { clientId } = items.find(({ name }) => name.lastName === "Achterberg")!;
    const holdings = `/finances/v1/clients/${clientId}/holdings?pageSize=200&pageNumber=1`;
    assert.equal((await caller.json<Page>(holdings)).totalItems, 3);
    await program?.end();
    const other = await start("--seed", "two", "--clients", "40");
    const { items: others } = await other.caller.json<Page>(LIST);
    assert.notDeepEqual(
      new Set(others.map((one) => one.clientId)),
      new Set(items.map((one) => one.clientId)),
    );
  });

  it("choose how the service behaves", async () => {
    const { facts, caller } = await start(
      ...["--results-prefix", "/risk/v1", "--no-pension-reading", "--pension-tags"],
      ...["--maximum-page-size", "7", "--token-lifetime", "77", "--no-discovery"],
    );
    const { items } = await caller.json<Page>(LIST);
    assert.equal(items.length, 7);
    const { clientId } = items[0]!;
    assert.equal((await caller.call(`/risk/v1/clients/${clientId}/results`)).status, 200);
    assert.equal((await caller.call(`/profiling/v1/clients/${clientId}/results`)).status, 404);
    const pension = `/finances/v1/clients/${clientId}/pensions/PEN-1`;
    const put = await caller.call(pension, { method: "PUT", body: "{}" });
    assert.ok(put.headers.etag);
    assert.equal((await caller.call(pension)).status, 405);
    const { expires_in } = JSON.parse((await requestToken(facts)).text) as { expires_in: number };
    assert.equal(expires_in, 77);
    const discovery = `${facts.authUrl}/identity/.well-known/openid-configuration`;
    assert.equal((await fetch(discovery)).status, 404);
  });

  it("take another definition, such as one with smaller pages", async () => {
    const file = join(folder, "definition.json");
    const text = readFileSync("media/service/financial-planning-open-api.json", "utf8");
    const smaller = text.replaceAll(/"x-maximum-page-size": \d+/g, '"x-maximum-page-size": 9');
    assert.notEqual(smaller, text);
    writeFileSync(file, smaller);
    const { caller } = await start("--definition", file);
    assert.equal((await caller.json<Page>(LIST)).items.length, 9);
  });

  for (const [what, text, sentence] of [
    ["is not there", undefined, /none\.json cannot be read \(ENOENT\)\.\n$/],
    ["is no definition", "{}", /definition\.json is no service definition/],
  ] as const) {
    it(`end with 2 and a sentence where the definition ${what}`, async () => {
      const file = join(folder, text === undefined ? "none.json" : "definition.json");
      if (text !== undefined) {
        writeFileSync(file, text);
      }
      const { code, complained } = await runProgram(["--definition", file]);
      assert.match(complained, sentence);
      assert.equal(code, 2);
    });
  }

  it("end with 2 and a sentence where a file cannot be saved to", async () => {
    const { code, complained } = await runProgram(["--save", join(folder, "none", "saved.json")]);
    assert.match(complained, /saved\.json cannot be written \(ENOENT\)\.\n$/);
    assert.equal(code, 2);
  });

  it("let it print nothing", async () => {
    const port = await freePorts(3);
    const ports = ["--port", "--identity-port", "--admin-port"].flatMap((option, at) => [
      ...[option, String(port + at)],
    ]);
    const child = spawn(process.execPath, [PROGRAM, "--quiet", ...ports]);
    let printed = "";
    child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
    const isThere = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port + 2}/calls`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (child.exitCode === null && !(await isThere())) {
      // It has no other way to say that it listens.
    }
    child.kill("SIGTERM");
    await once(child, "close");
    assert.deepEqual([child.exitCode, printed], [0, ""]);
  });

  it("are ended by SIGTERM at once, whoever still waits for an answer", async () => {
    const faults = join(folder, "faults.json");
    writeFileSync(faults, '[{ "path": "*/clients", "fault": { "kind": "slow", "head": 600000 } }]');
    const { facts, caller } = await start("--faults", faults);
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      const idle = get(`${facts.adminUrl}/faults`, { agent }, (response) => {
        response.resume().on("end", resolve);
      });
      idle.on("error", reject);
    });
    const waiting = assert.rejects(caller.call("/crm/v1/clients"), { code: "ECONNRESET" });
    // The next answer comes once the call before is being kept waiting.
    await caller.call("/crm/v1/none");
    assert.equal(await program?.end(), 0);
    await waiting;
    program = undefined;
    agent.destroy();
  });
});
