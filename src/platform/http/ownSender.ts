import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { Client, type Dispatcher } from "undici";
import { AppError, isAppError } from "../base/errors";
import type { HeaderList } from "../base/headers";
import { openSocket, type Route } from "./route";
import { abortReason, throwIfAborted } from "../base/scope";
import {
  BODILESS,
  MOST_INFORMATIONAL,
  type Receiver,
  type Sender,
  type WireRequest,
} from "./sender";
import { translateWireError } from "./wireErrors";

/**
 * A sender on undici: no retries, no redirects, no cache, no cookies. Each lane is one client
 * with one socket and one exchange at a time, so that all of it can be ended with a call that
 * is cancelled, whatever phase it is in.
 */
export function createOwnSender(route: Route): Sender {
  const lanes = new ConnectionPool(route);
  return {
    send: async (request, receiver, signal) => {
      const lane = await lanes.acquire(signal);
      try {
        await lane.send(request, receiver, signal);
      } catch (error) {
        lanes.drop(lane);
        throw error;
      }
      lanes.release(lane);
    },
    close: () => lanes.close(),
  };
}

/** As many connections as there ever were exchanges at once. */
class ConnectionPool {
  private readonly all = new Set<PooledConnection>();
  private readonly idle: PooledConnection[] = [];
  private resting = 0;
  private isClosed = false;

  constructor(private readonly route: Route) {}

  async acquire(signal: AbortSignal): Promise<PooledConnection> {
    // A turn of waiting is less than a TLS handshake; on loopback a new connection is less.
    const isCostly = this.route.origin.protocol === "https:";
    if (isCostly && this.idle.length === 0 && this.resting > 0) {
      await turn();
      throwIfAborted(signal);
    }
    if (this.isClosed) {
      throw new AppError("canceled", "canceled/disposed");
    }
    const lane = this.idle.pop() ?? new PooledConnection(this.route);
    this.all.add(lane);
    return lane;
  }

  release(lane: PooledConnection): void {
    this.resting++;
    // A turn later: a server that closes behind its answer is noticed by then.
    setImmediate(() => {
      this.resting--;
      if (this.all.has(lane)) {
        this.idle.push(lane);
      }
    });
  }

  drop(lane: PooledConnection): void {
    this.all.delete(lane);
    lane.destroy();
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.all.forEach((lane) => lane.destroy());
    this.all.clear();
    this.idle.length = 0;
    return Promise.resolve();
  }
}

/** One connection to the origin, opened at first use and again when the server closed it. */
class PooledConnection {
  private readonly life = new AbortController();
  private readonly client: Client;
  private socket: Socket | undefined;
  private session: Buffer | undefined;
  private connectMilliseconds: number | undefined;
  /** Bytes behind the end of an answer that undici put back. */
  private surplus = 0;
  private exchange: Exchange | undefined;

