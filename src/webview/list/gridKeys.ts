/** A cell by its place; row 0 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  /** Header included. */
  readonly rows: number;
  readonly columns: number;
  /** Rows that fit into view, for PageUp and PageDown. */
  readonly visibleRows: number;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Where a key leads in a grid (WAI-ARIA Authoring Practices, grid pattern); undefined for keys
 * that are not ours, such as Ctrl+Alt+arrow, which turns pages.
 */
export function nextCell(at: CellPlace, press: KeyPress, size: GridSize): CellPlace | undefined {
  if (press.altKey || press.metaKey || press.shiftKey) {
    return undefined;
  }
  const target = press.ctrlKey ? withControl(press.key, size) : plain(at, press.key, size);
  return target && clampCell(target, size);
}

/** The nearest place inside the grid. */
export function clampCell(at: CellPlace, size: Pick<GridSize, "rows" | "columns">): CellPlace {
  return {
    row: Math.max(0, Math.min(at.row, size.rows - 1)),
    column: Math.max(0, Math.min(at.column, size.columns - 1)),
  };
}

function plain(at: CellPlace, key: string, size: GridSize): CellPlace | undefined {
  switch (key) {
    case "ArrowUp":
      return { ...at, row: at.row - 1 };
    case "ArrowDown":
      return { ...at, row: at.row + 1 };
    case "ArrowLeft":
      return { ...at, column: at.column - 1 };
    case "ArrowRight":
      return { ...at, column: at.column + 1 };
    case "Home":
      return { ...at, column: 0 };
    case "End":
      return { ...at, column: size.columns - 1 };
    case "PageUp":
      return { ...at, row: at.row - Math.max(1, size.visibleRows) };
    case "PageDown":
      return { ...at, row: at.row + Math.max(1, size.visibleRows) };
    default:
      return undefined;
  }
}

function withControl(key: string, size: GridSize): CellPlace | undefined {
  switch (key) {
    case "Home":
      return { row: 0, column: 0 };
    case "End":
      return { row: size.rows - 1, column: size.columns - 1 };
    default:
      return undefined;
  }
}
