import type { Session } from "./session";

/** The three API domains of the service (specification, section 1). */
export const DOMAINS = ["crm", "finances", "profiling"] as const;
export type Domain = (typeof DOMAINS)[number];

export const ENVIRONMENTS = ["sandbox", "development", "production"] as const;
/** What the subscription key decides; an unknown environment counts as production. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** True for Production and for whatever is none of the known environments. */
export function isProduction(environment: string): boolean {
  return environment !== "sandbox" && environment !== "development";
}

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

export function isSignedIn({ session }: ConnectionSummary): boolean {
  return session !== undefined;
}

/** Whether somebody is signed in for a client, who gave a consent that may end. */
export function hasConsent(summary: ConnectionSummary): boolean {
  return isSignedIn(summary) && summary.connection?.accessModel === "delegation";
}

/** `own`: undici with VS Code's proxy settings; `editor`: `http` as VS Code patches it. */
export type Networking = "own" | "editor";

/** The ways to a token (specification, section 5.1). */
export type AccessModel = "serviceAccount" | "userPresent" | "delegation";

/** What the authorise address is asked for; the specification names both (5.1, 5.4). */
export type ResponseType = "code" | "code id_token";

/**
 * PKCE (RFC 7636). `auto` sends a challenge and offers to do without when a provider cannot;
 * `required` never does without; `off` sends none.
 */
export type ProofKey = "auto" | "required" | "off";

/** Theme colours `charts.*` that a connection can be told by. */
export const CONNECTION_COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;
export type ConnectionColour = (typeof CONNECTION_COLOURS)[number];

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
  /** Further fields of each token request, in order: what an operator asks for beside the standard. */
  readonly tokenParameters: readonly (readonly [name: string, value: string])[];
  /** As it was registered at onboarding, character for character; "" for service accounts. */
  readonly callbackUrl: string;
  readonly responseType: ResponseType;
  readonly proofKey: ProofKey;
  /** Claim of the ID token that says when a delegation's consent ends; "" when none does. */
  readonly consentEndClaim: string;
  /** Rows of a page; undefined leaves it to the setting. */
  readonly pageSize: number | undefined;
  readonly colour: ConnectionColour | undefined;
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

/** How new they have to be: calls that only read take those of before while no change was told of. */
export interface SecretsUse {
  readonly mayBeKept: boolean;
}

/** Asked at each use; where none is given, the store is asked anew. */
export type SecretsSource = (use?: SecretsUse) => Promise<ConnectionSecrets>;
