import type { FilterOperator } from "./listQuestions";

/** The words of a cell that has no value of its own to show. */
export interface CellTexts {
  readonly value: string;
  readonly missing: string;
  readonly emptyText: string;
  readonly oneItem: string;
  /** `{0}` items. */
  readonly items: string;
  readonly oneMember: string;
  /** `{0}` members. */
  readonly members: string;
  readonly cut: string;
  /** `{0}` values, `{1}`: they. */
  readonly several: string;
  /** Why there are `{0}` of them. */
  readonly severalWhy: string;
}

/** Each operator in words, as it stands between a column and a value. */
type OperatorTexts = Readonly<Record<`filter${Capitalize<FilterOperator>}`, string>>;

/** Everything the grid of a list says, in the user's language. */
export interface GridTexts
  extends ProfileTexts, CellTexts, SortTexts, FilterTexts, FindTexts, SummaryTexts, OperatorTexts {
  readonly rowNumbers: string;
  /** `{0}` is its number. */
  readonly rowNumber: string;
  readonly columns: string;
  readonly columnsSearch: string;
  readonly showAllColumns: string;
  readonly resetColumns: string;
  readonly groupDigits: string;
  readonly noColumns: string;
  readonly rowsFailed: string;
  readonly retry: string;
  readonly hide: string;
  readonly pin: string;
  readonly unpin: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly fitWidth: string;
  readonly showSummary: string;
  readonly copyColumn: string;
  /** `{0}` is a column: name of its menu. */
  readonly actionsOf: string;
  readonly cellActions: string;
  readonly copyCells: string;
  readonly copyWithHeaders: string;
  readonly copyAsJson: string;
  readonly copyAsMarkdown: string;
  readonly copyRowAsJson: string;
  readonly openRow: string;
  readonly openValue: string;
  readonly oneRowCopied: string;
  /** `{0}` rows. */
  readonly rowsCopied: string;
  readonly copyFailed: string;
  readonly openFailed: string;
  /** `{0}` is a column. */
  readonly columnHidden: string;
  /** `{0}` is a column, `{1}` its place, `{2}` the number of columns. */
  readonly columnMoved: string;
  /** `{0}` is a column, `{1}` its width in pixels. */
  readonly columnWidth: string;
  readonly keys: string;
}

interface SortTexts {
  readonly sortAscending: string;
  readonly sortDescending: string;
  readonly sortNone: string;
  /** `{0}` is a column. */
  readonly sortedAscending: string;
  readonly sortedDescending: string;
  readonly sortRemoved: string;
}

interface FilterTexts {
  readonly searchRows: string;
  readonly filterColumn: string;
  /** `{0}` is a column. */
  readonly filterOf: string;
  readonly operator: string;
  readonly filterValue: string;
  readonly applyFilter: string;
  readonly removeFilter: string;
  /** `{0}` is a filter in words. */
  readonly removeFilterOf: string;
  readonly clearFilters: string;
  readonly filtered: string;
  readonly oneRow: string;
  /** `{0}` rows. */
  readonly rowCount: string;
  /** `{0}` of `{1}` rows. */
  readonly rowsLeft: string;
  readonly noRowsLeft: string;
}

interface FindTexts {
  readonly find: string;
  readonly findNext: string;
  readonly findPrevious: string;
  readonly closeFind: string;
  /** `{0}` of `{1}`. */
  readonly matchOf: string;
  readonly noMatches: string;
  readonly byPath: string;
  readonly byPathHelp: string;
  readonly pathField: string;
  /** `{0}` is what is wrong with it. */
  readonly noPath: string;
  /** `{0}` of at least `{1}`. */
  readonly matchOfMore: string;
  readonly copyMatches: string;
  /** `{0}` of them. */
  readonly matchesCopied: string;
  readonly matchingColumns: string;
  readonly matchingColumnsShown: string;
}

interface SummaryTexts {
  /** `{0}` is a column. */
  readonly summaryOf: string;
  readonly summaryFailed: string;
  readonly loading: string;
  readonly rowsInSummary: string;
  readonly distinct: string;
  /** `{0}` values. */
  readonly atLeast: string;
  readonly missingValues: string;
  readonly nullValues: string;
  readonly blankValues: string;
  readonly severalValues: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly sum: string;
  readonly frequent: string;
  /** `{0}` is a value, `{1}` how often it is there. */
  readonly showOnly: string;
  readonly mean: string;
  readonly median: string;
  readonly deviation: string;
  /** `{0}` is a share in percent. */
  readonly quantile: string;
  readonly spread: string;
  /** `{0}` are the currencies or units. */
  readonly mixedUnits: string;
  /** In place of a unit where there is none. */
  readonly noUnit: string;
  /** `{0}` rows have none of the values named. */
  readonly otherValues: string;
  /** From `{0}` to below `{1}`, `{2}` times. */
  readonly showRange: string;
}

interface ProfileTexts {
  /** The button, and what it does. */
  readonly profiles: string;
  readonly showProfiles: string;
  readonly profileFailed: string;
  /** `{0}` values. */
  readonly distinctValues: string;
  /** `{0}` is a share in percent. */
  readonly withoutValue: string;
  /** `{0}` and `{1}` are values. */
  readonly fromTo: string;
  /** `{0}` is a value. */
  readonly medianIs: string;
  /** `{0}` is a value, `{1}` how often it is there. */
  readonly valueTimes: string;
}
