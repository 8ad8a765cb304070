import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import * as v from "valibot";
import { FIRST_LAYOUT, type ListLayout, listLayout, type ListTab } from "../../messages/listLayout";
import type { ListContent, ListTexts, ListView, PanelCommand } from "../../messages/listMessages";
import type { RowsAnswer, TableFacts } from "../../messages/listQuestions";
import type { FrameTexts } from "../../messages/listTexts";
import type { PanelNotice } from "../../../../platform/base/panelNotice";
import { fillCounts } from "../../../../platform/webview/counts";
import { mayMove } from "../../../../platform/webview/motion";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import type { StatusLine } from "../../../../platform/webview/statusLine";
import { baseStyles, environmentStyles } from "../../../../platform/webview/styles";
import type { ListAsk } from "./ask";
import { countText } from "./countText";
import type { ListGrid } from "./grid/listGrid";
import { readRows } from "./grid/listRows";
import { withoutValues } from "./grid/viewChanges";
import { renderAddress, renderBar, renderTitle } from "./header";
import { loadElement } from "./lazyElements";
import { panelStyles } from "./panelStyles";
import type { Parameters } from "./parameters";
import { requestHost } from "./panelRequest";

const COPIED_MILLISECONDS = 1500;
/** From then on the bar moves in steps: where the screen is drawn without a GPU each one is dear. */
const FEWER_FRAMES = 1;
/** The bar from one end to the other, standing still. */
const WHOLE = 100;

/** The layout is another one, to be kept. */
export class LaidOutEvent extends CustomEvent<{ readonly isPlaceAlone: boolean }> {}

/** The list panel: shows what the host sends and says what the user wants, nothing else. */
export class ListPanelElement extends LitElement {
  static override readonly properties = {
    ...propertiesOf("texts"),
    ...statesOf(
      "view",
      "facts",
      "tab",
      "areParametersOpen",
      "failedTab",
      "loadedTabs",
      "isAddressCopied",
    ),
  };

  static override readonly styles = [baseStyles, environmentStyles, panelStyles];

  declare texts: ListTexts | undefined;
  declare view: ListView | undefined;
  declare facts: TableFacts | undefined;
  declare tab: ListTab;
  declare areParametersOpen: boolean;
  declare failedTab: ListTab | undefined;
  declare loadedTabs: readonly ListTab[];
  declare isAddressCopied: boolean;
  /** Not watched: a scroll changes it and draws nothing here. */
  layout: ListLayout = FIRST_LAYOUT;
  private prefetched: RowsAnswer | undefined;
  private shownPage: string | undefined;
  /** The revision of the rows in which something was looked for. */
  private searched: number | undefined;
  /** Numbers of the contents that view and rows are of: an older one that comes late is left out. */
  private readonly numbers = { view: 0, table: 0 };

  constructor(private readonly ask: ListAsk) {
    super();
    this.tab = "table";
    this.areParametersOpen = false;
    this.failedTab = undefined;
    this.loadedTabs = ["table"];
    this.isAddressCopied = false;
    this.addEventListener("fp-layout", (event) => {
      // A tab of another bundle has event classes of its own.
      const changed: unknown = event instanceof CustomEvent ? event.detail : undefined;
      if (v.is(listLayout, changed)) {
        this.layOut(changed);
      }
    });
  }

  show({ number = this.numbers.view, view, table, rows }: ListContent): void {
    if (view.isMasked && this.view?.isMasked === false && number >= this.numbers.view) {
      this.forgetValues();
    }
    if (table !== undefined && number >= this.numbers.table) {
      this.numbers.table = number;
      this.facts = table ?? undefined;
      this.prefetched = rows === undefined ? undefined : readRows(rows);
    }
    if (number < this.numbers.view) {
      return;
    }
    this.numbers.view = number;
    // What has to be given before anything can come is not left behind a button.
    const isMissing = view.parameters.some((one) => one.isRequired && one.value.length === 0);
    if (this.view === undefined && isMissing) {
      this.areParametersOpen = true;
    }
    // Who measures by a command wants to see it.
    const isMeasuring = (one: ListView | undefined): boolean => one?.fields?.running !== undefined;
    if (isMeasuring(view) && !isMeasuring(this.view)) {
      this.areParametersOpen = true;
    }
    this.view = view;
  }

  /** The layout that the panel had before, or that new panels of this endpoint begin with. */
  restore(layout: ListLayout): void {
    this.layout = layout;
    this.tab = layout.tab;
    void this.loadTab(layout.tab);
  }

  /** Privacy mode was turned on: what was looked for before may be what it hides. */
  forgetValues(): void {
    const view = withoutValues(this.layout.view);
    if (view !== this.layout.view) {
      this.layOut({ ...this.layout, view });
    }
  }

