/** What the sandbox's program says over IPC to the one who started it; nothing is said to it. */
export type SandboxMessage = SandboxReady | SandboxFailed;

/** How to start the sandbox; everything has a default, ports are free ones. */
export interface SandboxOptions {
  readonly servicePort?: number;
  readonly identityPort?: number;
  /** Path prefix of results, version included; "" is allowed. */
  readonly resultsPrefix?: string;
  /** Whether a pension can be read (GET). */
  readonly pensionReading?: boolean;
  /** Seconds. */
  readonly tokenLifetime?: number;
  /** The same seed gives the same data, whatever the credentials. */
  readonly seed?: string;
  readonly maximumPageSize?: number;
  /** File of the service definition (OpenAPI 3.1, JSON). */
  readonly definition?: string;
}

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
  /** Made anew at each start, as all credentials here. */
  readonly subscriptionKeys: { readonly development: string; readonly production: string };
  readonly clients: {
    readonly serviceAccount: SandboxClient;
    readonly userPresent: SandboxClient & { readonly redirectUris: readonly string[] };
  };
  readonly prefixes: SandboxPrefixes;
}

export interface SandboxClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

export interface SandboxPrefixes {
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
