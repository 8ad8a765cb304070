import { html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  AttemptFact,
  AttemptView,
  HeaderRow,
  RequestTexts,
} from "../../messages/requestPanel";
import { fillText } from "../../../../platform/base/texts";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles, documentStyles, tableStyles } from "../../../../platform/webview/styles";
import { attemptStyles } from "./attemptStyles";

/** Asks for a fact to be copied, by its number; the host knows its text. */
export class CopyFactEvent extends CustomEvent<{
  readonly attempt: number;
  readonly fact: number;
}> {}

/** All that is known of one attempt: its ids and figures, and the headers of both ways. */
export class AttemptDetails extends LitElement {
  static override readonly properties = {
    ...propertiesOf("attempt", "texts"),
    ...statesOf("copied"),
  };

  static override readonly styles = [baseStyles, documentStyles, tableStyles, attemptStyles];

  declare attempt: AttemptView | undefined;
  declare texts: RequestTexts | undefined;
  declare copied: number | undefined;

  confirmCopied(fact: number): void {
    this.copied = fact;
    setTimeout(() => {
      this.copied = undefined;
    }, 1500);
  }

  override render(): TemplateResult | typeof nothing {
    const { attempt, texts } = this;
    if (attempt === undefined || texts === undefined) {
      return nothing;
    }
    const { heading, request, status, facts, requestHeaders, responseHeaders } = attempt;
    return html`
      <section aria-label=${heading}>
        <h3>${heading} <code>${request}</code> <bdi>${status}</bdi></h3>
        <dl>${facts.map((fact, index) => this.renderFact(fact, index, attempt.number))}</dl>
        <div class="headers">
          ${renderHeaders(texts.requestHeaders, requestHeaders, texts)}
          ${renderHeaders(texts.responseHeaders, responseHeaders, texts)}
        </div>
        <span class="hidden" role="status">${this.copied === undefined ? "" : texts.copied}</span>
      </section>
    `;
  }

  private renderFact(
    { label, text, isId }: AttemptFact,
    index: number,
    attempt: number,
  ): TemplateResult {
    const copy = (): void => {
      const detail = { attempt, fact: index };
      this.dispatchEvent(
        new CopyFactEvent("fp-copy-fact", { detail, bubbles: true, composed: true }),
      );
    };
    const name = fillText(this.texts?.copyFact ?? "", label);
    return html`<div class="fact">
      <dt>${label}</dt>
      <dd>
        ${
          isId === true
            ? html`<code>${text}</code
                ><vscode-button
                  icon=${this.copied === index ? "check" : "copy"}
                  icon-only
                  secondary
                  aria-label=${name}
                  title=${name}
                  @click=${copy}
                ></vscode-button>`
            : text
        }
      </dd>
    </div>`;
  }
}

function renderHeaders(
  caption: string,
  headers: readonly HeaderRow[],
  texts: RequestTexts,
): TemplateResult {
  return html`<div>
    <h4>${caption}</h4>
    ${
      headers.length === 0
        ? html`<p class="dim">${texts.noHeaders}</p>`
        : html`<table aria-label=${caption}>
            <thead class="hidden">
              <tr>
                <th scope="col">${texts.header}</th>
                <th scope="col">${texts.value}</th>
              </tr>
            </thead>
            <tbody>
              ${headers.map(
                ([name, value]) =>
                  html`<tr>
                    <th scope="row">${name}</th>
                    <td>${value}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </div>`;
}
