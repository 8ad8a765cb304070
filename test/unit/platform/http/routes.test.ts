import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Networking } from "../../../../src/platform/base/connection";
import type { HopResult, RouteReport } from "../../../../src/platform/http/networkCheck";
import type { NameLookup } from "../../../../src/platform/http/route";
import { foreign, mergedText } from "../../features/definitions/support/foreign";
import { failureOf, listClients, openBench, type Bench, type BenchOptions } from "./support/bench";
import {
  lookupHere,
  serveProxy,
  serveSecure,
  trustFixtures,
  type SecureService,
} from "./support/secureServers";

describe("ways to the service", () => {
  let service: SecureService;
  let restoreTrust: () => void;

  before(async () => {
    restoreTrust = trustFixtures();
    service = await serveSecure();
  });

  after(async () => {
    restoreTrust();
    await service.close();
  });

  for (const networking of ["own", "editor"] satisfies Networking[]) {
    it(`lead over TLS to a name, ${networking} networking`, async () => {
      const bench = await secureBench(service.port, { networking });
      const answer = await listClients(bench.client);
      assert.equal(answer.status, 200);
      assert.equal(service.seen.at(-1)?.host, `service.example:${service.port}`);
      await bench.close();
    });
  }

  it("name the server that is meant to it, but not an address (RFC 6066, section 3)", async () => {
    for (const [host, servername] of [
      ["service.example", "service.example"],
      ["127.0.0.1", false],
    ] as const) {
      const root = `https://${host}:${service.port}`;
      const bench = await secureBench(service.port, {
        connection: { baseUrl: root, authUrl: root },
      });
      assert.equal((await listClients(bench.client)).status, 200);
      assert.equal(service.seen.at(-1)?.servername, servername);
      await bench.close();
    }
  });

  it("take up the TLS session of a connection that ended", async () => {
    const bench = await secureBench(service.port);
    await listClients(bench.client);
    assert.equal(service.seen.at(-1)?.isSessionReused, false);
    service.dropConnections();
    await listClients(bench.client);
    assert.equal(service.seen.at(-1)?.isSessionReused, true);
    await bench.close();
  });

  for (const secure of [undefined, "server.pem"]) {
    it(`lead through ${secure === undefined ? "a proxy" : "a proxy behind TLS"}`, async () => {
      const proxy = await serveProxy({ port: service.port, ...(secure && { secure }) });
      const { protocol, host } = new URL(proxy.origin);
      const address = `${protocol}//jo:p%40ss@${host}`;
      const bench = await secureBench(8443, { proxy: { proxy: address }, lookup: nobody });
      assert.equal((await listClients(bench.client)).status, 200);
      const authorization = `Basic ${Buffer.from("jo:p@ss").toString("base64")}`;
      assert.deepEqual(proxy.asked, [
        { to: "service.example:8443", authorization },
        { to: "service.example:8443", authorization },
      ]);
      assert.equal(service.seen.at(-1)?.host, "service.example:8443");
      await bench.close();
      await proxy.close();
    });
  }

  it("trust a proxy with a bad certificate only when told to", async () => {
    const proxy = await serveProxy({ port: service.port, secure: "selfSigned.pem" });
    const strict = await secureBench(8443, { proxy: { proxy: proxy.origin } });
    const error = await failureOf(listClients(strict.client));
    assert.equal(error.code, "network/proxyRefused");
    assert.deepEqual(proxy.asked, []);
    const lax = await secureBench(8443, { proxy: { proxy: proxy.origin, strictSsl: false } });
    assert.equal((await listClients(lax.client)).status, 200);
    await Promise.all([strict.close(), lax.close(), proxy.close()]);
  });

  it("never trust a service with a bad certificate, whatever holds for the proxy", async () => {
    for (const bad of ["selfSigned.pem", "expired.pem", "otherHost.pem", "unknownAuthority.pem"]) {
      const forged = await serveSecure(bad);
      const proxy = await serveProxy({ port: forged.port });
      const bench = await secureBench(8443, { proxy: { proxy: proxy.origin, strictSsl: false } });
      const error = await failureOf(listClients(bench.client));
      assert.equal(error.code, "network/identityCertificate", bad);
      assert.deepEqual(forged.seen, []);
      await Promise.all([bench.close(), proxy.close(), forged.close()]);
    }
  });

  it("never take the certificate of another address", async () => {
    const proxy = await serveProxy({ port: service.port });
    const root = "https://192.0.2.1:8443";
    const connection = { baseUrl: root, authUrl: root };
    const bench = await secureBench(8443, { proxy: { proxy: proxy.origin }, connection });
    const error = await failureOf(listClients(bench.client));
    assert.equal(error.code, "network/identityCertificate");
    await Promise.all([bench.close(), proxy.close()]);
  });

  const refusals: readonly (readonly [string, number, string])[] = [
    ["asks for a sign-in", 407, "network/proxySignIn"],
    ["forbids it", 403, "network/proxyAnswer"],
    ["fails", 502, "network/proxyAnswer"],
  ];
  for (const [name, status, code] of refusals) {
    it(`name a proxy that ${name}`, async () => {
      const proxy = await serveProxy({ port: service.port, status });
      const bench = await secureBench(8443, { proxy: { proxy: proxy.origin } });
      const error = await failureOf(listClients(bench.client));
      assert.deepEqual([error.kind, error.code], ["network", code]);
      const { host } = new URL(proxy.origin);
      assert.deepEqual(error.values, { proxy: host, from: "setting", status });
      await Promise.all([bench.close(), proxy.close()]);
    });
  }

  it("name a proxy that is not there, and one that makes no sense", async () => {
    const proxy = await serveProxy({ port: service.port });
    await proxy.close();
    for (const [address, code] of [
      [proxy.origin, "network/proxyRefused"],
      ["socks5://127.0.0.1:9", "network/proxyUnusable"],
    ] as const) {
      const bench = await secureBench(8443, { proxy: { environment: { HTTPS_PROXY: address } } });
      assert.equal((await failureOf(listClients(bench.client))).code, code);
      await bench.close();
    }
  });
});

