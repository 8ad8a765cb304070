import { html, css, LitElement, nothing, type TemplateResult } from "lit";
import type { PanelNotice } from "../base/panelNotice";
import { baseStyles } from "./styles";

/** The user chose one of the notice's actions. */
export class ActEvent extends CustomEvent<{ readonly id: string }> {}

/** What happened, what to do, and the buttons that do it. */
export class Notice extends LitElement {
  static override readonly properties = {
    notice: { attribute: false },
    kind: { type: String, reflect: true },
  };

  static override readonly styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }

      .box {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 12px;
        align-items: center;
        padding: 8px 12px;
      }

      :host([kind="error"]) .box {
        border: 1px solid var(--vscode-inputValidation-errorBorder, var(--line));
        background: var(--vscode-inputValidation-errorBackground);
        color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
      }

      :host([kind="warning"]) .box {
        border: 1px solid var(--vscode-inputValidation-warningBorder, var(--line));
        background: var(--vscode-inputValidation-warningBackground);
        color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground));
      }

      :host([kind="info"]) .box {
        border: 1px solid var(--vscode-inputValidation-infoBorder, var(--line));
        background: var(--vscode-inputValidation-infoBackground);
        color: var(--vscode-inputValidation-infoForeground, var(--vscode-foreground));
      }

      :host([kind="empty"]) .box {
        flex-direction: column;
        padding: 32px 16px;
        text-align: center;
      }

      .icon {
        color: var(--vscode-errorForeground);
        flex: none;
        align-self: flex-start;
      }

      :host([kind="warning"]) .icon {
        color: var(--vscode-editorWarning-foreground);
      }

      :host([kind="info"]) .icon {
        color: inherit;
      }

      .words {
        flex: 1 1 220px;
        min-width: 0;
        /* However long the words, the buttons stay in sight. */
        max-height: 10em;
        overflow: auto;
        overflow-wrap: anywhere;
      }

      :host([kind="empty"]) .words {
        flex: none;
        max-width: 100%;
      }

      p {
        margin: 0;
      }

      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
    `,
  ];

  declare notice: PanelNotice | undefined;
  declare kind: "error" | "warning" | "info" | "empty";

  constructor() {
    super();
    this.kind = "error";
  }

  override updated(): void {
    // What scrolls must be reachable with the keys; what does not must be no stop on the way.
    const words = this.renderRoot.querySelector(".words");
    if (words !== null && words.scrollHeight > words.clientHeight) {
      words.setAttribute("tabindex", "0");
    } else {
      words?.removeAttribute("tabindex");
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { notice } = this;
    if (notice === undefined) {
      return nothing;
    }
    const { kind } = this;
    return html`
      <div class="box" role=${kind === "error" ? "alert" : "status"}>
        ${kind === "empty" ? nothing : html`<vscode-icon class="icon" name=${kind}></vscode-icon>`}
        <div class="words">
          <p>${notice.what}</p>
          <p>${notice.advice}</p>
        </div>
        ${
          notice.actions.length === 0
            ? nothing
            : html`<div class="actions">
                ${notice.actions.map(({ id, label }, index) => this.renderAction(id, label, index))}
              </div>`
        }
      </div>
    `;
  }

  private renderAction(id: string, label: string, index: number): TemplateResult {
    const act = (): void => {
      this.dispatchEvent(new ActEvent("fp-act", { detail: { id }, bubbles: true, composed: true }));
    };
    return html`<vscode-button ?secondary=${index > 0} @click=${act}>${label}</vscode-button>`;
  }
}
