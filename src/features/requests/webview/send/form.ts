import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type {
  SendBody,
  SendChoiceGroup,
  SendDraft,
  SendField,
  SendProblem,
  SendStart,
  SendState,
  SendTexts,
  SendView,
} from "../../messages/sendPanel";
import type { StatusTexts } from "../../../../platform/base/statusLine";
import { fillText } from "../../../../platform/base/texts";
import { fillCounts } from "../../../../platform/webview/counts";
import { fieldStyles } from "../../../../platform/webview/fieldStyles";
import { renderField } from "../../../../platform/webview/fields";
import { formStyles } from "../../../../platform/webview/formStyles";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import type { StatusLine } from "../../../../platform/webview/statusLine";
import { restoreScrollTop, scrollTopOf } from "../../../../platform/webview/scrollPosition";
import { baseStyles, environmentStyles } from "../../../../platform/webview/styles";
import { changeOf, valueOf } from "./draft";
import {
  countOf,
  ENDPOINTS_AT_A_GLANCE,
  firstFound,
  foundEndpoints,
  renderSearch,
} from "./endpoints";
import { renderAnswer, renderLines, renderRequest, type SendAsked } from "./parts";
import { sendStyles } from "./sendStyles";

/** A button of the form was pressed. */
export class SendAskEvent extends CustomEvent<{ readonly what: SendAsked }> {}

/** The form "Send request": shows what the host sends, holds what is typed, decides nothing. */
export class SendFormElement extends LitElement {
  static override readonly properties = {
    ...propertiesOf("view"),
    ...statesOf("sought", "draft", "texts", "visited", "showsAll"),
  };

  static override readonly styles = [
    baseStyles,
    environmentStyles,
    formStyles,
    fieldStyles,
    sendStyles,
  ];

  declare view: SendView | undefined;
  /** What the endpoints are searched for. */
  declare sought: string;
  declare draft: SendDraft | undefined;
  declare texts: SendTexts | undefined;
  /** Keys that were left once: only these are told what is wrong while typing goes on. */
  declare visited: ReadonlySet<string>;
  declare showsAll: boolean;
  private endpoints: readonly SendChoiceGroup[] = [];
  private statusTexts: StatusTexts | undefined;
  private pendingTop: number | undefined;

  constructor() {
    super();
    this.visited = new Set();
    this.showsAll = false;
    this.sought = "";
  }

  /** Shows a view; the host sends the endpoints only when they changed. */
  show(view: SendView): void {
    this.endpoints = view.endpoints ?? this.endpoints;
    this.view = view;
  }

  /** Shows the first answer of the host; a saved draft goes before its draft. */
  begin({ texts, statusTexts, view, draft }: SendStart, kept: SendState | undefined): void {
    this.texts = texts;
    this.statusTexts = statusTexts;
    // One that came on its own is newer: the connection was opened meanwhile.
    this.show(this.view === undefined ? view : { ...view, ...this.view });
    this.draft = { ...draft, ...kept?.draft };
    this.pendingTop = kept?.top;
  }

  fill(draft: Partial<SendDraft>): void {
    if (this.draft !== undefined) {
      this.draft = { ...this.draft, ...draft };
    }
  }

  /** Shows every problem and goes to the first field that has one. */
  point(): void {
    this.showsAll = true;
    void this.updateComplete.then(() => {
      const problems = this.view?.problems ?? [];
      const first = this.fields.find(({ name }) => problems.some(({ field }) => field === name));
      const selector = first === undefined ? ".summary" : `[name="${first.name}"]`;
      const found = this.renderRoot.querySelector<HTMLElement>(selector);
      found?.focus();
      found?.scrollIntoView({ block: "center" });
    });
  }

  confirmCopied(what: "requestId" | "traceId"): void {
    this.renderRoot.querySelector<StatusLine>("fp-status-line")?.confirmCopied(what);
  }

