import type { CellActs } from "./cellActs";
import type { ColumnActs } from "./columnActs";
import { clampWidth, moveColumn, setWidth } from "./columnLayout";
import type { Finder } from "./finder";
import { type GridStep, gridStep } from "./keys";
import type { GridHost } from "./gridHost";
import { GridPointer } from "./pointer";
import { addRow, type GridCell, selectOne } from "./selection";
import { turnSort } from "./viewChanges";
import { fillText } from "../../../../../platform/base/texts";
import { countText } from "../../../../../platform/webview/counts";

interface InputHost extends GridHost {
  readonly cellActs: CellActs;
  readonly columnActs: ColumnActs;
  readonly finder: Finder;
}

/** What keys and the pointer do to the grid. */
export class GridInput {
  private pointer: GridPointer | undefined;

  constructor(private readonly grid: InputHost) {}

  begin(scroller: HTMLElement): void {
    const { grid } = this;
    const pointer = new GridPointer(scroller, {
      body: () => grid.body,
      geometry: () => grid.columns.geometry,
      press: (at, how) => this.press(at, how),
      drag: (to) => this.drag(to),
      open: (at) => void grid.cellActs.openValue(at),
      sort: (column, isAdded) => this.sort(column, isAdded),
      showMenu: (column, anchor) => grid.columnActs.showMenu(column, anchor),
      resize: (column, width, isDone) => this.resize(column, width, isDone),
      showDrop: (place) => {
        grid.drop = place;
      },
      reorder: (column, by) => this.reorder(column, by),
    });
    scroller.addEventListener("pointerdown", pointer.onDown);
    scroller.addEventListener("pointermove", pointer.onMove);
    scroller.addEventListener("pointerup", pointer.onUp);
    scroller.addEventListener("pointercancel", pointer.onCancel);
    this.pointer = pointer;
  }

  end(): void {
    this.pointer?.dispose();
  }

  readonly onKey = (event: KeyboardEvent): void => {
    const { body } = this.grid;
    if (body === undefined) {
      return;
    }
    const context = { ...body.extent, visibleRows: body.visibleRows };
    const step = gridStep(body.active, event, context);
    if (step !== undefined && !(step.kind === "none" && body.selected === undefined)) {
      event.preventDefault();
      this.perform(step, body.active);
      if (event.key === "Home") {
        body.toFirstColumns();
      }
    }
  };

