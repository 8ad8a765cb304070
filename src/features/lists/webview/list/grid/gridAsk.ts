import type {
  ColumnSummary,
  CopyQuestion,
  FindAnswer,
  FindQuestion,
  RowsAnswer,
  RowsQuestion,
  SummaryQuestion,
  ValueQuestion,
} from "../../../messages/listQuestions";

/** What the grid asks of whoever has the rows. */
export interface GridAsk {
  readonly rows: (question: RowsQuestion) => Promise<RowsAnswer>;
  readonly summary: (question: SummaryQuestion) => Promise<ColumnSummary>;
  readonly find: (question: FindQuestion) => Promise<FindAnswer>;
  readonly copyRows: (question: CopyQuestion) => Promise<{ readonly rows: number }>;
  readonly openValue: (question: ValueQuestion) => Promise<unknown>;
}
