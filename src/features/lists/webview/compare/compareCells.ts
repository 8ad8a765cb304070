import type { CompareTexts } from "../../messages/compareTexts";
import type { GridTexts } from "../../messages/gridTexts";
import type {
  CellMark,
  CompareAnswer,
  ComparedColumn,
  ComparedKind,
} from "../../messages/listComparison";
import type { ListCell, ListColumn } from "../../messages/listTable";
import { fillText } from "../../../../platform/base/texts";
import { cellLook } from "../list/cell";
import { setText } from "../list/grid/cellText";
import { shownText } from "../list/grid/listCells";
import { type CellWriter, setOrRemove, type WrittenCell } from "../list/grid/rowPainter";
import type { RowSlice, RowStore } from "../list/grid/rowStore";
import { KIND_ICONS, kindWord } from "./words";

/** The values of a column on both sides; a side without the row has none. */
interface ComparedCell {
  readonly left: ListCell | undefined;
  readonly right: ListCell | undefined;
  readonly mark: CellMark;
}

/** Which rows are compared, and which of them are wanted. */
export interface CompareView {
  readonly match: readonly string[] | undefined;
  readonly onlyChanges: boolean;
}

export interface CompareSlice extends RowSlice<ComparedCell, ComparedKind> {
  readonly answer: CompareAnswer;
}

/** The compared rows; of each whether both lists have it, and alike. */
export type ComparedRows = RowStore<CompareView, CompareSlice>;

export function sliceOf(answer: CompareAnswer, columns: readonly string[]): CompareSlice {
  const { total, from, rows } = answer;
  return {
    // The store counts versions of the comparison by itself.
    ...{ revision: 0, total, from, columns, answer },
    infos: rows.map(({ kind }) => kind),
    rows: rows.map(({ left, right, marks }) =>
      columns.map((_, index) => ({
        ...{ left: left?.[index], right: right?.[index], mark: marks[index] ?? "same" },
      })),
    ),
  };
}

export interface CompareCells {
  readonly rows: ComparedRows;
  readonly texts: CompareTexts;
  readonly cellTexts: GridTexts;
  readonly isGrouped: boolean;
  /** What the list knows of its columns; of others digits are shown as they came. */
  readonly kinds: ReadonlyMap<string, ListColumn["kind"]>;
}

/** Writes compared rows: their kind, and one value or both where they differ. */
export function compareCellWriter(cells: CompareCells): CellWriter<ComparedColumn> {
  const { rows, texts } = cells;
  return {
    canSelect: false,
    writeGutter: (drawn, row) => {
      const kind = rows.info(row);
      if (drawn.look !== (kind ?? "absent")) {
        drawn.look = kind ?? "absent";
        drawn.element.replaceChildren(...(kind === undefined ? [] : kindParts(kind, texts)));
      }
      return `kind ${drawn.look}`;
    },
    writeCell: (drawn, row, column) => {
      const cell = rows.cell(row, column.key);
      const kind = rows.info(row);
      if (cell === undefined || kind === undefined) {
        drawn.look = "";
        drawn.element.replaceChildren();
        setOrRemove(drawn.element, "title", undefined);
        return "absent";
      }
      writeCell(drawn, cell, column, cells);
      return kind === "onlyLeft" || kind === "onlyRight" ? kind : cell.mark;
    },
  };
}

/** What the cells of a column show, as they are measured. */
export function comparedTexts(
  { left, right }: ComparedCell,
  column: ComparedColumn,
  cells: CompareCells,
): readonly string[] {
  return [left, right].map((cell) => valueText(cell, column, cells)?.text ?? "");
}

function writeCell(
  drawn: WrittenCell,
  { left, right, mark }: ComparedCell,
  column: ComparedColumn,
  cells: CompareCells,
): void {
  const { element } = drawn;
  const { texts } = cells;
  const values = [left, right].map((cell) => valueText(cell, column, cells));
  const isSplit = mark !== "same" && left !== undefined && right !== undefined;
  const look = JSON.stringify([isSplit && mark, values]);
  if (drawn.look === look) {
    return;
  }
  drawn.look = look;
  const [first, second] = values;
  if (isSplit) {
    const names = values.map((value) => value?.name ?? "");
    const word = kindWord(mark, texts);
    element.title = fillText(texts.compareCell, column.label, names[0] ?? "", names[1] ?? "", word);
    const parts = [
      ...[hidden(texts.compareLeft), elementOf("del", valueElement(first))],
      ...[hidden(texts.compareRight), elementOf("ins", valueElement(second))],
      hidden(word),
    ];
    element.replaceChildren(...parts.flatMap((part) => [part, " "]));
  } else {
    setOrRemove(element, "title", undefined);
    element.replaceChildren(valueElement(first ?? second));
  }
}

interface ValueText {
  readonly text: string;
  /** What it is called where there is nothing to see. */
  readonly name: string;
  readonly isMarker: boolean;
}

function valueText(
  cell: ListCell | undefined,
  column: ComparedColumn,
  { cellTexts, isGrouped, kinds }: CompareCells,
): ValueText | undefined {
  if (cell === undefined) {
    return undefined;
  }
  const { text, title, isMarker } = cellLook(cell, cellTexts);
  const kind = kinds.get(column.key) ?? "id";
  // An absent value beside one that is there has to be seen.
  const shown = shownText(cell, { kind }, { texts: cellTexts, isGrouped }) || "–";
  return { text: shown, name: text === "" ? title : text, isMarker };
}

function valueElement(value: ValueText | undefined): HTMLElement {
  const element = document.createElement("bdi");
  if (value !== undefined) {
    element.classList.toggle("marker", value.isMarker);
    setText(element, value.text);
  }
  return element;
}

function kindParts(kind: ComparedKind, texts: CompareTexts): readonly HTMLElement[] {
  const icon = document.createElement("vscode-icon");
  icon.setAttribute("name", KIND_ICONS[kind]);
  const word = document.createElement("span");
  word.textContent = kindWord(kind, texts);
  return [icon, word];
}

function elementOf(name: "del" | "ins", child: HTMLElement): HTMLElement {
  const element = document.createElement(name);
  element.append(child);
  return element;
}

function hidden(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "hidden";
  element.textContent = text;
  return element;
}
