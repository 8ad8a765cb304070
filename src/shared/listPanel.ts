import type { ListTable } from "./listTable";
import type { Paging } from "./paging";
import type { StatusFacts, StatusTexts } from "./statusLine";

export const LIST_NAMES = ["clients", "holdings", "results"] as const;
export type ListName = (typeof LIST_NAMES)[number];

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const;

/** What a panel shows: enough to ask for it again. */
export interface PanelQuery {
  readonly connectionId: string;
  readonly list: ListName;
  readonly clientId?: string;
  readonly clientLabel?: string;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Where the user was in the grid; scroll in CSS pixels, row and column from 0. */
export interface PanelPlace {
  readonly top: number;
  readonly left: number;
  readonly row: number;
  readonly column: number;
}

/** What the webview keeps through hiding and window reloads: the question, never the rows. */
export interface PanelState {
  readonly version: 1;
  readonly query: PanelQuery;
  readonly place: PanelPlace;
}

export interface PanelAction {
  readonly id: string;
  readonly label: string;
}

/** Something to read above the rows, with what can be done about it. */
export interface PanelNotice {
  readonly what: string;
  readonly advice: string;
  readonly actions: readonly PanelAction[];
}

export interface PanelView {
  readonly query: PanelQuery;
  readonly title: string;
  readonly connection: string;
  /** The environment as word and codicon. */
  readonly environment: { readonly word: string; readonly icon: string };
  readonly isLoading: boolean;
  readonly paging?: Paging;
  readonly status?: StatusFacts;
  readonly error?: PanelNotice;
  /** About the rows on screen: they are not all that came. */
  readonly warning?: PanelNotice;
  /** Shown in place of the rows: nothing on this page, or not loaded since the restore. */
  readonly empty?: PanelNotice;
  /** Guesses and limits that the rows alone do not tell. */
  readonly notes: readonly string[];
}

/** Every word of the panel that does not come with a view, in the user's language. */
export interface PanelTexts extends StatusTexts {
  readonly grid: string;
  readonly reload: string;
  readonly openAsJson: string;
  readonly pager: string;
  readonly firstPage: string;
  readonly previousPage: string;
  readonly nextPage: string;
  /** `{0}` page, `{1}` last page. */
  readonly pageOf: string;
  readonly pageMayFollow: string;
  readonly pageProbablyLast: string;
  /** `{0}` rows. */
  readonly perPage: string;
  readonly pageSize: string;
  /** `{0}` first row, `{1}` last row, `{2}` total. */
  readonly rowsOf: string;
  readonly rows: string;
  readonly loading: string;
  readonly status: string;
  readonly openRequest: string;
  readonly request: string;
  readonly trace: string;
  readonly none: string;
  readonly copyRequestId: string;
  readonly copyTraceId: string;
  readonly copied: string;
  readonly echoed: string;
  readonly notEchoed: string;
  readonly echoChanged: string;
  readonly value: string;
  readonly missing: string;
  readonly emptyText: string;
  readonly oneItem: string;
  readonly items: string;
  readonly oneMember: string;
  readonly members: string;
  /** `{0}` columns. */
  readonly omittedColumns: string;
  readonly cut: string;
}

export type PageStep = "first" | "previous" | "next" | "reload";

/** What the panel may ask of the host: operations by name, never an address or a command. */
export interface PanelToHost {
  readonly start: {
    readonly parameters: Readonly<Record<string, never>>;
    readonly result: PanelContent & { readonly texts: PanelTexts };
  };
  readonly turn: { readonly parameters: { readonly step: PageStep }; readonly result: undefined };
  readonly resize: {
    readonly parameters: { readonly pageSize: number };
    readonly result: undefined;
  };
  readonly openAsJson: {
    readonly parameters: Readonly<Record<string, never>>;
    readonly result: undefined;
  };
  /** The call that the status line tells of, in a panel of its own. */
  readonly openRequest: {
    readonly parameters: Readonly<Record<string, never>>;
    readonly result: undefined;
  };
  /** `id` is one of the actions of the notice on screen. */
  readonly act: { readonly parameters: { readonly id: string }; readonly result: undefined };
  readonly copy: {
    readonly parameters: { readonly what: "requestId" | "traceId" };
    readonly result: undefined;
  };
}

export interface PanelContent {
  readonly view: PanelView;
  /** Absent: the rows on screen stay. `null`: there are none. */
  readonly table?: ListTable | null;
}

export interface HostToPanel {
  readonly show: { readonly parameters: PanelContent; readonly result: undefined };
}