  /** Scrolled pixels. */
  get top(): number {
    return this.pendingTop ?? scrollTopOf(this);
  }

  override updated(changed: PropertyValues): void {
    if (this.pendingTop !== undefined && this.draft !== undefined) {
      void this.scrollBack(this.pendingTop);
    }
    const before = changed.get("view") as SendView | undefined;
    const { answer, dryRun } = this.view ?? {};
    const isNews =
      (answer !== undefined && before?.answer === undefined) ||
      (dryRun !== undefined && before?.dryRun === undefined);
    if (before !== undefined && changed.has("view") && isNews) {
      void this.showNews();
    }
  }

  private async showNews(): Promise<void> {
    const news = this.renderRoot.querySelector("section.news");
    // Before it has drawn itself, the status line has no height to scroll for.
    await news?.querySelector<LitElement>("fp-status-line")?.updateComplete;
    news?.scrollIntoView({ block: "nearest" });
  }

  private async scrollBack(top: number): Promise<void> {
    await restoreScrollTop(this, top);
    this.pendingTop = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const { view, texts, draft } = this;
    if (view === undefined || texts === undefined || draft === undefined) {
      return nothing;
    }
    const { environment, where, parameters, body, notice } = view;
    return html`
      <header>
        <h1 title=${texts.title}>${texts.title}</h1>
        <span class="environment">
          <vscode-icon class="icon ${environment.icon}" name=${environment.icon}></vscode-icon
          >${environment.word}
        </span>
      </header>
      <main @scroll=${() => this.dispatchEvent(new Event("fp-place"))}>
        ${this.renderSection("where", texts.where, where)}
        ${
          notice === undefined
            ? nothing
            : html`<fp-notice kind="warning" .notice=${notice}></fp-notice>`
        }
        ${
          parameters.length === 0
            ? nothing
            : this.renderSection("parameters", texts.parameters, parameters)
        }
        ${body === undefined ? nothing : this.renderBody(body, texts)} ${renderRequest(view, texts)}
        ${view.dryRun === undefined ? nothing : renderLines("dryRun", texts.dryRun, view.dryRun)}
        ${renderAnswer(view, texts, this.statusTexts, (what) => this.ask(what))}
      </main>
      ${this.renderFooter(view, texts)}
    `;
  }

  private renderSection(id: string, title: string, fields: readonly SendField[]): TemplateResult {
    return html`
      <section aria-labelledby="section-${id}">
        <h2 id="section-${id}">${title}</h2>
        <div class="fields">
          ${fields.map((field) =>
            field.key === "operationId" ? this.renderEndpoint(field) : this.renderOne(field),
          )}
        </div>
      </section>
    `;
  }

  /** Of very many endpoints those that fit what was typed, and the chosen one. */
  private renderEndpoint(field: SendField): unknown {
    const { endpoints, sought, draft, texts } = this;
    const count = countOf(endpoints);
    if (count <= ENDPOINTS_AT_A_GLANCE || draft === undefined || texts === undefined) {
      return this.renderOne({ ...field, groups: endpoints });
    }
    const found = countOf(foundEndpoints(endpoints, sought));
    const problem = this.problemOf(field);
    const choose = (value: string | undefined): void => {
      if (value !== undefined) {
        this.edit(field.key, value);
      }
    };
    return html`
      ${renderSearch({
        ...{ texts, sought, count, found },
        onInput: (text) => (this.sought = text),
        onEnter: () => choose(firstFound(endpoints, this.sought)),
      })}
      ${guard([endpoints, sought, draft.operationId, field.help, problem?.text], () =>
        this.renderOne({ ...field, groups: foundEndpoints(endpoints, sought, draft.operationId) }),
      )}
    `;
  }

