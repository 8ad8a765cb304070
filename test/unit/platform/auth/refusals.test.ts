import assert from "node:assert/strict";
import type { Connection } from "../../../../src/platform/base/connection";
import type { AppError } from "../../../../src/platform/base/errors";
import { refusedProofKey } from "../../../../src/platform/auth/refusals";
import { describeError, type Translate } from "../../../../src/platform/texts/errorText";
import { HYBRID_TOKENS } from "../../../faults/support/hybridTokens";
import { openSignInBench } from "../../../faults/support/signInBench";
import type { Tricks } from "../../../faults/support/signingProvider";
import { failureOf, openBench } from "../http/support/bench";
import { sendJson, type Answer } from "../http/support/servers";

const translate: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (_place, index: string) => String(values[Number(index)]));

/** What the user reads: both sentences and the button. */
function read(error: AppError): string {
  const {
    what,
    advice,
    action = "",
  } = describeError(error, translate, {
    connectionLabel: "Acme",
  });
  return `${what} ${advice} [${action}]`;
}

const CANARY = "canary-description-77";

describe("a refusal of the authorise address", () => {
  const hybrid = { responseType: "code id_token" } as const;
  const named = `PKCE code_challenge ${CANARY}`;
  const ROWS: readonly (readonly [
    error: string,
    connection: Partial<Connection>,
    said: RegExp,
    description?: string,
  ])[] = [
    ["access_denied", {}, /refused the sign-in \(access_denied\).*consent.*\[signIn\]/],
    ["access_denied", {}, /refused the sign-in \(access_denied\).*consent.*\[signIn\]/, named],
    ["server_error", {}, /for now \(server_error\)\. Sign in to 'Acme' again later/],
    ["temporarily_unavailable", {}, /for now .*again later/],
    ["invalid_request", {}, /did not accept the sign-in request \(invalid_request\).*callback URL/],
    ["invalid_request", {}, /refused PKCE .*Without PKCE.*\[signInWithoutProofKey\]/, named],
    ["invalid_request", { proofKey: "required" }, /'Acme' requires.*\[showLog\]/, named],
    ["invalid_request", { proofKey: "off" }, /wants PKCE .*Use PKCE.*\[changeSignIn\]/, named],
    ["unauthorized_client", {}, /allow the response type 'code' for the client of 'Acme'/],
    ["unsupported_response_type", {}, /which response type the client of 'Acme' may use/],
    ["unsupported_response_type", hybrid, /response type 'code' for 'Acme'.*\[changeSignIn\]/],
    ["unsupported_response_mode", hybrid, /'code' for 'Acme', .*form_post.*\[changeSignIn\]/],
    ["invalid_scope", {}, /refused the scopes of 'Acme'/],
    ["invalid_scope", { scopes: [] }, /requires a scope, and 'Acme' asks for none/],
    ["login_required", {}, /needs you to sign in or consent in the browser \(login_required\)/],
    ["something_else", {}, /refused the sign-in \(something_else\)\. Check client ID, scopes/],
  ];
  for (const [error, connection, said, description = CANARY] of ROWS) {
    it(`${error}, ${JSON.stringify(connection)}: ${said.source}`, async () => {
      const bench = await openSignInBench(connection);
      const { parameters } = await bench.begin();
      const { state = "", iss } = parameters;
      const issuer = iss ?? `${bench.identity.origin}/identity`;
      const refusal = { error, error_description: description, state, iss: issuer };
      const failure = await failureOf(bench.finish(refusal));
      assert.match(read(failure), said);
      assert.equal(JSON.stringify(failure).includes(CANARY), false);
      await bench.close();
    });
  }
});

