import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import {
  type LinePlace,
  type LinesAnswer,
  type LinesQuery,
  type RequestLine,
  type RequestsTexts,
  SELECTED_LIMIT,
} from "../../messages/requestsView";
import { Clock } from "../../../../platform/webview/clock";
import { position } from "../../../../platform/webview/position";
import { propertiesOf, statesOf } from "../../../../platform/webview/properties";
import { baseStyles } from "../../../../platform/webview/styles";
import { VirtualRows } from "../../../../platform/webview/virtualRows";
import { fillCounts } from "../../../../platform/webview/counts";
import { lineStep } from "./lineKeys";
import { keyOf, placeIn, placeOf } from "./linePlaces";
import { renderCells } from "./lineRow";
import { LineSelector } from "./lineSelector";
import type { LineStore } from "./lineStore";
import { lineStyles } from "./lineStyles";

const ROW_HEIGHT = 22;
/** Rows that exist above and below those in sight. */
const OVERSCAN = 8;

export class LineEvent extends CustomEvent<LinePlace> {}

/**
 * The lines as an ARIA treegrid of which only those in sight exist. One tab stop; focus stays
 * on its line, wherever news push it.
 */
export class LineList extends LitElement {
  static override readonly properties = {
    ...propertiesOf("store", "texts"),
    ...statesOf("active"),
  };

  static override readonly styles = [baseStyles, lineStyles];

  declare store: LineStore | undefined;
  declare texts: RequestsTexts | undefined;
  /** Where the tab stop is. */
  declare active: { readonly index: number; readonly line: RequestLine | undefined };
  private readonly selector = new LineSelector(() => this.requestUpdate());
  private rows: VirtualRows | undefined;
  private readonly sizes = new ResizeObserver(() => this.requestUpdate());
  /** What the store was last asked to show. */
  private sight = "";
  /** What stood first in sight when the last question was asked. */
  private firstLine: { readonly index: number; readonly line: RequestLine | undefined };
  private readonly clock = new Clock(
    this,
    1000,
    () => this.store?.answer?.rows.some(({ outcome }) => outcome === "running") === true,
  );
  private hasFocus = false;
  private isDrawing = false;

