import * as v from "valibot";
import { chartImage } from "./chartImage";
import { COMPARE_TEXTS } from "./compareTexts";
import type { GridTexts } from "./gridTexts";
import { chartData, chartQuestion } from "./listChart";
import {
  compareAnswer,
  compareCopyQuestion,
  compareNextAnswer,
  compareNextQuestion,
  compareQuestion,
  compareStep,
  comparisonView,
} from "./listComparison";
import { fieldsView, measuredFormat, measureStep } from "./listFields";
import { compareChoice, decodeLayout, FIRST_LAYOUT, listLayout } from "./listLayout";
import {
  listQuery,
  pageNumber,
  pageSize,
  pagingFinding,
  parameterField,
  parameterValues,
  walk,
} from "./listQuery";
import {
  columnKey,
  columnSummary,
  copied,
  copyQuestion,
  findAnswer,
  findQuestion,
  pathAnswer,
  pathCopied,
  pathCopyQuestion,
  pathQuestion,
  rowsQuestion,
  summaryQuestion,
  tableFacts,
  valueQuestion,
} from "./listQuestions";
import { FRAME_TEXTS } from "./listTexts";
import { paging } from "./paging";
import { valueCourse } from "./valueCourse";
import {
  amount,
  environmentMark,
  nameOf,
  noParameters,
  type Shape,
  someOf,
  textOf,
  textsOf,
} from "../../../platform/base/messageSchemas";
import { panelNotice } from "../../../platform/base/panelNotice";
import { isRecord } from "../../../platform/base/shapes";
import { statusFacts } from "../../../platform/base/statusLine";

/** Everything a list panel shows beside its rows. */
const listView = v.object({
  query: listQuery,
  title: v.string(),
  connection: v.string(),
  environment: environmentMark,
  /** Method and address of the page on screen; ids are masked in privacy mode. */
  address: v.object({ method: v.string(), url: v.string() }),
  isLoading: v.boolean(),
  isMasked: v.boolean(),
  parameters: v.array(parameterField),
  paging: v.exactOptional(paging),
  /** There while or after all pages were asked for. */
  walk: v.exactOptional(walk),
  findings: v.array(pagingFinding),
  status: v.exactOptional(statusFacts),
  error: v.exactOptional(panelNotice),
  /** What was asked for last and not waited for, while other rows are on screen. */
  canceled: v.exactOptional(panelNotice),
  /** About the rows on screen: they are not all that came. */
  warning: v.exactOptional(panelNotice),
  /** Shown in place of the rows: nothing on this page, or not loaded since the restore. */
  empty: v.exactOptional(panelNotice),
  /** Guesses and limits that the rows alone do not tell. */
  notes: v.array(v.string()),
  comparison: v.exactOptional(comparisonView),
  /** There while or after values of a parameter were measured on this page. */
  fields: v.exactOptional(fieldsView),
});
export type ListView = Shape<typeof listView>;

/**
 * Whatever is let in can be rendered: a half-made view would stop the panel in the middle of an
 * update, and it would never come back.
 */
const listContent = v.object({
  /** Grows with each content that is made: they may arrive in another order. */
  number: v.exactOptional(amount),
  view: listView,
  /** Absent: what is on screen stays. `null`: there are no rows. */
  table: v.exactOptional(v.nullable(tableFacts)),
  /** The part of new rows that is in sight, as `rows` gives it: nobody has to ask for it first. */
  rows: v.exactOptional(v.string()),
});
export type ListContent = Shape<typeof listContent>;

const isWords = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((word) => typeof word === "string");

/** Every word of the panel that does not come with a view, in the user's language. */
const listTexts = v.object({
  frame: textsOf(FRAME_TEXTS),
  grid: v.custom<GridTexts>(isWords),
  chart: v.custom<Readonly<Record<string, unknown>>>(isWords),
  compare: textsOf(COMPARE_TEXTS),
});
export type ListTexts = Shape<typeof listTexts>;

const listStart = v.object({
  ...listContent.entries,
  texts: listTexts,
  /** As the editor kept it, checked. */
  layout: listLayout,
});
export type ListStart = Shape<typeof listStart>;

/**
 * What the webview keeps through hiding, reload and restart: the question, never the rows. An
 * earlier version kept no operation and is let go.
 */
export const listState = v.object({
  version: v.literal(2),
  query: listQuery,
  layout: v.fallback(v.pipe(v.unknown(), v.transform(decodeLayout)), FIRST_LAYOUT),
  /** Whether privacy mode was on; of earlier versions it is not known. */
  isMasked: v.exactOptional(v.fallback(v.boolean(), false)),
});
export type ListState = Shape<typeof listState>;

