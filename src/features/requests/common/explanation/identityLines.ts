import type { Translate } from "../../../../platform/texts/words";
import { maskClaim } from "../../../privacy/common/maskClaim";
import type { ExplanationLine } from "../../messages/requestPanel";
import type { Evidence } from "./evidence";

/** Claims whose names look as if they decided what somebody sees; the specification has none. */
const KINDS: readonly (readonly ["name" | "role" | "place", RegExp])[] = [
  ["name", /^(name|preferred_username|email|given_name|family_name|nickname|upn)$/i],
  ["role", /role|group|permission|entitlement/i],
  ["place", /employee|organi[sz]ation|\borg|tenant|compan|firm|practice|branch|office|advis[eo]r/i],
];
const MOST_CLAIMS = 12;
const LONGEST_CLAIM = 120;

/** Access model, subject and the claims that may limit what is visible. */
export function identityLines(evidence: Evidence, t: Translate): ExplanationLine[] {
  const { connection, session, masking } = evidence;
  const lines: ExplanationLine[] = [];
  if (connection !== undefined) {
    lines.push({ icon: "info", text: modelWords(connection.accessModel, connection.clientId, t) });
  }
  const identity = session?.identity;
  if (identity === undefined) {
    return lines;
  }
  const subject = masking.maskLabel(identity.subject, "person");
  lines.push({ icon: "info", text: t("Subject {0}.", clip(subject)) });
  const claims = KINDS.flatMap(([kind, pattern]) =>
    Object.entries(identity.claims)
      .filter(([name]) => pattern.test(name))
      .map(([name, value]) => ({ kind, name, value })),
  ).slice(0, MOST_CLAIMS);
  const words = {
    name: (text: string) => t("Claim {0}", text),
    role: (text: string) => t("Claim {0}, which looks like a role", text),
    place: (text: string) => t("Claim {0}, which looks like a place in an organisation", text),
  };
  for (const { kind, name, value } of claims) {
    const text = maskClaim(name, value, masking);
    const icon = kind === "name" ? "info" : "question";
    lines.push({ icon, text: words[kind](`${clip(name)}: ${clip(text)}`) });
  }
  if (!claims.some(({ kind }) => kind !== "name")) {
    lines.push({
      icon: "question",
      text: t(
        "No claim of the ID token looks like a role or an organisation, so it is not known what this subject may see.",
      ),
    });
  }
  return lines;
}

type AccessModel = NonNullable<Evidence["connection"]>["accessModel"];

function modelWords(model: AccessModel, clientId: string, t: Translate): string {
  switch (model) {
    case "serviceAccount":
      return t(
        "Service account {0}: no user is involved, so it sees what the application may see.",
        clientId,
      );
    case "userPresent":
      return t(
        "User present, through the application {0}: it sees what this user may see.",
        clientId,
      );
    case "delegation":
      return t("Time-bound delegation to {0}: it works as the user who consented.", clientId);
  }
}

function clip(text: string): string {
  return text.length > LONGEST_CLAIM ? `${text.slice(0, LONGEST_CLAIM)}…` : text;
}
