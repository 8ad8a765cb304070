import assert from "node:assert/strict";
import { testConnection } from "../../../../src/features/connections/common/testConnection";
import type { ConnectionTestReport } from "../../../../src/features/connections/common/testReport";
import { describeConnectionTest } from "../../../../src/features/connections/texts/testTexts";
import { isCanceled } from "../../../../src/platform/base/errors";
import { startProvider } from "../../platform/auth/support";
import {
  type Bench,
  type BenchOptions,
  CLIENT_SECRET,
  grantTokens,
  openBench,
  SUBSCRIPTION_KEY,
} from "../../platform/http/support/bench";
import { type Answer, sendJson } from "../../platform/http/support/servers";
import { t } from "./words";

const TOKEN = "token-1";
const NOW = Date.UTC(2026, 10, 21, 9, 30, 1);

/** Answers as the service does: a request id on everything, 401 without credentials. */
function service(answer: Answer): Answer {
  return (request, response) => {
    response.setHeader("x-dt-requestid", "r-1");
    if (request.headers.authorization === undefined) {
      sendJson(response, 401, {});
    } else {
      answer(request, response);
    }
  };
}

const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = {}): Answer =>
  (_request, response) => {
    Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
    sendJson(response, status, body);
  };

const KEY_CHALLENGE = 'AzureApiManagementKey realm="x",name="Ocp-Apim-Subscription-Key"';
const LIST: Answer = (_request, response) => sendJson(response, 200, [{ clientId: "1" }]);

