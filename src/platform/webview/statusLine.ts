import { html, css, LitElement, nothing, type TemplateResult } from "lit";
import { shortenId, statusParts, type StatusFacts, type StatusTexts } from "../base/statusLine";
import { documentLanguage } from "./counts";
import { propertiesOf, statesOf } from "./properties";
import { baseStyles } from "./styles";

type IdName = "requestId" | "traceId";

/** Asks for an id to be copied; the host knows which id is meant. */
export class CopyEvent extends CustomEvent<{ readonly what: IdName }> {}

const COPIED_MILLISECONDS = 1500;

/** The line under every call: status, time, size, attempts, both ids with their copy buttons. */
export class StatusLine extends LitElement {
  static override readonly properties = {
    ...propertiesOf("facts", "texts", "openLabel"),
    ...statesOf("copied"),
  };

  static override readonly styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }

      footer {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        align-items: center;
        min-height: 26px;
        font-variant-numeric: tabular-nums;
      }

      .group {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        white-space: nowrap;
      }

      .facts {
        min-width: 0;
      }

      button {
        border: 0;
        padding: 2px 0;
        background: transparent;
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
      }

      button:hover {
        text-decoration: underline;
      }

      /* The reason phrase is the service's and may be of any length. */
      bdi {
        display: inline-block;
        max-width: min(24em, 100%);
        overflow: hidden;
        text-overflow: ellipsis;
        vertical-align: bottom;
        white-space: nowrap;
      }

      .echo {
        margin-inline-start: 4px;
      }

      vscode-icon.warning {
        color: var(--vscode-editorWarning-foreground);
      }
    `,
  ];

  declare facts: StatusFacts | undefined;
  declare texts: StatusTexts | undefined;
  /** What a press on the facts does; absent where they are all there is to see. */
  declare openLabel: string | undefined;
  declare copied: IdName | undefined;

  override render(): TemplateResult | typeof nothing {
    const { facts, texts } = this;
    if (facts === undefined || texts === undefined) {
      return nothing;
    }
    return html`
      <footer aria-label=${texts.status}>
        ${this.renderFacts(facts, texts)}
        <span class="group">
          ${this.renderId("requestId", texts.request, texts.copyRequestId)}
        </span>
        ${
          facts.echo === "notSent"
            ? nothing
            : html`<span class="group">
                ${this.renderId("traceId", texts.trace, texts.copyTraceId)}
                ${renderEcho(facts, texts)}
              </span>`
        }
        <span class="hidden" role="status">${this.copied === undefined ? "" : texts.copied}</span>
      </footer>
    `;
  }

  /** Shows for a moment that the copying was done. */
  confirmCopied(what: IdName): void {
    this.copied = what;
    setTimeout(() => {
      this.copied = undefined;
    }, COPIED_MILLISECONDS);
  }

  private renderFacts(facts: StatusFacts, texts: StatusTexts): TemplateResult {
    const parts = renderParts(facts, texts);
    const open = (): void => {
      this.dispatchEvent(new CustomEvent("fp-open-request", { bubbles: true, composed: true }));
    };
    return this.openLabel === undefined
      ? html`<span class="facts">${parts}</span>`
      : html`<button class="facts" title=${this.openLabel} @click=${open}>${parts}</button>`;
  }

  private renderId(what: IdName, word: string, label: string): TemplateResult {
    const id = this.facts?.[what];
    if (id === undefined) {
      return html`<span class="dim">${word}</span> <span>${this.texts?.none}</span>`;
    }
    const copy = (): void => {
      this.dispatchEvent(
        new CopyEvent("fp-copy", { detail: { what }, bubbles: true, composed: true }),
      );
    };
    return html`
      <span class="dim">${word}</span>
      <code title=${id}>${shortenId(id)}</code>
      <vscode-button
        icon=${this.copied === what ? "check" : "copy"}
        icon-only
        secondary
        aria-label=${label}
        title=${label}
        @click=${copy}
      ></vscode-button>
    `;
  }
}

/** Each part by itself: a reason phrase that runs right to left must not turn the others round. */
function renderParts(facts: StatusFacts, texts: StatusTexts): readonly TemplateResult[] {
  return statusParts(facts, texts, documentLanguage()).map(
    (part, index) => html`${index === 0 ? "" : " · "}<bdi>${part}</bdi>`,
  );
}

function renderEcho(facts: StatusFacts, texts: StatusTexts): TemplateResult | typeof nothing {
  switch (facts.echo) {
    case "notSent":
      return nothing;
    case "equal":
      return html`<span class="group echo">
        <vscode-icon name="check"></vscode-icon>${texts.echoed}
      </span>`;
    case "missing":
    case "changed":
      return html`<span class="group echo">
        <vscode-icon class="warning" name="warning"></vscode-icon>
        ${facts.echo === "missing" ? texts.notEchoed : texts.echoChanged}
      </span>`;
  }
}
