import type { GridCell, GridExtent } from "./selection";

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** What a key asks of the grid. */
export type GridStep =
  | { readonly kind: "move"; readonly to: GridCell; readonly extends: boolean }
  | { readonly kind: "sort"; readonly isAdded: boolean }
  | { readonly kind: "resize"; readonly by: number }
  | { readonly kind: "reorder"; readonly by: number }
  | { readonly kind: "find"; readonly direction: "forward" | "backward" }
  | { readonly kind: "menu" | "open" | "all" | "row" | "column" | "none" };

interface KeyContext extends GridExtent {
  /** Rows that fit into view, for PageUp and PageDown. */
  readonly visibleRows: number;
}

const WIDTH_STEP = 16;

/**
 * What a key means in a grid (WAI-ARIA Authoring Practices, grid pattern); undefined for keys
 * that are not ours, such as Alt+PageDown, which turns pages.
 */
export function gridStep(at: GridCell, press: KeyPress, context: KeyContext): GridStep | undefined {
  return (
    menuStep(at, press) ??
    (at.row === 0 ? headerStep(at, press) : undefined) ??
    selectStep(press) ??
    openStep(at, press) ??
    moveStep(at, press, context)
  );
}

/** The nearest place inside the grid. */
export function clampPlace(at: GridCell, { rows, columns }: GridExtent): GridCell {
  return {
    row: Math.max(0, Math.min(at.row, rows)),
    column: Math.max(0, Math.min(at.column, columns)),
  };
}

function menuStep(at: GridCell, press: KeyPress): GridStep | undefined {
  const isMenu =
    press.key === "ContextMenu" ||
    isPress(press, "F10", "shift") ||
    (at.row === 0 && isPress(press, "ArrowDown", "alt"));
  return isMenu ? { kind: "menu" } : undefined;
}

function headerStep({ column }: GridCell, press: KeyPress): GridStep | undefined {
  const side = { ArrowLeft: -1, ArrowRight: 1 }[press.key];
  if (column > 0 && side !== undefined && press.shiftKey && press.ctrlKey !== press.altKey) {
    return press.altKey ? { kind: "resize", by: side * WIDTH_STEP } : { kind: "reorder", by: side };
  }
  const isEnter = press.key === "Enter" || press.key === " ";
  if (!isEnter || press.ctrlKey || press.altKey || press.metaKey) {
    return undefined;
  }
  return column === 0 ? { kind: "all" } : { kind: "sort", isAdded: press.shiftKey };
}

function selectStep(press: KeyPress): GridStep | undefined {
  if ((press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey) {
    if (press.key.toLowerCase() === "a") {
      return { kind: "all" };
    }
  }
  if (isPress(press, " ", "shift")) {
    return { kind: "row" };
  }
  if (isPress(press, " ", "ctrl")) {
    return { kind: "column" };
  }
  if (isPress(press, "Escape")) {
    return { kind: "none" };
  }
  if (press.key === "F3" && !press.ctrlKey && !press.altKey && !press.metaKey) {
    return { kind: "find", direction: press.shiftKey ? "backward" : "forward" };
  }
  return undefined;
}

function openStep({ row }: GridCell, press: KeyPress): GridStep | undefined {
  return row > 0 && isPress(press, "Enter") ? { kind: "open" } : undefined;
}

function moveStep(at: GridCell, press: KeyPress, context: KeyContext): GridStep | undefined {
  if (press.altKey || press.metaKey) {
    return undefined;
  }
  const to = press.ctrlKey ? edgeOf(at, press, context) : neighbourOf(at, press.key, context);
  // A selection of cells has none of the header's.
  const isExtending = press.shiftKey && at.row > 0;
  const least = isExtending ? 1 : 0;
  return (
    to && {
      kind: "move",
      to: clampPlace({ ...to, row: Math.max(least, to.row) }, context),
      extends: isExtending,
    }
  );
}

function neighbourOf(at: GridCell, key: string, context: KeyContext): GridCell | undefined {
  const { columns, visibleRows } = context;
  const screen = Math.max(1, visibleRows - 1);
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
      return { ...at, column: Math.min(1, at.column) };
    case "End":
      return { ...at, column: columns };
    case "PageUp":
      return { ...at, row: Math.max(Math.min(1, at.row), at.row - screen) };
    case "PageDown":
      return { ...at, row: at.row + screen };
    default:
      return undefined;
  }
}

/** With Ctrl: to the edges of the grid; arrows with Shift alone, which else are the editor's. */
function edgeOf(at: GridCell, press: KeyPress, context: KeyContext): GridCell | undefined {
  const { rows, columns } = context;
  switch (press.key) {
    case "Home":
      return { row: Math.min(1, rows), column: 1 };
    case "End":
      return { row: rows, column: columns };
    case "ArrowUp":
      return press.shiftKey ? { ...at, row: 1 } : { ...at, row: Math.min(1, at.row) };
    case "ArrowDown":
      return { ...at, row: rows };
    case "ArrowLeft":
      return { ...at, column: Math.min(1, at.column) };
    case "ArrowRight":
      return { ...at, column: columns };
    default:
      return undefined;
  }
}

function isPress(press: KeyPress, key: string, modifier?: "shift" | "ctrl" | "alt"): boolean {
  return (
    press.key === key &&
    press.shiftKey === (modifier === "shift") &&
    press.ctrlKey === (modifier === "ctrl") &&
    press.altKey === (modifier === "alt") &&
    !press.metaKey
  );
}
