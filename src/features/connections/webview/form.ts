import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ConnectionDraft, DraftField, SecretName } from "../messages/connectionDraft";
import type {
  FieldProblem,
  FormField,
  FormLayout,
  FormSection,
  FormStart,
  FormState,
  FormTexts,
  FormView,
} from "../messages/connectionForm";
import { fillCounts } from "../../../platform/webview/counts";
import { fieldStyles } from "../../../platform/webview/fieldStyles";
import { renderField } from "../../../platform/webview/fields";
import { focusFallback } from "../../../platform/webview/focusFallback";
import { formStyles } from "../../../platform/webview/formStyles";
import { ActEvent } from "../../../platform/webview/notice";
import { propertiesOf, statesOf } from "../../../platform/webview/properties";
import { restoreScrollTop, scrollTopOf } from "../../../platform/webview/scrollPosition";
import { baseStyles } from "../../../platform/webview/styles";
import { renderHints, renderSecrets, renderTest } from "./parts";
import { connectionFormStyles } from "./styles";

type Asked = "save" | "test" | "stopTest" | "paste" | "cancel";

/** A button of the form was pressed. */
export class AskEvent extends CustomEvent<{ readonly what: Asked }> {}
/** The button of a secret was pressed. */
export class SecretEvent extends CustomEvent<{ readonly name: SecretName }> {}

/** The connection form: shows what the host sends, holds what is typed, and decides nothing. */
export class ConnectionFormElement extends LitElement {
  static override readonly properties = {
    ...propertiesOf("view"),
    ...statesOf("draft", "texts", "layout", "visited", "unjudged", "showsAll", "opened"),
  };

  static override readonly styles = [baseStyles, formStyles, fieldStyles, connectionFormStyles];

  declare view: FormView | undefined;
  declare draft: ConnectionDraft | undefined;
  declare texts: FormTexts | undefined;
  declare layout: FormLayout | undefined;
  /** Fields that were left once: only these are told what is wrong while typing goes on. */
  declare visited: ReadonlySet<DraftField>;
  /** Fields filled before they were left, of which the host has not said yet what is wrong. */
  declare unjudged: ReadonlySet<DraftField>;
  /** True once saving was refused: from then on every problem is shown. */
  declare showsAll: boolean;
  /** Whether the user opened or closed what is folded away; undefined: as its values say. */
  declare opened: boolean | undefined;
  private pendingTop: number | undefined;
  private edited: ConnectionDraft | undefined;

  constructor() {
    super();
    this.visited = new Set();
    this.unjudged = new Set();
    this.showsAll = false;
    // The button that is always there.
    focusFallback(this, ".save");
  }

  /** Takes the host's first answer; what was typed before the form was hidden goes before it. */
  begin({ texts, layout, view, draft }: FormStart, kept: FormState | undefined): void {
    this.texts = texts;
    this.layout = layout;
    this.view = view;
    this.draft = kept?.draft ?? draft;
    this.pendingTop = kept?.top;
  }

  fill(draft: Partial<ConnectionDraft>): void {
    if (this.draft !== undefined) {
      this.draft = { ...this.draft, ...draft };
    }
  }

  /** The host has checked this draft; only of the last one it is known what is wrong with it. */
  judged(draft: ConnectionDraft): void {
    if (draft === this.edited) {
      this.unjudged = new Set();
    }
  }

  /** Shows every problem and goes to the first field that has one. */
  point(): void {
    this.showsAll = true;
    const folded = this.layout?.more.fields ?? [];
    if (this.view?.problems.some(({ field }) => folded.some(({ name }) => name === field))) {
      this.opened = true;
    }
    void this.updateComplete.then(() => {
      const problems = this.view?.problems ?? [];
      const first = this.shownFields.find(({ name }) =>
        problems.some(({ field }) => field === name),
      );
      const selector = first === undefined ? ".summary" : `[name="${first.name}"]`;
      const fields = this.renderRoot.querySelectorAll<HTMLElement>(selector);
      const chosen = [...fields].find((field) => field.matches(":checked")) ?? fields[0];
      chosen?.focus();
      chosen?.scrollIntoView({ block: "center" });
    });
  }

  /** Scrolled pixels. */
  get top(): number {
    return this.pendingTop ?? scrollTopOf(this);
  }

  override updated(changed: PropertyValues): void {
    if (this.pendingTop !== undefined && this.draft !== undefined) {
      void this.scrollBack(this.pendingTop);
    }
    const before = changed.get("view") as FormView | undefined;
    const { test } = this.view ?? {};
    const isNews = before?.test === undefined || (before.test.isRunning && !test?.isRunning);
    if (changed.has("view") && test !== undefined && isNews) {
      // Its steps come one by one: what is in sight at the beginning is not at the end.
      this.renderRoot.querySelector("section.test")?.scrollIntoView({ block: "nearest" });
    }
  }

  private async scrollBack(top: number): Promise<void> {
    await restoreScrollTop(this, top);
    this.pendingTop = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const { view, texts, layout, draft } = this;
    if (view === undefined || texts === undefined || layout === undefined || draft === undefined) {
      return nothing;
    }
    const { where, identity, credentials, more } = layout;
    const enter = (name: SecretName): void => {
      this.dispatchEvent(new SecretEvent("fp-secret", { detail: { name } }));
    };
    return html`
      <header><h1 title=${view.title}>${view.title}</h1></header>
      <main @scroll=${() => this.dispatchEvent(new Event("fp-place"))}>
        ${
          view.notice === undefined
            ? nothing
            : html`<fp-notice kind="warning" .notice=${view.notice}></fp-notice>`
        }
        ${this.renderSection("where", where)} ${this.renderSection("identity", identity)}
        ${this.renderSection("credentials", credentials, renderSecrets(view.secrets, enter))}
        ${this.renderMore(more)} ${view.test === undefined ? nothing : renderTest(view.test, texts)}
      </main>
      ${this.renderFooter(view, texts)}
    `;
  }

