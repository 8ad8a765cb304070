import { AppError, isAppError } from "../base/errors";
import { type ByteSink, collectContent, streamContent, type Content } from "./content";
import { NO_BODY, type Body } from "./body";
import type { Clock } from "../base/clock";
import { ACCEPTED_CODINGS } from "./decoding";
import type { HeaderList } from "../base/headers";
import { requireOrigin, type PinnedOrigin } from "./origin";
import { throwIfAborted, untilAborted, type Scope } from "../base/scope";
import { requireSeal, type DoorKind, type SealedRequest } from "./seal";
import type { Sender, WireHead, WireRequest } from "./sender";
import { translateWireError } from "./wireErrors";

/** Limits of one exchange: milliseconds, decoded bytes. */
export interface ExchangeLimits {
  readonly attemptMilliseconds: number;
  readonly bodyBytes: number;
}

export interface ExchangeOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  /** Ends with its time: an exchange that took too long is not tried again. */
  readonly scope: Scope;
  /** Takes the body of a 2xx instead of memory; then neither size nor time of it is limited. */
  readonly sink?: ByteSink | undefined;
  /** Told of the body of a 2xx as it comes, decoded, beside its being kept; must not throw. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
}

/** One exchange whose head came. `failure` says why there is no body, where there is none. */
export interface Exchange {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Empty where a sink took it. */
  readonly body: Body;
  readonly failure: AppError | undefined;
  /** Milliseconds from the start to the head. */
  readonly firstByte: number;
  /** Milliseconds to open the connection; absent where an open one was used. */
  readonly connect?: number;
}

/** The way out to one origin, and to no other. */
export interface Door {
  /** The headers of a request as they go on the wire, as far as they are known here. */
  sentHeaders(request: SealedRequest, headers: ExchangeOptions["headers"]): HeaderList;
  /** @throws AppError when no head of an answer came */
  exchange(request: SealedRequest, options: ExchangeOptions): Promise<Exchange>;
  /** Stops what is in flight and closes the sockets. */
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly kind: DoorKind;
  readonly origin: PinnedOrigin;
  /** Nothing leaves for another address; all of the origin are its own where there is none. */
  readonly isOwn?: ((url: URL) => boolean) | undefined;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly sender: Sender;
}

const LONGEST_SILENCE = 30_000;
/** Above our own deadline, so that ours speaks first. */
const SLACK = 5_000;

/** Opens the way out to one origin. Nothing leaves before seal and origin are proven. */
export function createDoor(options: DoorOptions): Door {
  const { clock, sender, userAgent, origin } = options;
  const host = ["host", hostOf(origin)] as const;
  return {
    sentHeaders: ({ method, body }, headers) => {
      const length = body?.byteLength ?? (PAYLOAD_METHODS.has(method) ? 0 : undefined);
      return [
        host,
        ...Object.entries({ ...ownHeaders(userAgent), ...headers }),
        ...(length === undefined ? [] : [["content-length", String(length)] as const]),
      ];
    },
    exchange: async (request, { headers, limits, scope, sink, onBytes }) => {
      requireSeal(request, options.kind);
      const url = requireOrigin(request.url, options);
      const cancelTimer = scope.limit(limits.attemptMilliseconds, "network/attemptTimeout");
      const wire = toWire(request, url, { headers, limits, userAgent });
      // A download may last; only its head is waited for no longer than for any other.
      const onStreaming = (): void => scope.unlimit();
      const reading = new Reading({ clock, limits, sink, onBytes, onStreaming });
      try {
        // A sender hears of an end, not of one that was before.
        throwIfAborted(scope.signal);
        await sender.send(wire, reading, scope.signal);
        return await reading.finish(scope.signal);
      } catch (error) {
        return reading.failed(error, scope.signal);
      } finally {
        cancelTimer();
      }
    },
    close: () => sender.close(),
  };
}

interface ReadingOptions {
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly sink: ByteSink | undefined;
  readonly onBytes: ExchangeOptions["onBytes"];
  readonly onStreaming: () => void;
}

/** Reads one answer under the limits. */
class Reading {
  private readonly start: number;
  private answered: (WireHead & { readonly firstByte: number }) | undefined;
  private content: Content | undefined;
  /** As they came, before they are unpacked. */
  private receivedBytes = 0;

  constructor(private readonly options: ReadingOptions) {
    this.start = options.clock.monotonic();
  }

  head(head: WireHead): void {
    const { clock, limits, sink, onBytes, onStreaming } = this.options;
    this.answered = { ...head, firstByte: clock.monotonic() - this.start };
    const isSuccess = head.status >= 200 && head.status <= 299;
    if (isSuccess && sink !== undefined) {
      this.content = streamContent(head.headers, sink);
      onStreaming();
    } else {
      const heard = isSuccess ? { onBytes } : {};
      this.content = collectContent(head.headers, { limitBytes: limits.bodyBytes, ...heard });
    }
  }

  chunk(bytes: Uint8Array): Promise<void> | undefined {
    this.receivedBytes += bytes.byteLength;
    return this.content?.chunk(bytes);
  }

  finish(signal: AbortSignal): Exchange | Promise<Exchange> {
    const body = this.content?.finish() ?? NO_BODY;
    return body instanceof Promise
      ? untilAborted(body, signal).then((decoded) => this.exchange(decoded, undefined))
      : this.exchange(body, undefined);
  }

  /** Before the head a failure is thrown; after it, it says why there is no body. */
  failed(error: unknown, signal: AbortSignal): Exchange {
    this.content?.abandon();
    const phase = this.answered === undefined ? "beforeHead" : "inBody";
    const failure = ownError(error, phase, signal);
    if (this.answered === undefined) {
      throw failure;
    }
    const { kind, code, values, cause } = failure;
    const received = { ...values, receivedBytes: this.receivedBytes };
    const isOnTheWay = kind === "network" || code === "answer/cut";
    return this.exchange(
      NO_BODY,
      isOnTheWay ? new AppError(kind, code, { cause, values: received }) : failure,
    );
  }

  private exchange(body: Body, failure: AppError | undefined): Exchange {
    const { answered } = this;
    if (answered === undefined) {
      throw new AppError("network", "network/protocol");
    }
    const { status, statusText, headers, firstByte, connectMilliseconds } = answered;
    const connect = connectMilliseconds === undefined ? {} : { connect: connectMilliseconds };
    return { status, statusText, headers, firstByte, ...connect, body, failure };
  }
}

function ownError(error: unknown, phase: "beforeHead" | "inBody", signal: AbortSignal): AppError {
  try {
    throwIfAborted(signal);
  } catch (reason) {
    return reason as AppError;
  }
  return isAppError(error) ? error : translateWireError(error, phase);
}

interface WireOptions extends Pick<ExchangeOptions, "headers" | "limits"> {
  readonly userAgent: string;
}

function toWire(request: SealedRequest, url: URL, options: WireOptions): WireRequest {
  return {
    method: request.method,
    url,
    headers: { ...ownHeaders(options.userAgent), ...options.headers },
    body: request.body,
    headMilliseconds: options.limits.attemptMilliseconds + SLACK,
    idleMilliseconds: LONGEST_SILENCE,
  };
}

/** A length is said for these even where there is no body (RFC 9110, section 8.6). */
const PAYLOAD_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

function ownHeaders(userAgent: string): Readonly<Record<string, string>> {
  return { "user-agent": userAgent, "accept-encoding": ACCEPTED_CODINGS };
}

function hostOf(origin: PinnedOrigin): string {
  return origin.slice(origin.indexOf("//") + 2);
}
