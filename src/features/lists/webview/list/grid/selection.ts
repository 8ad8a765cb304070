import type { Selection } from "../../../messages/listQuestions";

/**
 * A place in the grid. Row 0 is the header, column 0 the row numbers: a place there stands for
 * the whole column or row.
 */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** What the user has selected: from one place to another, and whole rows picked beside it. */
export interface Selected {
  readonly anchor: GridCell;
  readonly head: GridCell;
  /** First and last row of each range, counted as in `GridCell`. */
  readonly more: readonly (readonly [from: number, to: number])[];
}

/** Rows and columns that there are, header and row numbers left out. */
export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
}

/** The cells from `from` to `to`, both included; counted from 1. */
interface Block {
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

export function selectOne(at: GridCell): Selected {
  return { anchor: at, head: at, more: [] };
}

/** The cells between the two ends; whole rows and columns where an end stands for them. */
export function blockOf({ anchor, head }: Selected, { rows, columns }: GridExtent): Block {
  const isWholeRow = anchor.column === 0 || head.column === 0;
  const isWholeColumn = anchor.row === 0 || head.row === 0;
  return {
    fromRow: isWholeColumn ? 1 : Math.min(anchor.row, head.row),
    toRow: isWholeColumn ? rows : Math.min(rows, Math.max(anchor.row, head.row)),
    fromColumn: isWholeRow ? 1 : Math.min(anchor.column, head.column),
    toColumn: isWholeRow ? columns : Math.min(columns, Math.max(anchor.column, head.column)),
  };
}

export function contains(block: Block, more: Selected["more"], { row, column }: GridCell): boolean {
  return (
    (row >= block.fromRow &&
      row <= block.toRow &&
      column >= block.fromColumn &&
      column <= block.toColumn) ||
    more.some(([from, to]) => row >= from && row <= to)
  );
}

/** Picks a whole row beside those that are selected. */
export function addRow(selected: Selected, row: number, extent: GridExtent): Selected {
  const { fromRow, toRow } = blockOf(selected, extent);
  const at = { row, column: 0 };
  return { anchor: at, head: at, more: [...selected.more, [fromRow, toRow]] };
}

/** Which rows places are of. */
export type ShownRows = Pick<Selection, "view" | "revision">;

/** The selection as the host is asked about it; places in the view from 0. */
export function selectionFor(
  selected: Selected,
  extent: GridExtent,
  { keys, ...shown }: ShownRows & { readonly keys: readonly string[] },
): Selection {
  const block = blockOf(selected, extent);
  const ranges = joined([[block.fromRow, block.toRow], ...selected.more]);
  return {
    ...shown,
    ranges: ranges.map(([from, to]) => [from - 1, to - 1] as const),
    columns: selected.more.length > 0 ? keys : keys.slice(block.fromColumn - 1, block.toColumn),
  };
}

/** Ascending and without overlap, as the contract has them. */
function joined(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1] + 1) {
      last[1] = Math.max(last[1], to);
    } else if (to >= from) {
      result.push([from, to]);
    }
  }
  return result;
}
