import type { ColumnLayout, ListLayout } from "../../../messages/listLayout";
import type {
  ColumnSummary,
  CopyQuestion,
  FindAnswer,
  FindQuestion,
  PathAnswer,
  PathCopyQuestion,
  PathQuestion,
  RowsAnswer,
  RowsQuestion,
  RowView,
  SummaryQuestion,
  ValueQuestion,
} from "../../../messages/listQuestions";
import type { ColumnsHost, GridColumns } from "./gridColumns";
import type { GridCell, Selected } from "./selection";

/** What the grid asks of whoever has the rows. */
export interface GridAsk {
  readonly rows: (question: RowsQuestion) => Promise<RowsAnswer>;
  readonly summary: (question: SummaryQuestion) => Promise<ColumnSummary>;
  readonly find: (question: FindQuestion) => Promise<FindAnswer>;
  readonly findPath: (question: PathQuestion) => Promise<PathAnswer>;
  readonly copyPath: (question: PathCopyQuestion) => Promise<{ readonly matches: number }>;
  readonly copyRows: (question: CopyQuestion) => Promise<{ readonly rows: number }>;
  readonly openValue: (question: ValueQuestion) => Promise<unknown>;
}

/** The grid as its parts see it. */
export interface GridHost extends ColumnsHost {
  readonly ask: GridAsk | undefined;
  readonly view: RowView;
  readonly columns: GridColumns;
  /** A width that is being dragged. */
  draft: { readonly key: string; readonly width: number } | undefined;
  /** Before which column a dragged one would go. */
  drop: number | undefined;
  hasFailed: boolean;
  changeView(view: RowView): void;
  changeColumns(columns: ColumnLayout): void;
  setLayout(layout: ListLayout): void;
  /** Says something to who listens, and shows it for a moment. */
  say(text: string): void;
  goTo(at: GridCell, isExtending?: boolean): void;
  select(selected: Selected | undefined, active: GridCell): void;
  focusCell(): void;
  isFocusInside(): boolean;
  headAt(column: number): HTMLElement | null;
}
