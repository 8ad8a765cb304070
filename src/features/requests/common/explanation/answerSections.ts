import type { Translate } from "../../../../platform/texts/words";
import { findHeader, showableHeader } from "../../../../platform/http/headers";
import { readServiceWords } from "../../../../platform/http/refusals/serviceWords";
import type { ExplanationLine, ExplanationSection } from "../../messages/requestPanel";
import type { Attempt } from "../../../../platform/base/action";
import { maskSaid } from "../maskAction";
import type { Evidence } from "./evidence";
import { formatNumber } from "../../../../platform/base/texts";

/** What came, from whom, and which credential it points to. */
export function answerSections(evidence: Evidence, t: Translate): readonly ExplanationSection[] {
  const { last, situation } = evidence;
  if (last?.status === undefined) {
    return [{ heading: t("The answer"), lines: [noAnswer(last, t)] }];
  }
  const isRefusal = situation === "authentication" || situation === "forbidden";
  return [
    {
      heading: t("The answer"),
      lines: [
        ...statusLines(evidence, last, t),
        ...saidLines(evidence, last, t),
        ...challengeLines(evidence, t),
        ...senderLines(last, t),
      ],
    },
    { heading: t("What it points to"), lines: isRefusal ? blameLines(evidence, t) : [] },
  ];
}

function noAnswer(last: Attempt | undefined, t: Translate): ExplanationLine {
  return last === undefined
    ? { icon: "info", text: t("Nothing was sent, so there is no answer.") }
    : {
        icon: "error",
        text: t(
          "No answer came ({0}), so it is not known whether key and token are accepted.",
          last.failure ?? "?",
        ),
      };
}

function statusLines(
  { situation, action, language }: Evidence,
  last: Attempt,
  t: Translate,
): ExplanationLine[] {
  const { status = 0, number } = last;
  const words: Record<Evidence["situation"], string> = {
    authentication: t("Status {0} counts as an authentication error.", String(status)),
    forbidden: t("Status 403: the service knows who asks and refuses."),
    absent: t("Status 404: nothing is found at this address with this access."),
    empty: t("Status {0} with an empty page: the service reports no error.", String(status)),
    answered: t("Status {0}: the service answered.", String(status)),
    failed: t(
      "Status {0}: access was not refused, and nothing was reported missing.",
      String(status),
    ),
    unanswered: "",
  };
  const retries = action.attempts.filter(({ reason }) => reason === "retry").length;
  const isFine = situation === "answered" || situation === "empty";
  return [
    { icon: isFine ? "pass" : "error", text: words[situation] },
    ...(situation === "forbidden" || situation === "absent"
      ? [
          {
            icon: "question" as const,
            text: t("The specification does not show what this status means here."),
          },
        ]
      : []),
    ...(retries > 0
      ? [
          {
            icon: "info" as const,
            text: t(
              "Attempt {0}. Retries among them: {1}.",
              ...[number, retries].map((count) => formatNumber(count, language)),
            ),
          },
        ]
      : []),
  ];
}

/** Where it refuses, its own words; of a good answer they are the data. */
function saidLines({ situation, body }: Evidence, last: Attempt, t: Translate): ExplanationLine[] {
  const { status = 0, statusText, responseHeaders: headers } = last;
  const isFine = situation === "answered" || situation === "empty";
  const clean = (text: string): string => t("{0}", text);
  const said = isFine ? "" : readServiceWords({ status, statusText, headers, body }, clean);
  return said === "" ? [] : [{ icon: "info", text: t("It says: “{0}”", said) }];
}

function challengeLines(
  { challenges, situation, masking }: Evidence,
  t: Translate,
): ExplanationLine[] {
  if (challenges.length === 0) {
    return situation === "authentication"
      ? [{ icon: "info", text: t("The answer has no WWW-Authenticate header that could be read.") }]
      : [];
  }
  return challenges.map(({ scheme, parameters }) => {
    const said = ["error", "error_description", "scope", "name"].flatMap((name) => {
      const value = parameters.get(name);
      if (value === undefined) {
        return [];
      }
      // Prose of the service, which can name whom it was about.
      const shown = name === "error_description" ? maskSaid(value, masking) : value;
      return [`${name}=${showableHeader(shown)}`];
    });
    const challenge = [scheme, ...said].join(" ");
    return { icon: "info", text: t("Its header WWW-Authenticate: {0}.", challenge) };
  });
}

/** Specification, section 4.2: both ids are on every response of the service. */
function senderLines(
  { requestId, echo, responseHeaders }: Attempt,
  t: Translate,
): ExplanationLine[] {
  const type = findHeader(responseHeaders, "content-type") ?? "";
  return [
    requestId === undefined
      ? {
          icon: "warning",
          text: t(
            "The answer has no x-dt-requestid, which every response of the service has: it may have come from a proxy, and not from the service.",
          ),
        }
      : {
          icon: "pass",
          text: t(
            "The answer has the request id {0}: the service, or its gateway, knows this call.",
            requestId,
          ),
        },
    ...(echo === "missing" || echo === "changed"
      ? [{ icon: "warning" as const, text: echoWords(echo, t) }]
      : []),
    ...(/^text\/html/i.test(type)
      ? [
          {
            icon: "warning" as const,
            text: t("The answer is a web page: it may have come from a portal or a proxy."),
          },
        ]
      : []),
  ];
}

function echoWords(echo: "missing" | "changed", t: Translate): string {
  return echo === "missing"
    ? t("The trace id was sent and did not come back.")
    : t("Another trace id came back than was sent.");
}

function blameLines({ blame, situation, wasRenewed }: Evidence, t: Translate): ExplanationLine[] {
  const what: Record<Evidence["blame"]["credential"], string> = {
    key: t("The subscription key."),
    token: t("The access token."),
    scope: t("The scopes of the access token."),
    unknown:
      situation === "forbidden"
        ? t(
            "The answer names neither key nor token: the user or the application may lack a permission.",
          )
        : t("The answer does not say whether key or token was refused."),
  };
  const because = {
    challenge: t("The WWW-Authenticate header names this."),
    challengeError: t("The WWW-Authenticate header says this with an error code."),
    body: t(
      "Only the wording of the body suggests this; the specification does not describe that wording.",
    ),
    bodyError: t("The body has the standard error code insufficient_scope."),
    nothing: t("Check the key first: this is the quicker check."),
  }[blame.because];
  const sureness = { certain: t("Certain"), likely: t("Likely"), open: t("Open") }[blame.sureness];
  const hasReason = blame.because !== "nothing";
  return [
    { icon: blame.sureness === "open" ? "question" : "error", text: what[blame.credential] },
    ...(hasReason ? [{ icon: "info" as const, text: t("{0}: {1}", sureness, because) }] : []),
    // Of two credentials; where rights are what lacks, neither is wrong.
    ...(!hasReason && situation !== "forbidden"
      ? [{ icon: "lightbulb" as const, text: because }]
      : []),
    ...(wasRenewed && blame.credential !== "key"
      ? [
          {
            icon: "info" as const,
            text: t("The token was renewed and the call repeated once: no difference."),
          },
        ]
      : []),
  ];
}
