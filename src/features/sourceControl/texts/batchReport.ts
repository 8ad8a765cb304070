import { codeSpan } from "../../../platform/base/markdown";
import type { BodyProblem } from "../../../platform/http/refusals/problemList";
import { problemPathText } from "../../../platform/http/refusals/problemPath";
import { isoInstant } from "../../../platform/http/instant";
import type { Batch, BatchRow, EarlierTry, RowOutcome, RowProblem } from "../common/batch";
import { hasTurn, lastOutcome } from "../common/plannedBatch";
import { isSent } from "../common/state";
import type { LandingReport } from "../../pensions/texts/landingWords";
import { effectWord } from "./planWords";
import { inOneLine, type Wording } from "../../pensions/texts/wording";
import { formatNumber } from "../../../platform/base/texts";

/** How a report is shown: what may stand in it of files, ids and connections. */
interface ReportShown {
  /** A path of a file as it may be given away. */
  readonly place: (place: string) => string;
  /** An id of a client as it may be given away. */
  readonly client: (clientId: string) => string;
  /** "Acme production · PRODUCTION". */
  readonly connection: (connectionId: string) => string;
  /** What is to be said of a row's problem, in a sentence. */
  readonly problem: (problem: RowProblem) => string;
  /** What the service said of a PUT, as it may be given away. */
  readonly said: (actionId: string) => readonly BodyProblem[];
}

/**
 * The report as Markdown: trace id, request ids, times in UTC, an outcome per file, and what the service
 * said of what it did not take. Else no body, no value of a payload, no name of a client.
 */
export function reportText(batch: Batch, shown: ReportShown, words: Wording): string {
  const { t, language } = words;
  const { traceId, plannedAt, rows } = batch;
  const sent = rows.filter(hasTurn);
  const left = rows.filter((row) => !hasTurn(row));
  const connections = new Set(rows.flatMap(({ pension }) => pension?.connectionId ?? []));
  return [
    sent.length === 1
      ? t("# Financial Planning Open API: PUT of 1 pension")
      : t(
          "# Financial Planning Open API: PUT of {0} pensions",
          formatNumber(sent.length, language),
        ),
    "",
    batchSummary(batch, words).message,
    "",
    t("- Trace id: {0}", traceId === undefined ? t("none") : codeSpan(traceId)),
    t("- Planned: {0} (all times are UTC)", isoInstant(plannedAt)),
    ...lastLine(sent, words),
    ...[...connections].map((id) => t("- Connection: {0}", codeSpan(shown.connection(id)))),
    ...sent.flatMap((row) => ["", ...rowLines(row, shown, words)]),
    ...leftLines(left, shown, words),
    "",
  ].join("\n");
}

/** "18 of 20 landed. Stopped at PEN-0007: refused (422)." What came of a batch, in sentences. */
export function batchSummary(batch: Batch, words: Wording): LandingReport {
  const rows = batch.rows
    .filter(hasTurn)
    .map((row): BatchRow => ({ ...row, outcome: lastOutcome(row) }));
  const isClean = rows.every(({ outcome }) => outcome === "landed" || outcome === "waiting");
  const message = [
    landedLine(rows, words),
    ...otherwiseLines(rows, words),
    ...stateLines(batch, rows, words),
  ].join(" ");
  const isOver = batch.state === "finished" || batch.state === "stopped";
  return { severity: isClean || !isOver ? "information" : "warning", message };
}

/** "Landed", "Refused": what became of a payload, in a word or two. */
export function outcomeWord(outcome: RowOutcome, { t }: Pick<Wording, "t">): string {
  return {
    waiting: t("Waiting"),
    sending: t("Sending"),
    landed: t("Landed"),
    differs: t("Landed otherwise"),
    notSeen: t("Accepted, not confirmed"),
    refused: t("Refused"),
    changed: t("Changed meanwhile"),
    failed: t("Not sent"),
    unknown: t("Not known"),
  }[outcome];
}

