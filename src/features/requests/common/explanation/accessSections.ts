import { formatDuration } from "../../../../platform/base/statusLine";
import type { Translate } from "../../../../platform/texts/words";
import type { Session } from "../../../../platform/base/session";
import type { ExplanationLine, ExplanationSection } from "../../messages/requestPanel";
import { identityLines } from "./identityLines";
import type { Evidence } from "./evidence";

/** What was held: token with its scopes, key with its environment, and who asks. */
export function accessSections(evidence: Evidence, t: Translate): readonly ExplanationSection[] {
  const { session } = evidence;
  const missing: ExplanationLine = {
    icon: "warning",
    text: t("You are not signed in now: nothing is known of the token that was sent."),
  };
  return [
    {
      heading: t("Access token"),
      lines:
        session === undefined
          ? [missing, ...configuredScopeLines(evidence, t)]
          : [...tokenLines(evidence, session, t), ...scopeLines(evidence, session, t)],
    },
    { heading: t("Subscription key and environment"), lines: keyLines(evidence, t) },
    { heading: t("Who asks"), lines: identityLines(evidence, t) },
  ];
}

function tokenLines(evidence: Evidence, session: Session, t: Translate): ExplanationLine[] {
  const { last, language, wasRenewed } = evidence;
  const at = last?.startedAt ?? evidence.now;
  const { obtainedAt, expiresAt, isRenewable } = session;
  const age: ExplanationLine =
    obtainedAt > at
      ? { icon: "warning", text: t("The current token is newer than this call.") }
      : {
          icon: "info",
          text: t(
            "The token was {0} old at the time of the call.",
            formatDuration(at - obtainedAt, language),
          ),
        };
  return [
    age,
    expiryLine(expiresAt, { at, language }, t),
    wasRenewed
      ? { icon: "info", text: t("The token was renewed during this call.") }
      : isRenewable
        ? {
            icon: "info",
            text: t(
              "The token was not renewed during this call. It can be renewed without a new sign-in.",
            ),
          }
        : {
            icon: "info",
            text: t("The token was not renewed during this call. That needs a new sign-in."),
          },
    ...consentLines(evidence, session, at, t),
  ];
}

function expiryLine(
  expiresAt: number | undefined,
  { at, language }: { readonly at: number; readonly language: string },
  t: Translate,
): ExplanationLine {
  if (expiresAt === undefined) {
    return {
      icon: "question",
      text: t("The token has no known expiry time: it is used until it is refused."),
    };
  }
  return expiresAt <= at
    ? {
        icon: "error",
        text: t(
          "The token had expired {0} before the call.",
          formatDuration(at - expiresAt, language),
        ),
      }
    : {
        icon: "pass",
        text: t("The token was still valid for {0}.", formatDuration(expiresAt - at, language)),
      };
}

function consentLines(
  { connection, language }: Evidence,
  { consentEndsAt }: Session,
  at: number,
  t: Translate,
): ExplanationLine[] {
  if (connection?.accessModel !== "delegation") {
    return [];
  }
  if (consentEndsAt === undefined) {
    return [{ icon: "question", text: t("It is not known when the consent ends.") }];
  }
  return consentEndsAt <= at
    ? [
        {
          icon: "error",
          text: t(
            "The consent had ended {0} before the call.",
            formatDuration(at - consentEndsAt, language),
          ),
        },
      ]
    : [
        {
          icon: "pass",
          text: t(
            "The consent was still valid for {0}.",
            formatDuration(consentEndsAt - at, language),
          ),
        },
      ];
}

/** What the connection asks for is known without a session, and mostly the same as it was then. */
function configuredScopeLines(evidence: Evidence, t: Translate): ExplanationLine[] {
  const { connection, illustrativeScopes } = evidence;
  if (connection === undefined) {
    return [];
  }
  const { scopes } = connection;
  const unasked = illustrativeScopes.filter((scope) => !scopes.includes(scope));
  return [
    { icon: "info", text: t("The connection asks for the scopes: {0}.", words(scopes, t)) },
    ...when(unasked, "question", (list) =>
      t(
        "Not asked for: {0}. The built-in description names these scopes only as an example; the specification assigns no scopes to operations.",
        list,
      ),
    ),
  ];
}