  runCommand(command: PanelCommand): void {
    if (command === "find" || command === "filter") {
      this.choose("table");
      void this.updateComplete.then(() =>
        command === "find" ? this.grid?.openFind() : this.grid?.openFilter(),
      );
    } else {
      this.choose(command);
      this.focusTab();
    }
  }

  focusGrid(): void {
    this.grid?.focusCell();
  }

  confirmCopied(what: "requestId" | "traceId" | "address"): void {
    if (what === "address") {
      this.isAddressCopied = true;
      setTimeout(() => (this.isAddressCopied = false), COPIED_MILLISECONDS);
    } else {
      this.renderRoot.querySelector<StatusLine>("fp-status-line")?.confirmCopied(what);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { view } = this;
    const texts = this.texts?.frame;
    if (view === undefined || texts === undefined) {
      return nothing;
    }
    return html`
      ${this.renderTop(view, texts)}
      <div class="progress">
        ${
          view.isLoading
            ? html`<vscode-progress-bar
                aria-label=${texts.loading}
                .longRunningThreshold=${FEWER_FRAMES}
                .value=${mayMove() ? undefined : WHOLE}
              ></vscode-progress-bar>`
            : nothing
        }
      </div>
      <main>
        <div class="above">${this.renderAbove(view, texts)}</div>
        ${this.renderTabs(view, texts)}
      </main>
      ${this.renderBelow(view, texts)}
    `;
  }

  override updated(changed: PropertyValues): void {
    const { facts, view } = this;
    if (facts === undefined || view === undefined) {
      return;
    }
    if (changed.has("facts")) {
      this.followRows(facts, view);
    }
    // Of rows that keep coming the last ones are waited for: each would be looked through anew.
    if (!view.isLoading && this.searched !== facts.revision) {
      this.searched = facts.revision;
      this.grid?.findAgain("stay");
    }
  }

  /** Other rows have come. */
  private followRows({ revision }: TableFacts, { query }: ListView): void {
    const { pageNumber, pageSize, mode, parameters } = query;
    const page = JSON.stringify(mode === "all" ? [mode, parameters] : [pageNumber, pageSize]);
    const isOtherPage = this.shownPage !== undefined && this.shownPage !== page;
    this.shownPage = page;
    if (isOtherPage) {
      this.searched = revision;
      this.grid?.toTop();
    }
    // Nothing in the panel has the focus yet: the arrow keys may as well work at once.
    if (document.hasFocus() && document.activeElement === document.body) {
      this.grid?.focusCell();
    }
  }

  private renderTop(view: ListView, texts: FrameTexts): TemplateResult {
    return html`
      <header class="top">
        ${renderTitle(view, texts)}
        ${renderBar(view, texts, {
          tab: this.tab,
          hasRows: this.facts !== undefined,
          areParametersOpen: this.areParametersOpen,
          choose: (tab) => {
            this.choose(tab);
            this.focusTab();
          },
          toggleParameters: () => this.toggleParameters(),
          request: (call) => requestHost(this, call),
        })}
        ${
          this.areParametersOpen
            ? html`<fp-parameters
                .fields=${view.parameters}
                ?isLoading=${view.isLoading}
                .measured=${view.fields}
                .texts=${texts}
                .ask=${this.ask}
              ></fp-parameters>`
            : nothing
        }
        ${renderAddress(view, texts, this.isAddressCopied, () =>
          requestHost(this, { name: "copy", parameters: { what: "address" } }),
        )}
      </header>
    `;
  }

  private choose(tab: ListTab): void {
    if (tab !== this.tab) {
      this.tab = tab;
      this.layOut({ ...this.layout, tab });
      void this.loadTab(tab);
    }
  }

  private focusTab(): void {
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus(),
    );
  }

  private async loadTab(tab: ListTab): Promise<void> {
    if (tab === "table" || this.loadedTabs.includes(tab)) {
      return;
    }
    this.failedTab = undefined;
    try {
      await loadElement(`fp-list-${tab}`);
      this.loadedTabs = [...this.loadedTabs, tab];
    } catch {
      this.failedTab = tab;
    }
  }

  /** Where one has scrolled to is this panel's alone; the rest is worth more. */
  private layOut(layout: ListLayout): void {
    const { place: before, ...rest } = this.layout;
    const { place, ...changed } = layout;
    const isPlaceAlone = JSON.stringify(rest) === JSON.stringify(changed) && before !== place;
    this.layout = layout;
    this.dispatchEvent(new LaidOutEvent("fp-laid-out", { detail: { isPlaceAlone } }));
  }

  private toggleParameters(): void {
    this.areParametersOpen = !this.areParametersOpen;
    if (this.areParametersOpen) {
      void this.updateComplete.then(async () => {
        const row = this.renderRoot.querySelector<Parameters>("fp-parameters");
        await row?.updateComplete;
        row?.focusFirst();
      });
    }
  }