function landedLine(rows: readonly BatchRow[], { t, language }: Wording): string {
  const number = (value: number): string => formatNumber(value, language);
  const landed = rows.filter(({ outcome }) => outcome === "landed" || outcome === "differs");
  const later = landed.filter(({ earlier }) => earlier !== undefined);
  const [first] = later;
  if (first === undefined) {
    return t("{0} of {1} landed.", number(landed.length), number(rows.length));
  }
  return later.length === 1
    ? t(
        "{0} of {1} landed, one of them at attempt {2}.",
        ...[landed.length, rows.length, (first.earlier?.length ?? 0) + 1].map(number),
      )
    : t(
        "{0} of {1} landed, {2} of them at a later attempt.",
        ...[landed, rows, later].map(({ length }) => number(length)),
      );
}

function otherwiseLines(rows: readonly BatchRow[], { t, language }: Wording): string[] {
  const [differs, notSeen] = [count(rows, "differs"), count(rows, "notSeen")];
  return [
    ...(differs === 0
      ? []
      : [
          differs === 1
            ? t("1 of them landed with other values than were sent.")
            : t(
                "{0} of them landed with other values than were sent.",
                formatNumber(differs, language),
              ),
        ]),
    ...(notSeen === 0
      ? []
      : [
          notSeen === 1
            ? t("1 was accepted, but what landed could not be checked.")
            : t(
                "{0} were accepted, but what landed could not be checked.",
                formatNumber(notSeen, language),
              ),
        ]),
  ];
}

function stateLines({ state }: Batch, rows: readonly BatchRow[], words: Wording): string[] {
  const { t } = words;
  switch (state) {
    case "planned":
      return [t("Nothing was sent yet.")];
    case "running":
      return [];
    case "stopping":
      return [t("The PUT in progress is the last one.")];
    case "stopped":
      return [stoppedLine(rows, words), ...unknownLines(rows, words), ...waitingLines(rows, words)];
    case "finished":
      return unknownLines(rows, words);
  }
}

/** At the first that the service did not take; without one, the user or the window ended it. */
function stoppedLine(rows: readonly BatchRow[], words: Wording): string {
  const { t } = words;
  const at = rows.find(({ outcome }) => ENDS.has(outcome));
  if (at === undefined) {
    return t("Stopped.");
  }
  const name = inOneLine(at.pension?.pensionId ?? "");
  const word = outcomeWord(at.outcome, words).toLowerCase();
  const status = at.status ?? at.problem?.status;
  return status === undefined
    ? t("Stopped at {0}: {1}.", name, word)
    : t("Stopped at {0}: {1} ({2}).", name, word, String(status));
}

function unknownLines(rows: readonly BatchRow[], { t, language }: Wording): string[] {
  const unknown = count(rows, "unknown") + count(rows, "sending");
  if (unknown === 0) {
    return [];
  }
  return unknown === 1
    ? [t("For 1 it is not known whether it landed.")]
    : [t("For {0} it is not known whether they landed.", formatNumber(unknown, language))];
}

function waitingLines(rows: readonly BatchRow[], { t, language }: Wording): string[] {
  const waiting = count(rows, "waiting");
  if (waiting === 0) {
    return [];
  }
  return waiting === 1 ? [t("1 waits.")] : [t("{0} wait.", formatNumber(waiting, language))];
}

/** When the last of them came to its end. */
function lastLine(rows: readonly BatchRow[], { t }: Wording): string[] {
  const ends = rows.flatMap(({ endedAt }) => endedAt ?? []);
  const last = ends.reduce((latest, at) => Math.max(latest, at), -Infinity);
  return ends.length === 0 ? [] : [t("- Last PUT ended: {0}", isoInstant(last))];
}

