import assert from "node:assert/strict";
import {
  exchange,
  type RawAnswer,
  requestToken,
  type SandboxUnderTest,
  startSandbox,
} from "../support/sandboxProcess";

type Json = Readonly<Record<string, unknown>>;

const CALLBACK = "http://127.0.0.1/callback";

describe("the sandbox's identity provider", () => {
  let sandbox: SandboxUnderTest;

  before(async () => {
    sandbox = await startSandbox();
  });

  after(() => sandbox.stop());

  const issuer = (): string => `${sandbox.facts.authUrl}/identity`;
  const json = (answer: RawAnswer): Json => JSON.parse(answer.text) as Json;

  it("5.3 is found at the addresses of the specification, discovery says the same", async () => {
    const found = json(await exchange(`${issuer()}/.well-known/openid-configuration`));
    assert.equal(found["issuer"], issuer());
    assert.equal(found["authorization_endpoint"], `${issuer()}/connect/authorize`);
    assert.equal(found["token_endpoint"], `${issuer()}/connect/token`);
  });

  it("5.1 client credentials give a bearer token, whichever way the secret is sent", async () => {
    const posted = json(await requestToken(sandbox.facts));
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
    assert.equal(json(basic)["scope"], "crm.read");
  });

  it("refuses a wrong secret, an unknown client and scopes that were not granted", async () => {
    for (const [change, error] of [
      [{ client_secret: "wrong" }, "invalid_client"],
      [{ client_id: "nobody" }, "invalid_client"],
      [{ scope: "crm.read openid" }, "invalid_scope"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
    ] as const) {
      const answer = await requestToken(sandbox.facts, change);
      assert.equal(json(answer)["error"], error);
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
    const answer = await exchangeCode(code);
    assert.equal(answer.status, 200);
    assert.equal(json(answer)["token_type"], "Bearer");
    assert.equal(json(await exchangeCode(code))["error"], "invalid_grant", "a code counts once");
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
    const [, claims = ""] = (given.get("id_token") ?? "").split(".");
    const { nonce, iss } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Json;
    assert.deepEqual([nonce, iss], ["nonce-1", issuer()]);
    const answer = json(await exchangeCode(given.get("code") ?? ""));
    assert.equal(answer["token_type"], "Bearer");
    assert.ok(answer["id_token"]);
  });

  function authorize(change: Readonly<Record<string, string>>): string {
    const query = new URLSearchParams({
      client_id: sandbox.facts.clients.userPresent.clientId,
      response_type: "code",
      scope: "openid profile crm.read",
      redirect_uri: CALLBACK,
      ...change,
    });
    return `${issuer()}/connect/authorize?${query.toString()}`;
  }

  /** Goes through the provider's pages as a browser would and gives the callback's address. */
  async function signIn(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let [url, method, body] = [address, "GET", undefined as string | undefined];
    for (let hop = 0; hop < 10; hop++) {
      const answer = await exchange(url, {
        method,
        headers: {
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(body !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
        },
        ...(body !== undefined && { body }),
      });
      for (const cookie of answer.headers["set-cookie"] ?? []) {
        const [pair = ""] = cookie.split(";");
        const at = pair.indexOf("=");
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const { location } = answer.headers;
      if (location?.startsWith(CALLBACK)) {
        return new URL(location);
      }
      if (location === undefined) {
        assert.match(answer.text, /Continue as/, answer.text);
        [method, body] = ["POST", "accountId=adviser-1"];
      } else {
        [url, method, body] = [new URL(location, url).href, "GET", undefined];
      }
    }
    throw new Error("the sign-in never came back");
  }

  async function exchangeCode(code: string): Promise<RawAnswer> {
    const { clientId, clientSecret } = sandbox.facts.clients.userPresent;
    return exchange(`${issuer()}/connect/token`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: CALLBACK,
      }).toString(),
    });
  }
});
