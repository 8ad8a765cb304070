import assert from "node:assert/strict";
import type { Socket } from "node:net";
import * as zlib from "node:zlib";
import type { Networking } from "../../src/platform/base/connection";
import {
  failureOf,
  listClients,
  openBench,
  tokenRequests,
} from "../unit/platform/http/support/bench";
import { sendJson, serve, serveRaw } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { LIMITS } from "./support/faultRun";
import { count } from "./support/gates";
import { expectNoRejections, quiet, until } from "./support/leftovers";
import { NETWORKINGS } from "./support/networkings";
import { HEAD, sendWhole } from "./support/wireFault";

const LIST = Buffer.from(JSON.stringify(Array.from({ length: 50 }, (_v, id) => ({ id }))));

for (const networking of NETWORKINGS) {
  describe(`answers on the wire, ${networking} networking`, () => {
    expectNoRejections("G8");

    it("keeps status and request id of an answer whose body is cut", async () => {
      const service = await serveRaw((socket) => socket.end(`${HEAD}content-length: 9\r\n\r\n[`));
      const bench = await openBench({ service, networking });
      const error = await failureOf(listClients(bench.client));
      await bench.close();
      const attempt = error.action?.attempts[0];
      assert.deepEqual(
        [error.status, error.requestId, attempt?.status, attempt?.requestId, attempt?.failure],
        [200, "r-1", 200, "r-1", "answer/cut"],
      );
      assert.equal(error.body, undefined);
      assert.equal(error.values["receivedBytes"], 1, "the message says how far it came");
    });

    it("keeps the status of a failure whose body is cut", async () => {
      const head = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 900\r\n\r\n{";
      const service = await serveRaw((socket) => socket.end(head));
      const bench = await openBench({ service, networking });
      const error = await failureOf(listClients(bench.client));
      await bench.close();
      assert.deepEqual([error.code, error.values["bodyFailure"]], ["service/502", "answer/cut"]);
    });

    it("keeps the whole body of a failure, whatever it is", async () => {
      const html = "<!doctype html><title>Bad gateway</title>";
      const bench = await openBench({
        networking,
        answer: (_request, response) =>
          response.writeHead(502, { "content-type": "text/html" }).end(html),
      });
      const error = await failureOf(listClients(bench.client));
      await bench.close();
      assert.equal(Buffer.from(error.body ?? []).toString(), html);
    });

    it("counts decoded bytes against the limit, with and without a coding", async () => {
      const body = Buffer.from(JSON.stringify("x".repeat(5_000)));
      for (const [coding, bytes] of [
        ["identity", body],
        ["gzip", zlib.gzipSync(body)],
      ] as const) {
        const limits = { bodyBytes: body.length - 1 };
        const service = await serveRaw(coded(coding, bytes));
        const small = await openBench({ service, networking, limits });
        assert.equal((await failureOf(listClients(small.client))).code, "answer/tooLarge");
        await small.close();
        const again = await serveRaw(coded(coding, bytes));
        const enough = { bodyBytes: body.length };
        const exact = await openBench({ service: again, networking, limits: enough });
        assert.equal((await listClients(exact.client)).body.byteLength, body.length);
        await exact.close();
      }
    });

    it("reads every coding it asks for, byte for byte", async () => {
      const codings: readonly (readonly [string, Buffer])[] = [
        ["gzip", zlib.gzipSync(LIST)],
        ["GZIP", zlib.gzipSync(LIST)],
        ["deflate", zlib.deflateSync(LIST)],
        ["deflate", zlib.deflateRawSync(LIST)],
        ["br", zlib.brotliCompressSync(LIST)],
        ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(LIST))],
      ];
      for (const [coding, bytes] of codings) {
        const service = await serveRaw(coded(coding, bytes));
        const bench = await openBench({ service, networking });
        const answer = await listClients(bench.client);
        await bench.close();
        assert.deepEqual(Buffer.from(answer.body), LIST, coding);
      }
    });

    it("strips one byte order mark from the text and keeps it in the bytes", async () => {
      const bytes = Buffer.from("\uFEFF\uFEFF[]", "utf8");
      const bench = await openBench({
        service: await serveRaw(coded("identity", bytes)),
        networking,
      });
      const answer = await listClients(bench.client);
      await bench.close();
      assert.equal(answer.text, "\uFEFF[]");
      assert.deepEqual(Buffer.from(answer.body), bytes);
    });

    it("shows nothing of an answer that nobody asked for", async () => {
      let first: Socket | undefined;
      const service = await serveRaw((socket) => {
        first ??= socket;
        sendWhole(socket, "[1]");
      });
      const bench = await openBench({ service, networking });
      assert.equal((await listClients(bench.client)).text, "[1]");
      // The connection is idle now: what comes on it belongs to no request.
      sendWhole(first!, '["not asked for"]');
      await until(() => first?.closed === true, "the end of that connection");
      assert.equal((await listClients(bench.client)).text, "[1]");
      assert.equal(service.connections(), 2);
      await bench.close();
      count("G8", "cases");
      count("G8", "service");
    });

    it("takes a server that speaks first for what it is: none of HTTP", async () => {
      const service = await serveRaw(() => undefined, {
        onConnection: (socket) => socket.write("220 mail.example ESMTP\r\n"),
      });
      const bench = await openBench({ service, networking });
      const error = await failureOf(listClients(bench.client));
      assert.equal(error.code, "network/protocol");
      await bench.close();
      count("G8", "cases");
      count("G8", "service");
    });

    it("keeps a request id fit to be shown, however it came", async () => {
      for (const [sent, shown] of [
        [undefined, undefined],
        ["a".repeat(10_000), `${"a".repeat(256)}…`],
        ["", undefined],
        // Two signs without a look; the bytes before them mean nothing, and stay.
        ["id\u00adwith\u200esigns", "id\u00c2with\u00e2signs"],
      ] as const) {
        const id = sent === undefined ? "" : `x-dt-requestid: ${sent}\r\n`;
        const service = await serveRaw((socket) =>
          socket.end(`HTTP/1.1 404 Not Found\r\n${id}content-length: 0\r\n\r\n`, "utf8"),
        );
        const bench = await openBench({ service, networking });
        const error = await failureOf(listClients(bench.client));
        await bench.close();
        assert.equal(error.requestId, shown);
        assert.equal(error.action?.attempts[0]?.echo, "missing");
      }
    });

    for (const place of ["service", "token"] as const) {
      it(`reports a port where nobody listens: ${place}`, async () => {
        const closed = await serve((_request, response) => sendJson(response, 200, []));
        await closed.close();
        const there = place === "service" ? { service: closed } : { identityServer: closed };
        await expectRefusal(
          networking,
          there,
          {
            service: "network/refused",
            token: "network/identityUnreachable",
          }[place],
        );
      });

      for (const [code, expected] of [
        ["ENOTFOUND", "network/nameNotFound"],
        ["EAI_AGAIN", "network/nameNotFound"],
        ["EHOSTUNREACH", "network/unreachable"],
      ] as const) {
        it(`reports a name that leads nowhere (${code}): ${place}`, async () => {
          const connection =
            place === "service"
              ? { baseUrl: "https://service.example" }
              : { authUrl: "https://identity.example" };
          const outcome = place === "service" ? expected : "network/identityUnreachable";
          const failing = Object.assign(new Error("lookup"), { code });
          await expectRefusal(
            networking,
            { connection, lookup: (_host, _options, callback) => callback(failing, "") },
            outcome,
          );
        });
      }
    }
  });
}

async function expectRefusal(
  networking: Networking,
  options: Parameters<typeof openBench>[0],
  code: string,
): Promise<void> {
  const clock = new VirtualClock();
  const bench = await openBench({ ...options, networking, clock, limits: LIMITS });
  const error = await failureOf(listClients(bench.client));
  assert.deepEqual([error.kind, error.code], ["network", code]);
  assert.equal(error.action?.attempts.length, code.startsWith("network/identity") ? 0 : 1);
  assert.ok(tokenRequests(bench.identity).length <= 1);
  await bench.client.dispose();
  await quiet(bench.service, bench.identity);
  assert.equal(clock.pending, 0);
  await bench.close();
  count("G8", "cases");
  count("G8", code.startsWith("network/identity") ? "token" : "service");
}

function coded(coding: string, bytes: Buffer): (socket: Socket) => void {
  const head = `${HEAD}content-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return (socket) => socket.end(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
}
