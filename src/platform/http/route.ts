import type { LookupFunction, Socket } from "node:net";
import * as net from "node:net";
import * as tls from "node:tls";
import { Client } from "undici";
import { AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { ProxyRoute } from "./proxySettings";
import { abortReason, throwIfAborted } from "../base/scope";
import { translateWireError } from "./wireErrors";

/** As `dns.lookup`. */
export type NameLookup = LookupFunction;

/** The way to one origin, from the name of the first machine to the last handshake. */
export interface Route {
  readonly origin: URL;
  /** `unusable` where one is set whose address makes no sense. */
  readonly proxy: ProxyRoute | "unusable" | undefined;
  /** Certificates of authorities that are trusted; undefined means Node's own list. */
  readonly authorities: () => readonly string[] | undefined;
  readonly clock: Clock;
  /** The machine's own name lookup where none is given. */
  readonly lookup?: NameLookup | undefined;
}

/** The steps of opening a connection, in their order, for those who want to see them. */
export type RouteStep = "name" | "connect" | "proxy" | "tls";

/** Called when a step was passed, with what can be told of it. */
export type StepListener = (
  step: RouteStep,
  facts: Readonly<Record<string, string | number>>,
) => void;

export interface OpenOptions {
  readonly signal: AbortSignal;
  readonly onStep?: StepListener;
  /** Session of an earlier TLS connection to the same origin. */
  readonly session?: Buffer | undefined;
}

const CONNECT_MILLISECONDS = 10_000;

/**
 * Opens a connection, through the proxy where there is one, TLS where the origin wants it. When
 * the signal is aborted it ends at once, in any step, and leaves no socket behind.
 * @throws AppError `network/proxy…` where the proxy failed; else what `net` and `tls` throw
 */
export async function openSocket(route: Route, options: OpenOptions): Promise<Socket> {
  const { signal } = options;
  throwIfAborted(signal);
  const opening = new Opening(route, options);
  const abort = (): void => opening.fail(abortReason(signal));
  const cancelTimer = route.clock.schedule(CONNECT_MILLISECONDS, () => {
    opening.fail(new AppError("network", "network/connectTimeout"));
  });
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([opening.run(), opening.failed]);
  } finally {
    signal.removeEventListener("abort", abort);
    cancelTimer();
  }
}

/** One connection coming up; knows all its sockets, so that all of them can be given up. */
class Opening {
  readonly failed: Promise<never>;
  private reject: (reason: unknown) => void = () => undefined;
  private readonly sockets: Socket[] = [];

  constructor(
    private readonly route: Route,
    private readonly options: OpenOptions,
  ) {
    this.failed = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    // It is raced; alone it must not count as unhandled.
    this.failed.catch(() => undefined);
  }

  fail(reason: AppError): void {
    this.reject(reason);
    this.giveUp();
  }

