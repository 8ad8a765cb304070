import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as http from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Networking } from "../../../../src/platform/base/connection";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import { findHeader } from "../../../../src/platform/http/headers";
import type { Attempt } from "../../../../src/platform/base/action";
import {
  CLIENT_SECRET,
  failureOf,
  listClients,
  openBench,
  SUBSCRIPTION_KEY,
} from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

const BODY = Buffer.from('{"provider":"Aviva","units":1204.3300}');
const PATH = { clientId: "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11", pensionId: "PEN-0042" };

for (const networking of ["own", "editor"] satisfies Networking[]) {
  describe(`what is recorded of an attempt, ${networking} networking`, () => {
    it("are the headers of a read and of a write as they came to the service", async () => {
      const wire = await recordWire();
      const bench = await openBench({ networking, connection: { baseUrl: wire.origin } });
      const read = await listClients(bench.client);
      const call = { operationId: "putPension", path: PATH, body: BODY } as const;
      const target = {
        ...bench.client.describe(call),
        connectionId: bench.connection.id,
        bodyHash: hashBody(BODY),
      };
      const action = bench.client.startAction("Pension");
      const permit = bench.permits.issue(target);
      const write = await bench.client.send({ ...call, permit }, { action });
      const recorded = [read, write].map(({ action: { attempts } }) => attempts[0]!.requestHeaders);
      for (const [index, headers] of recorded.entries()) {
        const came = pairs(wire.seen[index]!).filter(
          ([name]) => name.toLowerCase() !== "connection",
        );
        // Node puts the host elsewhere; what came from us keeps its order.
        const order = networking === "own" ? (list: Pairs) => list : byName;
        assert.deepEqual(order(headers), order(came.map(withoutCredentials)));
      }
      assert.equal(findHeader(recorded[1]!, "content-length"), String(BODY.byteLength));
      const secrets = JSON.stringify(bench.actions);
      assert.equal(/token-1|0f5c2a9e7b134d68a1c3e5f708192a3b/.test(secrets), false);
      await bench.close();
      await wire.close();
    });

    it("are the headers of the answer, in order, without what is secret in them", async () => {
      const bench = await openBench({
        networking,
        answer: ({ headers }, response) =>
          sendJson(response, 200, [], {
            "x-dt-requestid": "r-1",
            "x-b": "b",
            "x-A": "a",
            "set-cookie": ["session=abc", "other=def"],
            "x-echo": `${headers.authorization} ${String(headers["ocp-apim-subscription-key"])}`,
            "x-auth-token": "of the service",
            "x-functions-key": "of the service",
            "x-original-authorization": "of-the-service",
            "x-api-keys-left": "3",
          }),
      });
      const { action } = await listClients(bench.client);
      const [{ responseHeaders }] = action.attempts as readonly [Attempt];
      const own = responseHeaders.filter(([name]) => /^(x-|set-)/i.test(name));
      assert.deepEqual(own, [
        ["x-dt-requestid", "r-1"],
        ["x-b", "b"],
        ["x-A", "a"],
        ["set-cookie", "[redacted]"],
        ["set-cookie", "[redacted]"],
        ["x-echo", "Bearer [redacted] [redacted]"],
        ["x-auth-token", "[redacted]"],
        ["x-functions-key", "[redacted]"],
        ["x-original-authorization", "[redacted]"],
        ["x-api-keys-left", "3"],
      ]);
      await bench.close();
    });

    it("are the hashes of both bodies and the operation", async () => {
      const bench = await openBench({
        networking,
        answer: (_request, response) => sendJson(response, 200, [{ a: 1.1 }]),
      });
      const { action, body } = await listClients(bench.client);
      const [attempt] = action.attempts as readonly [Attempt];
      const hash = createHash("sha256").update(body).digest("hex");
      assert.deepEqual(
        [attempt.operationId, attempt.responseHash, attempt.requestHash],
        ["listClients", hash, undefined],
      );
      await bench.close();
    });

    it("are size and hash of a download", async () => {
      const rows = Buffer.from(
        JSON.stringify(Array.from({ length: 30_000 }, (_v, id) => ({ id }))),
      );
      const bench = await openBench({
        networking,
        answer: (_request, response) => response.end(rows),
      });
      const action = bench.client.startAction("Clients");
      const call = { operationId: "listClients" } as const;
      const saved = await bench.client.download(call, { action }, () => Promise.resolve());
      const [attempt] = saved.action.attempts as readonly [Attempt];
      assert.deepEqual(
        [attempt.responseBytes, attempt.responseHash],
        [rows.byteLength, createHash("sha256").update(rows).digest("hex")],
      );
      await bench.close();
    });

    it("has no hash of a download that ended early", async () => {
      const bench = await openBench({
        networking,
        answer: (_request, response) => {
          response.writeHead(200, { "content-length": 1_000 });
          response.write("x".repeat(100), () => response.destroy());
        },
      });
      const action = bench.client.startAction("Clients");
      const call = { operationId: "listClients" } as const;
      const error = await failureOf(
        bench.client.download(call, { action }, () => Promise.resolve()),
      );
      const attempt = error.action?.attempts[0];
      assert.deepEqual([attempt?.responseBytes, attempt?.responseHash], [100, undefined]);
      await bench.close();
    });

    it("are the headers that were sent where no answer came", async () => {
      const bench = await openBench({
        networking,
        answer: (_request, response) => response.destroy(),
      });
      const error = await failureOf(listClients(bench.client));
      const [attempt] = error.action?.attempts as readonly [Attempt];
      assert.equal(findHeader(attempt.requestHeaders, "authorization"), "Bearer [redacted]");
      assert.deepEqual([attempt.responseHeaders, attempt.status], [[], undefined]);
      assert.equal(JSON.stringify(attempt).includes(SUBSCRIPTION_KEY), false);
      assert.equal(JSON.stringify(attempt).includes(CLIENT_SECRET), false);
      await bench.close();
    });
  });
}

type Pairs = readonly (readonly [string, string])[];

function pairs(raw: readonly string[]): Pairs {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : [],
  );
}

function withoutCredentials([name, value]: Pairs[number]): Pairs[number] {
  const small = name.toLowerCase();
  if (small === "authorization") {
    return [name, "Bearer [redacted]"];
  }
  return small === "ocp-apim-subscription-key" ? [name, "[redacted]"] : [name, value];
}

/** Node spells the host with a capital, whatever was asked for. */
function byName(list: Pairs): Pairs {
  return list
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Wire {
  readonly origin: string;
  /** Names and values of each request, in the order and spelling they came. */
  readonly seen: string[][];
  close(): Promise<void>;
}

async function recordWire(): Promise<Wire> {
  const seen: string[][] = [];
  const server = http.createServer((request, response) => {
    seen.push(request.rawHeaders);
    request.resume();
    request.on("end", () => response.end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
