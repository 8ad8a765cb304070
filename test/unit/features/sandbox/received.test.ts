import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import type { ReceivedCall } from "../../../../src/features/sandbox/messages/receivedCalls";
import { SANDBOX_DEFINITIONS } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { fingerprintOf } from "../../../../src/platform/base/keyFingerprint";
import { Caller, exchange } from "../../support/sandboxProcess";
import { startProgram, type StartedProgram } from "../../support/sandboxProgram";

describe("the calls that the sandbox received", () => {
  let program: StartedProgram;
  let caller: Caller;
  let clientId: string;

  before(async () => {
    program = await startProgram();
    caller = await Caller.signIn(program.facts);
    clientId = await caller.firstClientId();
  });

  after(() => program.end());

  const admin = (path: string, method = "GET", body?: string): Promise<Response> =>
    fetch(`${program.facts.adminUrl}${path}`, { method, ...(body !== undefined && { body }) });
  const calls = async (query = ""): Promise<readonly ReceivedCall[]> =>
    ((await (await admin(`/calls${query}`)).json()) as { calls: ReceivedCall[] }).calls;

  beforeEach(async () => {
    assert.equal((await admin("/faults", "PUT", "[]")).status, 204);
    assert.equal((await admin("/calls", "DELETE")).status, 204);
  });

  it("are told in order, with headers as they were sent and secrets as fingerprints", async () => {
    const headers = { "x-dt-traceid": "trace-1", "X-Mixed-Case": "Kept" };
    const path = `/finances/v1/clients/${clientId}/pensions/PEN-1?code=secret-code`;
    const answer = await caller.call(path, { method: "PUT", body: '{"status":"active"}', headers });
    await caller.call("/crm/v1/clients?pageSize=1&pageNumber=2", { headers });
    const [first, second, ...others] = await calls();
    assert.equal(others.length, 0);
    assert.ok(first && second && first.number < second.number);
    assert.deepEqual(
      [first.method, first.status, first.operationId, first.body, first.bodyBytes],
      ["PUT", 201, "putPension", '{"status":"active"}', 19],
    );
    assert.equal(first.requestId, answer.headers["x-dt-requestid"]);
    assert.equal(first.traceId, "trace-1");
    assert.match(first.target, /\?code=#[0-9a-f]{6}$/);
    assert.deepEqual(
      first.headers.find(([name]) => name === "X-Mixed-Case"),
      ["X-Mixed-Case", "Kept"],
    );
    assert.match(
      first.headers.find(([name]) => name === "Authorization")![1],
      /^Bearer #[0-9a-f]{6}$/,
    );
    const text = JSON.stringify(await calls());
    assert.ok(!text.includes(program.facts.subscriptionKeys.development));
    assert.ok(!text.includes("secret-code"));
    assert.deepEqual(second.broken, []);
  });

  it("have fingerprints for secrets also where those have other names", async () => {
    const names = [
      ...["subscriptionKey", "subscription_key", "x%2Dsubscription%2Dkey", "apiKey", "api-key"],
      ...["accessToken", "id_token_hint", "client-secret", "Password", "codeVerifier"],
      ...["device_code", "deviceCode", "user-code", "userCode"],
    ];
    const secrets = names.map((_, at) => `real-${at}`);
    const query = names.map((name, at) => `${name}=${secrets[at] ?? ""}`).join("&");
    await caller.call(`/crm/v1/clients?pageSize=1&${query}`, {
      headers: { "X-Api-Key": "real-header", "Subscription-Key": "real-header" },
    });
    const [call] = await calls();
    const [size, ...others] = call!.target.split("?")[1]!.split("&");
    assert.equal(size, "pageSize=1");
    assert.equal(others.length, names.length);
    assert.ok(
      others.every((pair) => /=#[0-9a-f]{6}$/.test(pair)),
      call!.target,
    );
    assert.doesNotMatch(JSON.stringify(call), /real-/);
  });

  for (const type of ["application/x-www-form-urlencoded", "application/json", undefined]) {
    it(`have fingerprints for secrets of a form to the service, as ${type ?? "nothing"}`, async () => {
      await exchange(`${program.facts.baseUrl}/identity/connect/token`, {
        method: "POST",
        body: "grant_type=refresh_token&client_secret=real%201&code=real-2&refresh_token=real-3",
        ...(type !== undefined && { headers: { "Content-Type": type } }),
      });
      const [call] = await calls();
      assert.equal(
        call!.body?.replaceAll(/#[0-9a-f]{6}(?=&|$)/g, "#"),
        "grant_type=refresh_token&client_secret=#&code=#&refresh_token=#",
      );
      assert.doesNotMatch(JSON.stringify(call), /real(-|%20| )/);
    });
  }

  it("have fingerprints for secret texts in JSON, and all else as it came", async () => {
    const bodyOf = (secret: string, escaped: string, none: string, cut: string): string =>
      String.raw`{ "notes":"\"token\": \"kept\"", "client_secret" : "${secret}", ` +
      String.raw`"access\u005ftoken":"${escaped}","code":"GB" ,"value":1.50,"token":{"kept":"a"}` +
      `,"secret":"${none}","deviceCode":"${cut}`;
    await caller.call(`/finances/v1/clients/${clientId}/pensions/PEN-1`, {
      method: "PUT",
      body: bodyOf("real-1", String.raw`real\/2`, "", "real-3"),
    });
    const [call] = await calls();
    const print = (secret: string): string => `#${fingerprintOf(secret)}`;
    const expected = bodyOf(print("real-1"), print("real/2"), print(""), print("real-3"));
    assert.equal(call!.body, expected);
  });

  it("are also those that were refused, that went wrong, and those of the identity provider", async () => {
    await exchange(`${program.facts.baseUrl}/crm/v1/clients`);
    await exchange(`${program.facts.authUrl}/identity/.well-known/openid-configuration`);
    await admin("/faults", "PUT", '[{ "times": 1, "fault": { "kind": "reset" } }]');
    await assert.rejects(caller.call("/crm/v1/clients"), { code: "ECONNRESET" });
    const [refused, discovery, reset] = await calls();
    assert.deepEqual([refused!.status, discovery!.server, reset!.status], [401, "identity", 0]);
  });

  it("have the body also where the answer needs none, and the body comes later", async () => {
    const body = '{"status":"active"}';
    const request = httpRequest(
      `${program.facts.baseUrl}/finances/v1/clients/${clientId}/pensions/PEN-2`,
      {
        method: "PUT",
        headers: { "content-type": "application/json", "content-length": body.length },
        agent: false,
      },
    );
    const answered = once(request, "response") as Promise<[IncomingMessage]>;
    request.flushHeaders();
    // The server has read the head by the time it has answered other calls.
    for (let count = 0; count < 5; count++) {
      await caller.call("/crm/v1/clients?pageSize=1&pageNumber=1");
    }
    request.end(body);
    const [answer] = await answered;
    answer.resume();
    await once(answer, "close");
    const refused = (await calls()).find(({ method }) => method === "PUT");
    assert.deepEqual([refused?.status, refused?.body], [401, body]);
    assert.ok(!refused?.broken.some(({ rule }) => rule === "1 JSON bodies"));
  });

  it("can be asked for from a number on, and by what they broke", async () => {
    await caller.call("/crm/v1/clients");
    await caller.call("/crm/v1/clients?pageSize=none");
    const [first] = await calls();
    assert.deepEqual(
      (await calls(`?after=${first!.number}`)).map(({ target }) => target),
      ["/crm/v1/clients?pageSize=none"],
    );
    assert.deepEqual(
      (await calls("?broken=true")).map(({ target }) => target),
      ["/crm/v1/clients?pageSize=none"],
    );
  });

  const holdings = (query: string): string => `/finances/v1/clients/${clientId}/holdings${query}`;
  const page = "?pageSize=5&pageNumber=1";
  const trace = { "x-dt-traceid": "t" };
  for (const [rule, found, send] of [
    [
      "5 subscription key",
      /Ocp-Apim-Subscription-Key is missing/,
      () => ({ headers: { "Ocp-Apim-Subscription-Key": undefined } }),
    ],
    [
      "5 subscription key",
      /query parameter subscription-key/,
      () => ({ path: `/crm/v1/clients${page}&subscription-key=abc` }),
    ],
    [
      "5 access token",
      /Authorization is missing/,
      () => ({ headers: { Authorization: undefined } }),
    ],
    [
      "5 access token",
      /not Bearer and a token/,
      () => ({ headers: { Authorization: "Basic abc" } }),
    ],
    [
      "5 access token",
      /query parameter access_token/,
      () => ({ path: `/crm/v1/clients${page}&access_token=abc` }),
    ],
    ["4.2 Accept", /Accept is missing/, () => ({ headers: { Accept: undefined } })],
    [
      "4.2 Content-Type",
      /without Content-Type/,
      () => ({ ...putOf("{}"), headers: { "Content-Type": undefined } }),
    ],
    [
      "4.2 Content-Type",
      /sent as "text\/plain"/,
      () => ({ ...putOf("{}"), headers: { "Content-Type": "text/plain" } }),
    ],
    ["1 JSON bodies", /The body is not JSON/, () => putOf("{oops")],
    ["1 JSON bodies", /The body is missing/, () => putOf("")],
    [
      "1 unknown fields",
      /The field contributions\[0\]\.colour is not known/,
      () => putOf('{"contributions":[{"colour":1}]}'),
    ],
    ["4.4 endpoint", /There is no GET at this path/, () => ({ path: "/crm/v1/persons" })],
    ["4.4 endpoint", /names the version v2/, () => ({ path: "/crm/v2/clients" })],
    ["4.4 path parameters", /clientId must be a uuid/, () => ({ path: "/crm/v1/clients/42" })],
    [
      "2 clientId",
      /UUID is in capitals/,
      () => ({ path: `/crm/v1/clients/${clientId.toUpperCase()}` }),
    ],
    [
      "4.3 comma-separated values",
      /fields was sent 2 times/,
      () => ({ path: results("&fields=a&fields=b") }),
    ],
    [
      "4.3 comma-separated values",
      /is called fields\[\]/,
      () => ({ path: results("&fields[]=a") }),
    ],
    [
      "4.3 comma-separated values",
      /values of unions are not separated by commas/,
      () => ({ path: results("&unions=a;b") }),
    ],
    [
      "4.3 query parameters",
      /pageNumber must be integer|pageNumber must be an? integer/,
      () => ({ path: holdings("?pageSize=1&pageNumber=two") }),
    ],
    [
      "4.3 unknown parameters",
      /parameter sort is not known/,
      () => ({ path: holdings(`${page}&sort=value`) }),
    ],
    ["8 pagination", /pageSize and pageNumber was not sent/, () => ({ path: holdings("") })],
    [
      "4.2 trace id",
      /No x-dt-traceid was sent/,
      () => ({ headers: { "x-dt-traceid": undefined } }),
    ],
  ] as readonly [string, RegExp, () => Sent][]) {
    it(`name what was broken: ${rule}, ${found.source}`, async () => {
      const { path = `/crm/v1/clients${page}`, headers = {}, ...request } = send();
      await caller.call(path, { ...request, headers: { ...trace, ...headers } });
      const [call] = await calls();
      const broken = call!.broken.filter((one) => one.rule === rule);
      assert.ok(
        broken.some((one) => found.test(one.found)),
        JSON.stringify(call!.broken),
      );
      assert.ok(broken.every(({ sentence }) => sentence.endsWith(".")));
      assert.equal(
        call!.broken.filter((one) => one.level === "broken" && one.rule !== rule).length,
        0,
      );
    });
  }

  for (const [what, query, level] of [
    ["a size of 0", "pageSize=0&pageNumber=1", "advice"],
    ["a number of 0", "pageSize=1&pageNumber=0", "advice"],
    ["a size that is no number", "pageSize=all&pageNumber=1", "broken"],
  ] as const) {
    it(`accuse only of what the description shows: ${what} of a page is ${level}`, async () => {
      await caller.call(`/crm/v1/clients?${query}`, { headers: trace });
      await caller.call(`/finances/v1/funds?${query}`, { headers: trace });
      const found = (await calls()).map(({ broken }) => broken.map((one) => [one.rule, one.level]));
      assert.deepEqual(found, Array<unknown>(2).fill([["4.3 query parameters", level]]));
    });
  }

  it("are not told of a limit where pages are counted from 0", async () => {
    const faults = '[{ "fault": { "kind": "paging", "variant": "zeroBased" } }]';
    assert.equal((await admin("/faults", "PUT", faults)).status, 204);
    await caller.call("/crm/v1/clients?pageSize=1&pageNumber=0", { headers: trace });
    const [call] = await calls();
    assert.deepEqual([call!.status, call!.broken], [200, []]);
  });

  it("say nothing of a body that is too large to be read, and that it was not kept", async () => {
    const { path = "" } = putOf("{}");
    const body = JSON.stringify({ notes: "x".repeat(1_100_000) });
    await caller.call(path, { method: "PUT", body, headers: trace });
    const [call] = await calls();
    assert.deepEqual([call!.status, call!.broken], [413, []]);
    assert.ok(call!.bodyBytes > 1_048_576);
    assert.deepEqual([call!.body, call!.bodyNotKept], [undefined, true]);
  });

  it("break no rule where a definition is read, or only the head of an answer", async () => {
    for (const path of SANDBOX_DEFINITIONS) {
      await caller.call(path, { headers: trace });
    }
    await caller.call(`/crm/v1/clients${page}`, { method: "HEAD", headers: trace });
    await caller.call("/definitions/other.yaml", { headers: trace });
    const broken = (await calls()).map((call) => call.broken.map(({ rule }) => rule));
    const none = Array<unknown>(SANDBOX_DEFINITIONS.length + 1).fill([]);
    assert.deepEqual(broken, [...none, ["4.4 endpoint"]]);
  });

  it("say names in short, and how many more there are of what is too much", async () => {
    const query = Array.from({ length: 1_000 }, (_, at) => `p${at}`).join("&");
    const name = "n".repeat(10_000);
    const members = Array.from({ length: 50 }, (_, at) => [`${name}${at}`, at] as const);
    const { path = "" } = putOf("{}");
    const body = JSON.stringify(Object.fromEntries(members));
    await caller.call(`${path}?${query}`, { method: "PUT", body });
    const [call] = await calls();
    for (const [rule, more] of [
      ["4.3 unknown parameters", 980],
      ["1 unknown fields", 30],
    ] as const) {
      const found = call!.broken.filter((one) => one.rule === rule).map((one) => one.found);
      assert.equal(found.length, 21, rule);
      assert.equal(found.at(-1), `More of the same: ${more}.`);
      assert.ok(found.every((sentence) => sentence.length < 200));
    }
  });

  interface Sent {
    readonly path?: string;
    readonly method?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
  }

  function putOf(body: string): Sent {
    const path = `/finances/v1/clients/${clientId}/pensions/PEN-2`;
    return { path, method: "PUT", ...(body !== "" && { body }) };
  }

  function results(query: string): string {
    return `/profiling/v1/clients/${clientId}/results${page}${query}`;
  }
});
