import { html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  ExplanationSection,
  RequestAction,
  RequestContent,
  RequestTexts,
  RequestView,
} from "../../messages/requestPanel";
import type { StatusTexts } from "../../../../platform/base/statusLine";
import { formatMoment } from "../../../../platform/base/spans";
import { fillText } from "../../../../platform/base/texts";
import { Clock } from "../../../../platform/webview/clock";
import { documentLanguage } from "../../../../platform/webview/counts";
import { mayMove } from "../../../../platform/webview/motion";
import { propertiesOf } from "../../../../platform/webview/properties";
import type { StatusLine } from "../../../../platform/webview/statusLine";
import { baseStyles, documentStyles, environmentStyles } from "../../../../platform/webview/styles";
import type { AttemptDetails } from "./attemptDetails";
import { panelStyles } from "./panelStyles";

/** A button of the panel was pressed. */
export class RequestActEvent extends CustomEvent<{ readonly id: RequestAction }> {}

/** What one comes for: the first of them that is there stands out, all other buttons stand back. */
const FIRST: readonly RequestAction[] = ["openAnswer", "sendAgain"];

const COPIES: readonly RequestAction[] = ["copyTraceId", "copyRequestId"];

/** One recorded request: what was asked, how it went, and what can be done with it. */
export class RequestPanelElement extends LitElement {
  static override readonly properties = propertiesOf("content", "texts", "statusTexts");

  static override readonly styles = [baseStyles, documentStyles, environmentStyles, panelStyles];

  declare content: RequestContent | undefined;
  declare texts: RequestTexts | undefined;
  declare statusTexts: StatusTexts | undefined;
  private readonly clock = new Clock(this, 1000, () => this.isRunning);

  private get isRunning(): boolean {
    const { content } = this;
    return content !== undefined && "request" in content && content.request.now !== undefined;
  }

  confirmCopied(what: "requestId" | "traceId"): void {
    this.renderRoot.querySelector<StatusLine>("fp-status-line")?.confirmCopied(what);
  }

  confirmFactCopied(attempt: number, fact: number): void {
    const all = this.renderRoot.querySelectorAll<AttemptDetails>("fp-attempt-details");
    [...all].find((found) => found.attempt?.number === attempt)?.confirmCopied(fact);
  }

  override willUpdate(): void {
    if (this.content !== undefined) {
      this.clock.read();
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { content, texts, statusTexts } = this;
    if (content === undefined || texts === undefined || statusTexts === undefined) {
      return nothing;
    }
    if ("gone" in content) {
      const { what, advice } = content.gone;
      return html`<main class="gone">
        <h1>${what}</h1>
        <p>${advice}</p>
      </main>`;
    }
    const { request } = content;
    return html`
      <main>
        ${this.renderHeader(request, texts)}
        <fp-status-line .facts=${request.status} .texts=${statusTexts}></fp-status-line>
        ${this.renderActions(request, texts)}
        <h2>${texts.timeline}</h2>
        <fp-timeline .request=${request} .texts=${texts} .now=${this.clock.now}></fp-timeline>
        ${
          request.explanation === undefined
            ? nothing
            : renderExplanation(request.explanation, texts)
        }
        <h2>${texts.attempts}</h2>
        ${request.letGo === undefined ? nothing : html`<p class="let-go">${request.letGo}</p>`}
        ${request.attempts.map(
          (attempt) =>
            html`<fp-attempt-details .attempt=${attempt} .texts=${texts}></fp-attempt-details>`,
        )}
      </main>
    `;
  }

  private renderHeader(request: RequestView, texts: RequestTexts): TemplateResult {
    const { title, method, pathTemplate, connection, environment, startedAt, now, askedBy } =
      request;
    const moment = formatMoment(startedAt, documentLanguage());
    return html`<header>
      <h1 title=${title}>${title}</h1>
      <span class="environment">
        <vscode-icon class=${environment.icon} name=${environment.icon}></vscode-icon>
        ${
          connection === environment.word
            ? nothing
            : html`<bdi class="connection" title=${connection}>${connection}</bdi> ·`
        }
        <span class="word">${environment.word}</span>
      </span>
      <span class="live" role="status"
        >${now === undefined ? "" : html`<vscode-icon name="loading" ?spin=${mayMove()}></vscode-icon> ${now.text}`}</span
      >
      <p class="line">
        <code>${method} ${pathTemplate}</code>
        <span class="dim">${fillText(texts.startedAt, moment)}</span>
      </p>
      ${
        askedBy === undefined
          ? nothing
          : html`<p class="line asked-by"><vscode-icon name="hubot"></vscode-icon> ${askedBy}</p>`
      }
    </header>`;
  }

  private renderActions({ actions, status }: RequestView, texts: RequestTexts): TemplateResult {
    // The status line has these already, beside the ids.
    const shown = actions.filter(({ id }) => status === undefined || !COPIES.includes(id));
    const first = FIRST.find((wanted) => shown.some(({ id }) => id === wanted));
    return html`<div class="actions" role="group" aria-label=${texts.actions}>
      ${shown.map(
        ({ id, label }) =>
          html`<vscode-button
            ?secondary=${id !== first}
            @click=${() => this.dispatchEvent(new RequestActEvent("fp-request-act", { detail: { id } }))}
            >${label}</vscode-button
          >`,
      )}
    </div>`;
  }
}

function renderExplanation(
  sections: readonly ExplanationSection[],
  texts: RequestTexts,
): TemplateResult {
  return html`<section class="explanation" aria-label=${texts.explanation}>
    <h2>${texts.explanation}</h2>
    ${sections.map(
      ({ heading, lines }) =>
        html`<h3>${heading}</h3>
          <ul>
            ${lines.map(
              ({ icon, text }) =>
                html`<li>
                  <vscode-icon name=${icon}></vscode-icon><span class="text">${text}</span>
                </li>`,
            )}
          </ul>`,
    )}
  </section>`;
}
