import assert from "node:assert/strict";
import * as openid from "openid-client";
import type { SandboxOptions } from "../../src/features/sandbox/messages/sandboxMessages";
import { signInByHand } from "../unit/support/handBrowser";
import {
  Caller,
  exchange,
  type SandboxUnderTest,
  startSandbox,
} from "../unit/support/sandboxProcess";
import { count } from "./support/gates";
import {
  configure,
  CONSENT,
  proofOf,
  RESPONSES,
  type Client,
  type Response,
} from "./support/grantRun";
import { IS_LONG } from "../fakes/runs";

const EACH_VALUE: readonly SandboxOptions[] = [
  { discovery: true, proofKey: "on", refreshRotation: true, consentClaim: true },
  { discovery: false, proofKey: "required", refreshRotation: true, consentClaim: true },
  { discovery: true, proofKey: "refused", refreshRotation: false, consentClaim: true },
];
const EACH_COMBINATION: readonly SandboxOptions[] = [true, false].flatMap((discovery) =>
  (["on", "required", "refused"] as const).flatMap((proofKey) =>
    [true, false].map((refreshRotation) => ({
      ...{ discovery, proofKey, refreshRotation, consentClaim: true },
    })),
  ),
);
const PROVIDERS = IS_LONG ? EACH_COMBINATION : EACH_VALUE;

for (const options of PROVIDERS) {
  const { discovery, proofKey, refreshRotation } = options;
  const name = [
    `discovery ${discovery === true ? "on" : "off"}`,
    `PKCE ${proofKey ?? ""}`,
    `rotation ${refreshRotation === true ? "on" : "off"}`,
  ].join(", ");

  describe(`grants of the sandbox by an independent client: ${name}`, () => {
    let sandbox: SandboxUnderTest;

    before(async () => {
      sandbox = await startSandbox(options);
      count("G4", "providers");
    });

    after(() => sandbox.stop());

    for (const authentication of ["post", "basic"] as const) {
      it(`client credentials, secret by ${authentication}`, async () => {
        const { facts } = sandbox;
        const client: Client = { model: "serviceAccount", authentication };
        const config = await configure(facts, client, options);
        const tokens = await openid.clientCredentialsGrant(config, { scope: "crm.read" });
        assert.deepEqual([tokens.scope, tokens.refresh_token], ["crm.read", undefined]);
        await expectCall(sandbox, tokens.access_token, 200);
        await openid.tokenRevocation(config, tokens.access_token);
        await expectCall(sandbox, tokens.access_token, 401);
        count("G4", "grants");
      });
    }

    for (const model of ["userPresent", "delegation"] as const) {
      for (const response of RESPONSES) {
        for (const proof of [false, true]) {
          const title = `${model}, ${response.name}, ${proof ? "with" : "without"} PKCE`;
          const works = proofKey === "on" || (proofKey === "required") === proof;
          it(`${title}: ${works ? "granted" : "refused"}`, async () => {
            const client: Client = { model, authentication: "post" };
            if (works) {
              await walk(sandbox, { client, options, response, proof });
              count("G4", "grants");
            } else {
              const error = await assertRefused(sandbox, { client, options, response, proof });
              assert.equal(error, proof ? "invalid_grant" : "invalid_request");
              count("G4", "refusals");
            }
          });
        }
      }
    }
  });
}

interface Case {
  readonly client: Client;
  readonly options: SandboxOptions;
  readonly response: Response;
  readonly proof: boolean;
}

/** Signs in, calls, renews twice and signs out; openid-client checks what it is given. */
async function walk(sandbox: SandboxUnderTest, round: Case): Promise<void> {
  const { client, options } = round;
  const config = await configure(sandbox.facts, client, options, round.response.isHybrid);
  const tokens = await signIn(config, round);
  const claims = tokens.claims();
  assert.deepEqual([claims?.sub, claims?.["name"]], ["adviser-1", undefined]);
  assert.equal(typeof claims?.["consent_ends_at"] === "number", client.model === "delegation");
  await expectCall(sandbox, tokens.access_token, 200);
  let refreshToken = tokens.refresh_token ?? "";
  for (let turn = 0; turn < 2; turn++) {
    const renewed = await openid.refreshTokenGrant(config, refreshToken);
    assert.equal(renewed.claims()?.sub, "adviser-1");
    assert.equal(renewed.refresh_token !== refreshToken, options.refreshRotation);
    await expectCall(sandbox, renewed.access_token, 200);
    refreshToken = renewed.refresh_token ?? "";
    count("G4", "renewals");
  }
  await openid.tokenRevocation(config, refreshToken);
  await expectCall(sandbox, tokens.access_token, 401);
  await assert.rejects(openid.refreshTokenGrant(config, refreshToken), { error: "invalid_grant" });
}

async function signIn(
  config: openid.Configuration,
  { response, proof }: Case,
): Promise<Awaited<ReturnType<typeof openid.authorizationCodeGrant>>> {
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const { challenge, verifier } = await proofOf(proof);
  const address = openid.buildAuthorizationUrl(config, {
    ...{ scope: CONSENT, redirect_uri: response.redirectUri, state, nonce, ...challenge },
    ...(response.mode !== undefined && { response_mode: response.mode }),
  });
  const back = await signInByHand(address.href);
  assert.equal(back.form !== undefined, response.mode === "form_post");
  const current =
    back.form === undefined ? back.url : new Request(back.url, { method: "POST", body: back.form });
  return openid.authorizationCodeGrant(config, current, {
    expectedState: state,
    expectedNonce: nonce,
    ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
  });
}

/** The word of the protocol that a sign-in ends with, wherever it is said. */
async function assertRefused(sandbox: SandboxUnderTest, round: Case): Promise<unknown> {
  const { client, options, response, proof } = round;
  const config = await configure(sandbox.facts, client, options, response.isHybrid);
  if (proof) {
    return errorOf(signIn(config, round));
  }
  const address = openid.buildAuthorizationUrl(config, {
    ...{ scope: CONSENT, redirect_uri: response.redirectUri, nonce: "n" },
    response_mode: "query",
    response_type: "code",
  });
  const { headers } = await exchange(address.href);
  return new URL(headers.location ?? "").searchParams.get("error");
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof openid.ResponseBodyError, String(error));
    return error.error;
  }
}

async function expectCall(
  { facts }: SandboxUnderTest,
  accessToken: string,
  status: number,
): Promise<void> {
  const answer = await new Caller(facts, accessToken).call("/crm/v1/clients?pageSize=1");
  assert.equal(answer.status, status);
  count("G4", "calls");
}
