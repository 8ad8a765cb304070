import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { GridTexts } from "../../../messages/gridTexts";
import { type ColumnLayout, FIRST_LAYOUT, type ListLayout } from "../../../messages/listLayout";
import type { RowsAnswer, RowView, TableFacts } from "../../../messages/listQuestions";
import type { ListCell, ListColumn } from "../../../messages/listTable";
import { propertiesOf, statesOf } from "../../../../../platform/webview/properties";
import { themeStyles } from "../../../../../platform/webview/styles";
import { CellActs } from "./cellActs";
import { ColumnActs } from "./columnActs";
import { ColumnProfiles } from "./columnProfiles";
import type { ColumnList } from "./columnList";
import { Finder } from "./finder";
import type { GridAsk } from "./gridHost";
import type { GridBar } from "./gridBar";
import { HEAD_HEIGHT, PROFILED_HEAD, ROW_HEIGHT } from "./geometry";
import { GridBody } from "./gridBody";
import { GridColumns } from "./gridColumns";
import { renderFrame } from "./gridFrame";
import { gridStyles, listGridStyles } from "./gridStyles";
import { GridInput } from "./gridInput";
import { clampPlace } from "./keys";
import { listCellWriter } from "./listCells";
import { type ListRows, sliceOf } from "./listRows";
import { RowStore } from "./rowStore";
import type { GridCell, Selected } from "./selection";

/** The user laid something out anew, or went elsewhere: worth keeping. */
class LayoutEvent extends CustomEvent<ListLayout> {}

/**
 * The rows of a list as an ARIA grid of which only what is in sight exists. One tab stop, arrow
 * keys inside; the focus moves by the user's hand alone.
 */
export class ListGrid extends LitElement {
  static override readonly properties = {
    ...propertiesOf("facts", "layout", "texts", "ask", "prefetched"),
    isMasked: { type: Boolean },
    label: { type: String },
    firstRow: { type: Number },
    isLoading: { type: Boolean },
    isStale: { type: Boolean },
    ...statesOf("drop", "draft", "hasFailed", "spoken"),
  };

  static override readonly styles = [themeStyles, gridStyles, listGridStyles];

  /** Values are shown masked: those from before are not. */
  declare isMasked: boolean;
  declare facts: TableFacts | undefined;
  declare layout: ListLayout;
  declare texts: GridTexts | undefined;
  declare ask: GridAsk | undefined;
  declare label: string;
  /** Which row of the list its first one is, from 1: those of earlier pages are counted. */
  declare firstRow: number;
  declare isLoading: boolean;
  /** Other rows are on their way, in the place of these. */
  declare isStale: boolean;
  /** Rows that came with the facts, for whom nobody has to ask. */
  declare prefetched: RowsAnswer | undefined;
  /** Before which column a dragged one would go. */
  declare drop: number | undefined;
  /** A width that is being dragged. */
  declare draft: { readonly key: string; readonly width: number } | undefined;
  declare hasFailed: boolean;
  declare spoken: string;

  view: RowView = FIRST_LAYOUT.view;
  body: GridBody<ListColumn> | undefined;
  readonly columns: GridColumns = new GridColumns(this);
  readonly finder: Finder = new Finder(this);
  readonly columnActs: ColumnActs = new ColumnActs(this);
  readonly cellActs: CellActs = new CellActs(this);
  readonly store: ListRows;
  readonly input: GridInput = new GridInput(this);
  readonly profiles: ColumnProfiles = new ColumnProfiles(() => this.requestUpdate());
  private observer: ResizeObserver | undefined;
  private hadFocus = false;
  /** Nobody had the focus when the grid was to have it, and there was no cell yet. */
  private wantsFocus = false;

