import type { CompareTexts } from "./compareTexts";
import type { GridTexts } from "./gridTexts";
import type { ChartData, ChartImage, ChartQuestion } from "./listChart";
import type {
  CompareAnswer,
  CompareCopyQuestion,
  CompareNextAnswer,
  CompareNextQuestion,
  CompareQuestion,
  CompareStep,
  ComparisonView,
} from "./listComparison";
import type { FieldsView, MeasuredFormat, MeasureStep } from "./listFields";
import type { CompareChoice, ListLayout } from "./listLayout";
import type { ListQuery, PagingFinding, ParameterField, ParameterValues, Walk } from "./listQuery";
import type {
  ColumnSummary,
  CopyQuestion,
  FindAnswer,
  FindQuestion,
  RowsAnswer,
  RowsQuestion,
  SummaryQuestion,
  TableFacts,
  ValueQuestion,
} from "./listQuestions";
import type { FrameTexts } from "./listTexts";
import type { PanelNotice } from "../../../platform/base/panelNotice";
import type { Paging } from "./paging";
import type { StatusFacts } from "../../../platform/base/statusLine";
import type { ValueCourse } from "./valueCourse";

/** Everything a list panel shows beside its rows. */
export interface ListView {
  readonly query: ListQuery;
  readonly title: string;
  readonly connection: string;
  /** The environment as word and codicon. */
  readonly environment: { readonly word: string; readonly icon: string };
  /** Method and address of the page on screen; ids are masked in privacy mode. */
  readonly address: { readonly method: string; readonly url: string };
  readonly isLoading: boolean;
  readonly isMasked: boolean;
  readonly parameters: readonly ParameterField[];
  readonly paging?: Paging;
  /** There while or after all pages were asked for. */
  readonly walk?: Walk;
  readonly findings: readonly PagingFinding[];
  readonly status?: StatusFacts;
  readonly error?: PanelNotice;
  /** About the rows on screen: they are not all that came. */
  readonly warning?: PanelNotice;
  /** Shown in place of the rows: nothing on this page, or not loaded since the restore. */
  readonly empty?: PanelNotice;
  /** Guesses and limits that the rows alone do not tell. */
  readonly notes: readonly string[];
  readonly comparison?: ComparisonView;
  /** There while or after values of a parameter were measured on this page. */
  readonly fields?: FieldsView;
}

export interface ListContent {
  /** Grows with each content that is made: they may arrive in another order. */
  readonly number?: number;
  readonly view: ListView;
  /** Absent: what is on screen stays. `null`: there are no rows. */
  readonly table?: TableFacts | null;
  /** The part of new rows that is in sight, so that nobody has to ask for it first. */
  readonly rows?: RowsAnswer;
}

/** Every word of the panel that does not come with a view, in the user's language. */
export interface ListTexts {
  readonly frame: FrameTexts;
  readonly grid: GridTexts;
  readonly chart: TabTexts;
  readonly compare: CompareTexts;
}

type TabTexts = Readonly<Record<string, unknown>>;

export interface ListStart extends ListContent {
  readonly texts: ListTexts;
  /** As the editor kept it, checked. */
  readonly layout: ListLayout;
}

/** What the webview keeps through hiding, reload and restart: the question, never the rows. */
export interface ListState {
  readonly version: 2;
  readonly query: ListQuery;
  readonly layout: ListLayout;
}

export type PageStep = "first" | "previous" | "next" | "last" | "reload";
export type WalkStep = "start" | "pause" | "resume" | "stop";

type Nothing = Readonly<Record<string, never>>;

