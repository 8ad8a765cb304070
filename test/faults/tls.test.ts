import assert from "node:assert/strict";
import * as https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { Networking } from "../../src/platform/base/connection";
import { listClients, openBench } from "../unit/platform/http/support/bench";
import { serveRaw, type Seen, type TestServer } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { expectNothingLeft, LIMITS, passTime, resultOf } from "./support/faultRun";
import { count } from "./support/gates";
import { closed, expectNoRejections, until } from "./support/leftovers";
import { NETWORKINGS, placesFor } from "./support/networkings";
import { speakTls, trustTestAuthority, type CertificateName } from "./support/secure";
import { CLOSE, HEAD, outcomeAt, sendWhole, type Place, type WireFault } from "./support/wireFault";

const LIST = '[{"id":1}]';
const TOKEN = JSON.stringify({ access_token: "t-1", token_type: "Bearer", expires_in: 3600 });

const BAD_CERTIFICATES = [
  "expired",
  "notYetValid",
  "otherHost",
  "unknownAuthority",
  "selfSigned",
] as const satisfies readonly CertificateName[];

/** Takes the connection from its first byte, before TLS. */
type TlsFault = Omit<WireFault, "row">;

const TLS_FAULTS: readonly TlsFault[] = [
  ...BAD_CERTIFICATES.map((certificate): TlsFault => ({
    name: `certificate: ${certificate}`,
    send: withCertificate(certificate),
    outcome: "network/certificate",
  })),
  {
    name: "plain HTTP where TLS was expected",
    send: afterHello((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    outcome: "network/tls",
  },
  {
    name: "plain HTTP before anything was said",
    send: (socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    outcome: "network/tls",
  },
  {
    name: "another protocol",
    send: (socket) => socket.resume().end("SSH-2.0-OpenSSH_9.2\r\n"),
    outcome: "network/tls",
  },
  {
    name: "handshake refused by an alert",
    send: afterHello((socket) => socket.end(alert(40))),
    outcome: "network/tls",
  },
  {
    name: "version refused by an alert",
    send: afterHello((socket) => socket.end(alert(70))),
    outcome: "network/tls",
  },
  {
    name: "a handshake message that is none",
    send: afterHello((socket) => socket.end(Buffer.from("1603030005deadbeef00", "hex"))),
    outcome: "network/tls",
  },
  {
    name: "asks for a certificate of ours",
    send: (socket) =>
      speakTls(socket, (secured) => sendWhole(secured, LIST), {
        requestCert: true,
        rejectUnauthorized: true,
      }),
    outcome: "network/tls",
  },
  {
    name: "closes at once",
    send: (socket) => socket.resume().end(),
    outcome: "network/reset",
  },
  {
    name: "closes during the handshake",
    send: afterHello((socket) => socket.end()),
    outcome: "network/reset",
  },
  {
    name: "resets during the handshake",
    send: afterHello((socket) => socket.resetAndDestroy()),
    outcome: "network/reset",
  },
  {
    ...{ name: "never answers the handshake", waits: true },
    send: afterHello(() => undefined),
    outcome: "network/connectTimeout",
    editor: "network/attemptTimeout",
    discovery: "whole",
  },
  {
    name: "closes after the handshake, without an answer",
    send: secured((socket) => socket.end()),
    outcome: "network/reset",
  },
  {
    // The request was read: it must not be said that nothing was sent.
    name: "a broken record after the request",
    send: secured((_secured, raw) => raw.write(Buffer.from("1703030005deadbeef00", "hex"))),
    outcome: "network/reset",
  },
  {
    name: "a broken record inside the body",
    send: secured((over, raw) =>
      over.write(`${HEAD}content-length: 900\r\n\r\n[1`, () =>
        raw.write(Buffer.from("1703030005deadbeef00", "hex")),
      ),
    ),
    outcome: "answer/cut",
  },
  {
    name: "is cut off inside the body",
    send: secured((socket, raw) =>
      socket.write(`${HEAD}content-length: 900\r\n\r\n[1`, () => raw.end()),
    ),
    outcome: "answer/cut",
  },
  {
    ...{ name: "stalls inside the body", waits: true },
    send: secured((socket) => socket.write(`${HEAD}content-length: 900\r\n\r\n[1`)),
    outcome: "network/attemptTimeout",
  },
  {
    name: "a length too short",
    send: secured((socket) => socket.end(`${HEAD}content-length: 1\r\n\r\n[1,2]`)),
    outcome: "answer/overlong",
  },
];

const FAULTS: readonly WireFault[] = TLS_FAULTS.map((fault) => ({ ...fault, row: "F49" }));

for (const networking of NETWORKINGS) {
  for (const place of placesFor(networking)) {
    describe(`TLS faults: ${place}, ${networking} networking`, () => {
      expectNoRejections("G8");
      trustTestAuthority();
      for (const fault of FAULTS) {
        const outcome = outcomeAt(fault, place, networking);
        it(`${fault.name}: ${outcome}`, () => runTlsFault(fault, place, networking));
      }
    });
  }

  describe(`TLS in order, ${networking} networking`, () => {
    trustTestAuthority();

    it("is trusted by name and by address, to both servers", async () => {
      const [service, identityServer] = await Promise.all([serveTls(), serveTls()]);
      const named = identityServer.origin.replace("127.0.0.1", "identity.example");
      const bench = await openBench({
        ...{ service, identityServer, networking, lookup: toLoopback },
        connection: { authUrl: named },
      });
      assert.equal((await listClients(bench.client)).text, LIST);
      await bench.close();
    });
  });

  describe(`TLS with checks switched off around us, ${networking} networking`, () => {
    trustTestAuthority();
    const { rejectUnauthorized } = https.globalAgent.options;
    before(() => {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      https.globalAgent.options.rejectUnauthorized = false;
    });
    after(() => {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      https.globalAgent.options.rejectUnauthorized = rejectUnauthorized;
    });

    for (const certificate of BAD_CERTIFICATES) {
      it(`refuses a certificate that is ${certificate}, of both servers`, async () => {
        for (const [place, code] of [
          ["service", "network/certificate"],
          ["identityServer", "network/identityCertificate"],
        ] as const) {
          const server = await serveTls((socket) => {
            speakTls(socket, answer, { certificate });
            return true;
          });
          const bench = await openBench({ [place]: server, networking });
          const { error } = await resultOf(listClients(bench.client));
          assert.equal(error?.code, code);
          assert.equal(server.seen.length, 0, place);
          await bench.close();
        }
      });
    }
  });
}

async function runTlsFault(fault: WireFault, place: Place, networking: Networking): Promise<void> {
  const clock = new VirtualClock();
  let faulty: Socket | undefined;
  // Before the token request comes discovery, on a connection of its own.
  const before = place === "token" ? 1 : 0;
  const server = await serveTls((socket, earlier) => {
    const isFaulty = earlier === before;
    if (isFaulty) {
      faulty = socket;
      fault.send(socket, "");
    }
    return isFaulty;
  });
  const servers = place === "service" ? { service: server } : { identityServer: server };
  const bench = await openBench({ ...servers, clock, networking, limits: LIMITS });
  try {
    count("G8", "begun");
    const call = resultOf(listClients(bench.client));
    await until(() => faulty !== undefined, "the fault");
    await passTime(fault, place, clock);
    const { error } = await call;
    count("G8", "settled");
    const expected = outcomeAt(fault, place, networking);
    assert.equal(error?.code ?? "whole", expected);
    assert.equal(server.connections(), error === undefined ? 2 : before + 1);
    await closed(faulty!);
    await listClients(bench.client);
    await expectNothingLeft(bench, clock);
    ["cases", "tls"].forEach((what) => count("G8", what));
  } finally {
    await bench.close();
  }
}

/** Speaks TLS on every connection but those that `spoil` takes for itself. */
async function serveTls(
  spoil: (socket: Socket, earlier: number) => boolean = () => false,
): Promise<TestServer> {
  let connections = 0;
  return await serveRaw(() => undefined, {
    scheme: "https",
    onConnection: (socket) => {
      if (!spoil(socket, connections++)) {
        speakTls(socket, answer);
      }
    },
  });
}

function answer(socket: Socket, { path }: Seen): void {
  if (path.startsWith("/identity/") && !path.endsWith("/token")) {
    socket.end(`HTTP/1.1 404 Not Found\r\n${CLOSE}content-length: 0\r\n\r\n`);
  } else {
    sendWhole(socket, path.startsWith("/identity/") ? TOKEN : LIST);
  }
}

function afterHello(send: (socket: Socket) => void): TlsFault["send"] {
  return (socket) => {
    socket.once("data", () => send(socket.resume()));
  };
}

function withCertificate(certificate: CertificateName): TlsFault["send"] {
  return (socket) => speakTls(socket, answer, { certificate });
}

function secured(send: (secured: Socket, socket: Socket) => void): TlsFault["send"] {
  return (socket) => speakTls(socket, (over) => send(over, socket));
}

/** A fatal alert (RFC 8446, section 6). */
function alert(description: number): Buffer {
  return Buffer.from([0x15, 3, 3, 0, 2, 2, description]);
}

const toLoopback: LookupFunction = (_host, options, callback) => {
  if (options.all === true) {
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  } else {
    callback(null, "127.0.0.1", 4);
  }
};
