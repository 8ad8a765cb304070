import { type RangeAnswer, type RequestLine, SELECTED_LIMIT } from "../../messages/requestsView";

/** Actions that are selected together; none where only the line with the focus is meant. */
export interface LineSelection {
  readonly ids: ReadonlySet<string>;
  /** How many were meant: more than there are, where they are too many for one ticket. */
  readonly meant: number;
}

export const NO_SELECTION: LineSelection = { ids: new Set(), meant: 0 };

/** Lines that are here, the first of them at this place. */
interface LoadedLines {
  readonly from: number;
  readonly rows: readonly RequestLine[];
}

/**
 * What is selected from the anchor on to a line, which may stand above it. Not whole where one of
 * both is not here: then somebody else knows what stands between them.
 */
export function rangeIn(
  { from, rows }: LoadedLines,
  anchor: string,
  end: number,
): { readonly selection: LineSelection; readonly isWhole: boolean } {
  const start = rows.findIndex(({ actionId }) => actionId === anchor);
  const last = end - from;
  const isWhole = start !== -1 && last >= 0 && last < rows.length;
  const [low, high] = [Math.min(start, last), Math.max(start, last)];
  const between = start === -1 ? [] : rows.slice(Math.max(0, low), high + 1);
  const ids = (start <= last ? between : between.reverse()).map(({ actionId }) => actionId);
  return { selection: selectionOf([...new Set([anchor, ...ids])]), isWhole };
}

/** What the host found between them. */
export function selectionIn({ actionIds, total }: RangeAnswer): LineSelection {
  return { ids: new Set(actionIds), meant: total };
}

/** With the action of a line, or without it; the first one takes the anchor with it. */
export function toggled(
  { ids }: LineSelection,
  anchor: string | undefined,
  actionId: string,
): LineSelection {
  const changed = new Set(ids.size === 0 && anchor !== undefined ? [anchor] : ids);
  if (!changed.delete(actionId)) {
    changed.add(actionId);
  }
  return selectionOf([...changed]);
}

function selectionOf(ids: readonly string[]): LineSelection {
  return { ids: new Set(ids.slice(0, SELECTED_LIMIT)), meant: ids.length };
}
