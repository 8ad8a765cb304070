import type { GridTexts } from "../../../messages/gridTexts";
import type { ListCell, ListColumn } from "../../../messages/listTable";
import { cellLook } from "../cell";
import { fillText } from "../../../../../platform/base/texts";
import { putText } from "./cellText";
import { groupDigits } from "./digits";
import type { Geometry } from "./geometry";
import type { RowScale } from "./rowScale";
import type { GridCell } from "./selection";

/** Everything that is drawn now; rows from 0, columns by their place in the geometry. */
interface Picture {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly geometry: Geometry;
  readonly scale: RowScale;
  readonly active: GridCell;
  readonly isGrouped: boolean;
  readonly texts: GridTexts;
  readonly cellOf: (row: number, column: ListColumn) => ListCell | undefined;
  readonly numberOf: (row: number) => number | undefined;
  readonly isSelected: (at: GridCell) => boolean;
  readonly isFound: (at: GridCell) => boolean;
}

interface DrawnCell {
  readonly element: HTMLElement;
  /** What the element shows, so that nothing is written twice. */
  look: string;
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
export class RowPainter {
  private drawn = new Map<number, DrawnRow>();

  constructor(private readonly body: HTMLElement) {}

  paint(picture: Picture): void {
    const spare = this.takeSpare(picture.rows);
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

  private takeSpare(rows: readonly number[]): DrawnRow[] {
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

function paintRow(drawn: DrawnRow, row: number, picture: Picture): void {
  const { geometry, scale } = picture;
  const { element } = drawn;
  const top = scale.place(row);
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

function paintGutter(drawn: DrawnCell, row: number, picture: Picture): void {
  const { numberOf, texts, active, geometry, isSelected } = picture;
  const number = numberOf(row);
  const text = number === undefined ? "…" : `${number + 1}`;
  if (drawn.look !== text) {
    drawn.look = text;
    drawn.element.textContent = text;
    drawn.element.setAttribute("aria-label", fillText(texts.rowNumber, text));
  }
  const at = { row: row + 1, column: 0 };
  setPlace(drawn, `0 ${geometry.gutter}`, { width: geometry.gutter });
  setClasses(drawn, `gutter${isSelected(at) ? " selected" : ""}`);
  setStop(drawn, active.row === at.row && active.column === 0);
}

function paintCell(drawn: DrawnCell, at: GridCell, picture: Picture): void {
  const { geometry, active, isSelected, isFound, cellOf } = picture;
  const index = at.column - 1;
  const column = geometry.columns[index];
  if (column === undefined) {
    return;
  }
  const left = geometry.starts[index] ?? 0;
  const width = geometry.widths[index] ?? 0;
  const stays = index < geometry.pinned;
  setPlace(drawn, `${index} ${left} ${width}`, { left, width, index });
  const cell = cellOf(at.row - 1, column);
  const kind = putLook(drawn, cell, column, picture);
  const classes = [
    "cell",
    kind,
    column.isNumeric ? "numeric" : "",
    stays ? (index === geometry.pinned - 1 ? "stays edge" : "stays") : "",
    isFound(at) ? "found" : "",
    isSelected(at) ? "selected" : "",
  ];
  setClasses(drawn, classes.filter((name) => name !== "").join(" "));
  setStop(drawn, active.row === at.row && active.column === at.column);
}

/** What a cell shows of its value. */
export function shownText(
  cell: ListCell,
  column: ListColumn,
  { texts, isGrouped }: Pick<Picture, "texts" | "isGrouped">,
): string {
  const { text } = cellLook(cell, texts);
  return isGrouped && isGroupable(cell, column) ? groupDigits(text) : text;
}

/** Digits of an id are no amount. */
function isGroupable(cell: ListCell, column: ListColumn): boolean {
  return cell.kind === "number" && column.kind !== "id";
}

/** Shows a value; gives the class of its kind. */
function putLook(
  drawn: DrawnCell,
  cell: ListCell | undefined,
  column: ListColumn,
  { isGrouped, texts }: Picture,
): string {
  const { element } = drawn;
  if (cell === undefined) {
    if (drawn.look !== "absent") {
      drawn.look = "absent";
      element.textContent = "";
      element.removeAttribute("aria-label");
      element.removeAttribute("title");
    }
    return "absent";
  }
  const { text, title, isMarker } = cellLook(cell, texts);
  const shown = isGrouped && isGroupable(cell, column) ? groupDigits(text) : text;
  const look = `${cell.kind} ${shown}\n${title}`;
  if (drawn.look !== look) {
    drawn.look = look;
    putText(element, shown);
    const isExplained = cell.kind === "missing" || cell.kind === "several";
    setOrRemove(element, "aria-label", isExplained ? title : undefined);
    setOrRemove(element, "title", title === text ? undefined : title);
  }
  const opens = ["items", "members", "several"].includes(cell.kind);
  return opens ? "marker opens" : isMarker ? "marker" : "";
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

function setClasses(drawn: DrawnCell, classes: string): void {
  if (drawn.classes !== classes) {
    drawn.classes = classes;
    drawn.element.className = classes;
    drawn.element.setAttribute("aria-selected", String(/ selected$/.test(classes)));
  }
}

function setStop(drawn: DrawnCell, isStop: boolean): void {
  if (drawn.isStop !== isStop) {
    drawn.isStop = isStop;
    setOrRemove(drawn.element, "tabindex", isStop ? "0" : undefined);
  }
}

function setOrRemove(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value);
  }
}