interface Case {
  readonly name: string;
  readonly bench?: BenchOptions;
  /** Changes the bench before the test. */
  readonly before?: (bench: Bench) => unknown;
  /** p passed, f failed, s skipped; in the order of the steps. */
  readonly states: string;
  readonly outcome: "passed" | "failed" | "incomplete";
  readonly fault?: string;
  readonly summary: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: "all is well, without discovery",
    states: "ppppp",
    outcome: "passed",
    summary: /^'Acme development' works: addresses, key and access were accepted\.$/,
  },
  {
    name: "the key is refused",
    bench: { answer: service(refuse(401, { "www-authenticate": KEY_CHALLENGE })) },
    states: "pppfs",
    outcome: "failed",
    fault: "key",
    summary: /\(Subscription key\)\. The subscription key was refused \(401\)\. Check the key/,
  },
  {
    name: "key or token is refused, and nobody says which",
    bench: { answer: service(refuse(401)) },
    states: "pppfs",
    outcome: "failed",
    fault: "key",
    summary: /does not say why\. Check the subscription key of 'Acme development'\. If it is right/,
  },
  {
    name: "the key is missing",
    before: ({ secrets }) =>
      (secrets.current = { subscriptionKey: "", clientSecret: CLIENT_SECRET }),
    states: "ppfss",
    outcome: "failed",
    fault: "key",
    summary: /There is no subscription key for 'Acme development'/,
  },
  {
    name: "the secret is missing",
    before: ({ secrets }) =>
      (secrets.current = { subscriptionKey: SUBSCRIPTION_KEY, clientSecret: "" }),
    states: "ppfss",
    outcome: "failed",
    fault: "secret",
    summary: /\(Access token\)\. There is no client secret/,
  },
  {
    name: "the token is refused",
    bench: { answer: service(refuse(401, { "www-authenticate": 'Bearer error="invalid_token"' })) },
    states: "pppsf",
    outcome: "failed",
    fault: "signIn",
    summary: /\(First list\)\. The access token was refused \(401\), and a new one as well\./,
  },
  {
    name: "the client may not read clients",
    bench: { answer: service(refuse(403)) },
    states: "pppsf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)\. .*403/,
  },
  {
    name: "the key is none for clients",
    bench: { answer: service(refuse(403, {}, { message: "Your subscription key is blocked." })) },
    states: "pppfs",
    outcome: "failed",
    fault: "key",
    summary: /\(Subscription key\)\. .*key \(403\)\. The service says: “Your subscription key is b/,
  },
  {
    name: "a scope is missing that the service names",
    bench: {
      answer: service(
        refuse(403, { "www-authenticate": 'Bearer error="insufficient_scope", scope="crm.read"' }),
      ),
    },
    states: "ppppf",
    outcome: "failed",
    fault: "scope",
    summary:
      /\(First list\)\. The access token lacks a scope that this request needs \(403\): crm\.read\. /,
  },
  {
    name: "the prefix leads nowhere",
    bench: { answer: service(refuse(404)) },
    states: "pppsf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)\. .*404/,
  },
  {
    name: "the list is no JSON",
    bench: { answer: service((_request, response) => void response.end("<html>")) },
    states: "ppppf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)/,
  },
  {
    name: "a request id is on whatever is refused, for the key as well",
    bench: { answer: service(refuse(500)) },
    states: "pppsf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)\. .*500/,
  },
  {
    name: "the service takes no parameters of pages",
    bench: {
      answer: service((request, response) =>
        (request.path.includes("?") ? refuse(400) : LIST)(request, response),
      ),
    },
    states: "ppppp",
    outcome: "passed",
    summary: /works/,
  },
  {
    name: "the service takes no request of the list at all",
    bench: { answer: service(refuse(400)) },
    states: "pppsf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)\. .*\(400\)/,
  },
  {
    name: "something in front of the service answers 404",
    bench: { answer: refuse(404) },
    states: "pppsf",
    outcome: "failed",
    fault: "other",
    summary: /\(First list\)\. .*404.* has no request id: it may have come from a proxy/,
  },
  {
    name: "the service gives no request ids",
    bench: { answer: LIST },
    states: "ppppp",
    outcome: "passed",
    summary: /works: addresses, .* accepted\. Remark: the service's answers lack the request id/,
  },
  {
    name: "a gateway refuses without a request id what has no credentials",
    bench: {
      answer: (request, response) => {
        if (request.headers.authorization !== undefined) {
          response.setHeader("x-dt-requestid", "r-1");
        }
        LIST(request, response);
      },
    },
    states: "ppppp",
    outcome: "passed",
    summary: /accepted\.$/,
  },
  {
    name: "the provider wants the secret in a header",
    bench: {
      identity: (request, response) =>
        sendJson(
          response,
          request.path.endsWith("/token") ? 401 : 404,
          { error: "invalid_client" },
          { "www-authenticate": 'Basic realm="x"' },
        ),
    },
    states: "ppfss",
    outcome: "failed",
    fault: "other",
    summary:
      /\(Access token\)\. .*requires client_secret_basic, not client_secret_post\. Switch the client/,
  },
  {
    name: "scopes were asked for that are not granted",
    bench: { identity: grantTokens({ expires_in: 60, scope: "crm.read" }) },
    states: "ppppp",
    outcome: "passed",
    summary: /works/,
  },
  {
    name: "the service cannot be reached",
    before: ({ service: server }) => server.close(),
    states: "fppss",
    outcome: "failed",
    fault: "other",
    summary: /\(Network\)\. The connection to http:\/\/127\.0\.0\.1:\d+ failed at the connection/,
  },
  {
    name: "the identity provider cannot be reached",
    before: ({ identity }) => identity.close(),
    states: "fssss",
    outcome: "failed",
    fault: "other",
    summary: /\(Network\)\. The connection to http:\/\/127\.0\.0\.1:\d+ failed at the connection/,
  },
  {
    name: "the identity provider says that it is another one",
    bench: {
      identity: (_request, response) =>
        sendJson(response, 200, {
          issuer: "https://other.example",
          token_endpoint: "https://other.example/token",
        }),
    },
    states: "pfsss",
    outcome: "failed",
    fault: "other",
    summary:
      /\(Discovery\)\. The discovery document of 127\.0\.0\.1:\d+ names an issuer that does not fit the auth URL/,
  },
  {
    name: "nobody is signed in",
    bench: { connection: { accessModel: "userPresent", callbackUrl: "http://127.0.0.1/cb" } },
    states: "ppsss",
    outcome: "incomplete",
    fault: "signIn",
    summary: /tested in part \(Access token\)\. Skipped: nobody is signed in\. Sign in, then/,
  },
];

async function run(
  bench: Bench,
  reports: ConnectionTestReport[] = [],
): Promise<ConnectionTestReport> {
  const { client, connection } = bench;
  const report = (state: ConnectionTestReport): void => void reports.push(state);
  return testConnection({ client, connection, title: "Test", report, now: () => NOW });
}

const letters = ({ steps }: ConnectionTestReport): string =>
  steps.map(({ state }) => state[0]).join("");

