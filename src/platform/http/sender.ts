import type { HeaderList } from "../base/headers";

/** What goes on the wire, complete: nothing is added but what HTTP itself demands. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Longest silence before the head, in milliseconds. */
  readonly headMilliseconds: number;
  /** Longest silence inside the body, in milliseconds. */
  readonly idleMilliseconds: number;
}

/** The head of an answer. */
export interface WireHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Milliseconds to open the connection; absent where an open one was used. */
  readonly connectMilliseconds?: number;
}

/** Takes an answer as it comes: not decoded, not limited. What it throws ends the exchange. */
export interface Receiver {
  head(head: WireHead): void;
  /** A promise holds the rest back until it is done. */
  chunk(bytes: Uint8Array): Promise<void> | undefined;
}

/** Sends bytes and nothing else; every limit lives above, so that senders can be exchanged. */
export interface Sender {
  /**
   * Done when the body ended whole. Throws at once when the signal is aborted, wherever the
   * exchange is, and leaves nothing running; else throws what its library throws.
   */
  send(request: WireRequest, receiver: Receiver, signal: AbortSignal): Promise<void>;
  /** Closes every socket at once. */
  close(): Promise<void>;
}

/** Answers that end with their head (RFC 9112, section 6.3), whatever they announce. */
export const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** Informational answers before the real one (RFC 9110, section 15.2); more is an attack. */
export const MOST_INFORMATIONAL = 1_000;
