import assert from "node:assert/strict";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { Connection } from "../../../../src/platform/base/connection";
import {
  CLIENT_SECRET,
  failureOf,
  grantTokens,
  listClients,
  openBench,
  SUBSCRIPTION_KEY,
  tokenRequests,
  type Bench,
} from "./support/bench";
import { sendJson } from "./support/servers";
import { VirtualClock } from "./support/virtualClock";

const KEY_CHALLENGE =
  'AzureApiManagementKey realm="https://api.example",name="Ocp-Apim-Subscription-Key",type="header"';
const TOKEN_CHALLENGE = 'Bearer error="invalid_token", error_description="The token, it expired"';

interface Case {
  readonly name: string;
  readonly status: number;
  readonly challenge?: string | readonly string[];
  readonly body?: object;
  readonly connection?: Partial<Connection>;
  readonly code: string;
  readonly attempts: number;
  /** Retries ask for no other token. */
  readonly tokens?: number;
}

const CASES: readonly Case[] = [
  { name: "401 alone", status: 401, code: "credentials/refused", attempts: 2 },
  {
    name: "401 that names the key",
    status: 401,
    challenge: KEY_CHALLENGE,
    code: "credentials/keyRefused",
    attempts: 2,
  },
  {
    name: "401 with a bearer challenge",
    status: 401,
    challenge: TOKEN_CHALLENGE,
    code: "credentials/tokenRefused",
    attempts: 2,
  },
  {
    name: "401 that lists both ways in",
    status: 401,
    challenge: [KEY_CHALLENGE, "Bearer"],
    code: "credentials/refused",
    attempts: 2,
  },
  {
    name: "401 that lists both and says that the token failed",
    status: 401,
    challenge: `${KEY_CHALLENGE}, ${TOKEN_CHALLENGE}`,
    code: "credentials/tokenRefused",
    attempts: 2,
  },
  {
    name: "403 that lacks a scope",
    status: 403,
    challenge: 'bearer error="insufficient_scope"',
    code: "credentials/insufficientScope",
    attempts: 2,
  },
  // Without an error code (RFC 6750, section 3) a scope is what a token needs.
  {
    name: "401 that names a scope and no error",
    status: 401,
    challenge: 'Bearer scope="crm.read"',
    code: "credentials/tokenRefused",
    attempts: 2,
  },
  {
    name: "403 that names a scope and no error",
    status: 403,
    challenge: 'Bearer scope="crm.read"',
    code: "credentials/insufficientScope",
    attempts: 2,
  },
  {
    name: "401 whose body speaks of the key",
    status: 401,
    body: { message: "Access denied due to missing subscription key." },
    code: "credentials/keyRefused",
    attempts: 2,
  },
  {
    name: "401 that asks for a token and whose body speaks of the key",
    status: 401,
    challenge: "Bearer",
    body: { message: "Access denied due to invalid subscription key." },
    code: "credentials/keyRefused",
    attempts: 2,
  },
  {
    name: "401 whose body speaks of the token",
    status: 401,
    body: { message: "JWT expired" },
    code: "credentials/tokenRefused",
    attempts: 2,
  },
  { name: "403 without one", status: 403, code: "service/403", attempts: 1 },
  {
    name: "403 that the connection counts in",
    status: 403,
    connection: { authenticationStatuses: [403] },
    code: "credentials/refused",
    attempts: 2,
  },
  {
    name: "500 with a bearer challenge",
    status: 500,
    challenge: TOKEN_CHALLENGE,
    code: "service/500",
    attempts: 4,
    tokens: 1,
  },
  { name: "429", status: 429, code: "service/429", attempts: 4, tokens: 1 },
];