  private get grid(): ListGrid | null {
    return this.renderRoot.querySelector<ListGrid>("fp-list-grid");
  }

  private renderAbove(view: ListView, texts: FrameTexts): TemplateResult {
    const omitted = this.facts?.omittedColumns ?? 0;
    const notes =
      omitted === 0 ? view.notes : [...view.notes, fillCounts(texts.omittedColumns, omitted)];
    const notice = (kind: string, shown: PanelNotice | undefined): unknown =>
      shown === undefined ? nothing : html`<fp-notice kind=${kind} .notice=${shown}></fp-notice>`;
    return html`
      ${notice("error", view.error)} ${notice("info", view.canceled)}
      ${notice("warning", view.warning)}
      ${notes.map((note) => html`<p class="note dim">${note}</p>`)}
    `;
  }

  /** The grid stays as it is behind the other tabs; they are made anew from the layout. */
  private renderTabs(view: ListView, texts: FrameTexts): TemplateResult {
    const { tab } = this;
    return html`
      <div
        class="rows"
        id="panel-table"
        role="tabpanel"
        aria-labelledby="tab-table"
        ?hidden=${tab !== "table"}
      >
        ${this.renderGrid(view)}
      </div>
      ${
        tab === "table"
          ? nothing
          : html`<div class="rows" id="panel-${tab}" role="tabpanel" aria-labelledby="tab-${tab}">
              ${this.renderOther(view, texts)}
            </div>`
      }
    `;
  }

  private renderGrid(view: ListView): TemplateResult | typeof nothing {
    if (view.empty !== undefined) {
      return html`<fp-notice kind="empty" .notice=${view.empty}></fp-notice>`;
    }
    return this.facts === undefined
      ? nothing
      : html`<fp-list-grid
          .facts=${this.facts}
          .layout=${this.layout}
          .texts=${this.texts?.grid}
          .ask=${this.ask}
          .label=${view.title}
          .firstRow=${firstRowOf(view)}
          .isLoading=${view.isLoading}
          .isMasked=${view.isMasked}
          .isStale=${view.isLoading && view.walk?.state !== "running" && !this.facts.isGrowing}
          .prefetched=${this.prefetched}
        ></fp-list-grid>`;
  }

  private renderOther(view: ListView, texts: FrameTexts): unknown {
    if (this.failedTab === this.tab) {
      return html`<p class="note">${texts.tabFailed}</p>`;
    }
    // Two snapshots can be compared with one another, whatever the service says of the list.
    const hasSides = this.tab === "compare" && view.comparison?.snapshots !== undefined;
    if (
      view.empty !== undefined &&
      !hasSides &&
      (this.tab === "chart" || this.facts === undefined)
    ) {
      return html`<fp-notice kind="empty" .notice=${view.empty}></fp-notice>`;
    }
    if ((this.facts === undefined && !hasSides) || !this.loadedTabs.includes(this.tab)) {
      return html`<p class="note dim" role="status">${texts.loading}</p>`;
    }
    const { facts, layout, ask } = this;
    return this.tab === "chart"
      ? html`<fp-list-chart
          .facts=${facts}
          .layout=${layout}
          .texts=${this.texts?.chart}
          .ask=${ask}
          .isMasked=${view.isMasked}
        ></fp-list-chart>`
      : html`<fp-list-compare
          .facts=${facts}
          .layout=${layout}
          .comparison=${view.comparison}
          .texts=${this.texts?.compare}
          .gridTexts=${this.texts?.grid}
          .frameTexts=${texts}
          .ask=${ask}
          .isMasked=${view.isMasked}
        ></fp-list-compare>`;
  }

  private renderBelow(view: ListView, texts: FrameTexts): TemplateResult {
    const isWhole = view.query.mode === "all";
    return html`
      <section class="below" aria-label=${texts.pager}>
        <div class="pages">
          ${isWhole ? nothing : html`<fp-pager .view=${view} .texts=${texts}></fp-pager>`}
          <fp-walk
            .walk=${view.walk}
            .isPossible=${view.paging !== undefined}
            .isWhole=${isWhole}
            .isOpen=${isWhole && view.paging?.total === undefined}
            .texts=${texts}
          ></fp-walk>
          <span class="count dim">${countText(view, this.facts, texts)}</span>
        </div>
        <fp-findings .findings=${view.findings} .texts=${texts}></fp-findings>
        <fp-status-line
          .facts=${view.status}
          .texts=${texts}
          .openLabel=${texts.openRequest}
        ></fp-status-line>
      </section>
    `;
  }
}

/** All that are loaded together are counted from the first. */
function firstRowOf({ query, paging }: ListView): number {
  return query.mode === "page" ? (paging?.firstRow ?? 1) : 1;
}