  constructor() {
    super();
    this.isMasked = false;
    this.layout = FIRST_LAYOUT;
    this.label = "";
    this.firstRow = 1;
    this.isLoading = false;
    this.isStale = false;
    this.hasFailed = false;
    this.spoken = "";
    this.store = new RowStore({
      ask: async (question) => {
        if (this.ask === undefined) {
          throw new Error("Nobody has the rows");
        }
        return sliceOf(await this.ask.rows(question));
      },
      onRows: (isOther) => this.onRows(isOther),
      onFailure: () => {
        this.hasFailed = true;
      },
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.input.end();
    this.body?.dispose();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("copy", this.cellActs.onCopy);
    const scroller = this.renderRoot.querySelector(".scroll");
    // What is put elsewhere in the document has forgotten where it was scrolled to.
    if (this.body?.isNew === false && scroller !== null) {
      this.observer?.observe(scroller);
      this.body.restore(this.layout.place);
    }
  }

  /** Puts the focus where the user was in the grid; without rows as soon as there are some. */
  focusCell(): void {
    const { body } = this;
    this.wantsFocus = body === undefined || body.isNew;
    if (body === undefined || body.isNew) {
      return;
    }
    if (body.active.row > 0) {
      body.cellAt(body.active)?.focus({ preventScroll: true });
    } else {
      void this.updateComplete.then(() => this.headAt(body.active.column)?.focus());
    }
  }

  /** Other rows than before: back to their beginning, in the column where the user is. */
  toTop(): void {
    const { body } = this;
    if (body !== undefined) {
      const hadFocus = this.isFocusInside();
      body.active = { ...body.active, row: Math.min(body.active.row, 1) };
      body.selected = undefined;
      body.found = undefined;
      body.scrollTo(0);
      this.findAgain(hadFocus ? "focus" : "go");
      body.paint();
      if (hadFocus) {
        this.focusCell();
      }
    }
  }

  /** Looks again in other rows, once their columns are laid out. */
  findAgain(following: "go" | "focus" | "stay"): void {
    void this.updateComplete.then(() => this.finder.again(following));
  }

  openFind(): void {
    this.finder.open();
  }

  openFilter(): void {
    this.renderRoot.querySelector<GridBar>("fp-grid-bar")?.focusSearch();
  }

  openColumns(anchor?: DOMRect): void {
    const bar = this.renderRoot.querySelector<GridBar>("fp-grid-bar");
    const list = this.renderRoot.querySelector<ColumnList>("fp-column-list");
    const place = anchor ?? bar?.columnsAnchor;
    if (place !== undefined) {
      void list?.open(place);
    }
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Not where the rows were masked from the beginning.
    if (this.isMasked && changed.get("isMasked") === false) {
      this.finder.forgetValues();
      this.columnActs.forgetValues();
      this.profiles.clear();
      this.renderRoot.querySelector<GridBar>("fp-grid-bar")?.forgetSearch();
    }
    this.hadFocus = this.isFocusInside();
    if (JSON.stringify(this.layout.view) !== JSON.stringify(this.view)) {
      this.view = this.layout.view;
    }
    this.layColumns();
  }

  override render(): TemplateResult | typeof nothing {
    const { texts, facts } = this;
    if (texts === undefined || facts === undefined) {
      return nothing;
    }
    return html`
      <fp-grid-bar
        .view=${this.view}
        .counts=${this.countedSlice}
        .texts=${texts}
        .showsProfiles=${this.layout.showsProfiles === true}
        .nameOf=${(key: string) => this.columns.nameOf(key)}
        @fp-view=${(event: CustomEvent<RowView>) => this.changeView(event.detail)}
        @fp-filter-request=${this.columnActs.onFilterRequest}
        @fp-columns=${(event: CustomEvent<DOMRect>) => this.openColumns(event.detail)}
        @fp-profiles=${() => this.toggleProfiles()}
        @fp-to-rows=${() => this.focusCell()}
      ></fp-grid-bar>
      ${this.finder.render(texts)} ${renderFrame(this, texts)}
      ${this.columnActs.renderPopups(texts)}
      <p id="keys" class="hidden">${texts.keys}</p>
      <p class="spoken ${this.spoken === "" ? "hidden" : ""}" role="status">${this.spoken}</p>
    `;
  }

  override updated(changed: PropertyValues<this>): void {
    const { facts, body } = this;
    if (facts === undefined || this.texts === undefined) {
      return;
    }
    if (body === undefined) {
      this.begin();
    }
    if (changed.has("isMasked")) {
      this.store.forget();
      this.columnActs.close();
    }
    this.relayout();
    if (changed.has("facts")) {
      this.hasFailed = false;
    }
    if (this.ask !== undefined) {
      this.store.want(this.view, facts.revision, this.prefetched && sliceOf(this.prefetched));
    }
    this.wantProfiles(facts);
    // What was drawn anew under the focus lost it to nobody else: it gets it back.
    if (this.hadFocus && !this.shadowRoot?.activeElement && document.hasFocus()) {
      this.focusCell();
    }
  }

  /** Rows of the view before say nothing of how many this one leaves. */
  private get countedSlice(): GridBar["counts"] {
    const { shown } = this.store;
    return shown?.view === this.view ? shown.slice : undefined;
  }

  private toggleProfiles(): void {
    this.setLayout({ ...this.layout, showsProfiles: this.layout.showsProfiles !== true });
  }

  /** While an answer is still being read its rows change too often to be summed up. */
  private wantProfiles({ revision, isGrowing }: TableFacts): void {
    const { ask, body, layout, view, isMasked, profiles } = this;
    if (layout.showsProfiles !== true) {
      profiles.clear();
    } else if (ask !== undefined && body !== undefined && !isGrowing) {
      profiles.want({ ask, view, revision, isMasked, columns: body.keysInSight });
    }
  }

  changeView(view: RowView): void {
    if (this.body !== undefined) {
      this.body.selected = undefined;
    }
    this.setLayout({ ...this.layout, view });
  }

  changeColumns(columns: ColumnLayout): void {
    if (this.body !== undefined) {
      this.body.selected = undefined;
    }
    this.setLayout({ ...this.layout, columns });
  }

  setLayout(layout: ListLayout): void {
    this.layout = layout;
    const event = new LayoutEvent("fp-layout", { detail: layout, bubbles: true, composed: true });
    this.dispatchEvent(event);
  }

  /** Says something to who listens, and shows it for a moment. */
  say(text: string): void {
    // The same words twice would be said once.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
    const { spoken } = this;
    setTimeout(() => {
      if (this.spoken === spoken) {
        this.spoken = "";
      }
    }, 4000);
  }

  goTo(at: GridCell, isExtending = false): void {
    const { body } = this;
    if (body === undefined) {
      return;
    }
    const was = body.active;
    const { anchor = was, more = [] } = body.selected ?? {};
    this.select(isExtending ? { anchor, head: at, more } : undefined, at);
    if (was.row === 0 || at.row === 0) {
      this.requestUpdate();
    }
    this.focusCell();
  }

  select(selected: Selected | undefined, active: GridCell): void {
    const { body } = this;
    if (body !== undefined) {
      body.selected = selected;
      body.active = active;
      body.reveal(active);
      body.paint();
    }
  }

  headAt(column: number): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`.head [data-column="${column}"]`);
  }

