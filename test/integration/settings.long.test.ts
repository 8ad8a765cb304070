import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Connection } from "../../src/platform/base/connection";
import { SETTINGS, type Settings } from "../../src/manifest";
import type { SandboxFacts } from "../../src/features/sandbox/messages/sandboxMessages";
import { freePorts } from "../fakes/freePorts";
import { HandBrowser, pageOf } from "../unit/support/handBrowser";
import { Caller, exchange, requestToken } from "../unit/support/sandboxProcess";
import {
  authorizeAddress,
  claimsOf,
  jsonOf,
  refresh,
  signInPerson,
} from "../unit/support/userSignIn";
import { sendJson } from "../unit/platform/http/support/servers";
import { activateExplorer, eventually, firstClient, type TestHandle } from "./support/explorer";
import { startOperator, type Operator } from "./support/operator";

/** Which test shows the effect of which setting: `test/unit/settingEffects.test.ts`. */
describe("settings, by what they change", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  const set = async (values: Partial<Settings>): Promise<void> => {
    const configuration = vscode.workspace.getConfiguration();
    for (const [id, value] of Object.entries(values)) {
      await configuration.update(id, value, vscode.ConfigurationTarget.Global);
    }
  };
  const unset = async (): Promise<void> => {
    const configuration = vscode.workspace.getConfiguration();
    for (const id of Object.keys(SETTINGS)) {
      if (configuration.inspect(id)?.globalValue !== undefined) {
        await configuration.update(id, undefined, vscode.ConfigurationTarget.Global);
      }
    }
  };

  afterEach(unset);

  describe("of calls", () => {
    let operator: Operator;
    let connection: Connection;

    before(async () => {
      operator = await startOperator();
      connection = operator.connection();
      await explorer.connections.save(connection);
      const node = { nodeId: connection.id };
      explorer.dialogs.script("0f5c2a9e7b134d68a1c3e5f708192a3b", "a secret of the test");
      await run("connection.enterSubscriptionKey", node);
      await run("connection.enterClientSecret", node);
    });

    after(async () => {
      await explorer.connections.remove(connection.id);
      await operator.close();
    });

    async function listClients(): Promise<string> {
      const { client } = await explorer.connections.open(connection.id);
      const action = client.startAction("Clients");
      await client.send({ operationId: "listClients" }, { action });
      return action.id;
    }

    it("attemptTimeout ends an attempt that the service does not answer", async () => {
      operator.answer = () => undefined;
      await set({
        "financialPlanning.network.attemptTimeout": 1,
        "financialPlanning.network.actionTimeout": 600,
      });
      await assert.rejects(listClients(), { code: "network/attemptTimeout" });
    });

    it("actionTimeout ends an action, however long its attempt may take", async () => {
      operator.answer = () => undefined;
      await set({
        "financialPlanning.network.attemptTimeout": 600,
        "financialPlanning.network.actionTimeout": 1,
      });
      await assert.rejects(listClients(), { code: "network/actionTimeout" });
    });

    it("concurrentRequests is how many calls of a connection are on the wire at once", async () => {
      const waiting: (() => void)[] = [];
      operator.answer = (_request, response) => {
        waiting.push(() => sendJson(response, 200, []));
      };
      await set({ "financialPlanning.network.concurrentRequests": 2 });
      const calls = Array.from({ length: 5 }, () => listClients());
      const most: number[] = [];
      for (let answered = 0; answered < calls.length;) {
        const wanted = Math.min(2, calls.length - answered);
        await eventually("as many calls as there may be", () =>
          waiting.length >= wanted ? true : undefined,
        );
        most.push(waiting.length);
        answered += waiting.length;
        waiting.splice(0).forEach((answer) => answer());
      }
      await Promise.all(calls);
      assert.deepEqual(most, [2, 2, 1]);
    });

    it("keepBodies keeps bodies on disk, encrypted, and forgets them when it is switched off", async () => {
      operator.answer = (_request, response) => sendJson(response, 200, [{ mark: "kept-body" }]);
      const folder = join(explorer.history.folder, "bodies");
      const files = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
      const bodies = (): readonly string[] => files().filter((name) => name.endsWith(".body"));
      await listClients();
      await explorer.history.ready();
      const before = bodies().length;
      await set({ "financialPlanning.requests.keepBodies": true });
      await listClients();
      await eventually("a body on disk", () => (bodies().length > before ? true : undefined));
      const texts = bodies().map((name) => readFileSync(join(folder, name), "latin1"));
      assert.ok(!texts.some((text) => text.includes("kept-body")));
      await unset();
      await eventually("no body on disk", () => (files().length === 0 ? true : undefined));
    });
  });

  it("pageSize is how many rows a list panel asks for", async () => {
    const client = await firstClient(explorer);
    await set({ "financialPlanning.list.pageSize": 7 });
    await run("list.open", {
      ...{ connectionId: "sandbox", list: "holdings" },
      clientId: client.row.id!.value,
    });
    await eventually("a page of that size", () =>
      explorer.history.last?.attempts.some(({ url }) => url.includes("pageSize=7"))
        ? true
        : undefined,
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  describe("of the sandbox", () => {
    after(async () => {
      await unset();
      await explorer.sandbox.restart();
      explorer.dialogs.takeShown();
    });

    const restartWith = async (values: Partial<Settings>): Promise<SandboxFacts> => {
      await set(values);
      return explorer.sandbox.restart();
    };
    const statusOf = async (address: string): Promise<number> => (await exchange(address)).status;
    const discoveryOf = ({ authUrl }: SandboxFacts): string =>
      `${authUrl}/identity/.well-known/openid-configuration`;
    const portOf = (address: string): number => Number(new URL(address).port);
    const isTaken = async (facts: SandboxFacts, redirectUri: string): Promise<boolean> => {
      const address = authorizeAddress(facts, { redirect_uri: redirectUri });
      return pageOf(await new HandBrowser().open(address)).status === 200;
    };
    const OTHER_PORT = "http://127.0.0.1:50123/callback";

    it("all are as they are said to be where nobody set them", async () => {
      const facts = await restartWith({});
      const caller = await Caller.signIn(facts);
      const clientId = await caller.firstClientId();
      const path = `/finances/v1/clients/${clientId}/pensions/PEN-SET`;
      const put = await caller.call(path, { method: "PUT", body: "{}" });
      assert.equal(put.headers.etag, undefined);
      assert.equal((await caller.call(path)).status, 200);
      const results = await caller.call(`/profiling/v1/clients/${clientId}/results`);
      assert.equal(results.status, 200);
      assert.equal(jsonOf(await requestToken(facts))["expires_in"], 3600);
      assert.equal(await statusOf(discoveryOf(facts)), 200);
      assert.equal(await isTaken(facts, OTHER_PORT), true);
      const { tokens } = await signInPerson(facts, { model: "delegation" });
      assert.ok(!("consent_ends_at" in claimsOf(tokens["id_token"])));
      const renewed = jsonOf(await refresh(facts, tokens["refresh_token"], "delegation"));
      assert.notEqual(renewed["refresh_token"], tokens["refresh_token"]);
    });

    it("ports, prefix, tags, lifetimes, claim, proof key, rotation and callback ports", async () => {
      const port = await freePorts(2);
      const facts = await restartWith({
        "financialPlanning.sandbox.servicePort": port,
        "financialPlanning.sandbox.identityPort": port + 1,
        "financialPlanning.sandbox.resultsPrefix": "/risk/v9",
        "financialPlanning.sandbox.pensionTags": true,
        "financialPlanning.sandbox.tokenLifetime": 77,
        "financialPlanning.sandbox.consentSeconds": 1800,
        "financialPlanning.sandbox.consentClaim": true,
        "financialPlanning.sandbox.proofKey": "refused",
        "financialPlanning.sandbox.refreshRotation": false,
        "financialPlanning.sandbox.anyLoopbackPort": false,
      });
      assert.deepEqual([portOf(facts.baseUrl), portOf(facts.authUrl)], [port, port + 1]);
      assert.equal(jsonOf(await requestToken(facts))["expires_in"], 77);
      const caller = await Caller.signIn(facts);
      const clientId = await caller.firstClientId();
      assert.equal((await caller.call(`/risk/v9/clients/${clientId}/results`)).status, 200);
      const path = `/finances/v1/clients/${clientId}/pensions/PEN-SET`;
      const put = await caller.call(path, { method: "PUT", body: "{}" });
      assert.match(put.headers.etag ?? "", /^"/);
      const discovered = jsonOf(await exchange(discoveryOf(facts)));
      assert.equal(discovered["code_challenge_methods_supported"], undefined);
      assert.equal(await isTaken(facts, OTHER_PORT), false);
      const { tokens } = await signInPerson(facts, { model: "delegation" });
      const { consent_ends_at: end, iat } = claimsOf(tokens["id_token"]);
      assert.ok(Math.abs(Number(end) - Number(iat) - 1800) <= 60, `${String(end)}, ${String(iat)}`);
      const renewed = jsonOf(await refresh(facts, tokens["refresh_token"], "delegation"));
      assert.equal(renewed["refresh_token"], tokens["refresh_token"]);
    });

    it("reading of pensions and discovery switched off", async () => {
      const facts = await restartWith({
        "financialPlanning.sandbox.pensionReading": false,
        "financialPlanning.sandbox.discovery": false,
      });
      assert.equal(await statusOf(discoveryOf(facts)), 404);
      const caller = await Caller.signIn(facts);
      const path = `/finances/v1/clients/${await caller.firstClientId()}/pensions/PEN-SET`;
      assert.ok((await caller.call(path, { method: "PUT", body: "{}" })).status < 300);
      assert.ok([404, 405].includes((await caller.call(path)).status));
    });
  });

  it("a change of the sandbox's settings offers its restart", async () => {
    await explorer.sandbox.start();
    explorer.dialogs.takeShown();
    await set({ "financialPlanning.sandbox.tokenLifetime": 900 });
    await eventually("the offer", () =>
      explorer.dialogs.takeShown().some((text) => text.includes("The sandbox's settings changed"))
        ? true
        : undefined,
    );
  });

  function run(command: string, ...values: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);
  }
});