describe("a test of a connection", () => {
  for (const { name, bench: options, before, states, outcome, fault, summary } of CASES) {
    it(name, async () => {
      const bench = await openBench({ answer: service(LIST), ...options });
      await before?.(bench);
      const report = await run(bench);
      assert.equal(letters(report), states);
      const text = describeConnectionTest(report, bench.connection, { t, language: "en" });
      assert.deepEqual([text.outcome, text.fault], [outcome, fault]);
      assert.match(text.summary, summary);
      assert.ok(text.steps.every((step) => step.text !== ""));
      const shown = JSON.stringify(text);
      for (const secret of [SUBSCRIPTION_KEY, CLIENT_SECRET, TOKEN]) {
        assert.equal(shown.includes(secret), false);
      }
      await bench.close().catch(() => undefined);
    });
  }

  it("asks a real provider for its addresses and for a token", async () => {
    const options = { discovery: true, clientAuthentication: "post" } as const;
    const identityServer = await startProvider(options);
    const bench = await openBench({ answer: service(LIST), identityServer });
    const report = await run(bench);
    assert.equal(letters(report), "ppppp");
    const { steps } = describeConnectionTest(report, bench.connection, { t, language: "en" });
    assert.equal(
      steps[1]?.text,
      `The discovery document names this issuer: ${identityServer.origin}/identity.`,
    );
    const facts = await bench.client.discover();
    assert.deepEqual([facts.found, facts.issuer], [true, `${identityServer.origin}/identity`]);
    assert.match(facts.endpoints["token_endpoint"] ?? "", /\/identity\/connect\/token$/);
    await bench.close();
  });

  it("finds a wrong secret at a real provider, also behind a token that is still good", async () => {
    const identityServer = await startProvider({ discovery: true, clientAuthentication: "post" });
    const bench = await openBench({ answer: service(LIST), identityServer });
    await bench.client.signIn();
    bench.secrets.current = { ...bench.secrets.current, clientSecret: "wrong-secret" };
    const report = await run(bench);
    assert.equal(letters(report), "ppfss");
    assert.equal(
      describeConnectionTest(report, bench.connection, { t, language: "en" }).fault,
      "secret",
    );
    await bench.close();
  });

  it("sends no credentials before the addresses are known to be right", async () => {
    const bench = await openBench({ answer: service(LIST) });
    await run(bench);
    const first = bench.identity.seen.findIndex(({ method }) => method === "POST");
    assert.ok(first > 0);
    const before = [...bench.identity.seen.slice(0, first), bench.service.seen[0]!];
    for (const { headers, body } of before) {
      assert.deepEqual(
        [headers.authorization, headers["ocp-apim-subscription-key"], body],
        [undefined, undefined, ""],
      );
    }
    assert.equal(bench.service.seen.at(-1)?.path, "/crm/v1/clients?pageSize=1");
    await bench.close();
  });

  it("tells of each step when it begins and when it ends", async () => {
    const bench = await openBench({ answer: service(LIST) });
    const reports: ConnectionTestReport[] = [];
    await run(bench, reports);
    assert.deepEqual(reports.map(letters), [
      ...["rwwww", "pwwww", "prwww", "ppwww", "pprww", "pppww"],
      ...["ppprw", "ppprp", "ppppp"],
    ]);
    reports.forEach((report) =>
      describeConnectionTest(report, bench.connection, { t, language: "en" }),
    );
    await bench.close();
  });

  it("ends at once when it is cancelled, at every step", async () => {
    for (const at of [0, 2, 4, 6]) {
      const bench = await openBench({ answer: service(LIST) });
      const controller = new AbortController();
      let told = 0;
      let last = "";
      const testing = testConnection({
        ...{ client: bench.client, connection: bench.connection, signal: controller.signal },
        ...{ title: "Test", now: () => NOW },
        report: (state) => {
          last = letters(state);
          if (told++ === at) {
            controller.abort();
          }
        },
      });
      await assert.rejects(testing, isCanceled);
      assert.doesNotMatch(last, /r/, "nothing is shown as running");
      await bench.close();
    }
  });

  it("writes it all down, with ids and times in UTC", async () => {
    const bench = await openBench({ answer: service(refuse(403)) });
    const { details } = describeConnectionTest(await run(bench), bench.connection, {
      t,
      language: "en",
    });
    assert.match(
      details,
      /^Connection test, 2026-11-21T09:30:01\.000Z\n'Acme development' does not/,
    );
    assert.match(
      details,
      /\n {2}Network {11}passed\n {4}Service and identity provider can be reached/,
    );
    assert.match(details, /\n {2}First list {8}FAILED\n {4}.*\n {4}x-dt-requestid: r-1\n/);
    assert.match(details, /\n {4}x-dt-traceid: fpx-\S+\n/);
    assert.match(details, /\nNetwork check, .*\n(?:.*\n)*.*the service +passed +request id r-1\n/);
    await bench.close();
  });
});