  isFocusInside(): boolean {
    return this.shadowRoot?.activeElement?.closest(".scroll") instanceof Element;
  }

  private begin(): void {
    const scroller = this.renderRoot.querySelector<HTMLElement>(".scroll");
    const rows = this.renderRoot.querySelector<HTMLElement>(".body");
    if (scroller === null || rows === null) {
      return;
    }
    this.body = new GridBody({
      scroller,
      body: rows,
      store: this.store,
      rowHeight: ROW_HEIGHT,
      headHeight: () => (this.layout.showsProfiles === true ? PROFILED_HEAD : HEAD_HEIGHT),
      startTop: this.layout.place.top,
      onColumns: () => this.requestUpdate(),
      onPlace: () => this.keepPlace(),
      onPainted: () => this.finder.mark(rows),
    });
    this.input.begin(scroller);
    this.observer = new ResizeObserver(() => {
      // Rows may have come while the grid was out of sight, too few of them to measure by.
      this.columns.measure();
      this.relayout();
    });
    this.observer.observe(scroller);
  }

  /** Measures where columns are and draws the rows there. */
  relayout(): void {
    const { body, texts } = this;
    if (body === undefined || texts === undefined) {
      return;
    }
    this.layColumns();
    const { store } = this;
    const { isGrouped } = this.layout;
    const cellOf = (row: number, key: string): ListCell | undefined => store.cell(row, key);
    const numberOf = (row: number): number | undefined => {
      const place = store.info(row);
      return place === undefined ? undefined : this.firstRow + place;
    };
    body.update({
      geometry: this.columns.geometry,
      writer: listCellWriter({ cellOf, numberOf, texts, isGrouped }),
      needsAllColumns: this.columns.needsRows,
    });
  }

  /** Lays the columns out; the tab stop goes where its column goes. */
  private layColumns(): void {
    const { body, columns } = this;
    const key = columns.at(body?.active.column ?? 0)?.column.key;
    columns.update();
    const place = columns.shown.findIndex((column) => column.key === key);
    if (body !== undefined) {
      // One that is gone leaves the tab stop to the column in its place, or to the last one.
      const column = place === -1 ? body.active.column : place + 1;
      body.active = { ...body.active, column: Math.min(column, columns.shown.length) };
    }
  }

  /** New rows are here: what they say of widths is used once, the place stays or is found again. */
  private onRows(isOther: boolean): void {
    const { body } = this;
    if (body === undefined) {
      return;
    }
    const hadFocus = this.isFocusInside();
    this.hasFailed = false;
    this.columns.measure();
    if (body.isNew) {
      this.relayout();
      body.restore(this.layout.place);
    } else {
      const { row, column } = body.active;
      const first = isOther ? Math.min(row, 1) : row;
      body.active = clampPlace({ row: first, column }, body.extent);
      if (isOther) {
        body.scrollTo(0);
        this.finder.again("go");
      }
    }
    this.relayout();
    this.requestUpdate();
    const isFree = this.wantsFocus && document.hasFocus() && isNobodyFocused();
    if (isFree || (hadFocus && !this.isFocusInside())) {
      this.focusCell();
    }
    this.wantsFocus = false;
  }

  private keepPlace(): void {
    const { body } = this;
    if (body !== undefined && JSON.stringify(body.place) !== JSON.stringify(this.layout.place)) {
      this.setLayout({ ...this.layout, place: body.place });
    }
  }
}

function isNobodyFocused(): boolean {
  return document.activeElement === document.body;
}
