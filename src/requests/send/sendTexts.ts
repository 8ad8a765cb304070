import type { Translate } from "../../core/errorTexts/words";
import type { RequestDraftProblem } from "../../core/requests/requestDraft";
import type { PlannedCall } from "../../core/service/client";
import type { SendLine, SendStatusTexts, SendTexts } from "../../shared/sendPanel";
import { formatBytes, formatDuration } from "../../shared/statusLine";

/** The form's words beside its fields; the webview itself knows none. */
export function sendTexts(t: Translate): SendTexts {
  return {
    title: t("Send request"),
    where: t("Where"),
    parameters: t("Parameters"),
    body: t("Body"),
    request: t("Request"),
    headers: t("Headers as they will be sent"),
    dryRun: t("Dry run: nothing was sent"),
    answer: t("Answer"),
    optional: t("optional"),
    send: t("Send"),
    stop: t("Stop"),
    showDryRun: t("Dry run"),
    hideDryRun: t("Hide dry run"),
    openBody: t("Open body in an editor"),
    takeBody: t("Write it here again"),
    bodyIn: t("The body is what stands in the editor '{0}', saved or not."),
    fill: t("Insert template"),
    openAnswer: t("Open answer"),
    details: t("Show request"),
    problems: t("{0} fields need attention."),
    oneProblem: t("1 field needs attention."),
    sending: t("Sending"),
    noRequest: t("The address is shown once the connection is open."),
    copy: t("Copy"),
  };
}

/** The words of the status line. */
export function sendStatusTexts(t: Translate): SendStatusTexts {
  return {
    status: t("Last call"),
    noAnswer: t("no answer"),
    oneAttempt: t("1 attempt"),
    attempts: t("{0} attempts"),
    request: t("request"),
    trace: t("trace"),
    none: t("none"),
    copyRequestId: t("Copy request id"),
    copyTraceId: t("Copy trace id"),
    copied: t("Copied"),
    echoed: t("echoed"),
    notEchoed: t("not echoed"),
    echoChanged: t("echoed changed"),
  };
}

/** What is wrong with a field, and what it takes. */
export function problemText(problem: RequestDraftProblem, t: Translate): string {
  const { keyword, expected, line, column } = problem;
  switch (keyword) {
    case "required":
      return t("A value is missing. Enter one.");
    case "type":
      return expected === "integer"
        ? t("Enter a whole number.")
        : t("Enter a value of this kind: {0}.", expected);
    case "format":
      return expected === "uuid"
        ? t("Enter a UUID, such as 8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11.")
        : t("Enter a value of this form: {0}.", expected);
    case "enum":
      return t("Use one of these: {0}.", expected);
    case "pattern":
      return t("Enter a value that fits the pattern {0}.", expected);
    case "minimum":
      return t("Enter {0} or more.", expected);
    case "maximum":
      return t("Enter {0} or less.", expected);
    case "json":
      return line === undefined || column === undefined
        ? t("This is no JSON. Mend it before it is sent.")
        : t("This is no JSON: look at line {0}, column {1}.", line, column);
    case "address":
      return addressProblem(problem.key, t);
  }
}

function addressProblem(key: string, t: Translate): string {
  switch (key) {
    case "typedPath":
      return t("Begin the path with a slash, and leave out . and .. as its parts.");
    case "queryString":
      return t("Write names and values as in name=value&other=value.");
    case "":
      return t("No address can be made of this. Check the connection's addresses and prefixes.");
    default:
      return t("This cannot be part of an address. Enter the value as the service knows it.");
  }
}

/** The headers, with words for what is made at sending. */
export function headerLines(plan: PlannedCall, t: Translate): readonly SendLine[] {
  const fresh = [["x-dt-traceid", t("(a new one for each request)")] as const];
  return [...plan.headers, ...(plan.tracing === "fresh" ? fresh : [])];
}

/** All that would be sent, and what would follow of its own. */
export function dryRunLines(
  plan: PlannedCall,
  body: Uint8Array | undefined,
  hash: string | undefined,
  t: Translate,
): readonly SendLine[] {
  const { most, statuses, longestMilliseconds } = plan.retries;
  const waits = longestMilliseconds.map((wait) => formatDuration(wait)).join(", ");
  const { attemptMilliseconds, actionMilliseconds } = plan.limits;
  return [
    [t("Request"), `${plan.method} ${plan.url}`],
    [t("Recorded as"), plan.pathTemplate],
    ...headerLines(plan, t),
    [
      t("Body"),
      body === undefined || hash === undefined
        ? t("none")
        : t("{0} ({1} bytes), SHA-256 {2}", formatBytes(body.length), body.length, hash),
    ],
    ...(isWrite(plan) ? [[t("Permit"), t("asked for when it is sent")] as const] : []),
    [
      t("Retries"),
      most === 0
        ? t("none: this method is not repeated on its own")
        : t("up to {0}, after {1} only", most, statuses.join(", ")),
    ],
    ...(most === 0 ? [] : [[t("Waits"), waitsText(waits, t)] as const]),
    [t("After 401"), t("once more with a renewed token")],
    [
      t("Time"),
      t(
        "{0} an attempt, {1} in all",
        ...[attemptMilliseconds, actionMilliseconds].map((time) => formatDuration(time)),
      ),
    ],
  ];
}

function isWrite({ method }: PlannedCall): boolean {
  return method !== "GET" && method !== "HEAD";
}

function waitsText(waits: string, t: Translate): string {
  return t("as Retry-After says, else at most {0}", waits);
}
