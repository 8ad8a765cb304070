import { AppError, isAppError } from "../errors";
import type { Clock } from "./clock";
import { ACCEPTED_CODINGS, readContent } from "./content";
import type { HeaderList } from "./headers";
import { requireOrigin, type PinnedOrigin } from "./origin";
import { openScope, throwIfAborted, untilAborted } from "./scope";
import { requireSeal, type DoorKind, type SealedRequest } from "./seal";
import type { Sender, WireAnswer, WireRequest } from "./sender";
import { translateWireError } from "./wireErrors";

/** Limits of one exchange: milliseconds, decoded bytes. */
export interface ExchangeLimits {
  readonly attemptMilliseconds: number;
  readonly bodyBytes: number;
}

export interface ExchangeOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  readonly signal?: AbortSignal | undefined;
}

/** One exchange whose head came. `failure` says why there is no body, where there is none. */
export interface Exchange {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly failure: AppError | undefined;
  /** Milliseconds from the start to the head. */
  readonly firstByte: number;
}

/** The way out to one origin, and to no other. */
export interface Door {
  /** @throws AppError when no head of an answer came */
  exchange(request: SealedRequest, options: ExchangeOptions): Promise<Exchange>;
  /** Stops what is in flight and closes the sockets. */
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly kind: DoorKind;
  readonly origin: PinnedOrigin;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly createSender: () => Sender;
}

const LONGEST_SILENCE = 30_000;
/** Above our own deadline, so that ours speaks first. */
const SLACK = 5_000;

/** Opens the way out to one origin. Nothing leaves before seal and origin are proven. */
export function createDoor(options: DoorOptions): Door {
  const { clock } = options;
  const sender = options.createSender();
  const life = new AbortController();
  return {
    exchange: async (request, { headers, limits, signal }) => {
      requireSeal(request, options.kind);
      const url = requireOrigin(request.url, options.origin);
      const milliseconds = limits.attemptMilliseconds;
      const scope = openScope({ clock, parents: [signal, life.signal], milliseconds });
      const wire = toWire(request, url, { headers, limits, userAgent: options.userAgent });
      const start = clock.monotonic();
      try {
        const answer = await sendHead(sender, wire, scope.signal);
        const firstByte = clock.monotonic() - start;
        const { status, statusText, headers: answered } = answer;
        const read = await readBody(answer, limits.bodyBytes, scope.signal);
        return { status, statusText, headers: answered, firstByte, ...read };
      } finally {
        scope.end();
      }
    },
    close: async () => {
      life.abort(new AppError("canceled", "canceled/disposed"));
      await sender.close();
    },
  };
}

interface WireOptions extends Pick<ExchangeOptions, "headers" | "limits"> {
  readonly userAgent: string;
}

function toWire(request: SealedRequest, url: URL, options: WireOptions): WireRequest {
  const own = { "user-agent": options.userAgent, "accept-encoding": ACCEPTED_CODINGS };
  return {
    method: request.method,
    url,
    headers: { ...own, ...options.headers },
    body: request.body,
    headMilliseconds: options.limits.attemptMilliseconds + SLACK,
    idleMilliseconds: LONGEST_SILENCE,
  };
}

async function sendHead(
  sender: Sender,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  throwIfAborted(signal);
  const answering = sender.send(request, signal);
  try {
    // Not left to the sender: undici heeds the signal only once it is connected.
    return await untilAborted(answering, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw isAppError(error) ? error : translateWireError(error, "beforeHead");
  }
}

async function readBody(
  answer: WireAnswer,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Pick<Exchange, "body" | "failure">> {
  try {
    return { body: await readContent(answer, limitBytes, signal), failure: undefined };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    return { body: new Uint8Array(), failure: error };
  }
}
