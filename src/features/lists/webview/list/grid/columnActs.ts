import { html, type TemplateResult } from "lit";
import { orderedColumns } from "../../../messages/columnOrder";
import type { GridTexts } from "../../../messages/gridTexts";
import { fillText } from "../../../../../platform/base/texts";
import type { CellActs } from "./cellActs";
import type { ColumnFilterForm } from "./columnFilter";
import { setHidden, setPinned, setWidth, moveColumn } from "./columnLayout";
import type { ColumnSummaryCard } from "./columnSummary";
import { columnName } from "./gridHeader";
import { type ColumnAction, columnItems } from "./gridMenus";
import type { GridHost } from "./gridHost";
import type { Menu } from "./menu";
import type { Anchor } from "./popup";
import { filtersOf, setFilters, setSort, sortOf } from "./viewChanges";

interface ColumnActsHost extends GridHost {
  readonly cellActs: CellActs;
}

/** What is done with columns: their menu, filters, summary, and the list of all of them. */
export class ColumnActs {
  constructor(private readonly grid: ColumnActsHost) {}

  renderPopups(texts: GridTexts): TemplateResult {
    const { facts, layout } = this.grid;
    const hidden = new Set(layout.columns.hidden);
    const columns = orderedColumns(facts?.columns ?? [], layout.columns).map((column) => ({
      key: column.key,
      name: columnName(column, texts),
      isShown: !hidden.has(column.key),
    }));
    return html`
      <fp-grid-menu></fp-grid-menu>
      <fp-column-filter></fp-column-filter>
      <fp-column-summary></fp-column-summary>
      <fp-column-list
        .options=${{
          texts,
          columns,
          isGrouped: layout.isGrouped,
          show: (key: string, isShown: boolean) => this.show(key, isShown),
          showAll: () => this.grid.changeColumns({ ...this.grid.layout.columns, hidden: [] }),
          reset: () => this.grid.changeColumns({ order: [], hidden: [], pinned: [], widths: {} }),
          group: (isGrouped: boolean) => this.grid.setLayout({ ...this.grid.layout, isGrouped }),
        }}
      ></fp-column-list>
    `;
  }

  readonly onFilterRequest = (
    event: CustomEvent<{ readonly column: string; readonly anchor: DOMRect }>,
  ): void => this.openFilter(event.detail.column, event.detail.anchor);

  showMenu(column: number, anchor: Anchor): void {
    const { grid } = this;
    const { texts } = grid;
    const found = grid.columns.at(column);
    if (found === undefined || texts === undefined) {
      return;
    }
    const { key } = found.column;
    const { pinned } = grid.layout.columns;
    const isPinned = pinned.includes(key);
    const group = grid.columns.shown.filter((other) => pinned.includes(other.key) === isPinned);
    const facts = {
      ...{ key, isPinned, isOnly: grid.columns.shown.length === 1 },
      isFirst: group[0]?.key === key,
      isLast: group.at(-1)?.key === key,
    };
    grid.goTo({ row: 0, column });
    void grid.updateComplete.then(() =>
      this.part("fp-grid-menu")?.open({
        anchor,
        label: fillText(texts.actionsOf, found.name),
        items: columnItems(facts, grid.view, texts),
        choose: (id) => this.act(id as ColumnAction, column, anchor),
      }),
    );
  }

  fitWidth(column: number): void {
    const { grid } = this;
    const found = grid.columns.at(column);
    if (found !== undefined) {
      grid.changeColumns(
        setWidth(grid.layout.columns, found.column.key, grid.columns.neededWidth(found.column)),
      );
    }
  }

  /** Says how the rows are sorted now. */
  saySort(key: string): void {
    const { grid } = this;
    const { texts } = grid;
    if (texts !== undefined) {
      const direction = sortOf(grid.layout.view, key)?.direction;
      const text =
        direction === undefined
          ? texts.sortRemoved
          : direction === "ascending"
            ? texts.sortedAscending
            : texts.sortedDescending;
      grid.say(fillText(text, grid.columns.nameOf(key)));
    }
  }

  private act(action: ColumnAction, place: number, anchor: Anchor): void {
    const { grid } = this;
    const { texts } = grid;
    const found = grid.columns.at(place);
    if (found === undefined || texts === undefined) {
      return;
    }
    const { key } = found.column;
    const { layout, view } = grid;
    switch (action) {
      case "sortAscending":
      case "sortDescending":
      case "sortNone": {
        const direction = DIRECTIONS[action];
        grid.changeView(setSort(view, key, { direction, isAdded: view.sort.length > 1 }));
        return this.saySort(key);
      }
      case "filterColumn":
        return this.openFilter(key, anchor);
      case "showSummary":
        return this.openSummary(key, anchor);
      case "copyColumn":
        return void grid.cellActs.copyColumn(key);
      case "pin":
      case "unpin":
        return grid.changeColumns(setPinned(layout.columns, key, action === "pin"));
      case "hide":
        grid.changeColumns(setHidden(layout.columns, key, true));
        return grid.say(fillText(texts.columnHidden, found.name));
      case "moveLeft":
      case "moveRight": {
        const by = action === "moveLeft" ? -1 : 1;
        const columns = grid.facts?.columns ?? [];
        return grid.changeColumns(moveColumn(columns, layout.columns, key, by));
      }
      case "fitWidth":
        return this.fitWidth(place);
    }
  }

  private openFilter(key: string, anchor: Anchor): void {
    const { grid } = this;
    const { texts } = grid;
    const column = grid.facts?.columns.find((known) => known.key === key);
    if (texts !== undefined) {
      void this.part("fp-column-filter")?.open({
        anchor,
        // Rows of another page may lack the column; its filter can be changed all the same.
        column: column ?? { key, label: key, isNumeric: false, kind: "mixed" },
        name: grid.columns.nameOf(key),
        filters: filtersOf(grid.view, key),
        texts,
        change: (filters) => grid.changeView(setFilters(grid.layout.view, key, filters)),
      });
    }
  }

  private openSummary(key: string, anchor: Anchor): void {
    const { grid } = this;
    const { texts, ask } = grid;
    const column = grid.facts?.columns.find((known) => known.key === key);
    if (texts === undefined || ask === undefined || column === undefined) {
      return;
    }
    void this.part("fp-column-summary")?.open({
      anchor,
      column,
      name: grid.columns.nameOf(key),
      texts,
      ask: () => ask.summary({ view: grid.view, column: key }),
      choose: (filters) => grid.changeView(setFilters(grid.layout.view, key, filters)),
    });
  }

  /** Closes what shows values of rows. */
  close(): void {
    this.part("fp-column-summary")?.close();
  }

  /** Privacy mode was turned on: values that columns are filtered by are no more. */
  forgetValues(): void {
    this.part("fp-column-filter")?.forget();
  }

  private show(key: string, isShown: boolean): void {
    const { grid } = this;
    grid.changeColumns(setHidden(grid.layout.columns, key, !isShown));
  }

  private part<K extends keyof Parts>(name: K): Parts[K] | null {
    return this.grid.renderRoot.querySelector<Parts[K]>(name);
  }
}

interface Parts {
  readonly "fp-grid-menu": Menu;
  readonly "fp-column-filter": ColumnFilterForm;
  readonly "fp-column-summary": ColumnSummaryCard;
}

const DIRECTIONS = {
  sortAscending: "ascending",
  sortDescending: "descending",
  sortNone: undefined,
} as const;
