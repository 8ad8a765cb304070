/** What is known of the access in force. Never holds the token. */
export interface Session {
  /** Milliseconds since the epoch. */
  readonly obtainedAt: number;
  /** The same of the first token of this sign-in. */
  readonly signedInAt: number;
  /** Milliseconds since the epoch; undefined means "until refused". */
  readonly expiresAt: number | undefined;
  /** As granted; as requested where the answer does not say (RFC 6749, section 5.1). */
  readonly scopes: readonly string[];
  readonly requestedScopes: readonly string[];
  /** Who signed in, by the ID token; undefined for service accounts. */
  readonly identity: SignedInIdentity | undefined;
  /**
   * What an access token says that is a JWT, for showing alone: its signature is for the service
   * to check. Absent for opaque ones.
   */
  readonly tokenClaims?: Readonly<Record<string, unknown>>;
  /** True when the next token comes without asking anyone. */
  readonly isRenewable: boolean;
  /**
   * Delegation: when the consent ends, in milliseconds since the epoch, as the user entered it or
   * a claim says; undefined where that is not known. Never derived from a token's expiry.
   */
  readonly consentEndsAt: number | undefined;
  /** Delegation: what the token answer says that may be that end; used only once the user agrees. */
  readonly toldConsentEnd?: ToldConsentEnd;
}

/** A member of a token answer, and the moment that it tells. */
export interface ToldConsentEnd {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What an ID token says of the one who signed in, its signature and claims checked. */
export interface SignedInIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** All claims, decoded, for showing. */
  readonly claims: Readonly<Record<string, unknown>>;
}
