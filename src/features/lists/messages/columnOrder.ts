import type { ColumnLayout } from "./listLayout";
import type { ListColumn } from "./listTable";

/** All columns as the user ordered them: pinned ones first, unknown ones last. */
export function orderedColumns(
  columns: readonly ListColumn[],
  layout: ColumnLayout,
): readonly ListColumn[] {
  const places = new Map(layout.order.map((key, place) => [key, place]));
  const pinned = new Set(layout.pinned);
  const rank = ({ key }: ListColumn): number => places.get(key) ?? layout.order.length;
  const sorted = [...columns].sort((one, other) => rank(one) - rank(other));
  return [
    ...sorted.filter(({ key }) => pinned.has(key)),
    ...sorted.filter(({ key }) => !pinned.has(key)),
  ];
}

/** The columns on screen, in their order. */
export function shownColumns(
  columns: readonly ListColumn[],
  layout: ColumnLayout,
): readonly ListColumn[] {
  const hidden = new Set(layout.hidden);
  return orderedColumns(columns, layout).filter(({ key }) => !hidden.has(key));
}
