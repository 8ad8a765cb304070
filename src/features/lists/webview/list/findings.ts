import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { PagingFinding } from "../../messages/listQuery";
import type { FrameTexts } from "../../messages/listTexts";
import { fillCounts } from "../../../../platform/webview/counts";
import { propertiesOf } from "../../../../platform/webview/properties";
import { baseStyles, controlStyles } from "../../../../platform/webview/styles";
import { requestHost } from "./panelRequest";

/** What a reader of counts has to know of the service's paging: one quiet line that opens. */
export class Findings extends LitElement {
  static override readonly properties = propertiesOf("findings", "texts");

  static override readonly styles = [
    baseStyles,
    controlStyles,
    css`
      :host {
        display: block;
      }

      summary {
        width: fit-content;
        max-width: 100%;
        padding: 2px 0;
        cursor: pointer;
      }

      .line {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 6px;
        align-items: center;
        margin: 0;
        padding: 2px 0;
        overflow-wrap: anywhere;
        unicode-bidi: plaintext;
      }

      summary vscode-icon,
      .line vscode-icon {
        color: var(--vscode-editorInfo-foreground, currentColor);
        vertical-align: text-bottom;
      }

      .loss vscode-icon {
        color: var(--vscode-editorWarning-foreground, currentColor);
      }

      ul {
        margin: 0;
        padding: 0 0 4px 20px;
      }

      li {
        padding: 2px 0;
        overflow-wrap: anywhere;
        unicode-bidi: plaintext;
      }
    `,
  ];

  declare findings: readonly PagingFinding[];
  declare texts: FrameTexts | undefined;

  constructor() {
    super();
    this.findings = [];
  }

  override render(): TemplateResult | typeof nothing {
    const { texts } = this;
    if (texts === undefined) {
      return nothing;
    }
    const losses = this.findings.filter(({ isLoss }) => isLoss === true);
    const isOpen = ({ kind }: PagingFinding): boolean => kind === "drift" || kind === "rule";
    const paging = this.findings.filter((one) => !isOpen(one) && one.isLoss !== true);
    const open = this.findings.filter(isOpen);
    return html`
      ${losses.map(
        (finding) =>
          html`<p class="line loss">
            <vscode-icon name="warning"></vscode-icon> ${this.renderWords(finding)}
          </p>`,
      )}
      ${paging.length === 0 ? nothing : this.renderPaging(paging, texts)}
      ${open.map(
        (finding) =>
          html`<p class="line">
            <vscode-icon name="info"></vscode-icon> ${this.renderWords(finding)}
          </p>`,
      )}
    `;
  }

  private renderPaging(findings: readonly PagingFinding[], texts: FrameTexts): TemplateResult {
    const head =
      findings.length === 1 ? texts.oneFinding : fillCounts(texts.findings, findings.length);
    return html`
      <details>
        <summary><vscode-icon name="info"></vscode-icon> ${head}</summary>
        <ul>
          ${findings.map((finding) => html`<li>${this.renderWords(finding)}</li>`)}
        </ul>
      </details>
    `;
  }

  private renderWords({ text, action, dismissal }: PagingFinding): TemplateResult {
    const offered = [action ?? [], dismissal ?? []].flat();
    return html`
      <span class="text">${text}</span>
      ${offered.map(
        ({ id, label }) =>
          html`<vscode-button
            secondary
            @click=${() => requestHost(this, { name: "act", parameters: { id } })}
            >${label}</vscode-button
          > `,
      )}
    `;
  }
}
