import type { Geometry, GridColumn } from "./geometry";
import type { GridCell } from "./selection";

/** Everything that is drawn now; rows from 0, columns by their place in the geometry. */
interface Picture<Column extends GridColumn> {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly geometry: Geometry<Column>;
  readonly writer: CellWriter<Column>;
  /** Where a row begins on the canvas. */
  readonly placeOf: (row: number) => number;
  readonly active: GridCell;
  readonly isSelected: (at: GridCell) => boolean;
  readonly isFound: (at: GridCell) => boolean;
  readonly isMarked: (at: GridCell) => boolean;
}

/** Writes values into cells; each gives the classes of what it wrote. */
export interface CellWriter<Column> {
  readonly canSelect: boolean;
  writeGutter(cell: WrittenCell, row: number): string;
  writeCell(cell: WrittenCell, row: number, column: Column): string;
}

export interface WrittenCell {
  readonly element: HTMLElement;
  /** What the element shows, so that nothing is written twice. */
  look: string;
}

interface DrawnCell extends WrittenCell {
  classes: string;
  place: string;
  isStop: boolean;
}

interface DrawnRow {
  readonly element: HTMLElement;
  readonly gutter: DrawnCell;
  cells: Map<number, DrawnCell>;
  top: number;
}

/**
 * Draws rows and cells by hand. A row that stays is not touched, so that it keeps the focus; one
 * that leaves becomes one that enters: nothing is built while scrolling.
 */
export class RowPainter<Column extends GridColumn> {
  private drawn = new Map<number, DrawnRow>();

  constructor(private readonly body: HTMLElement) {}

  paint(picture: Picture<Column>): void {
    const spare = this.removeUnused(picture.rows);
    const next = new Map<number, DrawnRow>();
    let before = this.body.firstElementChild;
    for (const row of picture.rows) {
      const drawn = this.drawn.get(row) ?? spare.pop() ?? drawRow();
      next.set(row, drawn);
      if (drawn.element === before) {
        before = before.nextElementSibling;
      } else {
        this.body.insertBefore(drawn.element, before);
      }
      paintRow(drawn, row, picture);
    }
    this.drawn = next;
  }

  /** The element of a place in the rows, where it is drawn. */
  cellAt({ row, column }: GridCell): HTMLElement | undefined {
    const drawn = this.drawn.get(row - 1);
    return column === 0 ? drawn?.gutter.element : drawn?.cells.get(column - 1)?.element;
  }

  /** The place of an element that was drawn here. */
  placeOf(target: EventTarget | null): GridCell | undefined {
    const element = target instanceof Element ? target.closest("[aria-colindex]") : null;
    const row = element?.parentElement?.getAttribute("aria-rowindex");
    const column = element?.getAttribute("aria-colindex");
    return row && column && element && this.body.contains(element)
      ? { row: Number(row) - 1, column: Number(column) - 1 }
      : undefined;
  }

  private removeUnused(rows: readonly number[]): DrawnRow[] {
    const kept = new Set(rows);
    const spare: DrawnRow[] = [];
    for (const [row, drawn] of this.drawn) {
      if (!kept.has(row)) {
        drawn.element.remove();
        spare.push(drawn);
      }
    }
    return spare;
  }
}

function drawRow(): DrawnRow {
  const element = document.createElement("div");
  element.setAttribute("role", "row");
  element.className = "row";
  const gutter = drawCell("rowheader");
  gutter.element.setAttribute("aria-colindex", "1");
  element.append(gutter.element);
  return { element, gutter, cells: new Map(), top: -1 };
}

function drawCell(role: "rowheader" | "gridcell"): DrawnCell {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  return { element, look: "", classes: "", place: "", isStop: false };
}

function paintRow<Column extends GridColumn>(
  drawn: DrawnRow,
  row: number,
  picture: Picture<Column>,
): void {
  const { geometry, placeOf } = picture;
  const { element } = drawn;
  const top = placeOf(row);
  if (drawn.top !== top) {
    drawn.top = top;
    element.style.top = `${top}px`;
  }
  element.setAttribute("aria-rowindex", `${row + 2}`);
  const width = `${geometry.total}px`;
  if (element.style.width !== width) {
    element.style.width = width;
  }
  paintGutter(drawn.gutter, row, picture);
  placeCells(drawn, picture.columns);
  for (const column of picture.columns) {
    const cell = drawn.cells.get(column);
    if (cell !== undefined) {
      paintCell(cell, { row: row + 1, column: column + 1 }, picture);
    }
  }
}

