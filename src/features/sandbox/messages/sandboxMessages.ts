import type { FaultRule } from "./sandboxFaults";
import type { SandboxAnswer } from "./sandboxQuestions";

/** What the sandbox's program says over IPC to the one who started it. */
export type SandboxMessage =
  SandboxReady | SandboxFailed | SandboxFaults | SandboxCalls | SandboxAnswer;

/** Other rules of faults are in force, or some were used up; those that are left. */
export interface SandboxFaults {
  readonly type: "faults";
  readonly rules: readonly FaultRule[];
}

/** Calls were received, or forgotten. */
export interface SandboxCalls {
  readonly type: "calls";
}

/** How to start the sandbox; everything has a default, ports are free ones. */
export interface SandboxOptions {
  readonly servicePort?: number;
  readonly identityPort?: number;
  /** Of the address for tests; without it there is none. */
  readonly adminPort?: number;
  /** Names of hosts, besides loopback's own, that requests may name. */
  readonly allowedHosts?: readonly string[];
  /** Path prefix of results, version included; "" is allowed. */
  readonly resultsPrefix?: string;
  /** Whether a pension can be read (GET). */
  readonly pensionReading?: boolean;
  /** Whether pensions have an `ETag`, and `If-Match` is honoured where they are written. */
  readonly pensionTags?: boolean;
  /** Seconds. */
  readonly tokenLifetime?: number;
  readonly proofKey?: SandboxProofKey;
  /** Whether a refresh token counts once and comes back as another one. */
  readonly refreshRotation?: boolean;
  /** Whether the identity provider describes itself at `.well-known/openid-configuration`. */
  readonly discovery?: boolean;
  /** Seconds from a consent to its end, for the client `delegation`. */
  readonly consentSeconds?: number;
  /** Whether ID tokens of the client `delegation` say when the consent ends. */
  readonly consentClaim?: boolean;
  /** Whether a callback on a loopback literal may have any port (RFC 8252, section 7.3). */
  readonly anyLoopbackPort?: boolean;
  /** The same seed gives the same data, whatever the credentials. */
  readonly seed?: string;
  readonly maximumPageSize?: number;
  /** Behind the development key. */
  readonly clients?: number;
  /** Of the client Siân Achterberg: a list as long as one wants, made page by page. */
  readonly holdings?: number;
  /** Calls that go wrong from the start. */
  readonly faults?: readonly FaultRule[];
  /** File of a scenario to begin with. */
  readonly scenario?: string;
  /** File that takes what there is as a scenario, when the program ends. */
  readonly save?: string;
  /** File that each received call is added to as a line of JSON. */
  readonly log?: string;
  /** File of the service definition (OpenAPI 3.1, JSON). */
  readonly definition?: string;
}

/**
 * What becomes of PKCE: taken when sent, demanded, or answered with `invalid_grant` after the
 * code is spent, as IdentityServer3 does for clients of the hybrid flow.
 */
export type SandboxProofKey = "on" | "required" | "refused";

/** Claim of an ID token with the end of the consent, in seconds since the epoch. */
export const CONSENT_END_CLAIM = "consent_ends_at";

/** Environment variable that carries `SandboxOptions` as JSON to the program. */
export const SANDBOX_OPTIONS_VARIABLE = "FP_SANDBOX_OPTIONS";

export interface SandboxReady extends SandboxFacts {
  readonly type: "ready";
}

/** Where the sandbox is and what opens it. */
export interface SandboxFacts {
  /** Root of every call, without a trailing slash. */
  readonly baseUrl: string;
  /** Root of the identity provider, without `/identity`. */
  readonly authUrl: string;
  /** Address for tests: received calls, faults, scenarios. Absent where none was asked for. */
  readonly adminUrl?: string;
  /** Made anew at each start, as all credentials here. */
  readonly subscriptionKeys: { readonly development: string; readonly production: string };
  readonly clients: {
    readonly serviceAccount: SandboxClient;
    readonly userPresent: SandboxUserClient;
    /** Its consents end `consentSeconds` after they were given. */
    readonly delegation: SandboxUserClient;
  };
  readonly prefixes: SandboxPrefixes;
}

/**
 * Interface definitions that the sandbox serves below its base URL, to be imported; like every
 * call they need key and token.
 */
export const SANDBOX_DEFINITIONS = [
  "/definitions/finances.yaml",
  "/definitions/finances-2026-2.json",
  "/definitions/crm.json",
  "/definitions/profiling.yaml",
] as const;

export interface SandboxClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** A client that a person lets act for them, in a browser. */
export interface SandboxUserClient extends SandboxClient {
  readonly redirectUris: readonly string[];
}

interface SandboxPrefixes {
  readonly crm: string;
  readonly finances: string;
  readonly profiling: string;
}

/** The program could not start; it ends with exit code 1. */
export interface SandboxFailed {
  readonly type: "failed";
  readonly code: "sandbox/portInUse" | "sandbox/startFailed";
  /** `port` where a port is the reason; else `reason`, a word of the system or an option's name. */
  readonly values: Readonly<Record<string, string | number>>;
}
