import type { CopyFormat, Selection } from "../../../messages/listQuestions";
import { fillCounts } from "../../../../../platform/webview/counts";
import { type CellAction, cellItems } from "./gridMenus";
import type { GridHost } from "./gridHost";
import type { Menu } from "./menu";
import type { Anchor } from "./popup";
import { type GridCell, selectionFor, selectOne, type ShownRows } from "./selection";

interface CopyOptions {
  readonly format: CopyFormat;
  readonly withHeader: boolean;
}

/** What is done with cells: copied, opened, and their menu. */
export class CellActs {
  constructor(private readonly grid: GridHost) {}

  /** Ctrl+C, and what the editor's menus copy. */
  readonly onCopy = (event: Event): void => {
    if (this.grid.isFocusInside()) {
      event.preventDefault();
      void this.copySelected({ format: "tsv", withHeader: false });
    }
  };

  showMenu(at: GridCell, anchor: Anchor): void {
    const { texts } = this.grid;
    if (texts !== undefined) {
      void this.grid.renderRoot.querySelector<Menu>("fp-grid-menu")?.open({
        anchor,
        label: texts.cellActions,
        items: cellItems(texts),
        choose: (id) => void this.act(id as CellAction, at),
      });
    }
  }

  async copyColumn(key: string): Promise<void> {
    const rows = this.grid.store.total;
    const ranges = rows === 0 ? [] : [[0, rows - 1] as const];
    await this.copy(
      { ...this.shownRows, ranges, columns: [key] },
      { format: "tsv", withHeader: true },
    );
  }

  /** Opens what there is more of than the cell shows; of a plain value, its row. */
  async openCell(at: GridCell): Promise<void> {
    const cell = this.cellAt(at);
    const opens = ["items", "members", "several"].includes(cell?.kind ?? "");
    const isMore = opens || (cell && "isCut" in cell) === true;
    await (isMore ? this.openValue(at) : this.openRow(at));
  }

  async openValue({ row, column }: GridCell): Promise<void> {
    const key = this.grid.columns.at(column)?.column.key;
    await this.open(row, key);
  }

  private async openRow({ row }: GridCell): Promise<void> {
    await this.open(row, undefined);
  }

  private async open(row: number, column: string | undefined): Promise<void> {
    const { ask, texts } = this.grid;
    if (row === 0) {
      return;
    }
    try {
      const at = { ...this.shownRows, row: row - 1 };
      await ask?.openValue({ ...at, ...(column === undefined ? {} : { column }) });
    } catch {
      this.grid.say(texts?.openFailed ?? "");
    }
  }

  private async act(action: CellAction, at: GridCell): Promise<void> {
    switch (action) {
      case "copyCells":
        return this.copySelected({ format: "tsv", withHeader: false });
      case "copyWithHeaders":
        return this.copySelected({ format: "tsv", withHeader: true });
      case "copyAsJson":
        return this.copySelected({ format: "json", withHeader: false });
      case "copyAsMarkdown":
        return this.copySelected({ format: "markdown", withHeader: true });
      case "copyRowAsJson":
        return this.copy(this.selectionAt({ row: at.row, column: 0 }), {
          format: "json",
          withHeader: false,
        });
      case "openRow":
        return this.openRow(at);
      case "openValue":
        return this.openValue(at);
    }
  }

  private async copySelected(options: CopyOptions): Promise<void> {
    await this.copy(this.selectionAt(), options);
  }

  private async copy(selection: Selection, options: CopyOptions): Promise<void> {
    const { ask, texts } = this.grid;
    if (ask === undefined || texts === undefined || selection.ranges.length === 0) {
      return;
    }
    try {
      const { rows } = await ask.copyRows({ selection, ...options });
      this.grid.say(rows === 1 ? texts.oneRowCopied : fillCounts(texts.rowsCopied, rows));
    } catch {
      this.grid.say(texts.copyFailed);
    }
  }

  /** What is selected, or else one place. */
  private selectionAt(one?: GridCell): Selection {
    const { body, columns, store } = this.grid;
    const at = one ?? body?.active ?? { row: 1, column: 1 };
    const selected = (one === undefined ? body?.selected : undefined) ?? selectOne(at);
    const extent = { rows: store.total, columns: columns.shown.length };
    const keys = columns.shown.map(({ key }) => key);
    return selectionFor(selected, extent, { ...this.shownRows, keys });
  }

  private cellAt({ row, column }: GridCell) {
    const key = this.grid.columns.at(column)?.column.key;
    return key === undefined ? undefined : this.grid.store.cell(row - 1, key);
  }

  /** Places on screen are those of the rows that are shown, also while others are on their way. */
  private get shownRows(): ShownRows {
    const { shown } = this.grid.store;
    return shown === undefined
      ? { view: this.grid.view }
      : { view: shown.view, revision: shown.slice.revision };
  }
}