function scopeLines(evidence: Evidence, session: Session, t: Translate): ExplanationLine[] {
  const { illustrativeScopes, bearer } = evidence;
  const { scopes, requestedScopes } = session;
  const refused = requestedScopes.filter((scope) => !scopes.includes(scope));
  const asked = (bearer?.parameters.get("scope") ?? "").split(/\s+/).filter(Boolean);
  const lacking = asked.filter((scope) => !scopes.includes(scope));
  const unheld = illustrativeScopes.filter((scope) => !scopes.includes(scope));
  return [
    { icon: "info", text: t("Scopes asked for: {0}.", words(requestedScopes, t)) },
    { icon: "info", text: t("Scopes granted: {0}.", words(scopes, t)) },
    ...when(refused, "warning", (list) => t("Asked for and not granted: {0}.", list)),
    ...when(lacking, "error", (list) =>
      t("The answer asks for scopes that were not granted: {0}.", list),
    ),
    ...(illustrativeScopes.length > 0 && unheld.length === 0
      ? [
          {
            icon: "question" as const,
            text: t(
              "The token has all scopes that the built-in description names for this operation as an example: {0}. The specification assigns no scopes to operations.",
              illustrativeScopes.join(" "),
            ),
          },
        ]
      : []),
    ...when(unheld, "question", (list) =>
      t(
        "Not granted: {0}. The built-in description names these scopes only as an example; the specification assigns no scopes to operations.",
        list,
      ),
    ),
  ];
}

function keyLines(evidence: Evidence, t: Translate): ExplanationLine[] {
  const { keyFingerprint, action, connection } = evidence;
  const environment = {
    sandbox: t("Sandbox"),
    development: t("Development"),
    production: t("Production"),
  }[action.environment];
  const label = action.connectionLabel;
  return [
    { icon: "info", text: t("The connection '{0}' is labelled {1}.", label, environment) },
    keyFingerprint === undefined
      ? { icon: "warning", text: t("No subscription key is known for the connection now.") }
      : { icon: "info", text: fingerprintWords(keyFingerprint, t) },
    ...twinLines(evidence, t),
    ...(connection === undefined
      ? [{ icon: "warning" as const, text: t("The connection was removed after this call.") }]
      : []),
  ];
}

function fingerprintWords(fingerprint: string, t: Translate): string {
  return t("Key fingerprint {0}. The key alone decides which environment is reached.", fingerprint);
}

/** The same key under two labels: at least one of them says what is not so. */
function twinLines({ keyFingerprint, action, others }: Evidence, t: Translate): ExplanationLine[] {
  const twins = others.filter(
    (other) =>
      keyFingerprint !== undefined &&
      other.keyFingerprint === keyFingerprint &&
      other.id !== action.connectionId,
  );
  const isLikeOurs = (twin: { environment: string }): boolean =>
    twin.environment === action.environment;
  const labels = (list: typeof twins): string[] => list.map(({ label }) => label);
  return [
    ...when(labels(twins.filter((twin) => !isLikeOurs(twin))), "error", (list) =>
      t(
        "Connections of another environment have the same key: {0}. One of the labels is wrong.",
        list,
      ),
    ),
    ...when(labels(twins.filter(isLikeOurs)), "info", (list) =>
      t("These connections have the same key: {0}.", list),
    ),
  ];
}

function when(
  list: readonly string[],
  icon: ExplanationLine["icon"],
  say: (list: string) => string,
): ExplanationLine[] {
  return list.length === 0 ? [] : [{ icon, text: say(list.join(", ")) }];
}

function words(scopes: readonly string[], t: Translate): string {
  return scopes.length === 0 ? t("none") : scopes.join(" ");
}
