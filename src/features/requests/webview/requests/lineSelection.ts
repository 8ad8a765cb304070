import { type RangeAnswer, type RequestLine, SELECTED_LIMIT } from "../../messages/requestsView";

/** Actions that are selected together; none where only the line with the focus is meant. */
export interface LineSelection {
  readonly ids: ReadonlySet<string>;
  /** Meant too, but too many for one ticket: the first of them has the next room. */
  readonly waiting: readonly string[];
  /** How many were meant: more than are named, where the host found too many. */
  readonly meant: number;
}

export const NO_SELECTION: LineSelection = { ids: new Set(), waiting: [], meant: 0 };

/** Lines that are here, the first of them at this place. */
interface LoadedLines {
  readonly from: number;
  readonly rows: readonly RequestLine[];
}

/**
 * What is selected from the anchor on to a line, which may stand above it. Not whole where one of
 * both is not here: then somebody else knows what stands between them, and whether the anchor does.
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
  if (start === -1) {
    return { selection: NO_SELECTION, isWhole };
  }
  const between = rows.slice(Math.max(0, low), high + 1);
  const ids = (start <= last ? between : between.reverse()).map(({ actionId }) => actionId);
  return { selection: selectionOf([...new Set(ids)]), isWhole };
}

/** What the host found between them. */
export function selectionIn({ actionIds, total }: RangeAnswer): LineSelection {
  return selectionOf(actionIds, total);
}

/**
 * With the action of a line, or without it; the first one takes the anchor with it. What is clicked
 * goes before all others: where there are too many, it is not the one without room.
 */
export function toggled(
  { ids, waiting, meant }: LineSelection,
  anchor: string | undefined,
  actionId: string,
): LineSelection {
  if (ids.size === 0) {
    const first = anchor === undefined ? [actionId] : anchor === actionId ? [] : [actionId, anchor];
    return selectionOf(first);
  }
  const others = [...ids, ...waiting].filter((id) => id !== actionId);
  if (ids.has(actionId)) {
    return selectionOf(others, meant - 1);
  }
  return selectionOf([actionId, ...others], waiting.includes(actionId) ? meant : meant + 1);
}

function selectionOf(ids: readonly string[], meant = ids.length): LineSelection {
  const taken = new Set(ids.slice(0, SELECTED_LIMIT));
  return { ids: taken, waiting: ids.slice(SELECTED_LIMIT), meant };
}
