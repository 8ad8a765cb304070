import type { GridTexts } from "../../../messages/gridTexts";
import type { ListCell, ListColumn } from "../../../messages/listTable";
import { fillText } from "../../../../../platform/base/texts";
import { cellLook } from "../cell";
import { setText } from "./cellText";
import { groupDigits } from "./digits";
import { type CellWriter, setOrRemove, type WrittenCell } from "./rowPainter";

interface ListCells {
  readonly cellOf: (row: number, key: string) => ListCell | undefined;
  /** Which row of the list it is, from 1. */
  readonly numberOf: (row: number) => number | undefined;
  readonly texts: GridTexts;
  readonly isGrouped: boolean;
}

/** Writes the rows of a list: their numbers and values. */
export function listCellWriter(cells: ListCells): CellWriter<ListColumn> {
  return {
    canSelect: true,
    writeGutter: (drawn, row) => {
      const number = cells.numberOf(row);
      const text = number === undefined ? "…" : `${number}`;
      if (drawn.look !== text) {
        drawn.look = text;
        drawn.element.textContent = text;
        drawn.element.setAttribute("aria-label", fillText(cells.texts.rowNumber, text));
      }
      return "";
    },
    writeCell: (drawn, row, column) =>
      writeCell(drawn, cells.cellOf(row, column.key), column, cells),
  };
}

/** What a cell shows of its value. */
export function shownText(
  cell: ListCell,
  column: Pick<ListColumn, "kind">,
  { texts, isGrouped }: Pick<ListCells, "texts" | "isGrouped">,
): string {
  const { text } = cellLook(cell, texts);
  // Digits of an id are no amount.
  return isGrouped && cell.kind === "number" && column.kind !== "id" ? groupDigits(text) : text;
}

function writeCell(
  drawn: WrittenCell,
  cell: ListCell | undefined,
  column: ListColumn,
  shown: Pick<ListCells, "texts" | "isGrouped">,
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
  const { text: whole, title, isMarker } = cellLook(cell, shown.texts);
  const text = shownText(cell, column, shown);
  const look = `${cell.kind} ${text}\n${title}`;
  if (drawn.look !== look) {
    drawn.look = look;
    setText(element, text);
    const isExplained = cell.kind === "missing" || cell.kind === "several";
    setOrRemove(element, "aria-label", isExplained ? title : undefined);
    setOrRemove(element, "title", title === whole ? undefined : title);
  }
  const opens = ["items", "members", "several"].includes(cell.kind);
  return opens ? "marker opens" : isMarker ? "marker" : "";
}