  constructor() {
    super();
    this.active = { index: 0, line: undefined };
    this.firstLine = this.active;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  /** The lines whose places the next answer should tell: the tab stop, and the first in sight. */
  mark(): readonly LinePlace[] {
    const index = this.rows?.inSight().first ?? 0;
    this.firstLine = { index, line: this.store?.line(index) };
    return [this.active.line, this.firstLine.line]
      .filter((line) => line !== undefined)
      .map(placeOf);
  }

  /** Shows an answer; what the user looks at stays where it is. */
  receive(answer: LinesAnswer, { find }: LinesQuery): void {
    const kept = placeIn(answer, find, this.active.line);
    const index = kept === -1 ? Math.min(this.active.index, Math.max(0, answer.total - 1)) : kept;
    const moved = this.movedBy(index, placeIn(answer, find, this.firstLine.line));
    const old = kept === -1 ? undefined : this.active.line;
    this.active = { index, line: this.store?.line(index) ?? old };
    this.clock.read();
    this.requestUpdate();
    const { rows } = this;
    if (moved !== 0 && rows !== undefined) {
      void this.updateComplete.then(() => rows.scrollTo(rows.top + moved * ROW_HEIGHT));
    }
  }

  toTop(): void {
    this.rows?.scrollTo(0);
    this.selector.doubt();
    this.active = { index: 0, line: this.store?.line(0) };
  }

  /** From outside of the list, where it may have been scrolled away from its tab stop. */
  focusLine(): void {
    this.rows?.reveal(this.active.index);
    this.focusRow();
  }

  /** Wherever it is: nothing is scrolled. */
  focusRow(): void {
    this.rowAt(this.active.index)?.focus({ preventScroll: true });
  }

  override render(): TemplateResult | typeof nothing {
    const { store, texts, rows } = this;
    if (store === undefined || texts === undefined) {
      return nothing;
    }
    rows?.resize(store.total);
    return html`
      <div
        class="grid"
        role="treegrid"
        aria-label=${texts.requests}
        aria-readonly="true"
        aria-multiselectable="true"
        aria-rowcount=${store.total + 1}
        @keydown=${this.onKey}
        @mousedown=${this.onMouseDown}
        @focusin=${this.onFocus}
        @focusout=${this.onBlur}
        @contextmenu=${this.onContextMenu}
      >
        ${renderHead(texts)}
        <div class="scroll" role="rowgroup" @scroll=${this.onScroll}>
          <div class="canvas" role="presentation" ${position({ height: `${rows?.height ?? 0}px` })}>
            ${repeat(
              rows?.drawn(this.active.index) ?? [],
              (index) => keyOf(this.lineAt(index), index),
              (index) => this.renderLine(index, texts),
            )}
          </div>
        </div>
      </div>
      <div class="limit" role="status">${this.limitWords(texts)}</div>
    `;
  }

  /** "" where all that was meant is selected. */
  private limitWords(texts: RequestsTexts): string {
    const { ids, meant } = this.selector.selected;
    return meant > ids.size ? fillCounts(texts.selectedOf, ids.size, meant, SELECTED_LIMIT) : "";
  }

  override firstUpdated(): void {
    const scroller = this.renderRoot.querySelector<HTMLElement>(".scroll");
    if (scroller !== null) {
      this.rows = new VirtualRows({
        ...{ scroller, rowHeight: ROW_HEIGHT, headHeight: 0, overscan: OVERSCAN },
      });
      this.sizes.observe(scroller);
    }
  }

  override update(changed: PropertyValues): void {
    this.isDrawing = true;
    super.update(changed);
    this.isDrawing = false;
  }

  override updated(): void {
    this.showSight();
    // A row that was drawn anew under the focus lost it to nobody else: it gets it back.
    if (this.hasFocus && !this.shadowRoot?.activeElement && document.hasFocus()) {
      this.focusRow();
    }
  }

  private showSight(): void {
    const { store, rows } = this;
    if (store === undefined || rows === undefined || store.total === 0) {
      return;
    }
    const { first, last } = rows.inSight();
    const sight = `${first} ${last} ${store.total}`;
    if (sight !== this.sight) {
      this.sight = sight;
      store.show(first, last - first + 1);
    }
  }

  private readonly onScroll = (): void => {
    this.rows?.scrolled();
    this.requestUpdate();
  };

  private renderLine(index: number, texts: RequestsTexts): TemplateResult {
    const line = this.lineAt(index);
    const isActive = index === this.active.index;
    const isAction = line?.kind === "action";
    const isSelected = line !== undefined && this.selector.selected.ids.has(line.actionId);
    return html`<div
      role="row"
      class="row ${line?.kind ?? "absent"} ${line?.outcome ?? ""} ${isSelected ? "selected" : ""}"
      aria-selected=${String(isSelected)}
      data-index=${index}
      tabindex=${isActive ? 0 : -1}
      aria-rowindex=${index + 2}
      aria-level=${line?.kind === "attempt" ? 2 : 1}
      aria-expanded=${isAction && line.attempts > 0 ? String(line.isExpanded) : nothing}
      @click=${this.onClick}
      @dblclick=${this.onDoubleClick}
      ${position({ top: `${this.rows?.place(index) ?? 0}px` })}
    >
      ${line === undefined ? html`<span role="gridcell"></span>` : renderCells(line, { texts, now: this.clock.now })}
    </div>`;
  }

  private lineAt(index: number): RequestLine | undefined {
    return this.store?.line(index) ?? (index === this.active.index ? this.active.line : undefined);
  }

  /** By how many rows to scroll so that the line the user is at stays where it is on screen. */
  private movedBy(index: number, firstPlace: number): number {
    const { rows } = this;
    if (rows === undefined) {
      return 0;
    }
    const isAtTop = rows.top === 0;
    if (this.hasFocus && isInSight(rows, this.active.index)) {
      const stays = isAtTop && isInSight(rows, index);
      return stays ? 0 : index - this.active.index;
    }
    return isAtTop || firstPlace === -1 ? 0 : firstPlace - this.firstLine.index;
  }

  private rowAt(index: number): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[data-index="${index}"]`);
  }

  private indexOf(event: Event): number | undefined {
    const row = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    return row instanceof HTMLElement ? Number(row.dataset["index"]) : undefined;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { index, line } = this.active;
    const size = { total: this.store?.total ?? 0, visible: this.rows?.visibleRows ?? 0 };
    const step = lineStep(index, event, size);
    if (step === undefined || (step.kind === "copy" && !(getSelection()?.isCollapsed ?? true))) {
      return;
    }
    event.preventDefault();
    switch (step.kind) {
      case "to":
        this.activate(step.index);
        this.selector.beginAt(this.active.line?.actionId);
        return;
      case "extend":
        if (this.store !== undefined) {
          this.selector.extendFrom(line?.actionId, this.store, step.index);
        }
        this.activate(step.index);
        return;
      case "deselect":
        this.selector.clear();
        return;
      default:
        if (line !== undefined) {
          this.act(step.kind, line);
        }
    }
  };

  private act(kind: "expand" | "collapse" | "open" | "copy" | "cancel", line: RequestLine): void {
    switch (kind) {
      case "cancel":
        if (line.outcome === "running") {
          const detail = { actionId: line.actionId };
          this.dispatchEvent(
            new LineEvent("fp-cancel-line", { detail, bubbles: true, composed: true }),
          );
        }
        return;
      case "open":
      case "copy": {
        const detail = placeOf(line);
        this.dispatchEvent(
          new LineEvent(`fp-${kind}-line`, { detail, bubbles: true, composed: true }),
        );
        return;
      }
      case "expand":
        if (line.kind === "action" && !line.isExpanded && line.attempts > 0) {
          this.store?.toggle(line.actionId);
        } else if (line.kind === "action" && line.isExpanded) {
          this.activate(this.active.index + 1);
        }
        return;
      case "collapse":
        if (line.kind === "attempt") {
          this.activate(this.active.index - line.place);
        } else if (line.isExpanded) {
          this.store?.toggle(line.actionId);
        }
    }
  }

  private activate(index: number): void {
    this.active = { index, line: this.store?.line(index) };
    this.hasFocus = true;
    this.rows?.reveal(index);
    void this.updateComplete.then(() => this.focusRow());
  }

  private readonly onFocus = (event: FocusEvent): void => {
    this.hasFocus = true;
    const index = this.indexOf(event);
    if (index !== undefined && (index !== this.active.index || this.active.line === undefined)) {
      this.active = { index, line: this.store?.line(index) };
    }
  };

  private readonly onBlur = (event: FocusEvent): void => {
    // A row that is drawn anew loses the focus to nothing: that is no leaving.
    this.hasFocus = this.isDrawing && event.relatedTarget === null;
  };

  /** Shift and a click would select the text between. */
  private readonly onMouseDown = (event: MouseEvent): void => {
    if (event.shiftKey) {
      event.preventDefault();
    }
  };

  private readonly onClick = (event: MouseEvent): void => {
    const index = this.indexOf(event);
    const line = index === undefined ? undefined : this.lineAt(index);
    const { store } = this;
    if (index === undefined || line === undefined || !(event.target instanceof Element) || !store) {
      return;
    }
    if (event.shiftKey) {
      this.selector.extendTo(store, index);
    } else if (event.ctrlKey || event.metaKey) {
      this.selector.toggle(store, line.actionId);
    } else {
      this.selector.beginAt(line.actionId);
    }
    this.active = { index, line };
    // What such a click selects may come later: it opens nothing all the same.
    if (event.shiftKey || this.selector.selected.ids.size > 0) {
      this.activate(index);
      return;
    }
    if (line.kind === "action" && event.target.closest(".twistie") !== null) {
      store.toggle(line.actionId);
    } else if (event.target.closest(".cancel") !== null) {
      this.act("cancel", line);
    } else if (event.target.closest(".link") !== null && event.detail < 2) {
      this.act("open", line);
    }
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const isLink =
      event.target instanceof Element && event.target.closest(".link, .twistie, .cancel");
    const index = this.indexOf(event);
    const line = index === undefined ? undefined : this.lineAt(index);
    if (line !== undefined && !isLink) {
      this.act("open", line);
    }
  };

  /** The editor reads the context from the page's own elements, not from inside of ours. */
  private readonly onContextMenu = (event: MouseEvent): void => {
    const index = this.indexOf(event);
    const line = index === undefined ? undefined : this.lineAt(index);
    const context = { preventDefaultContextMenuItems: true };
    const ofLine =
      line === undefined ? {} : { webviewSection: "request", ...placeOf(line), ...line.facts };
    const ofRunning = line?.outcome === "running" ? { isRunningRequest: true } : {};
    const ids = this.selector.settle();
    const isOfSelection = line !== undefined && ids.has(line.actionId);
    const ofSelection = isOfSelection && ids.size > 1 ? { actionIds: [...ids] } : {};
    const detail = JSON.stringify({ ...context, ...ofLine, ...ofRunning, ...ofSelection });
    this.dispatchEvent(new CustomEvent("fp-context", { detail, bubbles: true, composed: true }));
  };
}

/** Whether all of a row is seen. */
function isInSight({ top, room }: VirtualRows, index: number): boolean {
  const rowTop = index * ROW_HEIGHT;
  return rowTop >= top - 1 && rowTop + ROW_HEIGHT <= top + room + 1;
}

function renderHead(texts: RequestsTexts): TemplateResult {
  const columns: readonly (readonly [name: string, label: string])[] = [
    ["time", texts.columnTime],
    ["method", texts.columnMethod],
    ["title", texts.columnTitle],
    ["status", texts.columnStatus],
    ["duration", texts.columnDuration],
    ["waits", texts.columnWaits],
    ["connection", texts.columnConnection],
    ["trace", texts.columnTrace],
  ];
  return html`<div class="head" role="rowgroup">
    <div class="row" role="row" aria-rowindex="1">
      ${columns.map(
        ([name, label]) =>
          html`<span role="columnheader" class=${name} title=${label}>${label}</span>`,
      )}
    </div>
  </div>`;
}
