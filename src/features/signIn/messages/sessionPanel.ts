import type { PanelAction } from "../../../platform/base/panelNotice";

export const SESSION_ACTIONS = [
  "renew",
  "signIn",
  "signOut",
  "copyToken",
  "setConsentEnd",
] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** A line of the session view: words as they are, or a moment that the panel writes out. */
export interface SessionFact {
  readonly label: string;
  /** "" where `at` says it. */
  readonly text: string;
  /** Milliseconds since the epoch; shown in local time. */
  readonly at?: number;
  /** True when the time that is left until `at` is shown and counts down. */
  readonly countsDown?: boolean;
}

export const SCOPE_STATES = ["granted", "missing", "unasked"] as const;

export interface SessionScope {
  readonly name: string;
  readonly state: (typeof SCOPE_STATES)[number];
  /** The state in words. */
  readonly word: string;
}

/** A claim of the ID token, decoded; the token itself never comes here. */
export interface SessionClaim {
  readonly name: string;
  readonly text: string;
  /** Milliseconds since the epoch, where the claim is a time (RFC 7519, section 2). */
  readonly at?: number;
}

export interface SessionViewFacts {
  readonly title: string;
  readonly environment: { readonly word: string; readonly icon: string };
  readonly state: string;
  readonly facts: readonly SessionFact[];
  /** What there is to know of the end of a consent; delegation only. */
  readonly consent?: SessionFact;
  readonly scopes: readonly SessionScope[];
  readonly claims: readonly SessionClaim[];
  /** Buttons that make sense now, the first one before all. */
  readonly actions: readonly (PanelAction & { readonly id: SessionAction })[];
}

export const SESSION_TEXTS = [
  ...[
    "session",
    "scopes",
    "noScopes",
    "claims",
    "claim",
    "value",
    "noClaims",
    "consent",
    "actions",
  ],
  ...["left", "over"],
] as const;
/** `left` has a place for a time, `over` for one too: "in {0}", "{0} ago". */
export type SessionTexts = Readonly<Record<(typeof SESSION_TEXTS)[number], string>>;

type Nothing = Readonly<Record<string, never>>;

export interface SessionToHost {
  readonly start: {
    readonly parameters: Nothing;
    readonly result: { readonly texts: SessionTexts; readonly view: SessionViewFacts };
  };
  /** One of the actions on screen. */
  readonly act: { readonly parameters: { readonly id: SessionAction }; readonly result: undefined };
}

export interface HostToSession {
  readonly show: { readonly parameters: SessionViewFacts; readonly result: undefined };
}
