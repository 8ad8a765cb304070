/**
 * What the user said about the lists of an endpoint of a connection, where the shapes mislead.
 * Absent members are found by shape.
 */
export interface ListRules {
  /** Names of the members that lead to the rows; empty: the answer itself. */
  readonly rows?: readonly string[];
  /** Names that lead to the number of all rows; `null`: there is none. */
  readonly total?: readonly string[] | null;
  /** Number of the first page: 1 unless said otherwise. */
  readonly firstPage?: 0 | 1;
  /** The service gives the whole list to every page number. */
  readonly isUnpaged?: boolean;
}

export const NO_RULES: ListRules = {};
