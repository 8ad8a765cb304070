import assert from "node:assert/strict";
import { inspect } from "node:util";
import * as zlib from "node:zlib";
import {
  CLIENT_SECRET,
  failureOf,
  openBench,
  SUBSCRIPTION_KEY,
  tokenRequests,
} from "../http/support/bench";
import { sendJson, serve, type Answer } from "../http/support/servers";
import { VirtualClock } from "../http/support/virtualClock";
import { until } from "../../../faults/support/leftovers";

const CANARY = "canary-token-5f2e9b71";
const TOKEN = { access_token: CANARY, token_type: "Bearer" };

interface Variant {
  readonly name: string;
  readonly answer: Answer;
  readonly code: string;
}

const json =
  (status: number, body: unknown, headers = {}): Answer =>
  (_request, response) =>
    sendJson(response, status, body, headers);
const text =
  (status: number, body: string, type = "application/json"): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": type }).end(body);

const TOKEN_ANSWERS: readonly Variant[] = [
  { name: "a token of 5 MB", answer: json(200, long(5_000_000)), code: "answer/tooLarge" },
  { name: "a token of 17 KB", answer: json(200, long(17_000)), code: "answer/identity" },
  {
    name: "a token with a line break",
    answer: json(200, { ...TOKEN, access_token: "abc\r\nX-Evil: 1" }),
    code: "answer/identity",
  },
  {
    name: "a token with a blank",
    answer: json(200, { ...TOKEN, access_token: "abc def" }),
    code: "answer/identity",
  },
  {
    name: "an empty token",
    answer: json(200, { ...TOKEN, access_token: "" }),
    code: "answer/identity",
  },
  { name: "no token", answer: json(200, { token_type: "Bearer" }), code: "answer/identity" },
  {
    name: "a token of another type",
    answer: json(200, { ...TOKEN, token_type: "mac" }),
    code: "answer/identity",
  },
  { name: "no type", answer: json(200, { access_token: CANARY }), code: "answer/identity" },
  {
    name: "a negative life",
    answer: json(200, { ...TOKEN, expires_in: -1 }),
    code: "answer/identity",
  },
  { name: "a list", answer: json(200, [TOKEN]), code: "answer/identity" },
  { name: "HTML", answer: text(200, "<p>Hello</p>", "text/html"), code: "answer/identity" },
  { name: "nothing", answer: text(200, ""), code: "answer/identity" },
  {
    name: "half of JSON",
    answer: text(200, `{"access_token":"${CANARY}"`),
    code: "answer/identity",
  },
  { name: "204", answer: text(204, ""), code: "service/identity" },
  { name: "201", answer: json(201, TOKEN), code: "service/identity" },
  { name: "500", answer: json(500, TOKEN), code: "service/identity" },
  { name: "503 as HTML", answer: text(503, "<p>", "text/html"), code: "service/identity" },
  {
    name: "invalid_client with 400, as IdentityServer does",
    answer: json(400, { error: "invalid_client" }),
    code: "credentials/secretRefused",
  },
  {
    name: "401 with a challenge and no body",
    answer: (_request, response) =>
      response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
    code: "credentials/secretRefused",
  },
  {
    name: "unauthorized_client",
    answer: json(400, { error: "unauthorized_client" }),
    code: "credentials/clientNotAllowed",
  },
  {
    name: "an error word with the secret in it",
    answer: json(400, { error: `bad ${CLIENT_SECRET}`, error_description: CLIENT_SECRET }),
    code: "credentials/identityRefused",
  },
  {
    name: "an error object with 200",
    answer: json(200, { error: "invalid_client" }),
    code: "answer/identity",
  },
  {
    name: "a gzip bomb",
    answer: (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(zlib.gzipSync(Buffer.alloc(30_000_000))),
    code: "answer/tooLarge",
  },
  {
    name: "a cut connection",
    answer: (_request, response) => response.socket?.destroy(),
    code: "network/identityUnreachable",
  },
];

describe("hostile answers of the token endpoint", () => {
  for (const { name, answer, code } of TOKEN_ANSWERS) {
    it(`${name}: ${code}, no token kept, no secret in the error`, async () => {
      const bench = await openBench({ identity: tokenEndpoint(answer) });
      const error = await failureOf(bench.client.signIn());
      assert.equal(error.code, code);
      const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
      for (const secret of [CANARY, CLIENT_SECRET, SUBSCRIPTION_KEY]) {
        assert.equal(shown.includes(secret), false);
        assert.equal(bench.log.lines.join().includes(secret), false);
      }
      assert.equal(bench.client.session, undefined);
      assert.equal(bench.store.values.size, 0);
      assert.equal(tokenRequests(bench.identity).length, 1);
      await bench.close();
    });
  }

  const WAITS: readonly (readonly [name: string, answer: Answer, seconds: number])[] = [
    ["429 with a time", json(429, {}, { "retry-after": "7" }), 7],
    ["429 without one", json(429, {}), 5],
    ["503 with a time", json(503, {}, { "retry-after": "2" }), 2],
    ["slow_down", json(400, { error: "slow_down" }), 5],
  ];
  for (const [name, turnedAway, seconds] of WAITS) {
    it(`${name}: waits ${seconds} s and asks again`, async () => {
      const clock = new VirtualClock();
      let isBusy = true;
      const answer: Answer = (request, response) =>
        (isBusy ? turnedAway : json(200, TOKEN))(request, response);
      const bench = await openBench({ identity: tokenEndpoint(answer), clock });
      const work = bench.client.signIn();
      const isWaiting = (): boolean => clock.dueIn.includes(seconds * 1000);
      const asked = (): number => tokenRequests(bench.identity).length;
      await until(() => asked() === 1 && isWaiting(), "the wait");
      isBusy = false;
      clock.advance(seconds * 1000);
      await work;
      assert.equal(tokenRequests(bench.identity).length, 2);
      await bench.close();
    });
  }

  it("asks a busy provider three times, and none that names a longer wait", async () => {
    for (const [after, requests] of [
      ["0", 3],
      ["16", 1],
    ] as const) {
      const busy = json(429, {}, { "retry-after": after });
      const bench = await openBench({ identity: tokenEndpoint(busy) });
      const error = await failureOf(bench.client.signIn());
      assert.deepEqual([error.code, error.status], ["service/identity", 429]);
      assert.equal(error.values["retryAfterSeconds"], Number(after));
      assert.equal(tokenRequests(bench.identity).length, requests);
      await bench.close();
    }
  });

  it("begins no wait that would end half a minute after the first try", async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const answer: Answer = (request, response) => {
      // A slow provider: its answers take of the time as well.
      clock.pass(8_000);
      asked++;
      json(429, {}, { "retry-after": "9" })(request, response);
    };
    const bench = await openBench({ identity: tokenEndpoint(answer), clock });
    const work = failureOf(bench.client.signIn());
    await until(() => asked === 1 && clock.dueIn.includes(9_000), "the wait");
    clock.advance(9_000);
    assert.equal((await work).code, "service/identity");
    assert.equal(asked, 2);
    await bench.close();
  });

  it("ends a wait at once that nobody waits for any more, and asks no more", async () => {
    const clock = new VirtualClock();
    const busy = json(503, {}, { "retry-after": "9" });
    const bench = await openBench({ identity: tokenEndpoint(busy), clock });
    const stop = new AbortController();
    const work = failureOf(bench.client.signIn({ signal: stop.signal }));
    await until(() => clock.dueIn.includes(9_000), "the wait");
    stop.abort();
    assert.equal((await work).kind, "canceled");
    await until(() => clock.pending === 0, "no timer");
    assert.equal(tokenRequests(bench.identity).length, 1);
    await bench.close();
  });

  const LIVES: readonly (readonly [unknown, number | undefined])[] = [
    [undefined, undefined],
    [3600, 3600],
    ["3600", 3600],
    [31_536_000, 31_536_000],
    [1e308, undefined],
    [0, 0],
  ];
  for (const [given, seconds] of LIVES) {
    it(`takes a life of ${String(given)} for ${String(seconds)} s`, async () => {
      const bench = await openBench({
        identity: tokenEndpoint(json(200, { ...TOKEN, expires_in: given })),
      });
      const { obtainedAt, expiresAt } = await bench.client.signIn();
      await bench.close();
      assert.equal(expiresAt === undefined ? undefined : (expiresAt - obtainedAt) / 1000, seconds);
    });
  }
});

