import type { Translate } from "../../../../platform/texts/words";
import type { ExplanationLine, ExplanationSection } from "../../messages/requestPanel";
import type { Evidence } from "./evidence";

/** What would tell more, the most telling first. */
export function nextSection(evidence: Evidence, t: Translate): ExplanationSection {
  const steps = [
    ...credentialSteps(evidence, t),
    ...questionSteps(evidence, t),
    ...always(evidence, t),
  ];
  const lines = steps.map((text): ExplanationLine => ({ icon: "lightbulb", text }));
  return { heading: t("What to try next"), lines };
}

function credentialSteps({ situation, blame, connection }: Evidence, t: Translate): string[] {
  if (situation !== "authentication" && situation !== "forbidden") {
    return [];
  }
  const key = t(
    "Enter the subscription key again, and compare its fingerprint with the operator's.",
  );
  const isUser = connection !== undefined && connection.accessModel !== "serviceAccount";
  const token = isUser
    ? t("Sign in again: the consent or the session may have been ended elsewhere.")
    : t(
        "Sign in again, and check that the client ID of the connection is meant for this environment.",
      );
  const scope = t(
    "Add the missing scope to the connection, sign in again, and see whether it is granted.",
  );
  const rights = t("Ask the operator which permissions this application and this subject have.");
  return {
    key: [key],
    token: [token],
    scope: [scope, rights],
    unknown: situation === "forbidden" ? [rights] : [key, token],
  }[blame.credential];
}

function questionSteps({ situation, query, last, connection }: Evidence, t: Translate): string[] {
  const isPageBeyond = Number(query.find(([name]) => name === "pageNumber")?.[1] ?? 1) > 1;
  const hasFilter = query.some(([name]) => name !== "pageNumber" && name !== "pageSize");
  const isResults = last?.pathTemplate.endsWith("/results") === true;
  if (situation !== "absent" && situation !== "empty") {
    return [];
  }
  return [
    ...(isPageBeyond ? [t("Go to the first page.")] : []),
    ...(hasFilter ? [t("Ask again without filters.")] : []),
    ...(isResults && situation === "absent" && connection !== undefined
      ? [t("Change the prefix of results.")]
      : []),
    ...(situation === "absent"
      ? [t("Check whether the client is in the list of clients that you can see.")]
      : []),
  ];
}

function always(evidence: Evidence, t: Translate): string[] {
  const { situation, action, others, last } = evidence;
  if (situation === "answered") {
    return [];
  }
  const signedIn = others.filter(
    (other) => other.id !== action.connectionId && other.session !== undefined,
  );
  const mayBeNetwork = situation === "unanswered" || last?.requestId === undefined;
  return [
    ...(signedIn.length > 0
      ? [
          t(
            "Make the same call with another connection that is signed in: {0}.",
            signedIn.map(({ label }) => label).join(", "),
          ),
        ]
      : [t("Make the same call with another access model or another user.")]),
    t("Test the connection: it checks key, token and access one after the other."),
    ...(mayBeNetwork ? [t("Check the network: something on the way may have answered.")] : []),
    ...(last?.requestId === undefined
      ? []
      : [
          t(
            "Give the request id to the operator, who finds the call in the service's own records.",
          ),
        ]),
  ];
}
