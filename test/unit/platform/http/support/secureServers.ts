import { readFileSync } from "node:fs";
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import { join } from "node:path";
import * as tls from "node:tls";
import type { NameLookup } from "../../../../../src/platform/http/route";
import { sendJson } from "./servers";

/** A certificate or the key of the fixtures, as text. */
export function certificate(name: string): string {
  return readFileSync(join(process.cwd(), "test", "fixtures", "certificates", name), "utf8");
}

/** Trusts the authority of the fixtures until the function returned is called. */
export function trustFixtures(): () => void {
  const before = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...before, certificate("authority.pem")]);
  return () => tls.setDefaultCACertificates(before);
}

/** Every name is on this machine, except those that nobody knows. */
export const lookupHere: NameLookup = (name, options, callback) => {
  if (name.startsWith("unknown.")) {
    const error = Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    process.nextTick(() => callback(error, ""));
    return;
  }
  const address = { address: "127.0.0.1", family: 4 };
  process.nextTick(() =>
    options.all === true ? callback(null, [address]) : callback(null, address.address, 4),
  );
};

/** A request, and the connection that it came over. */
interface SecureRequest {
  readonly host: string | undefined;
  readonly path: string | undefined;
  /** False where the client named none (SNI). */
  readonly servername: string | false | undefined;
  readonly isSessionReused: boolean;
}

export interface SecureService {
  readonly port: number;
  readonly seen: SecureRequest[];
  /** Ends all connections, and keeps serving. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** Service and identity provider behind TLS. */
export async function serveSecure(certificateName = "server.pem"): Promise<SecureService> {
  const seen: SecureRequest[] = [];
  const server = https.createServer(
    { key: certificate("serverKey.pem"), cert: certificate(certificateName) },
    (request, response) => {
      const socket = request.socket as tls.TLSSocket & { servername?: string | false };
      seen.push({
        ...{ host: request.headers.host, path: request.url, servername: socket.servername },
        isSessionReused: socket.isSessionReused(),
      });
      if (request.url === "/identity/connect/token") {
        request.resume();
        sendJson(response, 200, { access_token: "token-1", token_type: "Bearer" });
      } else {
        const isService = request.url?.startsWith("/identity/") !== true;
        sendJson(response, isService ? 200 : 404, [], { "x-dt-requestid": "r-1" });
      }
    },
  );
  const port = await listen(server);
  return {
    ...{ port, seen, close: () => close(server) },
    dropConnections: () => server.closeAllConnections(),
  };
}

export interface Proxy {
  readonly origin: string;
  /** Each `CONNECT`: where to, and with which authorization. */
  readonly asked: { readonly to: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Where every tunnel really leads. */
  readonly port: number;
  /** Status of the answer to `CONNECT`; 200 opens the tunnel. */
  readonly status?: number;
  readonly secure?: string;
}

/** A real proxy that knows `CONNECT` and nothing else. */
export async function serveProxy({ port, status = 200, secure }: ProxyOptions): Promise<Proxy> {
  const asked: { to: string; authorization: string | undefined }[] = [];
  const sockets = new Set<net.Socket>();
  const server =
    secure === undefined
      ? http.createServer()
      : https.createServer({ key: certificate("serverKey.pem"), cert: certificate(secure) });
  server.on("connect", (request, socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const authorization = request.headers["proxy-authorization"];
    asked.push({ to: request.url ?? "", authorization });
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = net.connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
  });
  const own = await listen(server);
  return {
    origin: `${secure === undefined ? "http" : "https"}://127.0.0.1:${own}`,
    asked,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await close(server);
    },
  };
}

async function listen(server: http.Server | https.Server): Promise<number> {
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as net.AddressInfo).port;
}

async function close(server: http.Server | https.Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