describe("discovery", () => {
  const issuerOf = (host: string | undefined): string => `http://${host ?? ""}/identity`;

  it("falls back where there is no document", async () => {
    const absent = [
      json(404, {}),
      text(404, "<p>", "text/html"),
      text(200, "<p>Portal</p>", "text/html"),
      text(200, "{"),
      text(200, ""),
      json(200, { hello: "world" }),
      json(403, {}),
    ];
    for (const answer of absent) {
      const bench = await openBench({ identity: withDiscovery(answer) });
      await bench.client.signIn();
      assert.equal(tokenRequests(bench.identity).length, 1);
      await bench.close();
    }
  });

  it("stops when the issuer is another one; no secret leaves", async () => {
    for (const issuer of ["https://login.evil.example/identity", "no address"]) {
      const bench = await openBench({
        identity: withDiscovery(({ headers }, response) =>
          sendJson(response, 200, {
            issuer,
            token_endpoint: `${issuerOf(headers.host)}/connect/token`,
          }),
        ),
      });
      const error = await failureOf(bench.client.signIn());
      assert.deepEqual([error.kind, error.code], ["credentials", "credentials/issuerMismatch"]);
      assert.deepEqual(error.values, { host: new URL(bench.identity.origin).host });
      assert.equal(tokenRequests(bench.identity).length, 0);
      await bench.close();
    }
  });

  it("refuses an endpoint on another origin, which sees no byte", async () => {
    const elsewhere = await serve(json(200, TOKEN));
    const bench = await openBench({
      identity: withDiscovery(({ headers }, response) =>
        sendJson(response, 200, {
          issuer: issuerOf(headers.host),
          token_endpoint: `${elsewhere.origin}/identity/connect/token`,
        }),
      ),
    });
    const error = await failureOf(bench.client.signIn());
    assert.deepEqual([error.kind, error.code], ["refused", "refused/endpointElsewhere"]);
    assert.deepEqual(error.values, { host: new URL(elsewhere.origin).host });
    assert.equal(elsewhere.connections(), 0);
    await bench.close();
    await elsewhere.close();
  });

  it("uses the endpoint that the document names", async () => {
    const bench = await openBench({
      identity: ({ path, headers }, response) =>
        path.includes(".well-known")
          ? sendJson(response, 200, {
              issuer: issuerOf(headers.host),
              token_endpoint: `${issuerOf(headers.host)}/other/token`,
            })
          : sendJson(response, path === "/identity/other/token" ? 200 : 404, TOKEN),
    });
    await bench.client.signIn();
    await bench.client.signIn({ renew: true });
    // The document is asked for once.
    assert.deepEqual(
      bench.identity.seen.map(({ method }) => method),
      ["GET", "POST", "POST"],
    );
    await bench.close();
  });

  it("does not take a broken provider for one without a document", async () => {
    const redirect = json(302, {}, { location: "/elsewhere" });
    for (const answer of [json(500, {}), json(503, {}), json(429, {}), redirect]) {
      const bench = await openBench({ identity: withDiscovery(answer) });
      const error = await failureOf(bench.client.signIn());
      const code = answer === redirect ? "service/identityRedirect" : "service/identity";
      assert.equal(error.code, code);
      assert.equal(tokenRequests(bench.identity).length, 0);
      await bench.close();
    }
  });

  it("is asked for once where there is none, and anew after no answer in time", async () => {
    for (const isSilent of [false, true]) {
      const clock = new VirtualClock();
      const document: Answer = (_request, response) =>
        isSilent ? undefined : response.writeHead(404).end();
      const bench = await openBench({ identity: withDiscovery(document), clock });
      const asked = (): readonly unknown[] =>
        bench.identity.seen.filter(({ method }) => method === "GET");
      for (let round = 0; round < 2; round++) {
        const work = bench.client.signIn({ renew: true });
        if (isSilent) {
          await until(() => asked().length > round && clock.dueIn.includes(10_000), "the limit");
          clock.advance(10_000);
        }
        await work;
      }
      assert.equal(asked().length, isSilent ? 2 : 1);
      const noted = bench.log.lines.filter((line) => line.includes("no discovery document"));
      assert.deepEqual(
        noted.map((line) => line.endsWith(`{"timedOut":${String(isSilent)}}`)),
        asked().map(() => true),
      );
      await bench.close();
    }
  });

  it("is asked for anew after a token request that failed", async () => {
    let isRefused = true;
    const bench = await openBench({
      identity: (request, response) =>
        request.path.includes(".well-known")
          ? sendJson(response, 404, {})
          : sendJson(response, isRefused ? 400 : 200, isRefused ? { error: "x" } : TOKEN),
    });
    await failureOf(bench.client.signIn());
    isRefused = false;
    await bench.client.signIn();
    assert.equal(bench.identity.seen.filter(({ method }) => method === "GET").length, 2);
    await bench.close();
  });

  it("reports a provider where nobody listens", async () => {
    const bench = await openBench();
    await bench.identity.close();
    const error = await failureOf(bench.client.signIn());
    assert.deepEqual([error.kind, error.code], ["network", "network/identityUnreachable"]);
    await bench.client.dispose();
    await bench.service.close();
  });
});

function long(length: number): unknown {
  return { ...TOKEN, access_token: "a".repeat(length) };
}

function tokenEndpoint(answer: Answer): Answer {
  return (request, response) =>
    request.path === "/identity/connect/token"
      ? answer(request, response)
      : sendJson(response, 404, {});
}

function withDiscovery(answer: Answer): Answer {
  return (request, response) =>
    request.path.includes(".well-known")
      ? answer(request, response)
      : sendJson(response, 200, TOKEN);
}