describe("authentication errors", () => {
  for (const { name, status, challenge, connection = {}, code, attempts, ...more } of CASES) {
    const { body = { error: "no" }, tokens } = more;
    it(`${name}: ${code} after ${attempts}`, async () => {
      const headers: OutgoingHttpHeaders =
        challenge === undefined
          ? { "x-dt-requestid": "r-9" }
          : { "x-dt-requestid": "r-9", "www-authenticate": challenge as string };
      const bench = await openBench({
        answer: (_request, response) => sendJson(response, status, body, headers),
        connection,
        random: () => 0,
      });
      const error = await failureOf(listClients(bench.client));
      assert.deepEqual(
        [error.code, error.status, error.requestId, error.action?.attempts.length],
        [code, status, "r-9", attempts],
      );
      assert.equal(Buffer.from(error.body ?? []).toString(), JSON.stringify(body));
      assert.equal(bench.service.seen.length, attempts);
      assert.equal(tokenRequests(bench.identity).length, tokens ?? attempts);
      assert.equal(error.traceId, error.action?.traceId);
      await bench.close();
    });
  }

  it("goes on with the renewed token, and keeps it for the next call", async () => {
    const bench = await benchThatRefuses("token-1");
    const answer = await listClients(bench.client);
    assert.deepEqual(
      answer.action.attempts.map(({ number, reason, status, echo }) => [
        ...[number, reason, status, echo],
      ]),
      [
        [1, "first", 401, "missing"],
        [2, "renewal", 200, "equal"],
      ],
    );
    await listClients(bench.client);
    assert.deepEqual(
      bench.service.seen.map(({ headers }) => headers.authorization),
      ["Bearer token-1", "Bearer token-2", "Bearer token-2"],
    );
    await bench.close();
  });

  it("renews with secrets that are asked for anew", async () => {
    const bench = await openBench({
      answer: (_request, response) => sendJson(response, 401, {}),
    });
    await bench.client.signIn();
    await failureOf(listClients(bench.client));
    assert.deepEqual(bench.secrets.asked, [undefined, true, undefined]);
    await bench.close();
  });

  it("asks for a token with secrets that are asked for anew", async () => {
    const clock = new VirtualClock();
    const bench = await openBench({ clock, identity: grantTokens({ expires_in: 3600 }) });
    await listClients(bench.client);
    await listClients(bench.client);
    clock.advance(3_600_000);
    await listClients(bench.client);
    assert.deepEqual(bench.secrets.asked, [false, true, false]);
    assert.equal(tokenRequests(bench.identity).length, 2);
    await bench.close();
  });

  it("renews once for calls that were refused together", async () => {
    const bench = await benchThatRefuses("token-1");
    await Promise.all([1, 2, 3, 4, 5].map(() => listClients(bench.client)));
    assert.equal(tokenRequests(bench.identity).length, 2);
    await bench.close();
  });

  it("drops a token that was refused twice, but not for a refused key or a scope", async () => {
    for (const [challenge, kept] of [
      [TOKEN_CHALLENGE, false],
      [KEY_CHALLENGE, true],
      ['Bearer error="insufficient_scope", scope="crm.write"', true],
    ] as const) {
      const bench = await openBench({
        answer: (_request, response) =>
          sendJson(response, 401, {}, { "www-authenticate": challenge }),
      });
      await failureOf(listClients(bench.client));
      assert.equal(bench.client.session !== undefined, kept);
      assert.equal(bench.store.values.size, kept ? 1 : 0);
      await bench.close();
    }
  });

  it("tells of the identity provider when the renewal fails there", async () => {
    const bench = await benchThatRefuses("token-1", 1);
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual([error.code, error.status], ["service/identity", 503]);
    assert.deepEqual(
      error.action?.attempts.map(({ status }) => status),
      [401],
    );
    await bench.close();
  });
});