  /** The browser would move the focus to what is pressed; the grid says where it goes. */
  readonly onMouseDown = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest("[aria-colindex]") !== null) {
      event.preventDefault();
    }
  };

  readonly onDoubleClick = (event: MouseEvent): void => {
    const at = this.grid.body?.placeOf(event.target);
    if (at !== undefined) {
      void this.grid.cellActs.openCell(at);
    } else if (event.target instanceof Element && event.target.closest(".resize") !== null) {
      const head = event.target.closest<HTMLElement>("[data-column]");
      this.grid.columnActs.fitWidth(Number(head?.dataset["column"]));
    }
  };

  readonly onContextMenu = (event: MouseEvent): void => {
    const { grid } = this;
    const { clientX: left, clientY: y } = event;
    const anchor = { left, top: y, bottom: y };
    const head =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-column]") : null;
    const at = grid.body?.placeOf(event.target);
    if (head !== null) {
      event.preventDefault();
      grid.columnActs.showMenu(Number(head.dataset["column"]), anchor);
    } else if (at !== undefined) {
      event.preventDefault();
      this.pressForMenu(at);
      grid.cellActs.showMenu(at, anchor);
    }
  };

  /** The tab stop may be out of sight when the focus comes to it. */
  readonly onFocus = (event: FocusEvent): void => {
    const { body } = this.grid;
    const from = event.relatedTarget;
    if (body !== undefined && !(from instanceof Element && from.closest(".scroll") !== null)) {
      body.reveal(body.active);
    }
  };

  private perform(step: GridStep, at: GridCell): void {
    const { grid } = this;
    switch (step.kind) {
      case "move":
        return grid.goTo(step.to, step.extends);
      case "sort":
        return this.sort(at.column, step.isAdded);
      case "resize":
        return this.resize(
          at.column,
          (grid.columns.geometry.widths[at.column - 1] ?? 0) + step.by,
          true,
        );
      case "reorder":
        return this.reorder(at.column, step.by);
      case "find":
        return grid.finder.step(step.direction);
      case "menu":
        return this.showMenu(at);
      case "open":
        return void grid.cellActs.openCell(at);
      case "all":
        return grid.select(selectOne({ row: 0, column: 0 }), at);
      case "row":
        return grid.select(selectOne({ row: Math.max(1, at.row), column: 0 }), at);
      case "column":
        return grid.select(selectOne({ row: 0, column: Math.max(1, at.column) }), at);
      case "none":
        return grid.select(undefined, at);
    }
  }

  private showMenu(at: GridCell): void {
    const { grid } = this;
    const element = at.row === 0 ? grid.headAt(at.column) : grid.body?.cellAt(at);
    const anchor = element?.getBoundingClientRect();
    if (anchor === undefined) {
      return;
    }
    if (at.row === 0) {
      grid.columnActs.showMenu(at.column, anchor);
    } else {
      grid.cellActs.showMenu(at, anchor);
    }
  }

  private press(
    at: GridCell,
    { shift, ctrl }: { readonly shift: boolean; readonly ctrl: boolean },
  ): void {
    const { grid } = this;
    const { body } = grid;
    if (body === undefined) {
      return;
    }
    if (shift) {
      grid.goTo(at, true);
    } else if (ctrl && at.column === 0 && at.row > 0 && body.selected?.head.column === 0) {
      grid.select(addRow(body.selected, at.row, body.extent), at);
      grid.focusCell();
    } else {
      grid.goTo(at);
      if (at.column === 0 || at.row === 0) {
        grid.select(selectOne(at), at);
      }
    }
  }

  /** A menu is about what is selected, where it was asked for there. */
  private pressForMenu(at: GridCell): void {
    const { body } = this.grid;
    if (body?.isSelected(at) !== true) {
      this.press(at, { shift: false, ctrl: false });
    }
  }

  private drag(to: GridCell): void {
    const { grid } = this;
    const { body } = grid;
    if (body !== undefined && (to.row !== body.active.row || to.column !== body.active.column)) {
      grid.goTo(to, true);
    }
  }

  private sort(column: number, isAdded: boolean): void {
    const { grid } = this;
    const found = grid.columns.at(column);
    if (found !== undefined) {
      grid.goTo({ row: 0, column });
      grid.changeView(turnSort(grid.view, found.column.key, isAdded));
      grid.columnActs.saySort(found.column.key);
    }
  }

  private resize(column: number, width: number | undefined, isDone: boolean): void {
    const { grid } = this;
    const found = grid.columns.at(column);
    if (found === undefined || width === undefined) {
      return;
    }
    const { key } = found.column;
    if (!isDone) {
      grid.draft = { key, width };
      return;
    }
    grid.draft = undefined;
    grid.changeColumns(setWidth(grid.layout.columns, key, width));
    const { texts } = grid;
    if (texts !== undefined) {
      grid.say(fillText(texts.columnWidth, found.name, countText(clampWidth(width))));
    }
  }

  private reorder(column: number, by: number): void {
    const { grid } = this;
    const found = grid.columns.at(column);
    if (found === undefined || by === 0) {
      return;
    }
    const { facts, layout, texts } = grid;
    grid.changeColumns(moveColumn(facts?.columns ?? [], layout.columns, found.column.key, by));
    void grid.updateComplete.then(() => {
      const place = grid.columns.shown.findIndex(({ key }) => key === found.column.key) + 1;
      if (texts !== undefined) {
        grid.say(
          fillText(
            texts.columnMoved,
            found.name,
            ...[place, grid.columns.shown.length].map(countText),
          ),
        );
      }
      grid.goTo({ row: 0, column: place });
    });
  }
}