function rowLines(row: BatchRow, shown: ReportShown, words: Wording): string[] {
  const { t, language } = words;
  const { place, pension, effect, changes, outcome, status, requestId, endedAt, problem } = row;
  const isLeftOut = outcome === "waiting" && !isSent(effect);
  return [
    `## ${codeSpan(shown.place(place))}: ${isLeftOut ? t("Left out") : outcomeWord(outcome, words)}`,
    "",
    ...pensionLines(pension, shown, words),
    changes === undefined || effect === "create"
      ? t("- Planned as: {0}", effectWord(effect, words))
      : t(
          "- Planned as: {0}, fields: {1}",
          effectWord(effect, words),
          formatNumber(changes, language),
        ),
    ...(status === undefined ? [] : [t("- Status: {0}", String(status))]),
    ...(requestId === undefined ? [] : [t("- Request id: {0}", codeSpan(requestId))]),
    ...(endedAt === undefined ? [] : [t("- Ended: {0}", isoInstant(endedAt))]),
    ...(problem === undefined ? [] : [t("- Why: {0}", shown.problem(problem))]),
    ...saidLines(row.actionId, shown, words).map((said) => `- ${said}`),
    ...(row.earlier ?? []).flatMap((one, index) => [
      earlierLine(one, index, shown, words),
      ...saidLines(one.actionId, shown, words).map((said) => `  - ${said}`),
    ]),
  ];
}

/** "- Try 1: Refused (422), request id `r-1`, ended 2026-11-22T10:00:00Z. …" */
function earlierLine(
  one: EarlierTry,
  index: number,
  shown: Pick<ReportShown, "problem">,
  words: Wording,
): string {
  const { t } = words;
  const { requestId, endedAt, problem } = one;
  const said = [
    tryWords(one, index, words),
    ...(requestId === undefined ? [] : [t("request id {0}", codeSpan(requestId))]),
    ...(endedAt === undefined ? [] : [t("ended {0}", isoInstant(endedAt))]),
  ].join(", ");
  return problem === undefined ? `- ${said}` : `- ${said}. ${shown.problem(problem)}`;
}

/** Whatever stands in the service's words, it stays one line of text. */
function saidLines(
  actionId: string | undefined,
  { said }: Pick<ReportShown, "said">,
  words: Wording,
): string[] {
  const text = problemsText(actionId === undefined ? [] : said(actionId), words);
  return text === "" ? [] : [words.t("The service says: {0}", codeSpan(text))];
}

/** "value: must be a number; provider: is not known"; "" where nothing was said. */
export function problemsText(problems: readonly BodyProblem[], { field }: Wording): string {
  const named = problems.slice(0, MOST_SAID).map(({ path, message }) => {
    const place = problemPathText(path);
    return place === "" ? message : `${field(place)}: ${message}`;
  });
  return named.join("; ");
}

/** More are read at the lines of the payload. */
const MOST_SAID = 20;

/** "Attempt 1: Refused (422)". */
export function tryWords({ outcome, status }: EarlierTry, index: number, words: Wording): string {
  const word = outcomeWord(outcome, words);
  const number = formatNumber(index + 1, words.language);
  return status === undefined
    ? words.t("Attempt {0}: {1}", number, word)
    : words.t("Attempt {0}: {1} ({2})", number, word, String(status));
}

function pensionLines(
  pension: BatchRow["pension"],
  { client, connection }: ReportShown,
  { t }: Wording,
): string[] {
  if (pension === undefined) {
    return [];
  }
  const { connectionId, clientId, pensionId } = pension;
  return [
    t(
      "- Pension: {0} of client {1}, {2}",
      ...[pensionId, client(clientId), connection(connectionId)].map(codeSpan),
    ),
  ];
}

/** What was planned and is never sent as it is. */
function leftLines(rows: readonly BatchRow[], shown: ReportShown, words: Wording): string[] {
  return rows.length === 0
    ? []
    : [
        "",
        words.t("## Left out"),
        "",
        ...rows.map(
          ({ place, effect }) => `- ${codeSpan(shown.place(place))}: ${effectWord(effect, words)}`,
        ),
      ];
}

function count(rows: readonly BatchRow[], of: RowOutcome): number {
  return rows.filter(({ outcome }) => outcome === of).length;
}

/** What ends a batch: the service did not take it, or nobody knows. */
const ENDS: ReadonlySet<RowOutcome> = new Set(["refused", "changed", "failed", "unknown"]);