describe("one call as it is sent and recorded", () => {
  it("carries both credentials and the headers of the specification", async () => {
    const bench = await openBench();
    const answer = await listClients(bench.client);
    const headers: IncomingHttpHeaders = bench.service.seen[0]?.headers ?? {};
    assert.deepEqual(
      {
        authorization: headers.authorization,
        key: headers["ocp-apim-subscription-key"],
        accept: headers.accept,
        contentType: headers["content-type"],
        trace: headers["x-dt-traceid"],
        agent: headers["user-agent"],
      },
      {
        authorization: "Bearer token-1",
        key: SUBSCRIPTION_KEY,
        accept: "application/json",
        contentType: undefined,
        trace: answer.action.traceId,
        agent: "financial-planning-api-explorer/0.0.0",
      },
    );
    assert.match(answer.action.traceId ?? "", /^fpx-[0-9a-f]{32}$/);
    await bench.close();
  });

  it("gives the identity provider nothing of the service, and the service no secret", async () => {
    const bench = await openBench();
    await listClients(bench.client);
    const asked = JSON.stringify(bench.identity.seen);
    assert.equal(asked.includes(SUBSCRIPTION_KEY), false);
    assert.equal(asked.includes("x-dt-traceid"), false);
    const form = new URLSearchParams(tokenRequests(bench.identity)[0]?.body);
    assert.deepEqual(Object.fromEntries(form), {
      grant_type: "client_credentials",
      scope: "crm.read finances.read",
      client_id: "acme-service",
      client_secret: CLIENT_SECRET,
    });
    assert.equal(JSON.stringify(bench.service.seen).includes("s3cret"), false);
    await bench.close();
  });

  it("records ids made fit to be shown, and whether the trace id came back", async () => {
    const odd = `  r\u0080-\u00ad1${"x".repeat(400)}`;
    const bench = await openBench({
      answer: (_request, response) =>
        sendJson(response, 200, [], { "x-dt-requestid": odd, "x-dt-traceid": "other" }),
    });
    const { action } = await listClients(bench.client);
    assert.deepEqual(
      action.attempts.map(({ requestId, echo, responseBytes, pathTemplate }) => [
        ...[requestId, echo, responseBytes, pathTemplate],
      ]),
      [[`r-1${"x".repeat(253)}…`, "changed", 2, "/crm/v1/clients"]],
    );
    assert.deepEqual(
      bench.actions.map(({ progress }) => progress.state),
      ["running", "idle"],
    );
    assert.deepEqual(bench.actions.at(-1), action);
    assert.ok(Object.isFrozen(action) && Object.isFrozen(action.attempts));
    await bench.close();
  });

  it("reads Retry-After into the error", async () => {
    const bench = await openBench({
      answer: (_request, response) => sendJson(response, 429, {}, { "retry-after": "1700" }),
    });
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.values["retryAfterSeconds"], 1700);
    assert.equal(bench.service.seen.length, 1);
    await bench.close();
  });

  it("refuses a key that cannot be a header, before anything is sent", async () => {
    for (const [subscriptionKey, code] of [
      ["", "credentials/keyMissing"],
      ["abc\r\nX-Evil: 1", "credentials/keyMalformed"],
      ["schlüssel", "credentials/keyMalformed"],
    ] as const) {
      const bench = await openBench();
      bench.secrets.current = { subscriptionKey, clientSecret: CLIENT_SECRET };
      assert.equal((await failureOf(listClients(bench.client))).code, code);
      assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
      await bench.close();
    }
  });
});

async function benchThatRefuses(token: string, grants = 10): Promise<Bench> {
  let granted = 0;
  return await openBench({
    answer: ({ headers }, response) =>
      headers.authorization === `Bearer ${token}`
        ? sendJson(response, 401, {}, { "www-authenticate": TOKEN_CHALLENGE })
        : sendJson(response, 200, [], { "x-dt-traceid": headers["x-dt-traceid"] }),
    identity: ({ path }, response) => {
      const isToken = path === "/identity/connect/token";
      if (isToken && granted < grants) {
        sendJson(response, 200, { access_token: `token-${++granted}`, token_type: "Bearer" });
      } else {
        sendJson(response, isToken ? 503 : 404, {});
      }
    },
  });
}
