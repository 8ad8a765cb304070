import * as v from "valibot";
import {
  environmentMark,
  moment,
  noParameters,
  type Shape,
  textsOf,
} from "../../../platform/base/messageSchemas";

export const SESSION_ACTIONS = [
  "renew",
  "signIn",
  "signOut",
  "copyToken",
  "setConsentEnd",
] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** A line of the session view: words as they are, or a moment that the panel writes out. */
const sessionFact = v.object({
  label: v.string(),
  /** "" where `at` says it. */
  text: v.string(),
  /** Milliseconds since the epoch; shown in local time. */
  at: v.exactOptional(moment),
  /** True when the time that is left until `at` is shown and counts down. */
  countsDown: v.exactOptional(v.boolean()),
});
export type SessionFact = Shape<typeof sessionFact>;

const sessionScope = v.object({
  name: v.string(),
  state: v.picklist(["granted", "missing", "unasked"]),
  /** The state in words. */
  word: v.string(),
});
export type SessionScope = Shape<typeof sessionScope>;

/** A claim of a token, decoded; the token itself never comes here. */
const sessionClaim = v.object({
  name: v.string(),
  text: v.string(),
  /** Milliseconds since the epoch, where the claim is a time (RFC 7519, section 2). */
  at: v.exactOptional(moment),
});
export type SessionClaim = Shape<typeof sessionClaim>;

const sessionView = v.object({
  title: v.string(),
  environment: environmentMark,
  state: v.string(),
  facts: v.array(sessionFact),
  /** What there is to know of the end of a consent; delegation only. */
  consent: v.exactOptional(sessionFact),
  scopes: v.array(sessionScope),
  /** Of the ID token, checked. */
  claims: v.array(sessionClaim),
  /** Of an access token that is a JWT, not checked; empty for opaque ones. */
  tokenClaims: v.array(sessionClaim),
  /** Buttons that make sense now, the first one before all. */
  actions: v.array(v.object({ id: v.picklist(SESSION_ACTIONS), label: v.string() })),
});
export type SessionViewFacts = Shape<typeof sessionView>;

/** `left` has a place for a time, `over` for one too: "in {0}", "{0} ago". */
const sessionTexts = textsOf([
  ...["session", "scopes", "noScopes", "claims", "claim", "value", "noClaims", "consent"],
  ...["tokenClaims", "unverified"],
  ...["actions", "left", "over"],
] as const);
export type SessionTexts = Shape<typeof sessionTexts>;

/** What the session view asks of the host. */
export const sessionToHost = {
  start: {
    parameters: noParameters,
    result: v.object({ texts: sessionTexts, view: sessionView }),
  },
  /** One of the actions on screen. */
  act: { parameters: v.strictObject({ id: v.picklist(SESSION_ACTIONS) }) },
};
export type SessionToHost = typeof sessionToHost;

/** What the host asks of the session view. Whatever is let in can be rendered. */
export const hostToSession = { show: { parameters: sessionView } };
export type HostToSession = typeof hostToSession;
