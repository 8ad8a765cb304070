// Without "node:": VS Code replaces the modules of exactly these names with its own, which know
// proxy auto-configuration, proxy sign-in and the system's certificates.
import * as http from "http";
import * as https from "https";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { HeaderList } from "../base/headers";
import type { NameLookup } from "./route";
import { abortReason } from "../base/scope";
import {
  BODILESS,
  MOST_INFORMATIONAL,
  type Receiver,
  type Sender,
  type WireRequest,
} from "./sender";
import { translateWireError } from "./wireErrors";

export interface EditorSenderOptions {
  readonly clock: Clock;
  /** The machine's own name lookup where none is given. */
  readonly lookup?: NameLookup | undefined;
}

/** Said, not left to the default: `NODE_TLS_REJECT_UNAUTHORIZED` would change that. */
const STRICT = { rejectUnauthorized: true } as const;

/**
 * A sender on Node's `http` as VS Code patches it for its extensions. Like the other one it
 * follows nothing, decodes nothing and repeats nothing.
 */
export function createEditorSender({ clock, lookup }: EditorSenderOptions): Sender {
  const own = lookup === undefined ? {} : { lookup };
  const options = { keepAlive: true, scheduling: "lifo", ...own } as const;
  const agents = {
    "http:": new http.Agent(options),
    "https:": new https.Agent({ ...options, ...STRICT }),
  };
  const running = new Set<Exchange>();
  let isClosed = false;
  return {
    send: async (request, receiver, signal) => {
      if (isClosed) {
        throw new AppError("canceled", "canceled/disposed");
      }
      const secure = request.url.protocol === "https:";
      const exchange = new Exchange(request, receiver, {
        clock,
        begin: (settings) =>
          secure
            ? https.request(request.url, { ...settings, ...STRICT, agent: agents["https:"] })
            : http.request(request.url, { ...settings, agent: agents["http:"] }),
      });
      const abort = (): void => exchange.fail(abortReason(signal));
      signal.addEventListener("abort", abort, { once: true });
      running.add(exchange);
      try {
        await exchange.done;
      } finally {
        running.delete(exchange);
        signal.removeEventListener("abort", abort);
      }
    },
    close: async () => {
      isClosed = true;
      running.forEach((exchange) => exchange.fail(new AppError("canceled", "canceled/disposed")));
      agents["http:"].destroy();
      agents["https:"].destroy();
      await Promise.resolve();
    },
  };
}

interface ExchangeParts {
  readonly clock: Clock;
  readonly begin: (settings: http.RequestOptions) => http.ClientRequest;
}

class Exchange {
  readonly done: Promise<void>;
  private resolve: () => void = () => undefined;
  private reject: (reason: unknown) => void = () => undefined;
  private readonly outgoing: http.ClientRequest;
  private readonly start: number;
  private connectMilliseconds: number | undefined;
  private isOver = false;
  /** From then on the request may have arrived. */
  private isConnected = false;
  private incoming: http.IncomingMessage | undefined;

  constructor(
    private readonly request: WireRequest,
    private readonly receiver: Receiver,
    private readonly parts: ExchangeParts,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { method, headers, body, headMilliseconds } = request;
    this.start = parts.clock.monotonic();
    // Node announces no length for the body of a DELETE.
    const length = body === undefined ? {} : { "content-length": body.byteLength };
    const settings = { method, headers: { ...headers, ...length }, timeout: headMilliseconds };
    this.outgoing = parts.begin(settings);
    this.listen();
    this.outgoing.end(body);
  }

  /** Ends it at once, in any phase; the socket goes with it. */
  fail(reason: unknown): void {
    if (!this.isOver) {
      this.isOver = true;
      this.reject(reason);
      this.outgoing.destroy();
    }
  }

  private listen(): void {
    const { outgoing, parts } = this;
    let informational = 0;
    outgoing.on("error", (error) => this.failLate(error));
    outgoing.on("timeout", () => this.fail(coded("UND_ERR_HEADERS_TIMEOUT")));
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      this.fail(coded("HPE_UPGRADE"));
    });
    outgoing.on("information", () => {
      informational++;
      if (informational > MOST_INFORMATIONAL) {
        this.fail(new AppError("network", "network/protocol"));
      }
    });
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) {
        // One that failed at once has no other end.
        this.isConnected = socket.remoteAddress !== undefined;
        return;
      }
      socket.once(this.request.url.protocol === "https:" ? "secureConnect" : "connect", () => {
        this.isConnected = true;
        this.connectMilliseconds = parts.clock.monotonic() - this.start;
      });
    });
    outgoing.on("response", (incoming) => this.read(incoming));
  }

  private read(incoming: http.IncomingMessage): void {
    this.incoming = incoming;
    const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
    const { connectMilliseconds } = this;
    const connect = connectMilliseconds === undefined ? {} : { connectMilliseconds };
    this.guard(() => {
      requireOneLength(incoming);
      this.receiver.head({ status, statusText, headers: pairs(rawHeaders), ...connect });
    });
    incoming.setTimeout(this.request.idleMilliseconds, () =>
      this.fail(coded("UND_ERR_BODY_TIMEOUT")),
    );
    incoming.on("data", (chunk: Buffer) => this.guard(() => this.receiveChunk(incoming, chunk)));
    incoming.on("error", (error) => this.failLate(error));
    incoming.on("aborted", () => this.failLate(coded("ECONNRESET")));
    incoming.on("end", () => this.end(incoming));
  }

  private receiveChunk(incoming: http.IncomingMessage, chunk: Buffer): void {
    const held = this.isOver ? undefined : this.receiver.chunk(chunk);
    if (held !== undefined) {
      incoming.pause();
      held.then(
        () => incoming.resume(),
        (error: unknown) => this.fail(error),
      );
    }
  }

  /** A parser's error behind a complete answer is about what follows it. */
  private failLate(error: Error): void {
    const { incoming } = this;
    const isBehind = incoming?.complete === true && "code" in error && isParserCode(error.code);
    if (!isBehind) {
      this.fail(this.isConnected ? error : translateWireError(error, "connecting"));
    } else if (!BODILESS.has(incoming.statusCode ?? 0)) {
      this.fail(new AppError("answer", "answer/overlong"));
    }
  }

  private end(incoming: http.IncomingMessage): void {
    if (!incoming.complete) {
      this.fail(coded("ECONNRESET"));
      return;
    }
    // An error of what follows the answer, in the same bytes, comes within this turn.
    setImmediate(() => {
      if (!this.isOver) {
        this.isOver = true;
        this.resolve();
      }
    });
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(error);
    }
  }
}

/** Node's parser takes the first of two lengths; undici refuses both (RFC 9112, section 6.3). */
function requireOneLength({ rawHeaders }: http.IncomingMessage): void {
  const lengths = new Set(
    pairs(rawHeaders).flatMap(([name, value]) =>
      name.toLowerCase() === "content-length" ? [value.trim()] : [],
    ),
  );
  if (lengths.size > 1) {
    throw new AppError("network", "network/protocol");
  }
}

function pairs(flat: readonly string[]): HeaderList {
  return flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? ""] as const] : [],
  );
}

function isParserCode(code: unknown): boolean {
  return typeof code === "string" && code.startsWith("HPE_");
}

/** With the codes of the other sender, so that one table translates both. */
function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