  private renderBody({ field, editor, hasTemplate }: SendBody, texts: SendTexts): TemplateResult {
    const button = (what: SendAsked, label: string): TemplateResult =>
      html`<vscode-button secondary @click=${() => this.ask(what)}>${label}</vscode-button>`;
    const problem = this.problemOf(field);
    return html`
      <section aria-labelledby="section-body">
        <h2 id="section-body">${texts.body}</h2>
        ${
          editor === undefined
            ? html`<div class="fields">${this.renderOne(field)}</div>`
            : html`<p tabindex="-1" name=${field.name}>${fillText(texts.bodyIn, editor)}</p>
                <p class="problem-line" role="status">${problem?.text}</p>`
        }
        <div class="buttons">
          ${button("openBody", texts.openBody)}
          ${editor === undefined ? nothing : button("takeBody", texts.takeBody)}
          ${hasTemplate && editor === undefined ? button("fill", texts.fill) : nothing}
        </div>
      </section>
    `;
  }

  private renderOne(field: SendField): TemplateResult {
    const problem = this.problemOf(field);
    const choices = field.groups.flatMap((group) => group.choices);
    return renderField({
      field: { ...field, choices: choices.map((choice) => ({ ...choice, help: "" })), rows: 10 },
      value: this.draft === undefined ? "" : valueOf(this.draft, field.key),
      problem: problem?.text,
      optional: this.texts?.optional ?? "",
      onInput: (value) => this.edit(field.key, value),
      onLeave: () => {
        this.visited = new Set([...this.visited, field.key]);
      },
      onEnter: () => this.ask("send"),
    });
  }

  private renderFooter(view: SendView, texts: SendTexts): TemplateResult {
    const button = (what: SendAsked, label: string, isSecondary = true): TemplateResult => html`
      <vscode-button class=${what} ?secondary=${isSecondary} @click=${() => this.ask(what)}
        >${label}</vscode-button
      >
    `;
    return html`
      <footer>
        ${this.renderSummary(view.problems, texts)}
        <p class="status" role="status">${view.status}</p>
        <div class="buttons">
          ${view.isSending ? button("stop", texts.stop) : button("send", texts.send, false)}
          ${
            view.dryRun === undefined
              ? button("showDryRun", texts.showDryRun)
              : button("hideDryRun", texts.hideDryRun)
          }
        </div>
      </footer>
    `;
  }

  private renderSummary(
    problems: readonly SendProblem[],
    texts: SendTexts,
  ): TemplateResult | typeof nothing {
    if (!this.showsAll || problems.length === 0) {
      return nothing;
    }
    const elsewhere = problems.filter(({ field }) => field === "");
    const count = problems.length;
    return html`
      <div class="summary" tabindex="-1" role="alert">
        <vscode-icon name="error"></vscode-icon>
        <span>
          ${count === 1 ? texts.oneProblem : fillCounts(texts.problems, count)}
          ${elsewhere.map(({ text }) => html`${text} `)}
        </span>
      </div>
    `;
  }

  private get fields(): readonly SendField[] {
    const { where = [], parameters = [], body } = this.view ?? {};
    return [...where, ...parameters, ...(body === undefined ? [] : [body.field])];
  }

  private problemOf({ name }: SendField): SendProblem | undefined {
    return this.shownProblems.find(({ field }) => field === name);
  }

  /** Problems of fields that were left, or all of them once sending was refused. */
  private get shownProblems(): readonly SendProblem[] {
    const problems = this.view?.problems ?? [];
    const visited = this.fields.filter(({ key }) => this.visited.has(key));
    return this.showsAll
      ? problems
      : problems.filter(({ field }) => visited.some(({ name }) => name === field));
  }

  private edit(key: string, value: string): void {
    if (this.draft !== undefined) {
      this.draft = changeOf(this.draft, key, value);
      if (key === "operationId") {
        // Another endpoint, another start: its fields were not left yet.
        this.showsAll = false;
        this.visited = new Set();
      }
      this.dispatchEvent(new Event("fp-edit"));
    }
  }

  private ask(what: SendAsked): void {
    this.dispatchEvent(new SendAskEvent("fp-ask", { detail: { what } }));
  }
}
