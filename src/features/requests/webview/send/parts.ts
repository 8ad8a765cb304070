import { html, nothing, type TemplateResult } from "lit";
import type { SendLine, SendTexts, SendView, SendToHost } from "../../messages/sendPanel";
import type { StatusTexts } from "../../../../platform/base/statusLine";

export type SendAsked = Exclude<keyof SendToHost, "start" | "edit" | "copy" | "act">;

/** The address and the headers as they will be sent. */
export function renderRequest({ request, headers }: SendView, texts: SendTexts): TemplateResult {
  return html`
    <section aria-labelledby="section-request">
      <h2 id="section-request">${texts.request}</h2>
      <p class="address-line" aria-live="polite">
        ${request === "" ? html`<span class="dim">${texts.noRequest}</span>` : html`<code>${request}</code>`}
      </p>
      ${
        headers.length === 0
          ? nothing
          : html`<details>
              <summary>${texts.headers}</summary>
              ${renderTable(headers)}
            </details>`
      }
    </section>
  `;
}

/** A section of names and values that has just come. */
export function renderLines(id: string, title: string, lines: readonly SendLine[]): TemplateResult {
  return html`
    <section class="news" aria-labelledby="section-${id}">
      <h2 id="section-${id}">${title}</h2>
      ${renderTable(lines)}
    </section>
  `;
}

/** What came of the last call. */
export function renderAnswer(
  { answer, error, hasBody }: SendView,
  texts: SendTexts,
  statusTexts: StatusTexts | undefined,
  ask: (what: SendAsked) => void,
): TemplateResult | typeof nothing {
  if (answer === undefined && error === undefined) {
    return nothing;
  }
  const button = (what: SendAsked, label: string): TemplateResult =>
    html`<vscode-button secondary @click=${() => ask(what)}>${label}</vscode-button>`;
  return html`
    <section class="news" aria-labelledby="section-answer">
      <h2 id="section-answer">${texts.answer}</h2>
      ${error === undefined ? nothing : html`<fp-notice kind="error" .notice=${error}></fp-notice>`}
      ${
        answer === undefined
          ? nothing
          : html`<fp-status-line .facts=${answer} .texts=${statusTexts}></fp-status-line>
              <div class="buttons">
                ${hasBody ? button("openAnswer", texts.openAnswer) : nothing}
                ${button("details", texts.details)}
              </div>`
      }
    </section>
  `;
}

function renderTable(lines: readonly SendLine[]): TemplateResult {
  return html`<dl class="lines">
    ${lines.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd><code>${value}</code></dd>
        </div>`,
    )}
  </dl>`;
}
