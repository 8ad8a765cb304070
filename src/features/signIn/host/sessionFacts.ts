import type { ConnectionSummary } from "../../../platform/base/connection";
import type { Translate } from "../../../platform/texts/words";
import { maskClaim, TIME_CLAIMS } from "../../privacy/common/maskClaim";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";
import type { Session } from "../../../platform/base/session";
import type {
  SessionClaim,
  SessionFact,
  SessionScope,
  SessionTexts,
  SessionViewFacts,
} from "../messages/sessionPanel";
import { exactMoment } from "../../../platform/vscode/formats";

/** Words of the summary that tree and status bar use too. */
export type SummaryWords = Pick<SessionViewFacts, "environment" | "state">;

const CLAIM_LIMIT = 200;
const TEXT_LIMIT = 2000;

/** What the session view shows of a connection: everything but the token. */
export function sessionFacts(
  summary: ConnectionSummary,
  words: SummaryWords,
  t: Translate,
  masking: Masking = NO_MASKING,
): SessionViewFacts {
  const { session, connection, label } = summary;
  const isDelegation = connection?.accessModel === "delegation";
  return {
    title: label,
    ...words,
    facts: [...connectionFacts(summary, t), ...(session ? tokenFacts(session, t, masking) : [])],
    ...(isDelegation ? { consent: consentFact(session, t) } : {}),
    scopes: scopesOf(session ?? { scopes: [], requestedScopes: [] }, t),
    claims: claimsOf(session?.identity?.claims, connection?.consentEndClaim ?? "", masking),
    tokenClaims: claimsOf(session?.tokenClaims, "", masking),
    actions: actionsOf(session, isDelegation, t),
  };
}

/** Words of the session view beside its facts. */
export function sessionTexts(t: Translate): SessionTexts {
  return {
    session: t("Session"),
    scopes: t("Scopes"),
    noScopes: t("No scope is known."),
    claims: t("Claims of the ID token"),
    claim: t("Claim"),
    value: t("Value"),
    noClaims: t(
      "There is no ID token: it comes with a sign-in in the browser that asks for the scope 'openid'.",
    ),
    consent: t("Consent"),
    tokenClaims: t("Claims of the access token"),
    unverified: t("As in the token. They are not verified here: the service verifies them."),
    actions: t("Actions"),
    left: t("in {0}"),
    over: t("{0} ago"),
  };
}

function connectionFacts(
  { connection, keyFingerprint }: ConnectionSummary,
  t: Translate,
): readonly SessionFact[] {
  const models = {
    serviceAccount: t("Service account"),
    userPresent: t("User present"),
    delegation: t("Time-bound delegation"),
  };
  return [
    ...(connection === undefined ? [] : [fact(t("Access model"), models[connection.accessModel])]),
    fact(t("Key fingerprint"), keyFingerprint ?? t("missing")),
  ];
}

function tokenFacts(session: Session, t: Translate, masking: Masking): readonly SessionFact[] {
  const { identity, obtainedAt, expiresAt, isRenewable } = session;
  return [
    ...(identity === undefined
      ? []
      : [
          fact(t("Subject"), masking.maskLabel(identity.subject, "person")),
          fact(t("Issuer"), identity.issuer),
        ]),
    { label: t("Token obtained"), text: "", at: obtainedAt },
    expiresAt === undefined
      ? fact(t("Token expires"), t("Not known: the token is used until it is refused."))
      : { label: t("Token expires"), text: "", at: expiresAt, countsDown: true },
    fact(
      t("Renewal"),
      isRenewable ? t("The next token comes without asking.") : t("You will be asked to sign in."),
    ),
  ];
}

function consentFact(session: Session | undefined, t: Translate): SessionFact {
  const label = t("End of consent");
  const at = session?.consentEndsAt;
  const told = session?.toldConsentEnd;
  if (at !== undefined) {
    return { label, text: "", at, countsDown: true };
  }
  return fact(
    label,
    told === undefined
      ? t("End unknown. Enter it to get a warning before the consent ends.")
      : t(
          "End unknown. The token response has {0}, {1}; 'Set End of Consent…' can use it.",
          told.name,
          exactMoment(told.at),
        ),
  );
}

function scopesOf(
  { scopes, requestedScopes }: Pick<Session, "scopes" | "requestedScopes">,
  t: Translate,
): readonly SessionScope[] {
  const words = {
    granted: t("granted"),
    missing: t("asked for, not granted"),
    unasked: t("granted without being asked for"),
  };
  return [...new Set([...requestedScopes, ...scopes])].map((name) => {
    const isGranted = scopes.includes(name);
    const state = !isGranted ? "missing" : requestedScopes.includes(name) ? "granted" : "unasked";
    return { name, state, word: words[state] };
  });
}

function claimsOf(
  claims: Readonly<Record<string, unknown>> | undefined,
  endClaim: string,
  masking: Masking,
): readonly SessionClaim[] {
  return Object.entries(claims ?? {})
    .slice(0, CLAIM_LIMIT)
    .map(([name, value]) => {
      const text = maskClaim(name, value, masking);
      const shown = text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
      const isTime = TIME_CLAIMS.includes(name) || name === endClaim;
      const at = isTime && typeof value === "number" ? value * 1000 : Number.NaN;
      return Math.abs(at) <= 8.64e15 ? { name, text: shown, at } : { name, text: shown };
    });
}

function actionsOf(
  session: Session | undefined,
  isDelegation: boolean,
  t: Translate,
): SessionViewFacts["actions"] {
  if (session === undefined) {
    return [{ id: "signIn", label: t("Sign in") }];
  }
  return [
    session.isRenewable
      ? { id: "renew", label: t("Renew") }
      : { id: "signIn", label: t("Sign in again") },
    ...(isDelegation ? [{ id: "setConsentEnd", label: t("Set end of consent…") } as const] : []),
    { id: "copyToken", label: t("Copy access token…") },
    { id: "signOut", label: t("Sign out") },
  ];
}

function fact(label: string, text: string): SessionFact {
  return { label, text };
}
