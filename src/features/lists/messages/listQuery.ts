/** Values of query parameters by name, as they are sent: lists are one comma-separated value. */
export type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

/** What a list panel shows: enough to ask for it again. */
export interface ListQuery {
  readonly connectionId: string;
  /** Of the definition. */
  readonly operationId: string;
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Whose list it is, for titles: the client's label. */
  readonly subject?: string;
  /** Query parameters beside those of paging. */
  readonly parameters: ParameterValues;
  /** Counted as the service counts, from 1 unless the connection says otherwise. */
  readonly pageNumber: number;
  readonly pageSize: number;
  /** `all`: the pages that were loaded one after the other, as one list. */
  readonly mode: "page" | "all";
  /** Tells two panels of one query apart: 0, unless one was opened to the side. */
  readonly copy: number;
}

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const;

/** A parameter of the endpoint as the panel offers it. */
export interface ParameterField {
  readonly name: string;
  /** `list`: several values, sent with commas. */
  readonly kind: "text" | "choice" | "list";
  /** What the definition names or gives as examples; a list and a text take others too. */
  readonly options: readonly string[];
  readonly description: string;
  /** Nothing is asked of the service before it has a value. */
  readonly isRequired?: boolean;
  readonly value: string | readonly string[];
}

/** How "Load all" is doing. */
export interface Walk {
  readonly state: "running" | "paused" | "stopped" | "failed" | "finished";
  /** It paused by itself, as very many rows are loaded; `resume` goes on for as many again. */
  readonly isAtLimit?: boolean;
  readonly pages: number;
  readonly rows: number;
  /** Rows of the whole list, where the service says so: its claim, not a fact. */
  readonly claimed?: number;
}

export const PAGING_FINDINGS = [
  ...["emptyLastPage", "sizeLowered", "repeatedRows", "repeatedPage", "movingTotal"],
  ...["fewerThanTotal", "moreThanTotal", "countsFromZero", "shortPage", "otherPageNumber"],
  ...["sizeRaised", "refusedPage", "countsFromOne", "fewerPages", "skippedRows", "unseenEnd"],
] as const;
/** `rule`: how the user said that the list is read. */
export const FINDINGS = [...PAGING_FINDINGS, "rule", "drift"] as const;

/** What a reader of counts has to know of paging, or how answers differ from their definition. */
export interface PagingFinding {
  readonly kind: (typeof FINDINGS)[number];
  /** In words, with its numbers. */
  readonly text: string;
  /** Rows may be missing by it. */
  readonly isLoss?: true;
  /** What can be done about it; `id` goes back with `act`. */
  readonly action?: { readonly id: string; readonly label: string };
  /** Puts it away for this session; `id` goes back with `act`. */
  readonly dismissal?: { readonly id: string; readonly label: string };
}
