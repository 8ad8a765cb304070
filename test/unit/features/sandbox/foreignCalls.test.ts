import assert from "node:assert/strict";
import { Caller, exchange } from "../../support/sandboxProcess";
import { startProgram, type StartedProgram } from "../../support/sandboxProgram";

describe("requests that the sandbox does not take", () => {
  let program: StartedProgram;
  let caller: Caller;

  before(async () => {
    program = await startProgram(["--allow-host", "Host.Docker.Internal"]);
    caller = await Caller.signIn(program.facts);
  });

  after(() => program.end());

  const page = "/crm/v1/clients?pageSize=1&pageNumber=1";

  for (const [what, headers] of [
    ["a name that resolves to this machine", { Host: "attacker.example" }],
    ["an address of the network", { Host: "192.168.1.7:8080" }],
    ["a page of another site", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" }],
    ["a page on another port", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors" }],
    ["another origin", { Origin: "https://attacker.example" }],
    ["an origin that is hidden", { Origin: "null" }],
  ] as const) {
    it(`are those of ${what}`, async () => {
      const answer = await caller.call(page, { headers });
      const { error, message } = JSON.parse(answer.text) as Record<string, string>;
      assert.deepEqual([answer.status, error], [403, "foreign_request"]);
      assert.match(String(message), /^The sandbox .+\.$/);
      assert.ok(answer.headers["x-dt-requestid"]);
      for (const url of [program.facts.adminUrl, `${program.facts.authUrl}/identity`]) {
        const other = await exchange(`${url}/connect/token`, { method: "POST", headers });
        assert.equal(other.status, 403);
        assert.match(other.text, /The sandbox /);
      }
    });
  }

  for (const host of [
    "localhost",
    "127.0.0.1",
    "[::1]:80",
    "host.docker.internal:5000",
    "a.localhost",
  ]) {
    it(`are not those that name ${host}`, async () => {
      assert.equal((await caller.call(page, { headers: { Host: host } })).status, 200);
    });
  }

  it("are not links that lead a browser to the sign-in page", async () => {
    const query = new URLSearchParams({
      client_id: program.facts.clients.userPresent.clientId,
      ...{ response_type: "code", scope: "openid", redirect_uri: "http://127.0.0.1/callback" },
    });
    const url = `${program.facts.authUrl}/identity/connect/authorize?${query.toString()}`;
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
    assert.equal((await exchange(url, { headers })).status, 303);
  });

  it("leave nothing behind: what they were to change stays", async () => {
    const { adminUrl } = program.facts;
    const faults = '[{ "fault": { "kind": "cut" } }]';
    const headers = { Origin: "https://attacker.example" };
    await exchange(`${adminUrl}/faults`, { method: "PUT", headers, body: faults });
    assert.equal((await exchange(`${adminUrl}/faults`)).text, "[]");
  });
});
