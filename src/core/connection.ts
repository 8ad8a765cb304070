import type { Session } from "./service/client";

/** The three API domains of the service (specification, section 1). */
export const DOMAINS = ["crm", "finances", "profiling"] as const;
export type Domain = (typeof DOMAINS)[number];

/** What the subscription key decides; an unknown environment counts as production. */
export type Environment = "sandbox" | "development" | "production";

/** Whether a connection can be called: not begun yet, coming up, stopped by the user, up. */
export type ConnectionState = "idle" | "starting" | "stopped" | "ready";

/** What tree and status bar show of a connection. */
export interface ConnectionSummary {
  readonly id: string;
  readonly label: string;
  readonly environment: Environment;
  readonly state: ConnectionState;
  readonly session: Session | undefined;
  /** First 6 hex digits of the key's SHA-256: tells keys apart without showing them. */
  readonly keyFingerprint: string | undefined;
  /** Absent as long as its addresses are not known. */
  readonly connection: Connection | undefined;
}

/** `own`: undici with VS Code's proxy settings; `editor`: `http` as VS Code patches it. */
export type Networking = "own" | "editor";

/** The ways to a token (specification, section 5.1). */
export type AccessModel = "serviceAccount" | "userPresent" | "delegation";

/**
 * One named way in. Holds no secret: key, client secret and tokens live apart,
 * bound to the two origins named here.
 */
export interface Connection {
  readonly id: string;
  readonly label: string;
  readonly environment: Environment;
  /** Root of every call, without a trailing slash. */
  readonly baseUrl: string;
  /** Path prefix of each domain, version included; "" is allowed. */
  readonly prefixes: Readonly<Record<Domain, string>>;
  /** Root of the identity provider, without `/identity` and without a trailing slash. */
  readonly authUrl: string;
  readonly accessModel: AccessModel;
  readonly clientId: string;
  readonly clientAuthentication: "post" | "basic";
  readonly scopes: readonly string[];
  /** Whose way to the network: the explorer's own, or the one VS Code gives its extensions. */
  readonly networking: Networking;
  /** Statuses that count as an authentication error beside 401 (the specification names none). */
  readonly authenticationStatuses: readonly number[];
}

/** Id of the connection that the sandbox issues; it is never stored. */
export const SANDBOX_CONNECTION_ID = "sandbox";

/** A connection whose addresses and credentials its source issues at each start. */
export interface IssuedConnection {
  readonly connection: Connection;
  readonly secrets: ConnectionSecrets;
}

/** The secret half of a connection, as it is stored: one record, bound to its origins. */
export interface ConnectionSecrets {
  readonly subscriptionKey: string;
  readonly clientSecret: string;
}
