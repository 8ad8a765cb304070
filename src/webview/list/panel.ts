import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { PanelContent, PanelPlace, PanelTexts, PanelView } from "../../shared/listPanel";
import type { ListTable } from "../../shared/listTable";
import { fillCounts } from "../parts/counts";
import type { StatusLine } from "../parts/statusLine";
import { baseStyles } from "../parts/styles";
import type { Grid } from "./grid";
import { TurnEvent } from "./pager";
import { panelStyles } from "./panelStyles";

/** The list panel: shows what the host sends and says what the user wants, nothing else. */
export class ListPanelElement extends LitElement {
  static override readonly properties = {
    texts: { attribute: false },
    view: { state: true },
    table: { state: true },
  };

  static override readonly styles = [baseStyles, panelStyles];

  declare texts: PanelTexts | undefined;
  declare view: PanelView | undefined;
  declare table: ListTable | undefined;
  /** Where to put the grid once its first rows are there. */
  private pendingPlace: PanelPlace | undefined;
  private shownPage: string | undefined;

  take({ view, table }: PanelContent): void {
    this.view = view;
    if (table !== undefined) {
      this.table = table ?? undefined;
    }
  }

  restore(place: PanelPlace | undefined): void {
    this.pendingPlace = place;
  }

  get place(): PanelPlace | undefined {
    return this.pendingPlace ?? this.grid?.place;
  }

  focusGrid(): void {
    this.grid?.focusCell();
  }

  confirmCopied(what: "requestId" | "traceId"): void {
    this.renderRoot.querySelector<StatusLine>("fp-status-line")?.confirmCopied(what);
  }

  override render(): TemplateResult | typeof nothing {
    const { view, texts } = this;
    if (view === undefined || texts === undefined) {
      return nothing;
    }
    return html`
      ${this.renderHeader(view, texts)}
      <div class="progress">
        ${
          view.isLoading
            ? html`<vscode-progress-bar aria-label=${texts.loading}></vscode-progress-bar>`
            : nothing
        }
      </div>
      <main>
        <div class="above">${this.renderAbove(view, texts)}</div>
        <div class="rows">${this.renderRows(view, texts)}</div>
      </main>
      <div class="below">
        <fp-pager
          .paging=${view.paging}
          .pageSize=${view.query.pageSize}
          .texts=${texts}
        ></fp-pager>
        <fp-status-line
          .facts=${view.status}
          .texts=${texts}
          .openLabel=${texts.openRequest}
        ></fp-status-line>
      </div>
    `;
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has("table") || this.table === undefined || this.view === undefined) {
      return;
    }
    const { pageNumber, pageSize } = this.view.query;
    const page = `${pageNumber}/${pageSize}`;
    const isOtherPage = this.shownPage !== undefined && this.shownPage !== page;
    this.shownPage = page;
    void this.settle(isOtherPage);
  }

  private async settle(isOtherPage: boolean): Promise<void> {
    const { grid } = this;
    if (grid === null) {
      return;
    }
    await grid.updateComplete;
    if (this.pendingPlace !== undefined) {
      grid.restore(this.pendingPlace);
      this.pendingPlace = undefined;
    } else if (isOtherPage) {
      grid.toTop();
    }
    // Nothing in the panel has the focus yet: the arrow keys may as well work at once.
    if (document.hasFocus() && document.activeElement === document.body) {
      grid.focusCell();
    }
  }

  private get grid(): Grid | null {
    return this.renderRoot.querySelector<Grid>("fp-grid");
  }

  private renderHeader(view: PanelView, texts: PanelTexts): TemplateResult {
    const { environment, connection, title } = view;
    return html`
      <header>
        <h1 title=${title}>${title}</h1>
        <span class="environment">
          <vscode-icon name=${environment.icon}></vscode-icon>
          ${
            connection === ""
              ? nothing
              : html`<bdi class="connection" title=${connection}>${connection}</bdi> ·`
          }
          <span class="word">${environment.word}</span>
        </span>
        <div class="tools">
          <vscode-button
            class="open-as-json"
            icon="json"
            secondary
            aria-disabled=${String(this.table === undefined)}
            ?disabled=${this.table === undefined}
            @click=${() => this.ask("fp-open-as-json")}
            >${texts.openAsJson}</vscode-button
          >
          <vscode-button
            class="reload"
            icon="refresh"
            icon-only
            secondary
            aria-label=${texts.reload}
            title=${texts.reload}
            @click=${() => this.reload()}
          ></vscode-button>
        </div>
      </header>
    `;
  }

  private renderAbove(view: PanelView, texts: PanelTexts): TemplateResult {
    const omitted = this.table?.omittedColumns ?? 0;
    const notes =
      omitted === 0 ? view.notes : [...view.notes, fillCounts(texts.omittedColumns, omitted)];
    return html`
      ${
        view.error === undefined
          ? nothing
          : html`<fp-notice kind="error" .notice=${view.error}></fp-notice>`
      }
      ${
        view.warning === undefined
          ? nothing
          : html`<fp-notice kind="warning" .notice=${view.warning}></fp-notice>`
      }
      ${notes.map((note) => html`<p class="note dim">${note}</p>`)}
    `;
  }

  private renderRows(view: PanelView, texts: PanelTexts): TemplateResult | typeof nothing {
    if (view.empty !== undefined) {
      return html`<fp-notice kind="empty" .notice=${view.empty}></fp-notice>`;
    }
    return this.table === undefined
      ? nothing
      : html`<fp-grid
          .table=${this.table}
          .texts=${texts}
          .label=${view.title}
          .isLoading=${view.isLoading}
        ></fp-grid>`;
  }

  private reload(): void {
    const detail = { step: "reload" } as const;
    this.dispatchEvent(new TurnEvent("fp-turn", { detail }));
  }

  private ask(name: string): void {
    this.dispatchEvent(new CustomEvent(name));
  }
}