/** Cells of columns that went out of sight become those of columns that came into it. */
function placeCells(drawn: DrawnRow, columns: readonly number[]): void {
  const kept = new Set(columns);
  const spare: DrawnCell[] = [];
  for (const [column, cell] of drawn.cells) {
    if (!kept.has(column)) {
      cell.element.remove();
      spare.push(cell);
    }
  }
  const next = new Map<number, DrawnCell>();
  let before = drawn.gutter.element.nextElementSibling;
  for (const column of columns) {
    const cell = drawn.cells.get(column) ?? spare.pop() ?? drawCell("gridcell");
    next.set(column, cell);
    if (cell.element === before) {
      before = before.nextElementSibling;
    } else {
      drawn.element.insertBefore(cell.element, before);
    }
  }
  drawn.cells = next;
}

function paintGutter<Column extends GridColumn>(
  drawn: DrawnCell,
  row: number,
  { geometry, writer, active, isSelected, isFound, isMarked }: Picture<Column>,
): void {
  const at = { row: row + 1, column: 0 };
  const classes = writer.writeGutter(drawn, row);
  setPlace(drawn, `0 ${geometry.gutter}`, { width: geometry.gutter });
  const isChosen = writer.canSelect ? isSelected(at) : undefined;
  setClasses(
    drawn,
    namesOf("gutter", classes, isMarked(at) && "marked", isFound(at) && "found"),
    isChosen,
  );
  setStop(drawn, active.row === at.row && active.column === 0);
}

function paintCell<Column extends GridColumn>(
  drawn: DrawnCell,
  at: GridCell,
  { geometry, writer, active, isSelected, isFound, isMarked }: Picture<Column>,
): void {
  const index = at.column - 1;
  const column = geometry.columns[index];
  if (column === undefined) {
    return;
  }
  const left = geometry.starts[index] ?? 0;
  const width = geometry.widths[index] ?? 0;
  const stays = index < geometry.pinned;
  setPlace(drawn, `${index} ${left} ${width}`, { left, width, index });
  const classes = namesOf(
    "cell",
    writer.writeCell(drawn, at.row - 1, column),
    column.isNumeric && "numeric",
    stays && (index === geometry.pinned - 1 ? "stays edge" : "stays"),
    isMarked(at) && "marked",
    isFound(at) && "found",
  );
  const isChosen = writer.canSelect ? isSelected(at) : undefined;
  setClasses(drawn, classes, isChosen);
  setStop(drawn, active.row === at.row && active.column === at.column);
}

function namesOf(...names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false && name !== "").join(" ");
}

function setPlace(
  drawn: DrawnCell,
  place: string,
  {
    left,
    width,
    index,
  }: { readonly left?: number; readonly width: number; readonly index?: number },
): void {
  if (drawn.place !== place) {
    drawn.place = place;
    const { style } = drawn.element;
    style.width = `${width}px`;
    if (left !== undefined && index !== undefined) {
      style.left = `${left}px`;
      drawn.element.setAttribute("aria-colindex", `${index + 2}`);
    }
  }
}

/** `isSelected` is undefined where nothing can be selected. */
function setClasses(drawn: DrawnCell, kinds: string, isSelected: boolean | undefined): void {
  const classes = isSelected === true ? `${kinds} selected` : kinds;
  if (drawn.classes !== classes) {
    drawn.classes = classes;
    drawn.element.className = classes;
    if (isSelected !== undefined) {
      drawn.element.setAttribute("aria-selected", String(isSelected));
    }
  }
}

function setStop(drawn: DrawnCell, isStop: boolean): void {
  if (drawn.isStop !== isStop) {
    drawn.isStop = isStop;
    setOrRemove(drawn.element, "tabindex", isStop ? "0" : undefined);
  }
}

export function setOrRemove(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value);
  }
}
