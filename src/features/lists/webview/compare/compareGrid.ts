import { html, type LitElement, type TemplateResult } from "lit";
import type { CompareTexts } from "../../messages/compareTexts";
import type { GridTexts } from "../../messages/gridTexts";
import type { CompareAnswer, ComparedColumn } from "../../messages/listComparison";
import type { ListCell, ListColumn } from "../../messages/listTable";
import { gridStep } from "../list/grid/keys";
import { RowScale } from "../list/grid/rowScale";
import type { CompareStore } from "./compareStore";
import {
  KIND_WIDTH,
  type Place,
  renderHead,
  renderRows,
  ROW_HEIGHT,
  type RowsPicture,
} from "./rows";
import { columnName } from "./words";

const HEAD_HEIGHT = 28;
const BESIDE = 4;
/** Up to so many columns are asked for at once; of more only those in sight, by blocks. */
const ALL_COLUMNS = 40;
const COLUMN_BLOCK = 16;
const LETTER = 7.4;
const PADDING = 26;

/** The element that the rows are drawn in. */
interface CompareGridOwner extends LitElement {
  readonly store: CompareStore;
  /** Goes to the next difference, or says that there is none. */
  next(direction: "forward" | "backward"): Promise<void>;
}

/** The compared rows in sight: where the user is, what is drawn, what is asked for. */
export class CompareGrid {
  active: Place = { row: 1, column: 0 };
  private readonly scale = new RowScale(ROW_HEIGHT);
  private readonly widths = new Map<string, number>();
  private readonly sizes = new ResizeObserver(() => this.owner.requestUpdate());
  private starts: readonly number[] = [];
  private columns: readonly number[] = [];

  constructor(private readonly owner: CompareGridOwner) {}

  watch(): void {
    this.sizes.observe(this.owner);
  }

  leave(): void {
    this.sizes.disconnect();
  }

  /** Keys of the columns that rows are asked with. */
  wantedColumns(first: readonly ListColumn[]): readonly string[] {
    const all = this.owner.store.answer?.columns ?? first;
    const keys = all.map(({ key }) => key);
    if (keys.length <= ALL_COLUMNS) {
      return keys;
    }
    const sight = this.columns.length === 0 ? [0] : this.columns;
    const blocks = new Set(sight.map((column) => Math.floor(column / COLUMN_BLOCK)));
    return keys.filter((_, index) => blocks.has(Math.floor(index / COLUMN_BLOCK)));
  }

  render(
    answer: CompareAnswer,
    texts: CompareTexts,
    cellTexts: GridTexts,
    isLoading: boolean,
  ): TemplateResult {
    const picture = this.picture(answer, texts, cellTexts);
    return html`<div
      class="scroll ${isLoading ? "loading" : ""}"
      role="grid"
      aria-label=${texts.compareGrid}
      aria-describedby="keys"
      aria-readonly="true"
      aria-busy=${String(isLoading)}
      aria-rowcount=${answer.total + 1}
      aria-colcount=${answer.columns.length + 1}
      @scroll=${this.onScroll}
      @keydown=${this.onKey}
      @mousedown=${this.onPress}
    >
      ${renderHead(picture)}
      <div
        class="body"
        role=${answer.total > 0 ? "rowgroup" : "presentation"}
        .style=${`height:${this.scale.height}px;width:${picture.width}px`}
      >
        ${renderRows(picture)}
      </div>
    </div>`;
  }

  private picture(answer: CompareAnswer, texts: CompareTexts, cellTexts: GridTexts): RowsPicture {
    const { store } = this.owner;
    this.layColumns(answer, texts);
    this.scale.resize(answer.total, this.room);
    const places = new Map(store.columns.map((key, index) => [key, index]));
    return {
      ...{ ...this.sight(answer), texts, cellTexts, active: this.active },
      ...{ all: answer.columns, starts: this.starts, width: this.width(answer) },
      widths: answer.columns.map((column) => this.widthOf(column, texts)),
      topOf: (row) => this.scale.place(row),
      rowOf: (row) => store.row(row),
      indexOf: (key) => places.get(key) ?? -1,
    };
  }

  /** The rows in sight are wanted from now on. */
  drawn(): void {
    const { first, last } = this.rowsInSight();
    if (this.owner.store.answer !== undefined) {
      this.owner.store.show(first, last - first + 1);
    }
  }

  /** Other rows than before: back to their beginning. */
  toTop(): void {
    this.active = { ...this.active, row: Math.min(1, this.active.row) };
    this.scroller?.scrollTo({ top: this.scale.scrollTopFor(0) });
  }

  async goTo(to: Place): Promise<void> {
    this.active = to;
    this.reveal(to);
    this.owner.requestUpdate();
    await this.owner.updateComplete;
    const place = `[data-place="${to.row} ${to.column}"]`;
    this.owner.renderRoot.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
  }

  private get scroller(): HTMLElement | null {
    return this.owner.renderRoot.querySelector<HTMLElement>(".scroll");
  }

