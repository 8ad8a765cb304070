import {
  type ColumnFilter,
  FILTERS_LIMIT,
  type FilterOperator,
  type RowView,
  TEXT_LIMIT,
} from "../../../messages/listQuestions";
import type { GridTexts } from "../../../messages/gridTexts";
import type { ColumnKind } from "../../../messages/listTable";

type Direction = "ascending" | "descending";

/** How a column is sorted, and as which of several keys, from 1. */
interface ColumnSort {
  readonly direction: Direction;
  readonly ordinal: number;
  readonly isOnly: boolean;
}

export function sortOf({ sort }: RowView, column: string): ColumnSort | undefined {
  const index = sort.findIndex((key) => key.column === column);
  const key = sort[index];
  return key && { direction: key.direction, ordinal: index + 1, isOnly: sort.length === 1 };
}

/** Ascending, descending, not at all; alone, or beside the columns that are sorted already. */
export function turnSort(view: RowView, column: string, isAdded: boolean): RowView {
  const now = sortOf(view, column)?.direction;
  const next = now === undefined ? "ascending" : now === "ascending" ? "descending" : undefined;
  return setSort(view, column, { direction: next, isAdded });
}

export function setSort(
  view: RowView,
  column: string,
  { direction, isAdded }: { readonly direction: Direction | undefined; readonly isAdded: boolean },
): RowView {
  const wanted = direction === undefined ? [] : [{ column, direction }];
  if (!isAdded) {
    return { ...view, sort: wanted };
  }
  const index = view.sort.findIndex((key) => key.column === column);
  return index === -1
    ? { ...view, sort: [...view.sort, ...wanted] }
    : { ...view, sort: view.sort.toSpliced(index, 1, ...wanted) };
}

export function filtersOf({ filters }: RowView, column: string): readonly ColumnFilter[] {
  return filters.filter((filter) => filter.column === column);
}

/** Puts these filters in the place of all that the column had. */
export function setFilters(
  view: RowView,
  column: string,
  filters: readonly ColumnFilter[],
): RowView {
  const first = view.filters.findIndex((filter) => filter.column === column);
  const others = view.filters.filter((filter) => filter.column !== column);
  const at = first === -1 ? others.length : first;
  const wanted = filters.map((filter) => ({ ...filter, value: filter.value.slice(0, TEXT_LIMIT) }));
  return { ...view, filters: others.toSpliced(at, 0, ...wanted).slice(0, FILTERS_LIMIT) };
}

export function isRestricted({ filters, search }: RowView): boolean {
  return filters.length > 0 || search !== "";
}

/** Without what was looked for by a value, as privacy mode may hide it: the order stays. */
export function withoutValues(view: RowView): RowView {
  const filters = view.filters.filter(({ operator }) => needsNoValue(operator));
  const isSame = filters.length === view.filters.length && view.search === "";
  return isSame ? view : { ...view, filters, search: "" };
}

/** Whether an operator looks at no value. */
export function needsNoValue(operator: FilterOperator): boolean {
  return operator === "empty" || operator === "notEmpty";
}

/** An operator as the user reads it. */
export function operatorWord(operator: FilterOperator, texts: GridTexts): string {
  const name =
    `${operator.charAt(0).toUpperCase()}${operator.slice(1)}` as Capitalize<FilterOperator>;
  return texts[`filter${name}`];
}

const PRESENCE = ["empty", "notEmpty"] as const;
const TEXT = ["contains", "notContains", "startsWith", "endsWith", "equals", "notEquals"] as const;
const ORDER = ["atLeast", "atMost", "greater", "less", "equals", "notEquals"] as const;

/** The operators that make sense for a kind of column, the most likely one first. */
export function operatorsFor(kind: ColumnKind): readonly FilterOperator[] {
  switch (kind) {
    case "money":
    case "number":
      return [...ORDER, "contains", ...PRESENCE];
    case "date":
      return ["startsWith", ...ORDER, "contains", ...PRESENCE];
    case "boolean":
      return ["equals", "notEquals", ...PRESENCE];
    case "items":
    case "members":
      return PRESENCE;
    case "text":
    case "id":
    case "mixed":
    case "empty":
      return [...TEXT, "atLeast", "atMost", ...PRESENCE];
  }
}
