import assert from "node:assert/strict";
import { copyAs } from "../../../../../src/features/requests/common/copyAs/forms";
import { copyRequest } from "../../../../../src/features/requests/common/copyAs/request";
import {
  Caller,
  startSandbox,
  token,
  type SandboxUnderTest,
} from "../../../support/sandboxProcess";
import { isHere, runEach } from "./runs";

describe("a copied request against the sandbox", () => {
  let sandbox: SandboxUnderTest;
  let accessToken: string;

  before(async () => {
    sandbox = await startSandbox();
    accessToken = await token(sandbox.facts);
  });

  after(() => sandbox.stop());

  const programs = { bash: "curl", typescript: process.execPath, python: "python3" } as const;
  for (const [language, program] of Object.entries(programs)) {
    const form = language as keyof typeof programs;

    it(`${form} gets the same answer`, async function () {
      if (!isHere(program)) {
        this.skip();
      }
      const { baseUrl, subscriptionKeys } = sandbox.facts;
      const path = "/crm/v1/clients?pageSize=25&pageNumber=3";
      const original = await new Caller(sandbox.facts, accessToken).call(path);
      assert.equal(original.status, 200);
      const attempt = { method: "GET", url: baseUrl + path, requestHeaders: [] };
      const secrets = { token: accessToken, subscriptionKey: subscriptionKeys.development };
      const printed = await runEach(form, [copyAs(form, copyRequest({ attempt, secrets }))]);
      const expected = form === "bash" ? original.text : `200\n${original.text}\n`;
      assert.equal(printed, expected);
    });

    it(`${form} without secrets is refused until they are in the environment`, async function () {
      if (!isHere(program)) {
        this.skip();
      }
      const attempt = { method: "GET", url: `${sandbox.facts.baseUrl}/crm/v1/clients` };
      const request = copyRequest({ attempt: { ...attempt, requestHeaders: [] } });
      const refused = await runEach(form, [copyAs(form, request)]);
      assert.doesNotMatch(refused, /clientId/);
      const { subscriptionKeys } = sandbox.facts;
      const live = { FP_TOKEN: accessToken, FP_SUBSCRIPTION_KEY: subscriptionKeys.development };
      assert.match(await runEach(form, [copyAs(form, request)], live), /clientId/);
    });
  }

  it("a PUT lands as it was sent, byte for byte", async function () {
    if (!isHere("curl")) {
      this.skip();
    }
    const caller = new Caller(sandbox.facts, accessToken);
    const path = `/finances/v1/clients/${await caller.firstClientId()}/pensions/PEN-7001`;
    const body = Buffer.from(
      '{\n  "provider": "Siân\'s $HOME `x` \\"y\\"",\n  "value": 120.3300\n}',
    );
    const url = sandbox.facts.baseUrl + path;
    const { subscriptionKeys } = sandbox.facts;
    const secrets = { token: accessToken, subscriptionKey: subscriptionKeys.development };
    const attempt = { method: "PUT", url, requestHeaders: [] };
    await runEach("bash", [copyAs("bash", copyRequest({ attempt, body, secrets }))]);
    const { text } = await caller.call(path);
    assert.match(text, /"value": ?120\.3300/);
    const landed = JSON.parse(text) as { provider: string };
    assert.equal(landed.provider, 'Siân\'s $HOME `x` "y"');
  });
});