  async run(): Promise<Socket> {
    const { origin, proxy } = this.route;
    if (proxy === "unusable") {
      throw new AppError("network", "network/proxyUnusable");
    }
    try {
      const first = proxy === undefined ? await this.connectTcp(origin) : await this.tunnel(proxy);
      return origin.protocol === "https:" ? await this.secure(first) : first;
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }

  private giveUp(): void {
    this.sockets.forEach((socket) => socket.on("error", () => undefined).destroy());
  }

  private async connectTcp(to: URL): Promise<Socket> {
    const { lookup } = this.route;
    const host = to.hostname.replace(/^\[|\]$/g, "");
    const port = Number(to.port) || (to.protocol === "https:" ? 443 : 80);
    const socket = net.connect({ host, port, ...(lookup === undefined ? {} : { lookup }) });
    const addresses: string[] = [];
    socket.on("lookup", (_error, address) => {
      addresses.push(address);
    });
    // A `connectionAttempt` is what says that the name was resolved, whatever follows.
    socket.once("connectionAttempt", (address) => {
      addresses.push(...(addresses.includes(address) ? [] : [address]));
      this.reportStep("name", { addresses: addresses.join(", ") });
    });
    await this.ready(socket, "connect");
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    this.reportStep("connect", { address: `${socket.remoteAddress ?? host}:${port}` });
    return socket;
  }

  private async tunnel(proxy: ProxyRoute): Promise<Socket> {
    const place = { proxy: proxy.url.host, from: proxy.from };
    let socket: Socket;
    try {
      socket = await this.connectTcp(proxy.url);
      socket =
        proxy.url.protocol === "https:"
          ? await this.handshake(socket, proxy.url.hostname, { strict: proxy.strictSsl })
          : socket;
    } catch (error) {
      throw proxyError(error, place);
    }
    const status = await this.askProxy(proxy, socket).catch((error: unknown) => {
      throw proxyError(error, place);
    });
    if (status !== 200) {
      const code = status === 407 ? "network/proxySignIn" : "network/proxyAnswer";
      throw new AppError("network", code, { values: { ...place, status } });
    }
    this.reportStep("proxy", { ...place, status });
    return socket;
  }

  /** `CONNECT` (RFC 9110, section 9.3.6). After it the socket is as if it led to the origin. */
  private async askProxy(proxy: ProxyRoute, socket: Socket): Promise<number> {
    const { hostname, port, protocol } = this.route.origin;
    const path = `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
    const client = new Client(proxy.url.origin, {
      allowH2: false,
      // Not at once: undici overlooks a connection that is there before it waits for one.
      connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    });
    const { authorization } = proxy;
    const answer = await client.connect({
      path,
      headers: {
        host: path,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
      signal: this.options.signal,
    });
    return answer.statusCode;
  }

  private async secure(socket: Socket): Promise<Socket> {
    const secured = await this.handshake(socket, this.route.origin.hostname, {
      strict: true,
      // Of this origin, and so nothing for a proxy on the way to it.
      session: this.options.session,
    });
    this.reportStep("tls", certificateFacts(secured));
    return secured;
  }

  private async handshake(
    socket: Socket,
    hostname: string,
    { strict, session }: { readonly strict: boolean; readonly session?: Buffer | undefined },
  ): Promise<tls.TLSSocket> {
    const authorities = this.route.authorities();
    const host = hostname.replace(/^\[|\]$/g, "");
    const secured = tls.connect({
      socket,
      // A name only: addresses are not allowed there (RFC 6066, section 3).
      ...(net.isIP(host) === 0 ? { servername: host } : { host }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: strict,
      ...(authorities === undefined ? {} : { ca: [...authorities] }),
      ...(session === undefined ? {} : { session }),
    });
    await this.ready(secured, "secureConnect");
    return secured;
  }

  private async ready(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
    this.sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      const settle = (end: () => void): void => {
        socket.off(event, onReady).off("error", onError).off("close", onClose);
        end();
      };
      const onReady = (): void => settle(resolve);
      const onError = (error: Error): void => settle(() => reject(error));
      const onClose = (): void => settle(() => reject(resetError()));
      socket.once(event, onReady).once("error", onError).once("close", onClose);
    });
  }

  private reportStep(...[step, facts]: Parameters<StepListener>): void {
    this.options.onStep?.(step, facts);
  }
}

function certificateFacts(socket: tls.TLSSocket): Record<string, string> {
  const { issuer, subject, valid_to: validTo } = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? "",
    issuer: nameOf(issuer),
    subject: nameOf(subject),
    validTo,
  };
}

/** Parts of a name may be lists, and the whole may be missing. */
function nameOf(name: Partial<tls.Certificate> | undefined): string {
  return [name?.O, name?.CN].flat().filter(Boolean).join(", ");
}

function proxyError(
  error: unknown,
  place: { readonly proxy: string; readonly from: string },
): AppError {
  if (isAppError(error)) {
    return error;
  }
  const { code, values, kind } = translateWireError(error, "connecting");
  if (kind === "canceled") {
    return new AppError(kind, code);
  }
  const reason = String(values["reason"] ?? "");
  return new AppError("network", "network/proxyRefused", { values: { ...place, reason } });
}

function resetError(): Error {
  return Object.assign(new Error("closed"), { code: "ECONNRESET" });
}
