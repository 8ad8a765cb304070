import { isFailed } from "../common/actionOutcome";
import { callFacts } from "../common/callFacts";
import type { Translate } from "../../../platform/texts/words";
import { statusOf } from "../../../platform/http/status";
import { countDroppedAttempts } from "../../../platform/http/keptAttempts";
import type { Action, Attempt } from "../../../platform/base/action";
import type {
  AttemptFact,
  AttemptView,
  ExplanationSection,
  RequestView,
  WaitView,
} from "../messages/requestPanel";
import { formatBytes, formatDuration } from "../../../platform/base/statusLine";
import { formatMoment } from "../../../platform/base/spans";
import { formatNumber } from "../../../platform/base/texts";
import {
  askedByWords,
  decisionWords,
  echoWords,
  reasonWords,
  waitReason,
} from "../texts/requestWords";

/** What the facts are put into words with. */
interface RequestWordings {
  readonly t: Translate;
  readonly language: string;
  readonly environment: RequestView["environment"];
  /** A failure that brought no answer, as a sentence. */
  readonly failure: (code: string, action: Action) => string;
  readonly explanation?: readonly ExplanationSection[] | undefined;
}

/** What the panel shows of an action; never a secret, never a body. */
export function requestFacts(action: Action, wordings: RequestWordings): RequestView {
  const { id, title, connectionLabel, startedAt, attempts } = action;
  const { t, environment, explanation } = wordings;
  const last = attempts.at(-1);
  const status = statusOf(action);
  const now = nowOf(action, wordings);
  const askedBy = askedByWords(action, t);
  const letGo = countDroppedAttempts(attempts);
  return {
    actionId: id,
    title,
    method: last?.method ?? "",
    pathTemplate: last?.pathTemplate ?? "",
    connection: connectionLabel,
    environment,
    startedAt,
    ...(askedBy === undefined ? {} : { askedBy }),
    ...(status === undefined ? {} : { status }),
    attempts: attempts.map((attempt, index) => ({
      ...attemptView(attempt, action, wordings),
      decision: decisionWords(attempt, attempts[index + 1], wordings),
    })),
    ...(letGo === 0 ? {} : { letGo: letGoWords(letGo, wordings) }),
    waits: waitsOf(action, t),
    ...(now === undefined ? {} : { now }),
    actions: actionsOf(action, t),
    facts: callFacts(action),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

function letGoWords(count: number, { t, language }: RequestWordings): string {
  return t(
    "Attempts no longer listed, because they were answered: {0}. The first, the newest and those with errors are kept.",
    formatNumber(count, language),
  );
}

function attemptView(
  attempt: Attempt,
  action: Action,
  wordings: RequestWordings,
): Omit<AttemptView, "decision"> {
  const { t, language } = wordings;
  const { number, reason, method, pathTemplate, times, status, statusText = "" } = attempt;
  const why = reasonWords(reason, t);
  const shown = formatNumber(number, language);
  return {
    number,
    heading: why === "" ? t("Attempt {0}", shown) : t("Attempt {0}, {1}", shown, why),
    request: `${method} ${pathTemplate}`,
    status: status === undefined ? t("no answer") : `${status} ${statusText}`.trim(),
    tone: isFailed(attempt) ? "bad" : "good",
    startedAt: attempt.startedAt - times.queue,
    parts: partsOf(attempt),
    total: times.queue + times.total,
    facts: factsOf(attempt, action, wordings),
    requestHeaders: attempt.requestHeaders.map(([name, value]) => [name, value] as const),
    responseHeaders: attempt.responseHeaders.map(([name, value]) => [name, value] as const),
  };
}

/** The first byte is counted from the beginning: what connecting took is a part of it. */
function partsOf({ times }: Attempt): AttemptView["parts"] {
  const { queue, connect = 0, firstByte, total } = times;
  const head = Math.min(firstByte ?? total, total);
  const parts = [
    { part: "queue", milliseconds: queue },
    { part: "connect", milliseconds: Math.min(connect, head) },
    { part: "firstByte", milliseconds: Math.max(0, head - connect) },
    { part: "body", milliseconds: Math.max(0, total - head) },
  ] as const;
  return parts.filter(({ milliseconds }) => milliseconds > 0);
}

function factsOf(
  attempt: Attempt,
  action: Action,
  { t, language, failure }: RequestWordings,
): readonly AttemptFact[] {
  const { requestId, errorIds = [], requestHash, responseHash, url } = attempt;
  const id = (label: string, text: string): AttemptFact => ({ label, text, isId: true });
  const optional = (label: string, text: string | undefined): readonly AttemptFact[] =>
    text === undefined ? [] : [id(label, text)];
  return [
    ...(attempt.failure === undefined
      ? []
      : [{ label: t("What happened"), text: failure(attempt.failure, action) }]),
    requestId === undefined
      ? { label: t("Request id"), text: t("The service gave none.") }
      : id(t("Request id"), requestId),
    ...optional(t("Trace id"), action.traceId),
    { label: t("Trace id returned"), text: echoWords(attempt.echo, t) },
    ...errorIds.map(({ field, value }) => id(t("{0} of the answer", field), value)),
    { label: t("Started"), text: formatMoment(attempt.startedAt, language) },
    { label: t("Duration"), text: formatDuration(attempt.times.total, language) },
    { label: t("Sent"), text: formatBytes(attempt.requestBytes, language) },
    { label: t("Received"), text: formatBytes(attempt.responseBytes, language) },
    ...optional(t("SHA-256 of what was sent"), requestHash),
    ...optional(t("SHA-256 of the answer"), responseHash),
    { label: t("Address"), text: url },
  ];
}

function waitsOf({ attempts, progress }: Action, t: Translate): readonly WaitView[] {
  const over = attempts.flatMap(({ number, retry, startedAt, times }, index): WaitView[] => {
    const next = attempts[index + 1];
    return retry.retry && next !== undefined
      ? [
          {
            after: number,
            since: startedAt + times.total,
            until: startedAt + times.total + retry.milliseconds,
            why: waitReason(retry.why, t),
            isNow: false,
          },
        ]
      : [];
  });
  if (progress.state !== "waiting") {
    return over;
  }
  const { since, until, why } = progress;
  const after = attempts.at(-1)?.number ?? 0;
  return [...over, { after, since, until, why: waitReason(why, t), isNow: true }];
}

function nowOf({ progress }: Action, { t, language }: RequestWordings): RequestView["now"] {
  switch (progress.state) {
    case "idle":
      return undefined;
    case "queued":
      return {
        text: t("Attempt {0} waits for its turn", formatNumber(progress.number, language)),
        since: progress.since,
      };
    case "running":
      return {
        text: t("Attempt {0} runs", formatNumber(progress.number, language)),
        since: progress.since,
      };
    case "waiting":
      return {
        text: t("Waits after {0} ({1})", String(progress.status), waitReason(progress.why, t)),
        since: progress.since,
      };
  }
}

function actionsOf({ attempts, traceId }: Action, t: Translate): RequestView["actions"] {
  const last = attempts.at(-1);
  const wasSent = last !== undefined;
  const offered = (isThere: boolean, ...found: RequestView["actions"]): RequestView["actions"] =>
    isThere ? found : [];
  return [
    ...offered(
      (last?.responseBytes ?? 0) > 0,
      { id: "openAnswer", label: t("Open answer") },
      { id: "findInAnswer", label: t("Find by JSONPath…") },
      { id: "saveFixture", label: t("Save as fixture…") },
    ),
    ...offered((last?.requestBytes ?? 0) > 0, {
      id: "openRequestBody",
      label: t("Open request body"),
    }),
    ...offered(
      wasSent,
      { id: "sendAgain", label: t("Send again") },
      { id: "compare", label: t("Compare with…") },
      { id: "copyAs", label: t("Copy as…") },
      { id: "copyTicket", label: t("Copy for support ticket") },
      { id: "exportEvidence", label: t("Export evidence…") },
      { id: "explain", label: t("Why can't I see it?") },
    ),
    ...offered(
      traceId !== undefined,
      { id: "pinTraceId", label: t("Pin trace id") },
      { id: "copyTraceId", label: t("Copy trace id") },
    ),
    ...offered(last?.requestId !== undefined, {
      id: "copyRequestId",
      label: t("Copy request id"),
    }),
  ];
}