/** What the panel may ask of the host: operations by name, never an address or a command. */
export interface ListToHost {
  readonly start: {
    readonly parameters: { readonly layout: ListLayout };
    readonly result: ListStart;
  };
  readonly turn: { readonly parameters: { readonly step: PageStep }; readonly result: undefined };
  readonly goTo: {
    readonly parameters: { readonly pageNumber: number };
    readonly result: undefined;
  };
  readonly resize: {
    readonly parameters: { readonly pageSize: number };
    readonly result: undefined;
  };
  readonly walk: { readonly parameters: { readonly step: WalkStep }; readonly result: undefined };
  readonly setParameters: {
    readonly parameters: { readonly values: ParameterValues };
    readonly result: undefined;
  };
  /** What the values of a parameter cost on this page; the view tells what comes of it. */
  readonly measureFields: {
    readonly parameters: { readonly parameter: string; readonly step: MeasureStep };
    readonly result: undefined;
  };
  /** The table of the measurement goes to the clipboard. */
  readonly copyMeasurement: {
    readonly parameters: { readonly format: MeasuredFormat };
    readonly result: undefined;
  };
  /** What the user laid out: the host keeps it for the next panel of this endpoint. */
  readonly keepLayout: {
    readonly parameters: { readonly layout: ListLayout };
    readonly result: undefined;
  };
  readonly rows: { readonly parameters: RowsQuestion; readonly result: RowsAnswer };
  readonly summary: { readonly parameters: SummaryQuestion; readonly result: ColumnSummary };
  readonly find: { readonly parameters: FindQuestion; readonly result: FindAnswer };
  readonly chart: { readonly parameters: ChartQuestion; readonly result: ChartData };
  /** The host asks where to, which may take its time: the answer says nothing of it. */
  readonly saveImage: { readonly parameters: ChartImage; readonly result: undefined };
  /** The text goes to the clipboard; the answer says how many rows it has. */
  readonly copyRows: {
    readonly parameters: CopyQuestion;
    readonly result: { readonly rows: number };
  };
  /** Asks for the other side; the view tells what comes of it. */
  readonly compareWith: {
    readonly parameters: { readonly choice: CompareChoice };
    readonly result: undefined;
  };
  readonly compareStep: {
    readonly parameters: { readonly step: CompareStep };
    readonly result: undefined;
  };
  /** `id` is one of the actions of the other side's error. */
  readonly compareAct: { readonly parameters: { readonly id: string }; readonly result: undefined };
  readonly compareRows: { readonly parameters: CompareQuestion; readonly result: CompareAnswer };
  readonly compareNext: {
    readonly parameters: CompareNextQuestion;
    readonly result: CompareNextAnswer;
  };
  /** The text goes to the clipboard; the answer says how many rows differ. */
  readonly compareCopy: {
    readonly parameters: CompareCopyQuestion;
    readonly result: { readonly rows: number };
  };
  /** What snapshots of the list add up to; of the column that says most where none is named. */
  readonly compareValues: {
    readonly parameters: { readonly column?: string };
    readonly result: ValueCourse;
  };
  /** The texts of both sides in the editor's own comparison. */
  readonly openDifference: {
    readonly parameters: { readonly isSorted: boolean };
    readonly result: undefined;
  };
  readonly openValue: { readonly parameters: ValueQuestion; readonly result: undefined };
  readonly openAsJson: { readonly parameters: Nothing; readonly result: undefined };
  /** The call that the status line tells of, in a panel of its own. */
  readonly openRequest: { readonly parameters: Nothing; readonly result: undefined };
  readonly openToSide: { readonly parameters: Nothing; readonly result: undefined };
  /** The host asks what, how and where to: the answer says nothing of it. */
  readonly export: { readonly parameters: Nothing; readonly result: undefined };
  /** How the rows are found in the answer, and how its pages are counted. */
  readonly openListSettings: { readonly parameters: Nothing; readonly result: undefined };
  /** `id` is one of the actions of a notice or finding on screen. */
  readonly act: { readonly parameters: { readonly id: string }; readonly result: undefined };
  readonly copy: {
    readonly parameters: { readonly what: "requestId" | "traceId" | "address" };
    readonly result: undefined;
  };
}

/** What a key or a menu of the editor asks of the panel in front. */
export const PANEL_COMMANDS = ["find", "filter", "table", "chart", "compare"] as const;
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

export interface HostToList {
  readonly show: { readonly parameters: ListContent; readonly result: undefined };
  readonly wish: {
    readonly parameters: { readonly wish: PanelCommand };
    readonly result: undefined;
  };
}
