import { html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  SessionAction,
  SessionClaim,
  SessionFact,
  SessionTexts,
  SessionViewFacts,
} from "../messages/sessionPanel";
import { formatMoment, formatSpan } from "../../../platform/base/spans";
import { fillText } from "../../../platform/base/texts";
import { Clock } from "../../../platform/webview/clock";
import { documentLanguage } from "../../../platform/webview/counts";
import { focusFallback } from "../../../platform/webview/focusFallback";
import { propertiesOf } from "../../../platform/webview/properties";
import {
  baseStyles,
  documentStyles,
  environmentStyles,
  tableStyles,
} from "../../../platform/webview/styles";
import { viewStyles } from "./viewStyles";

/** A button of the view was pressed. */
export class SessionActEvent extends CustomEvent<{ readonly id: SessionAction }> {}

const SCOPE_ICONS = { granted: "pass", missing: "warning", unasked: "info" };

/** One connection's session: facts that the host sends, with the times that are left. */
export class SessionViewElement extends LitElement {
  static override readonly properties = propertiesOf("view", "texts");

  static override readonly styles = [
    baseStyles,
    documentStyles,
    environmentStyles,
    tableStyles,
    viewStyles,
  ];

  declare view: SessionViewFacts | undefined;
  declare texts: SessionTexts | undefined;
  /** What counts down is drawn by it. */
  private readonly clock = new Clock(this, 1000);

  constructor() {
    super();
    focusFallback(this, ".actions vscode-button");
  }

  override render(): TemplateResult | typeof nothing {
    const { view, texts } = this;
    if (view === undefined || texts === undefined) {
      return nothing;
    }
    return html`
      <main>
        ${this.renderHeader(view, texts)}
        <dl aria-label=${texts.session}>
          ${view.facts.map((fact) => this.renderFact(fact, texts))}
        </dl>
        ${
          view.consent === undefined
            ? nothing
            : html`<h2>${texts.consent}</h2>
                <dl class="consent" aria-label=${texts.consent}>
                  ${this.renderFact(view.consent, texts)}
                </dl>`
        }
        <h2>${texts.scopes}</h2>
        ${renderScopes(view, texts)}
        <h2 id="claims">${texts.claims}</h2>
        ${
          view.claims.length === 0
            ? html`<p class="dim">${texts.noClaims}</p>`
            : renderClaims("claims", view.claims, texts)
        }
        ${
          view.tokenClaims.length === 0
            ? nothing
            : html`<h2 id="token-claims">${texts.tokenClaims}</h2>
                <p class="dim">${texts.unverified}</p>
                ${renderClaims("token-claims", view.tokenClaims, texts)}`
        }
      </main>
    `;
  }

  private renderHeader(view: SessionViewFacts, texts: SessionTexts): TemplateResult {
    const { environment, title, state, actions } = view;
    return html`
      <header>
        <h1 title=${title}>${title}</h1>
        <span class="environment">
          <vscode-icon class=${environment.icon} name=${environment.icon}></vscode-icon>
          <span class="word">${environment.word}</span>
        </span>
        <span class="state" role="status">${state}</span>
        <div class="actions" role="group" aria-label=${texts.actions}>
          ${actions.map(
            ({ id, label }, index) =>
              html`<vscode-button ?secondary=${index > 0} @click=${() => this.act(id)}
                >${label}</vscode-button
              >`,
          )}
        </div>
      </header>
    `;
  }

  private renderFact({ label, text, at, countsDown }: SessionFact, texts: SessionTexts): unknown {
    return html`<div class="fact">
      <dt>${label}</dt>
      <dd>
        ${at === undefined ? text : formatMoment(at, documentLanguage())}
        ${
          at === undefined || countsDown !== true
            ? nothing
            : html`<span class="left ${at <= this.clock.now ? "over" : ""}"
                >${this.left(at, texts)}</span
              >`
        }
      </dd>
    </div>`;
  }

  private left(at: number, texts: SessionTexts): string {
    const span = formatSpan(at - this.clock.now, documentLanguage());
    return fillText(at > this.clock.now ? texts.left : texts.over, span);
  }

  private act(id: SessionAction): void {
    this.dispatchEvent(new SessionActEvent("fp-session-act", { detail: { id } }));
  }
}

function renderScopes({ scopes }: SessionViewFacts, texts: SessionTexts): TemplateResult {
  return scopes.length === 0
    ? html`<p class="dim">${texts.noScopes}</p>`
    : html`<ul>
        ${scopes.map(
          ({ name, state, word }) =>
            html`<li class=${state}>
              <vscode-icon name=${SCOPE_ICONS[state]}></vscode-icon>
              <code>${name}</code> <span class="word">${word}</span>
            </li>`,
        )}
      </ul>`;
}

function renderClaims(
  heading: string,
  claims: readonly SessionClaim[],
  texts: SessionTexts,
): TemplateResult {
  return html`<table aria-labelledby=${heading}>
    <thead>
      <tr>
        <th scope="col">${texts.claim}</th>
        <th scope="col">${texts.value}</th>
      </tr>
    </thead>
    <tbody>
      ${claims.map(
        ({ name, text, at }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>
              ${text}${
                at === undefined
                  ? nothing
                  : html` <span class="dim">${formatMoment(at, documentLanguage())}</span>`
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
