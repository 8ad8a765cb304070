import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { SandboxOptions } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { HandBrowser, pageOf, signInByHand } from "../../support/handBrowser";
import { exchange, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import {
  askAsClient,
  authorizeAddress,
  CALLBACK,
  claimsOf,
  exchangeCode,
  jsonOf,
  refresh,
  signInPerson,
  type Parameters,
} from "../../support/userSignIn";

describe("the options of the sandbox's identity provider", () => {
  let sandbox: SandboxUnderTest;

  const running = new Map<string, SandboxUnderTest>();

  after(() => Promise.all([...running.values()].map(({ stop }) => stop())));

  /** One program for all tests with the same options. */
  const start = async (options: SandboxOptions): Promise<void> => {
    const key = JSON.stringify(options);
    sandbox = running.get(key) ?? (await startSandbox(options, { clock: "virtual" }));
    running.set(key, sandbox);
  };
  const codeFor = async (change: Parameters): Promise<string> => {
    const { url } = await signInByHand(authorizeAddress(sandbox.facts, change));
    return url.searchParams.get("code") ?? `none: ${url.href}`;
  };
  const exchanged = async (code: string, change: Parameters = {}): Promise<unknown> => {
    const answer = jsonOf(await exchangeCode(sandbox.facts, code, change));
    return answer["error"] ?? answer["token_type"];
  };
  const challenges = async (): Promise<unknown> => {
    const address = `${sandbox.facts.authUrl}/identity/.well-known/openid-configuration`;
    return jsonOf(await exchange(address))["code_challenge_methods_supported"];
  };

  it("proofKey on: PKCE is taken when it is sent, and then it counts", async () => {
    await start({});
    const { challenge, verifier } = createProof();
    assert.equal(await exchanged(await codeFor({})), "Bearer");
    assert.equal(await exchanged(await codeFor(challenge), verifier), "Bearer");
    assert.equal(await exchanged(await codeFor(challenge)), "invalid_grant");
    assert.equal(
      await exchanged(await codeFor(challenge), createProof().verifier),
      "invalid_grant",
    );
    assert.deepEqual(await challenges(), ["S256"]);
  });

  it("proofKey required: a sign-in without PKCE goes back with an error", async () => {
    await start({ proofKey: "required" });
    const { challenge, verifier } = createProof();
    const answer = await exchange(authorizeAddress(sandbox.facts, { state: "s" }));
    const back = new URL(answer.headers.location ?? "");
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.equal(back.searchParams.get("error"), "invalid_request");
    assert.match(back.searchParams.get("error_description") ?? "", /PKCE/);
    assert.equal(await exchanged(await codeFor(challenge), verifier), "Bearer");
  });

  it("proofKey refused: a verifier is answered with invalid_grant, and the code is spent", async () => {
    await start({ proofKey: "refused" });
    const { challenge, verifier } = createProof();
    assert.equal(await exchanged(await codeFor({})), "Bearer");
    const code = await codeFor(challenge);
    assert.equal(await exchanged(code, verifier), "invalid_grant");
    assert.equal(await exchanged(code), "invalid_grant", "it does not come back");
    assert.equal(await exchanged(await codeFor(challenge)), "Bearer", "the challenge is unknown");
    assert.equal(await challenges(), undefined);
  });

  it("proofKey refused: who is not the client spends no code", async () => {
    await start({ proofKey: "refused" });
    const { verifier } = createProof();
    const code = await codeFor({});
    assert.equal(await exchanged(code, { ...verifier, client_secret: "wrong" }), "invalid_client");
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...verifier };
    const other = await askAsClient(sandbox.facts, form, { model: "delegation" });
    assert.equal(jsonOf(other)["error"], "invalid_grant");
    assert.equal(await exchanged(code), "Bearer");
  });

  it("refreshRotation: each use gives another token, an old one ends the whole family", async () => {
    await start({});
    const { tokens } = await signInPerson(sandbox.facts);
    const first = tokens["refresh_token"];
    const second = jsonOf(await refresh(sandbox.facts, first))["refresh_token"];
    assert.ok(typeof second === "string" && second !== first);
    assert.equal((await refresh(sandbox.facts, second)).status, 200);
    assert.equal(jsonOf(await refresh(sandbox.facts, first))["error"], "invalid_grant");
    const { tokens: others } = await signInPerson(sandbox.facts);
    const third = jsonOf(await refresh(sandbox.facts, others["refresh_token"]));
    await refresh(sandbox.facts, others["refresh_token"]);
    const last = await refresh(sandbox.facts, third["refresh_token"]);
    assert.equal(jsonOf(last)["error"], "invalid_grant", "the newest is gone with the oldest");
  });

  it("refreshRotation off: a token stays the same at each use", async () => {
    await start({ refreshRotation: false });
    const { tokens } = await signInPerson(sandbox.facts);
    for (let turn = 0; turn < 3; turn++) {
      const answer = jsonOf(await refresh(sandbox.facts, tokens["refresh_token"]));
      assert.equal(answer["refresh_token"], tokens["refresh_token"]);
      assert.ok(answer["access_token"]);
    }
  });

  it("offline_access alone gives a refresh token, nothing else does", async () => {
    await start({});
    const { tokens } = await signInPerson(sandbox.facts, { scope: "openid offline_access" });
    assert.ok(tokens["refresh_token"]);
    const { tokens: others } = await signInPerson(sandbox.facts, { scope: "openid crm.read" });
    assert.equal(others["refresh_token"], undefined);
  });

  it("discovery off: no description, everything else as before", async () => {
    await start({ discovery: false });
    const { authUrl } = sandbox.facts;
    for (const name of ["openid-configuration", "oauth-authorization-server"]) {
      const answer = await exchange(`${authUrl}/identity/.well-known/${name}`);
      assert.deepEqual([answer.status, answer.text], [404, ""]);
    }
    assert.equal((await exchange(`${authUrl}/identity/.well-known/jwks`)).status, 200);
    const { tokens } = await signInPerson(sandbox.facts);
    assert.equal(tokens["token_type"], "Bearer");
  });

  it("anyLoopbackPort: any port of the registered literal, and nothing else of it", async () => {
    await start({});
    assert.equal(await isTaken("http://127.0.0.1:50123/callback"), true);
    for (const other of [
      "http://127.0.0.1:50123/Callback",
      "http://127.0.0.1:50123/callback?x=1",
    ]) {
      assert.equal(await isTaken(other), false, other);
    }
    assert.equal(
      await isTaken("http://localhost:50123/callback"),
      false,
      "the name is another one",
    );
    assert.equal(await isTaken("https://127.0.0.1:50123/callback"), false);
  });

  it("anyLoopbackPort off: registered addresses only, to the letter", async () => {
    await start({ anyLoopbackPort: false });
    for (const uri of sandbox.facts.clients.userPresent.redirectUris) {
      assert.equal(await isTaken(uri), true, uri);
    }
    assert.equal(await isTaken("http://127.0.0.1:50123/callback"), false);
    assert.equal(await isTaken("http://127.0.0.1:80/callback"), false);
  });

  it("consentSeconds: at its end refreshing and calling are over, though tokens are young", async () => {
    await start({ consentSeconds: 1_800, consentClaim: true });
    const model = "delegation";
    const { tokens, caller } = await signInPerson(sandbox.facts, { model });
    const { consent_ends_at: end, iat } = claimsOf(tokens["id_token"]);
    assert.ok(Number(end) - Number(iat) <= 1_800);
    assert.equal(tokens["expires_in"], 3600, "the token does not tell");
    const user = await signInPerson(sandbox.facts);
    assert.equal((await caller.call("/crm/v1/clients")).status, 200);
    await sandbox.pass(1_800_000);
    const over = await caller.call("/crm/v1/clients");
    assert.equal(over.status, 401);
    assert.match(String(over.headers["www-authenticate"]), /error="invalid_token"/);
    const renewed = await refresh(sandbox.facts, tokens["refresh_token"], model);
    assert.deepEqual([renewed.status, jsonOf(renewed)["error"]], [400, "invalid_grant"]);
    assert.equal((await user.caller.call("/crm/v1/clients")).status, 200, "others go on");
    const again = await signInPerson(sandbox.facts, { model });
    assert.equal(
      (await again.caller.call("/crm/v1/clients")).status,
      200,
      "until the next consent",
    );
  });

  it("consentSeconds: renewing a token does not move the end of the consent", async () => {
    await start({ consentClaim: true });
    const model = "delegation";
    const { tokens, caller } = await signInPerson(sandbox.facts, { model });
    assert.equal((await caller.call("/crm/v1/clients")).status, 200);
    const renewed = jsonOf(await refresh(sandbox.facts, tokens["refresh_token"], model));
    const [one, other] = [tokens, renewed].map(
      ({ id_token: token }) => claimsOf(token)["consent_ends_at"],
    );
    assert.ok(typeof one === "number" && one === other);
  });

  it("consentClaim: for a delegation only, in the hybrid flow's ID token too, and not by itself", async () => {
    await start({ consentClaim: true });
    const { tokens } = await signInPerson(sandbox.facts);
    assert.ok(!("consent_ends_at" in claimsOf(tokens["id_token"])));
    const hybrid = { response_type: "code id_token", nonce: "n" };
    const { url } = await signInByHand(authorizeAddress(sandbox.facts, hybrid, "delegation"));
    const claims = claimsOf(new URLSearchParams(url.hash.slice(1)).get("id_token"));
    assert.equal(Number(claims["consent_ends_at"]) - Number(claims["iat"]), 30 * 86_400);
    await start({});
    const silent = await signInPerson(sandbox.facts, { model: "delegation" });
    assert.ok(!("consent_ends_at" in claimsOf(silent.tokens["id_token"])));
  });

  it("revocation ends a refresh token with all that came of it, whoever asks twice", async () => {
    await start({});
    const { tokens, caller } = await signInPerson(sandbox.facts);
    assert.equal((await caller.call("/crm/v1/clients")).status, 200);
    const form = { token: String(tokens["refresh_token"]) };
    for (let turn = 0; turn < 2; turn++) {
      const answer = await askAsClient(sandbox.facts, form, { endpoint: "revocation" });
      assert.equal(answer.status, 200);
    }
    assert.equal((await caller.call("/crm/v1/clients")).status, 401);
    const renewed = await refresh(sandbox.facts, tokens["refresh_token"]);
    assert.equal(jsonOf(renewed)["error"], "invalid_grant");
  });

  async function isTaken(redirectUri: string): Promise<boolean> {
    const address = authorizeAddress(sandbox.facts, { redirect_uri: redirectUri });
    return pageOf(await new HandBrowser().open(address)).status === 200;
  }
});

function createProof(): { readonly challenge: Parameters; readonly verifier: Parameters } {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return {
    challenge: { code_challenge: challenge, code_challenge_method: "S256" },
    verifier: { code_verifier: verifier },
  };
}