  private renderSection(
    id: string,
    { title, fields }: FormSection,
    more: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    return html`
      <section aria-labelledby="section-${id}">
        <h2 id="section-${id}">${title}</h2>
        ${this.renderFields(fields)} ${more}
      </section>
    `;
  }

  /** What most connections leave as it is: a native disclosure, known to keys and screen readers. */
  private renderMore({ title, fields }: FormSection): TemplateResult {
    const isOpen = this.opened ?? this.differs(fields);
    const turn = (event: Event): void => {
      // It is drawn by what is known here, or the next drawing would undo it.
      event.preventDefault();
      this.opened = !isOpen;
    };
    return html`
      <section class="more">
        <details ?open=${isOpen}>
          <summary @click=${turn}>${title}</summary>
          ${this.renderFields(fields)}
        </details>
      </section>
    `;
  }

  private renderFields(fields: readonly FormField[]): TemplateResult | typeof nothing {
    const shown = fields.filter((field) => this.isShown(field));
    return shown.length === 0
      ? nothing
      : html`<div class="fields">
          ${shown.map((field) => [
            this.renderOne(field),
            field.name === "callbackUrl" ? this.renderCallbackHints() : nothing,
          ])}
        </div>`;
  }

  private differs(fields: readonly FormField[]): boolean {
    const { draft, layout } = this;
    return fields.some(
      (field) => this.isShown(field) && draft?.[field.name] !== layout?.defaults[field.name],
    );
  }

  private renderOne(field: FormField): TemplateResult {
    const { name } = field;
    const problem = this.shownProblems.find((one) => one.field === name);
    return renderField({
      field,
      value: this.draft?.[name] ?? "",
      problem: problem?.text,
      optional: this.texts?.optional ?? "",
      onInput: (value) => this.edit({ [name]: value }),
      onLeave: () => {
        this.visited = new Set([...this.visited, name]);
      },
      onEnter: () => this.ask("save"),
    });
  }

  private renderCallbackHints(): TemplateResult | typeof nothing {
    const { layout, texts } = this;
    return layout === undefined || texts === undefined
      ? nothing
      : renderHints(layout.callbackHints, texts, (callbackUrl) => this.edit({ callbackUrl }));
  }

  private renderFooter(view: FormView, texts: FormTexts): TemplateResult {
    const isTesting = view.test?.isRunning === true;
    const button = (what: Asked, label: string, isSecondary = true): TemplateResult => html`
      <vscode-button class=${what} ?secondary=${isSecondary} @click=${() => this.ask(what)}
        >${label}</vscode-button
      >
    `;
    return html`
      <footer>
        ${this.renderSummary(view, texts)}
        <p class="status" role="status">${view.status}</p>
        <div class="buttons">
          ${button("save", texts.save, false)}
          ${isTesting ? button("stopTest", texts.stopTest) : button("test", texts.test)}
          ${button("paste", texts.paste)}
          ${button("cancel", view.isChanged ? texts.cancel : texts.close)}
          ${this.renderExtra(view.extra)}
        </div>
      </footer>
    `;
  }

  private renderExtra(extra: FormView["extra"]): TemplateResult | typeof nothing {
    if (extra === undefined) {
      return nothing;
    }
    const { id, label } = extra;
    const act = (): void => {
      this.dispatchEvent(new ActEvent("fp-act", { detail: { id } }));
    };
    return html`<vscode-button secondary @click=${act}>${label}</vscode-button>`;
  }

  private renderSummary({ problems }: FormView, texts: FormTexts): TemplateResult | typeof nothing {
    if (!this.showsAll || problems.length === 0) {
      return nothing;
    }
    const shown = new Set(this.shownFields.map(({ name }) => name));
    const elsewhere = problems.filter(({ field }) => !shown.has(field));
    const count = new Set(problems.map(({ field }) => field)).size;
    return html`
      <div class="summary" tabindex="-1" role="alert">
        <vscode-icon name="error"></vscode-icon>
        <span>
          ${count === 1 ? texts.oneProblem : fillCounts(texts.problems, count)}
          ${elsewhere.map(({ text }) => html`${texts.elsewhere} ${text} `)}
        </span>
      </div>
    `;
  }

  /** Problems of fields that were left, or all of them once saving was refused. */
  private get shownProblems(): readonly FieldProblem[] {
    const problems = this.view?.problems ?? [];
    const { visited, unjudged } = this;
    return this.showsAll
      ? problems
      : problems.filter(({ field }) => visited.has(field) && !unjudged.has(field));
  }

  private get shownFields(): readonly FormField[] {
    const { layout } = this;
    return layout === undefined
      ? []
      : [layout.where, layout.identity, layout.more]
          .flatMap(({ fields }) => fields)
          .filter((field) => this.isShown(field));
  }

  private isShown({ models }: FormField): boolean {
    return this.draft !== undefined && models.includes(this.draft.accessModel);
  }

  private edit(change: Partial<ConnectionDraft>): void {
    this.fill(change);
    this.edited = this.draft;
    // Problems that are shown already stay until they are known to be gone.
    const fresh = (Object.keys(change) as DraftField[]).filter((name) => !this.visited.has(name));
    this.unjudged = new Set([...this.unjudged, ...fresh]);
    this.dispatchEvent(new Event("fp-edit"));
  }

  private ask(what: Asked): void {
    this.dispatchEvent(new AskEvent("fp-ask", { detail: { what } }));
  }
}
