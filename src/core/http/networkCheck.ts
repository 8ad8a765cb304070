/** One hop on the way to a server. */
export type Hop = "address" | "name" | "proxy" | "connect" | "tls" | "gateway" | "service";

/** What was found at one hop. */
export interface HopResult {
  readonly hop: Hop;
  /** `skipped` where the way has no such hop, or an earlier one failed. */
  readonly outcome: "passed" | "failed" | "skipped";
  /** Milliseconds; 0 where it was skipped. */
  readonly milliseconds: number;
  /**
   * What was seen, for people to read behind a label: addresses, proxy, TLS version, issuer,
   * status, request id. Never a secret.
   */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Code of an `AppError` with a sentence of its own, when it failed. */
  readonly failure?: string;
}

/** The way to one of a connection's two servers. */
export interface RouteReport {
  readonly server: "service" | "identity";
  /** Scheme, host and port. */
  readonly origin: string;
  readonly hops: readonly HopResult[];
}

export interface NetworkReport {
  readonly networking: "own" | "editor";
  readonly routes: readonly RouteReport[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}