describe("Check network", () => {
  let service: SecureService;
  let restoreTrust: () => void;

  before(async () => {
    restoreTrust = trustFixtures();
    service = await serveSecure();
  });

  after(async () => {
    restoreTrust();
    await service.close();
  });

  it("passes every hop, without credentials", async () => {
    const bench = await secureBench(service.port);
    const stop = new AbortController();
    const start = performance.now();
    const report = await bench.client.checkNetwork(stop.signal);
    const taken = performance.now() - start;
    for (const { milliseconds } of report.routes.flatMap(({ hops }) => hops)) {
      assert.ok(milliseconds >= 0 && milliseconds <= taken, `${milliseconds} of ${taken}`);
    }
    assert.equal(getEventListeners(stop.signal, "abort").length, 0);
    assert.deepEqual(report.routes.map(outcomes), [
      ["name passed", "connect passed", "tls passed", "gateway passed", "service passed"],
      ["name passed", "connect passed", "tls passed", "gateway passed"],
    ]);
    const tls = hop(report.routes[0], "tls");
    assert.match(String(tls?.facts["protocol"]), /^TLSv1\.[23]$/);
    assert.equal(tls?.facts["issuer"], "Fault tests, Test authority");
    assert.equal(tls.facts["subject"], "Fault tests, service.example");
    assert.match(String(tls.facts["validTo"]), /2119|2120/);
    assert.equal(hop(report.routes[0], "service")?.facts["requestId"], "r-1");
    assert.deepEqual(bench.store.values.size, 0);
    await bench.close();
  });

  it("passes a proxy", async () => {
    const proxy = await serveProxy({ port: service.port });
    const bench = await secureBench(8443, { proxy: { proxy: proxy.origin }, lookup: nobody });
    const [route] = (await bench.client.checkNetwork()).routes;
    assert.deepEqual(
      outcomes(route),
      ["name", "connect", "proxy", "tls", "gateway", "service"].map((name) => `${name} passed`),
    );
    await Promise.all([bench.close(), proxy.close()]);
  });

  it("names the hop that fails", async () => {
    const forged = await serveSecure("expired.pem");
    const proxy = await serveProxy({ port: service.port, status: 407 });
    const gone = await serveSecure();
    await gone.close();
    const cases: readonly (readonly [BenchOptions, number, string, string])[] = [
      [{ connection: { baseUrl: "https://unknown.example" } }, 443, "name", "network/nameNotFound"],
      [{}, gone.port, "connect", "network/refused"],
      [{}, forged.port, "tls", "network/certificate"],
      [{ proxy: { proxy: proxy.origin } }, 8443, "proxy", "network/proxySignIn"],
      [
        { proxy: { proxy: `http://127.0.0.1:${gone.port}` } },
        8443,
        "connect",
        "network/proxyRefused",
      ],
    ];
    for (const [options, port, name, code] of cases) {
      const bench = await secureBench(port, options);
      const [route] = (await bench.client.checkNetwork()).routes;
      const failed = route?.hops.filter(({ outcome }) => outcome === "failed");
      assert.deepEqual(
        failed?.map((one) => [one.hop, one.failure]),
        [[name, code]],
      );
      // Nothing behind it was tried.
      const behind = outcomes(route).slice(outcomes(route).indexOf(`${name} failed`) + 1);
      assert.deepEqual(behind.slice(-2), ["gateway skipped", "service skipped"]);
      assert.ok(
        behind.every((one) => one.endsWith(" skipped")),
        behind.join(),
      );
      await bench.close();
    }
    await Promise.all([forged.close(), proxy.close()]);
  });

  it("asks as a client would, and has no hop for TLS where there is none", async () => {
    const bench = await openBench({
      answer: (_request, response) => response.writeHead(401, { "x-dt-requestid": "r-2" }).end(),
    });
    const { routes } = await bench.client.checkNetwork();
    assert.deepEqual(routes.map(outcomes), [
      ["name passed", "connect passed", "gateway passed", "service passed"],
      ["name passed", "connect passed", "gateway passed"],
    ]);
    assert.deepEqual(hop(routes[0], "service")?.facts, { requestId: "r-2" });
    assert.equal(bench.service.seen[0]?.headers.accept, "application/json");
    await bench.close();
  });

  it("is made whatever the provider's definition requires of a call", async () => {
    const tenant = { name: "tenant", in: "query", required: true, schema: { type: "string" } };
    const document = foreign({ "/clients": { get: { parameters: [tenant] } } });
    const bench = await openBench({ definition: mergedText(document, "crm") });
    assert.equal((await failureOf(listClients(bench.client))).code, "input/parameter");
    const [route] = (await bench.client.checkNetwork()).routes;
    assert.equal(hop(route, "gateway")?.outcome, "passed");
    assert.deepEqual(
      bench.service.seen.map(({ path }) => path),
      ["/crm/v1/clients"],
    );
    await bench.close();
  });

  it("names a server that takes the connection and gives no answer", async () => {
    const bench = await openBench({
      answer: (_request, response) => response.destroy(),
      identity: (_request, response) => response.destroy(),
    });
    const start = performance.now();
    const { routes } = await bench.client.checkNetwork();
    const taken = performance.now() - start;
    assert.deepEqual(routes.map(outcomes), [
      ["name passed", "connect passed", "gateway failed", "service skipped"],
      ["name passed", "connect passed", "gateway failed"],
    ]);
    const gateway = hop(routes[0], "gateway");
    assert.equal(gateway?.failure, "network/reset");
    assert.ok(gateway.milliseconds >= 0 && gateway.milliseconds <= taken);
    await bench.close();
  });

  it("tells a gateway that answers in place of the service, by the missing request id", async () => {
    const bench = await openBench({
      answer: (_request, response) => response.writeHead(503).end("<html>Maintenance</html>"),
    });
    const [route] = (await bench.client.checkNetwork()).routes;
    assert.equal(hop(route, "gateway")?.facts["status"], 503);
    const { outcome, failure, facts } = hop(route, "service") ?? {};
    const expected = ["remark", "network/noRequestId", { status: 503 }];
    assert.deepEqual([outcome, failure, facts], expected);
    await bench.close();
  });

  it("sees of VS Code's networking whether an answer comes", async () => {
    const bench = await secureBench(service.port, { networking: "editor" });
    const report = await bench.client.checkNetwork();
    assert.equal(report.networking, "editor");
    assert.deepEqual(outcomes(report.routes[0]), [
      ...["name skipped", "connect skipped", "tls skipped"],
      ...["gateway passed", "service passed"],
    ]);
    await bench.close();
  });

  it("ends at once when it is cancelled", async () => {
    const bench = await secureBench(service.port, { lookup: () => undefined });
    const stop = new AbortController();
    const checking = failureOf(bench.client.checkNetwork(stop.signal));
    stop.abort();
    assert.equal((await checking).kind, "canceled");
    await bench.close();
  });
});

async function secureBench(port: number, options: BenchOptions = {}): Promise<Bench> {
  const root = `https://service.example:${port}`;
  return await openBench({
    lookup: lookupHere,
    ...options,
    connection: { baseUrl: root, authUrl: root, ...options.connection },
  });
}

/** Behind a proxy no name is looked up here. */
const nobody: NameLookup = (name) => {
  throw new Error(`${name} was looked up`);
};

function outcomes(route: RouteReport | undefined): readonly string[] {
  return (route?.hops ?? []).map(({ hop: name, outcome }) => `${name} ${outcome}`);
}

function hop(route: RouteReport | undefined, name: HopResult["hop"]): HopResult | undefined {
  return route?.hops.find((result) => result.hop === name);
}
