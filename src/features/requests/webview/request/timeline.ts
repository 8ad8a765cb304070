import { html, LitElement, nothing, type TemplateResult } from "lit";
import {
  ATTEMPT_PARTS,
  type AttemptView,
  type RequestTexts,
  type RequestView,
  type WaitView,
} from "../../messages/requestPanel";
import { formatDuration } from "../../../../platform/base/statusLine";
import { fillText } from "../../../../platform/base/texts";
import { documentLanguage } from "../../../../platform/webview/counts";
import { position, type Position } from "../../../../platform/webview/position";
import { propertiesOf } from "../../../../platform/webview/properties";
import { secondsGone, secondsLeft } from "../../../../platform/webview/seconds";
import { baseStyles } from "../../../../platform/webview/styles";
import { timelineStyles } from "./timelineStyles";

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Attempts and waits to the same scale of time, in the order in which they happened. */
export class Timeline extends LitElement {
  static override readonly properties = {
    ...propertiesOf("request", "texts"),
    now: { type: Number },
  };

  static override readonly styles = [baseStyles, timelineStyles];

  declare request: RequestView | undefined;
  declare texts: RequestTexts | undefined;
  /** Milliseconds since the epoch; what goes on is drawn by it. */
  declare now: number;

  constructor() {
    super();
    this.now = Date.now();
  }

  override render(): TemplateResult | typeof nothing {
    const { request, texts } = this;
    if (request === undefined || texts === undefined) {
      return nothing;
    }
    const span = spanOf(request, this.now);
    const { attempts, waits, now } = request;
    return html`
      <ol aria-label=${texts.timeline}>
        ${attempts.map(
          (attempt) => html`
            ${renderAttempt(attempt, span, texts)}
            ${waits
              .filter(({ after }) => after === attempt.number)
              .map((wait) => this.renderWait(wait, span, texts))}
          `,
        )}
        ${now === undefined || waits.some(({ isNow }) => isNow) ? nothing : this.renderNow(now, span, texts)}
      </ol>
      <ul class="legend" aria-hidden="true">
        ${ATTEMPT_PARTS.filter((name) =>
          attempts.some(({ parts }) => parts.some(({ part }) => part === name)),
        ).map((name) => html`<li><span class="key ${name}"></span>${texts[name]}</li>`)}
      </ul>
    `;
  }

  private renderWait(wait: WaitView, span: Span, texts: RequestTexts): TemplateResult {
    const { since, until, why, isNow } = wait;
    const words = isNow
      ? fillText(texts.retriesIn, secondsLeft(until - this.now), why)
      : fillText(texts.waited, formatDuration(until - since, documentLanguage()), why);
    return html`<li class=${isNow ? "wait live" : "wait"}>
      <span class="name dim">${texts.wait}</span>
      <span class="track"
        ><span class="bar waiting" ${position(at({ from: since, to: until }, span))}></span
      ></span>
      <span class="words" role=${isNow ? "timer" : nothing}>${words}</span>
    </li>`;
  }

  private renderNow(
    { text, since }: NonNullable<RequestView["now"]>,
    span: Span,
    texts: RequestTexts,
  ): TemplateResult {
    const gone = this.now - since;
    return html`<li class="live">
      <span class="name">${text}</span>
      <span class="track"
        ><span
          class="bar running"
          ${position(at({ from: since, to: Math.max(since, this.now) }, span))}
        ></span
      ></span>
      <span class="words" role="timer"
        >${gone < 1000 ? "" : fillText(texts.running, secondsGone(gone))}</span
      >
    </li>`;
  }
}

function renderAttempt(attempt: AttemptView, span: Span, texts: RequestTexts): TemplateResult {
  const { heading, status, tone, parts, total, decision } = attempt;
  const language = documentLanguage();
  const label = parts
    .map(({ part, milliseconds }) => `${texts[part]} ${formatDuration(milliseconds, language)}`)
    .join(", ");
  let from = attempt.startedAt;
  return html`<li>
    <span class="name">${heading}</span>
    <span class="track" role="img" aria-label=${label} title=${label}>
      ${parts.map(({ part, milliseconds }) => {
        const bar = { from, to: from + milliseconds };
        from = bar.to;
        return html`<span class="bar ${part}" ${position(at(bar, span))}></span>`;
      })}
    </span>
    <span class="words">
      <span class="icon" aria-hidden="true"
        ><vscode-icon class=${tone} name=${tone === "good" ? "pass" : "error"}></vscode-icon></span
      ><bdi class="status" title=${status}>${status}</bdi> · ${formatDuration(total, language)}
      <span class="dim decision">${decision}</span>
    </span>
  </li>`;
}

function spanOf({ attempts, waits, now, startedAt }: RequestView, moment: number): Span {
  const from = Math.min(startedAt, ...attempts.map((attempt) => attempt.startedAt));
  const ends = [
    ...attempts.map((attempt) => attempt.startedAt + attempt.total),
    ...waits.map(({ until }) => until),
    ...(now === undefined ? [] : [moment]),
  ];
  return { from, to: Math.max(from + 1, ...ends) };
}

function at({ from, to }: Span, whole: Span): Position {
  const length = whole.to - whole.from;
  const percent = (milliseconds: number): string => `${(milliseconds / length) * 100}%`;
  return { left: percent(from - whole.from), width: percent(to - from) };
}