  constructor(private readonly route: Route) {
    // HTTP/2 stays off: undici's limits hold for HTTP/1.1 only. Pipelining of 1 rules out that
    // answers change places.
    this.client = new Client(route.origin, {
      allowH2: false,
      pipelining: 1,
      connect: (_options, callback) => {
        this.open().then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(connectError(error), null),
        );
      },
    });
  }

  async send(request: WireRequest, receiver: Receiver, signal: AbortSignal): Promise<void> {
    this.surplus = 0;
    this.connectMilliseconds = undefined;
    const exchange = new Exchange(request, {
      receiver,
      signal,
      connectMilliseconds: () => this.connectMilliseconds,
    });
    this.exchange = exchange;
    const abort = (): void => exchange.fail(abortReason(signal));
    signal.addEventListener("abort", abort, { once: true });
    try {
      this.client.dispatch(exchange.options, exchange);
      await exchange.done;
    } finally {
      signal.removeEventListener("abort", abort);
    }
    if (!exchange.isBodiless) {
      this.refuseSurplus();
    }
    // As long as the connection waits for the next one it would keep the body of this one.
    this.exchange = undefined;
  }

  destroy(): void {
    const reason = new AppError("canceled", "canceled/disposed");
    this.life.abort(reason);
    this.exchange?.fail(reason);
    this.socket?.destroy();
    this.client.destroy().catch(() => undefined);
  }

  private async open(): Promise<Socket> {
    const { clock } = this.route;
    const start = clock.monotonic();
    const { session } = this;
    const socket = await openSocket(this.route, { signal: this.life.signal, session });
    this.connectMilliseconds = clock.monotonic() - start;
    if (socket instanceof TLSSocket) {
      socket.on("session", (fresh: Buffer) => {
        this.session = fresh;
      });
    }
    this.watch(socket);
    return socket;
  }

  private watch(socket: Socket): void {
    this.socket = socket;
    // After a handshake over a socket of its own an error alone closes nothing, and undici waits
    // for the close.
    socket.once("error", () => socket.destroy());
    const unshift = socket.unshift.bind(socket);
    // undici puts back what follows an answer that ends its connection; nobody reads it there.
    socket.unshift = (chunk: Uint8Array, encoding?: BufferEncoding): void => {
      // What is held back is put there, too, and read when it goes on.
      if (this.exchange?.isHeld !== true) {
        this.surplus += chunk.byteLength;
      }
      unshift(chunk, encoding);
    };
  }

  /**
   * More bytes than the answer announced: undici cuts them off silently on a connection that
   * ends, and takes them for the beginning of another answer on one that goes on. Both are
   * known here in the same turn in which the body ended.
   */
  private refuseSurplus(): void {
    const error = this.socket?.errored;
    const isSurplus = error?.message === "bad response" || error?.name === "HTTPParserError";
    if (this.surplus > 0 || isSurplus) {
      throw new AppError("answer", "answer/overlong");
    }
  }
}

interface ExchangeParts {
  readonly receiver: Receiver;
  readonly signal: AbortSignal;
  readonly connectMilliseconds: () => number | undefined;
}

/** One exchange, as undici's handler of its events. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>;
  readonly options: Dispatcher.DispatchOptions;
  private resolve: () => void = () => undefined;
  private reject: (reason: unknown) => void = () => undefined;
  private informational = 0;
  private isOver = false;
  /** What follows such a head is nothing of it. */
  isBodiless = false;
  /** Its receiver asked for a rest. */
  isHeld = false;

  constructor(
    { url, method, headers, body, headMilliseconds, idleMilliseconds }: WireRequest,
    private readonly parts: ExchangeParts,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.options = {
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      body: body ?? null,
      headersTimeout: headMilliseconds,
      bodyTimeout: idleMilliseconds,
    };
  }

  /** Ends the wait at once; the lane ends the rest. */
  fail(reason: unknown): void {
    this.isOver = true;
    this.reject(reason);
  }

  onRequestStart(): void {
    // Required by undici to tell this kind of handler from the older one.
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusText = "",
  ): void {
    if (status < 200) {
      this.informational++;
      if (this.informational > MOST_INFORMATIONAL) {
        throw new AppError("network", "network/protocol");
      }
      return;
    }
    this.isBodiless = BODILESS.has(status);
    const connectMilliseconds = this.parts.connectMilliseconds();
    this.parts.receiver.head({
      status,
      statusText,
      headers: pairs(controller.rawHeaders as readonly Buffer[]),
      ...(connectMilliseconds === undefined ? {} : { connectMilliseconds }),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const held = this.isOver ? undefined : this.parts.receiver.chunk(chunk);
    if (held !== undefined) {
      this.isHeld = true;
      controller.pause();
      held.then(
        () => {
          this.isHeld = false;
          controller.resume();
        },
        (error: unknown) => this.fail(error),
      );
    }
  }

  onResponseEnd(): void {
    this.resolve();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici takes a length that such an answer announces for a promise.
    if (this.isBodiless) {
      this.resolve();
    } else {
      this.reject(error);
    }
  }
}

/** Said here, where it is known that nothing was sent yet. */
function connectError(error: unknown): AppError {
  return isAppError(error) ? error : translateWireError(error, "connecting");
}

/** undici gives names and values as one flat list of buffers. */
function pairs(raw: readonly Buffer[]): HeaderList {
  const list: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    list.push([latin1(raw[index]), latin1(raw[index + 1])]);
  }
  return list;
}

/** Bytes beyond ASCII have no meaning of their own there (RFC 9110, section 5.5). */
function latin1(bytes: Buffer | undefined): string {
  return bytes?.toString("latin1") ?? "";
}