const pageStep = v.picklist(["first", "previous", "next", "last", "reload"]);
export type PageStep = Shape<typeof pageStep>;

const walkStep = v.picklist(["start", "pause", "resume", "stop"]);
export type WalkStep = Shape<typeof walkStep>;

const plain = { parameters: noParameters };
const withLayout = v.strictObject({ layout: listLayout });
/** Absent where the editor kept none: it may have been hidden before it was answered. */
const firstLayout = v.strictObject({ layout: v.exactOptional(listLayout) });
const actionId = v.strictObject({ id: nameOf(200) });

/** What the panel may ask of the host: operations by name, never an address or a command. */
export const listToHost = {
  start: { parameters: firstLayout, result: listStart },
  turn: { parameters: v.strictObject({ step: pageStep }) },
  goTo: { parameters: v.strictObject({ pageNumber }) },
  resize: { parameters: v.strictObject({ pageSize }) },
  walk: { parameters: v.strictObject({ step: walkStep }) },
  setParameters: { parameters: v.strictObject({ values: parameterValues }) },
  /** What the values of a parameter cost on this page; the view tells what comes of it. */
  measureFields: { parameters: v.strictObject({ parameter: textOf(200), step: measureStep }) },
  /** The table of the measurement goes to the clipboard. */
  copyMeasurement: { parameters: v.strictObject({ format: measuredFormat }) },
  /** What the user laid out: the host keeps it for the next panel of this endpoint. */
  keepLayout: { parameters: withLayout },
  /** Gives a `rowsAnswer` as JSON. */
  rows: { parameters: rowsQuestion, result: v.string() },
  summary: { parameters: summaryQuestion, result: columnSummary },
  find: { parameters: findQuestion, result: findAnswer },
  /** Of two at a time the later one alone is answered. */
  findPath: { parameters: pathQuestion, result: pathAnswer },
  /** The values go to the clipboard as they are written, one a line. */
  copyPath: { parameters: pathCopyQuestion, result: pathCopied },
  chart: { parameters: chartQuestion, result: chartData },
  /** The host asks where to, which may take its time: the answer says nothing of it. */
  saveImage: { parameters: chartImage },
  /** The text goes to the clipboard; the answer says how many rows it has. */
  copyRows: { parameters: copyQuestion, result: copied },
  /** Asks for the other side; the view tells what comes of it. */
  compareWith: { parameters: v.strictObject({ choice: compareChoice }) },
  compareStep: { parameters: v.strictObject({ step: compareStep }) },
  /** `id` is one of the actions of the other side's error. */
  compareAct: { parameters: actionId },
  compareRows: { parameters: compareQuestion, result: compareAnswer },
  compareNext: { parameters: compareNextQuestion, result: compareNextAnswer },
  /** The text goes to the clipboard; the answer says how many rows differ. */
  compareCopy: { parameters: compareCopyQuestion, result: copied },
  /** What snapshots of the list add up to; of the column that says most where none is named. */
  compareValues: {
    parameters: someOf(v.strictObject({ column: columnKey })),
    result: valueCourse,
  },
  /** The texts of both sides in the editor's own comparison. */
  openDifference: { parameters: v.strictObject({ isSorted: v.boolean() }) },
  openValue: { parameters: valueQuestion },
  openAsJson: plain,
  /** The call that the status line tells of, in a panel of its own. */
  openRequest: plain,
  openToSide: plain,
  /** The host asks what, how and where to: the answer says nothing of it. */
  export: plain,
  /** How the rows are found in the answer, and how its pages are counted. */
  openListSettings: plain,
  /** `id` is one of the actions of a notice or finding on screen. */
  act: { parameters: actionId },
  copy: { parameters: v.strictObject({ what: v.picklist(["requestId", "traceId", "address"]) }) },
};
export type ListToHost = typeof listToHost;

export type CompareCall = Extract<keyof ListToHost, `compare${string}` | "openDifference">;

/** What a key or a menu of the editor asks of the panel in front. */
const panelCommand = v.picklist(["find", "filter", "table", "chart", "compare"]);
export type PanelCommand = Shape<typeof panelCommand>;

/** What the host asks of the panel. */
export const hostToList = {
  show: { parameters: listContent },
  wish: { parameters: v.strictObject({ wish: panelCommand }) },
};
export type HostToList = typeof hostToList;
