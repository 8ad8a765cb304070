import assert from "node:assert/strict";
import { signInByHand } from "../../support/handBrowser";
import {
  authorizeAddress,
  CALLBACK,
  claimsOf,
  exchangeCode,
  jsonOf,
} from "../../support/userSignIn";
import {
  exchange,
  requestToken,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

describe("the sandbox's identity provider", () => {
  let sandbox: SandboxUnderTest;

  before(async () => {
    sandbox = await startSandbox();
  });

  after(() => sandbox.stop());

  const issuer = (): string => `${sandbox.facts.authUrl}/identity`;

  it("5.3 is found at the addresses of the specification, discovery says the same", async () => {
    const found = jsonOf(await exchange(`${issuer()}/.well-known/openid-configuration`));
    assert.equal(found["issuer"], issuer());
    assert.equal(found["authorization_endpoint"], `${issuer()}/connect/authorize`);
    assert.equal(found["token_endpoint"], `${issuer()}/connect/token`);
  });

  it("5.1 client credentials give a bearer token, whichever way the secret is sent", async () => {
    const posted = jsonOf(await requestToken(sandbox.facts));
    assert.equal(posted["token_type"], "Bearer");
    assert.equal(posted["expires_in"], 3600);
    const { clientId, clientSecret } = sandbox.facts.clients.serviceAccount;
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
    const basic = await exchange(`${issuer()}/connect/token`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
      },
      body: "grant_type=client_credentials&scope=crm.read",
    });
    assert.equal(jsonOf(basic)["scope"], "crm.read");
  });

  it("refuses a wrong secret, an unknown client and scopes that were not granted", async () => {
    for (const [change, error] of [
      [{ client_secret: "wrong" }, "invalid_client"],
      [{ client_id: "nobody" }, "invalid_client"],
      [{ scope: "crm.read openid" }, "invalid_scope"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
    ] as const) {
      const answer = await requestToken(sandbox.facts, change);
      assert.equal(jsonOf(answer)["error"], error);
      assert.ok([400, 401].includes(answer.status), `${error} ${String(answer.status)}`);
    }
  });

  it("5.4, 7 an unregistered callback is rejected, and never redirected to", async () => {
    for (const uri of ["http://127.0.0.1/other", "https://evil.example/", `${CALLBACK}/x`]) {
      const answer = await exchange(authorize({ redirect_uri: uri }));
      assert.equal(answer.status, 400, uri);
      assert.equal(answer.headers.location, undefined);
      assert.match(answer.text, /redirect_uri/);
    }
  });

  it("5.4 a registered one comes back with code and state, and the code becomes a token", async () => {
    const back = await signIn(authorize({ state: "s t&te" }));
    assert.equal(back.searchParams.get("state"), "s t&te");
    const code = back.searchParams.get("code")!;
    const answer = await exchangeCode(sandbox.facts, code);
    assert.equal(answer.status, 200);
    assert.equal(jsonOf(answer)["token_type"], "Bearer");
    assert.equal(
      jsonOf(await exchangeCode(sandbox.facts, code))["error"],
      "invalid_grant",
      "a code counts once",
    );
  });

  it("5.4 state is optional", async () => {
    const back = await signIn(authorize({}));
    assert.equal(back.searchParams.get("state"), null);
    assert.ok(back.searchParams.get("code"));
  });

  it("5.1 the hybrid flow brings code and ID token in the fragment, never in the query", async () => {
    const back = await signIn(
      authorize({ response_type: "code id_token", nonce: "nonce-1", state: "state-1" }),
    );
    assert.equal(back.search, "");
    const given = new URLSearchParams(back.hash.slice(1));
    assert.equal(given.get("state"), "state-1");
    const { nonce, iss } = claimsOf(given.get("id_token"));
    assert.deepEqual([nonce, iss], ["nonce-1", issuer()]);
    const answer = jsonOf(await exchangeCode(sandbox.facts, given.get("code") ?? ""));
    assert.equal(answer["token_type"], "Bearer");
    assert.ok(answer["id_token"]);
  });

  function authorize(change: Readonly<Record<string, string>>): string {
    return authorizeAddress(sandbox.facts, change);
  }

  async function signIn(address: string): Promise<URL> {
    return (await signInByHand(address)).url;
  }
});
