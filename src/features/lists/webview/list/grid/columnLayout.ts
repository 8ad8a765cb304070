import { orderedColumns, shownColumns } from "../../../messages/columnOrder";
import type { ColumnLayout } from "../../../messages/listLayout";
import type { ListColumn } from "../../../messages/listTable";

export const LEAST_WIDTH = 48;
export const MOST_WIDTH = 1200;

/** Moves a column by places among those on screen that are pinned, or not, as it is. */
export function moveColumn(
  columns: readonly ListColumn[],
  layout: ColumnLayout,
  key: string,
  by: number,
): ColumnLayout {
  const isPinned = layout.pinned.includes(key);
  const group = shownColumns(columns, layout)
    .map((column) => column.key)
    .filter((other) => layout.pinned.includes(other) === isPinned);
  const from = group.indexOf(key);
  const to = Math.max(0, Math.min(from + by, group.length - 1));
  const target = group[to];
  if (from === -1 || target === undefined || to === from) {
    return layout;
  }
  const order = orderedColumns(columns, layout).map((column) => column.key);
  order.splice(order.indexOf(key), 1);
  order.splice(order.indexOf(target) + (to > from ? 1 : 0), 0, key);
  // What is not in these rows may be in the next ones: it keeps its place behind them.
  const absent = layout.order.filter((other) => !order.includes(other));
  return { ...layout, order: [...order, ...absent] };
}

export function setHidden(layout: ColumnLayout, key: string, isHidden: boolean): ColumnLayout {
  const others = layout.hidden.filter((other) => other !== key);
  return { ...layout, hidden: isHidden ? [...others, key] : others };
}

export function setPinned(layout: ColumnLayout, key: string, isPinned: boolean): ColumnLayout {
  const others = layout.pinned.filter((other) => other !== key);
  return { ...layout, pinned: isPinned ? [...others, key] : others };
}

/** Sets a width in CSS pixels; without one the column is as wide as its first rows need. */
export function setWidth(layout: ColumnLayout, key: string, width?: number): ColumnLayout {
  const widths = Object.entries(layout.widths).filter(([other]) => other !== key);
  const wanted = width === undefined ? [] : [[key, clampWidth(width)] as const];
  return { ...layout, widths: Object.fromEntries([...widths, ...wanted]) };
}

/** The nearest width that a column may have. */
export function clampWidth(width: number): number {
  return Math.round(Math.max(LEAST_WIDTH, Math.min(width, MOST_WIDTH)));
}
