/** A connection as a form holds it: what was typed, checked or not. No secret is among it. */
export interface ConnectionDraft {
  readonly label: string;
  readonly environment: "sandbox" | "development" | "production";
  readonly baseUrl: string;
  readonly crmPrefix: string;
  readonly financesPrefix: string;
  readonly profilingPrefix: string;
  readonly authUrl: string;
  readonly accessModel: "serviceAccount" | "userPresent" | "delegation";
  readonly clientId: string;
  readonly clientAuthentication: "post" | "basic";
  /** Separated by spaces. */
  readonly scopes: string;
  /** One `name=value` a line. */
  readonly tokenParameters: string;
  readonly callbackUrl: string;
  readonly responseType: "code" | "code id_token";
  readonly proofKey: "auto" | "required" | "off";
  readonly consentEndClaim: string;
  /** "" leaves it to the setting. */
  readonly pageSize: string;
  /** "" is none; else one of the colours of `platform/base/connection.ts`. */
  readonly colour: string;
  readonly networking: "own" | "editor";
  /** Numbers separated by commas. */
  readonly authenticationStatuses: string;
}

export type DraftField = keyof ConnectionDraft;

/** What is wrong with a field; `code` names the sentence. */
export interface DraftProblem {
  readonly field: DraftField;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What is known of each secret: never typed, kept, or kept once and gone. */
export type SecretState = "missing" | "set" | "session" | "lost";

export type SecretName = "subscriptionKey" | "clientSecret";
