import { html, nothing, type TemplateResult } from "lit";
import type {
  ActionLine,
  AttemptLine,
  RequestLine,
  RequestsTexts,
} from "../../messages/requestsView";
import { fillText } from "../../../../platform/base/texts";
import { formatMoment, formatNarrow } from "../../../../platform/base/spans";
import { formatDuration, shortenId } from "../../../../platform/base/statusLine";
import { documentLanguage, fillCounts } from "../../../../platform/webview/counts";
import { secondsGone, secondsLeft } from "../../../../platform/webview/seconds";

/** What a row is drawn by, beside its line. */
interface RowFacts {
  readonly texts: RequestsTexts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The cells of a line, in the order of the columns. */
export function renderCells(line: RequestLine, facts: RowFacts): TemplateResult {
  return line.kind === "action" ? actionCells(line, facts) : attemptCells(line, facts);
}

function actionCells(line: ActionLine, facts: RowFacts): TemplateResult {
  const { title, environment, connection, traceId, waits, attempts, isExpanded, askedBy } = line;
  const { texts } = facts;
  const wait = waits === 0 ? "" : waits === 1 ? texts.oneWait : fillCounts(texts.waits, waits);
  const twistie = attempts === 0 ? "" : isExpanded ? "chevron-down" : "chevron-right";
  return html`
    ${timeCell(line, html`<span class="icon twistie ${twistie}" aria-hidden="true"></span>`)}
    <span role="gridcell" class="method">${line.method}</span>
    <span role="gridcell" class="title" title=${[title, askedBy].filter(Boolean).join(" · ")}
      >${askedBy === undefined ? nothing : html`<span class="icon assistant" role="img" aria-label=${askedBy}></span>`}<bdi
        class="link"
        >${title}</bdi
      ></span
    >
    ${statusCell(line, facts)} ${durationCell(line, facts)}
    <span role="gridcell" class="waits dim">${wait}</span>
    <span role="gridcell" class="connection" title=${`${connection} · ${environment.word}`}
      ><span class="icon ${environment.icon}" aria-hidden="true"></span
      ><span class="word">${environment.word}</span>
      <bdi>${connection === environment.word ? "" : connection}</bdi></span
    >
    <span role="gridcell" class="trace" title=${traceId ?? ""}
      ><code>${traceId === undefined ? "" : shortenId(traceId)}</code></span
    >
  `;
}

function attemptCells(line: AttemptLine, facts: RowFacts): TemplateResult {
  const { pathTemplate, decision, requestId, attempt } = line;
  const number = fillCounts(facts.texts.attempt, attempt);
  return html`
    ${timeCell(line, html`<span class="icon twistie"></span><span class="icon twistie"></span>`)}
    <span role="gridcell" class="method">${line.method}</span>
    <span role="gridcell" class="title" title=${pathTemplate}
      ><span class="link">${number}</span> <code>${pathTemplate}</code></span
    >
    ${statusCell(line, facts)} ${durationCell(line, facts)}
    <span role="gridcell" class="decision dim" title=${decision}>${decision}</span>
    <span role="gridcell" class="trace" title=${requestId ?? ""}
      ><code>${requestId === undefined ? "" : shortenId(requestId)}</code></span
    >
  `;
}

function timeCell({ startedAt }: RequestLine, twistie: TemplateResult): TemplateResult {
  return html`<span
    role="gridcell"
    class="time"
    title=${formatMoment(startedAt, documentLanguage())}
    >${twistie}${timeText(startedAt)}</span
  >`;
}

function statusCell(line: RequestLine, { texts, now }: RowFacts): TemplateResult {
  const { status, outcome } = line;
  const until = line.kind === "action" ? line.waitsUntil : undefined;
  const wait = until === undefined ? "" : fillText(texts.retriesIn, secondsLeft(until - now));
  const words = [status, wait].filter((word) => word !== "").join(" · ");
  return html`<span role="gridcell" class="status" title=${`${texts[outcome]}: ${words}`}
    ><span class="icon ${outcome}" aria-hidden="true"></span>${
      outcome === "running" && line.kind === "action"
        ? html`<button
            type="button"
            class="cancel"
            tabindex="-1"
            aria-label=${texts.cancel}
            title=${`${texts.cancel} (Delete)`}
          ></button>`
        : nothing
    }<span class="hidden">${texts[outcome]} </span>${words}</span
  >`;
}

function durationCell(line: RequestLine, { now }: RowFacts): TemplateResult {
  const { milliseconds, startedAt } = line;
  const text =
    milliseconds === undefined
      ? now - startedAt < 1000
        ? nothing
        : secondsGone(now - startedAt)
      : formatDuration(milliseconds, documentLanguage());
  return html`<span role="gridcell" class="duration">${text}</span>`;
}

/** "10:42:07", of another day with it: "11/20, 10:42". */
function timeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return formatNarrow(at, documentLanguage(), isToday);
}