  /** Below the head. */
  private get room(): number {
    return Math.max(0, (this.scroller?.clientHeight ?? 400) - HEAD_HEIGHT);
  }

  private readonly onScroll = (): void => {
    this.scale.scrolled(this.scroller?.scrollTop ?? 0);
    this.owner.requestUpdate();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { store } = this.owner;
    if (event.key === "F7" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      void this.owner.next(event.shiftKey ? "backward" : "forward");
      return;
    }
    const extent = { rows: store.total, columns: store.answer?.columns.length ?? 0 };
    const visibleRows = Math.floor(this.room / ROW_HEIGHT);
    const step = gridStep(this.active, event, { ...extent, visibleRows });
    if (step?.kind === "move") {
      event.preventDefault();
      void this.goTo(step.to);
    }
  };

  private readonly onPress = (event: MouseEvent): void => {
    const element = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    const [row, column] = (element as HTMLElement | null)?.dataset["place"]?.split(" ") ?? [];
    if (row !== undefined && column !== undefined && event.button === 0) {
      void this.goTo({ row: Number(row), column: Number(column) });
    }
  };

  private reveal({ row, column }: Place): void {
    const { scroller } = this;
    if (scroller === null) {
      return;
    }
    const top = this.scale.top(scroller.scrollTop);
    const rowTop = (row - 1) * ROW_HEIGHT;
    if (row > 0 && rowTop < top) {
      scroller.scrollTop = this.scale.scrollTopFor(rowTop);
    } else if (row > 0 && rowTop + ROW_HEIGHT > top + this.room) {
      scroller.scrollTop = this.scale.scrollTopFor(rowTop + ROW_HEIGHT - this.room);
    }
    const start = this.starts[column - 1];
    const end = this.starts[column] ?? this.width(this.owner.store.answer);
    if (start !== undefined && start - KIND_WIDTH < scroller.scrollLeft) {
      scroller.scrollLeft = start - KIND_WIDTH;
    } else if (start !== undefined && end > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = Math.min(start - KIND_WIDTH, end - scroller.clientWidth);
    }
  }

  private rowsInSight(): { readonly first: number; readonly last: number } {
    const top = this.scale.top(this.scroller?.scrollTop ?? 0);
    const first = Math.floor(top / ROW_HEIGHT);
    return { first, last: first + Math.ceil(this.room / ROW_HEIGHT) };
  }

  /** What is drawn: what is in sight, some around, and the tab stop, or keys went nowhere. */
  private sight(answer: CompareAnswer): {
    readonly rows: readonly number[];
    readonly columns: readonly number[];
  } {
    const { first, last } = this.rowsInSight();
    const rows = between(first - BESIDE, last + BESIDE, answer.total, this.active.row - 1);
    const left = this.scroller?.scrollLeft ?? 0;
    const right = left + (this.scroller?.clientWidth ?? this.owner.clientWidth);
    const shown = this.starts.flatMap((start, index) => {
      const end = this.starts[index + 1] ?? Infinity;
      return end >= left && start <= right ? [index] : [];
    });
    const end = answer.columns.length;
    const [from = 0] = shown;
    const columns = between(from - 1, (shown.at(-1) ?? 0) + 1, end, this.active.column - 1);
    if (columns.join() !== this.columns.join()) {
      this.columns = columns;
      // Other columns may be wanted with the rows.
      queueMicrotask(() => this.owner.requestUpdate());
    }
    return { rows, columns };
  }

  /** As wide as the first texts need, and so for good. */
  private layColumns({ columns }: CompareAnswer, texts: CompareTexts): void {
    const starts: number[] = [];
    let at = KIND_WIDTH;
    for (const column of columns) {
      starts.push(at);
      at += this.widthOf(column, texts);
    }
    this.starts = starts;
  }

  private widthOf(column: ComparedColumn, texts: CompareTexts): number {
    const known = this.widths.get(column.key);
    if (known !== undefined) {
      return known;
    }
    const { store } = this.owner;
    const index = store.columns.indexOf(column.key);
    const cells = Array.from({ length: 40 }, (_, row) => store.row(row)).flatMap((row) => [
      row?.left?.[index],
      row?.right?.[index],
    ]);
    const longest = Math.max(columnName(column, texts).length, ...cells.map(lengthOf));
    const width = Math.round(Math.max(72, Math.min(longest * LETTER + PADDING, 300)));
    if (index !== -1) {
      this.widths.set(column.key, width);
    }
    return width;
  }

  private width(answer: CompareAnswer | undefined): number {
    const last = answer?.columns.at(-1);
    return (this.starts.at(-1) ?? KIND_WIDTH) + (last ? (this.widths.get(last.key) ?? 300) : 0);
  }
}

function lengthOf(cell: ListCell | undefined): number {
  return cell !== undefined && "text" in cell ? cell.text.length : 8;
}

function between(from: number, to: number, end: number, one: number): readonly number[] {
  const first = Math.max(0, from);
  const last = Math.min(to, end - 1);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const isBeside = one >= 0 && one < end && (one < first || one > last);
  return isBeside ? [...shown, one].sort((a, b) => a - b) : shown;
}