describe("a refusal of the token address", () => {
  const refusal =
    (error: string, more: object = {}, status = 400, headers = {}): Answer =>
    (_request, response) =>
      sendJson(response, status, { error, ...more }, headers);
  const methods = (list: unknown): NonNullable<Tricks["document"]> => {
    return (document) => ({ ...document, token_endpoint_auth_methods_supported: list });
  };
  const S256: NonNullable<Tricks["document"]> = (document) => ({
    ...document,
    code_challenge_methods_supported: ["S256"],
  });
  const challenge = { "www-authenticate": 'Basic realm="x"' };
  const named = { error_description: `code_verifier ${CANARY}` };
  const ROWS: readonly (readonly [
    name: string,
    tricks: Tricks,
    said: RegExp,
    connection?: Partial<Connection>,
  ])[] = [
    ["invalid_client", { token: refusal("invalid_client") }, /secret.*\[enterClientSecret\]/],
    [
      "invalid_client, Basic is listed alone",
      { token: refusal("invalid_client"), document: methods(["client_secret_basic"]) },
      /requires client_secret_basic.*\[changeSignIn\]/,
    ],
    [
      "invalid_client, both are listed",
      {
        token: refusal("invalid_client"),
        document: methods(["client_secret_basic", "client_secret_post"]),
      },
      /\[enterClientSecret\]/,
    ],
    [
      "invalid_client, challenged by Basic",
      { token: refusal("invalid_client", {}, 401, challenge) },
      /requires client_secret_basic, not client_secret_post.*\[changeSignIn\]/,
    ],
    [
      "invalid_client, challenged by what is used",
      { token: refusal("invalid_client", {}, 401, challenge) },
      /\[enterClientSecret\]/,
      { clientAuthentication: "basic" },
    ],
    [
      "invalid_client, the body is listed alone",
      { token: refusal("invalid_client"), document: methods(["client_secret_post"]) },
      /requires client_secret_post.*\[changeSignIn\]/,
      { clientAuthentication: "basic" },
    ],
    [
      "another refusal beside a challenge",
      { token: refusal("invalid_scope", {}, 400, challenge) },
      /refused the scopes of 'Acme'/,
    ],
    ["invalid_grant", { token: refusal("invalid_grant") }, /may not support PKCE/],
    [
      "invalid_grant of a provider that knows S256",
      { token: refusal("invalid_grant"), document: S256 },
      /did not accept the code \(invalid_grant\).*only for a short time/,
    ],
    [
      "invalid_request that names PKCE",
      { token: refusal("invalid_request", named) },
      /refused PKCE.*\[signInWithoutProofKey\]/,
    ],
    [
      "invalid_request that wants PKCE",
      { token: refusal("invalid_request", named) },
      /wants PKCE.*\[changeSignIn\]/,
      { proofKey: "off" },
    ],
    [
      "invalid_request",
      { token: refusal("invalid_request") },
      /\(invalid_request\)\. Check callback/,
    ],
    [
      "unauthorized_client",
      { token: refusal("unauthorized_client") },
      /does not allow this client the grant authorization_code \(unauthorized_client\)/,
    ],
    ["server_error", { token: refusal("server_error") }, /failed.*in a moment.*\[retry\]/],
    [
      "no token address",
      { token: (_request, response) => response.writeHead(404).end("<html>") },
      /no token endpoint at this address \(404\)\. Check the auth URL of 'Acme'.*\[showLog\]/,
    ],
    [
      "a refusal without an error",
      { token: (_request, response) => response.writeHead(403).end("<html>") },
      /refused the request \(403\) without a reason\. Check the auth URL/,
    ],
    [
      "an error that is not said to be JSON",
      {
        token: (_request, response) =>
          response
            .writeHead(400, { "content-type": "text/html" })
            .end(JSON.stringify({ error: "invalid_client" })),
      },
      /refused the client ID or the client secret/,
    ],
  ];
  for (const [name, tricks, said, connection = {}] of ROWS) {
    it(`${name}: ${said.source}`, async () => {
      const bench = await openSignInBench(connection);
      bench.provider.tricks = tricks;
      const { parameters } = await bench.begin();
      const failure = await failureOf(bench.finish(parameters));
      assert.match(read(failure), said);
      assert.equal(JSON.stringify(failure).includes(CANARY), false);
      await bench.close();
    });
  }

  it("says that a scope is needed where a service account asks for none", async () => {
    const identity: Answer = ({ path }, response) =>
      path.endsWith("/token")
        ? sendJson(response, 400, { error: "invalid_scope" })
        : sendJson(response, 404, {});
    const bench = await openBench({ identity, connection: { scopes: [] } });
    assert.match(read(await failureOf(bench.client.signIn())), /requires a scope, and 'Acme' asks/);
    await bench.close();
  });
});

describe("a refusal of PKCE", () => {
  const ROWS = [
    ["auto", true, "proofKeyNamed", {}],
    ["required", true, "proofKeyRequired", {}],
    ["off", false, "proofKeyWanted", { remedy: "proofKey" }],
    ["auto", false, "proofKeyWanted", {}],
  ] as const;
  for (const [proofKey, wasSent, code, more] of ROWS) {
    it(`is told with all that is known of it (${proofKey}, ${wasSent ? "" : "not "}sent)`, () => {
      const values = { error: "invalid_request", host: "login.example" };
      const failure = refusedProofKey({ proofKey }, wasSent, values);
      assert.deepEqual(
        [failure.kind, failure.code, failure.values],
        ["credentials", `credentials/${code}`, { ...values, ...more }],
      );
    });
  }
});

describe("a refused ID token", () => {
  it("has words of its own for each check, wherever it came from", async () => {
    const checks = new Set(HYBRID_TOKENS.flatMap(({ check }) => check ?? []));
    for (const bad of HYBRID_TOKENS.filter(({ check }) => checks.delete(check ?? ""))) {
      const bench = await openSignInBench({ responseType: "code id_token" });
      const { parameters, url } = await bench.begin();
      const draft = bench.provider.draftFor(url, parameters["code"] ?? "");
      const token = bad.make(draft, parameters["id_token"] ?? "");
      const failure = await failureOf(bench.finish({ ...parameters, id_token: token ?? "" }));
      assert.match(
        read(failure),
        /^The explorer refused the ID token: it[s ].*; nothing was sent\. /,
        bad.name,
      );
      assert.doesNotMatch(read(failure), /could not be checked|(\(\w+\)) \1/, bad.name);
      await bench.close();
    }
  });
});
