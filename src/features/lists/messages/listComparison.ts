import * as v from "valibot";
import { compareChoice, compareSource } from "./listLayout";
import { columnKeys, direction, isWithinCells, slice } from "./listQuestions";
import { listCell } from "./listTable";
import { amount, environmentMark, type Shape } from "../../../platform/base/messageSchemas";
import { panelNotice } from "../../../platform/base/panelNotice";
import { statusFacts } from "../../../platform/base/statusLine";

/**
 * How a row of a comparison is: in both lists or in one alone. `rewritten`: the same values, written
 * in another way: 1.0 and 1.00.
 */
const comparedKind = v.picklist(["same", "rewritten", "changed", "onlyLeft", "onlyRight"]);
export type ComparedKind = Shape<typeof comparedKind>;

const cellMark = v.picklist(["same", "rewritten", "changed"]);
export type CellMark = Shape<typeof cellMark>;

/** How rows were brought together. */
const matching = v.picklist(["chosen", "id", "columns", "content"]);
export type Matching = Shape<typeof matching>;

/** Keys of the columns that tell which rows belong together; absent: found by shape. */
const match = v.exactOptional(columnKeys);

/** What the panel asks about the comparison that its host has opened. */
export const compareQuestion = v.pipe(
  v.strictObject({ match, onlyChanges: v.boolean(), ...slice }),
  v.check((question) => isWithinCells(question)),
);
export type CompareQuestion = Shape<typeof compareQuestion>;

const comparedColumn = v.object({
  key: v.string(),
  label: v.string(),
  isNumeric: v.boolean(),
  sides: v.picklist(["both", "left", "right"]),
});
export type ComparedColumn = Shape<typeof comparedColumn>;

const comparedRow = v.object({
  kind: comparedKind,
  /** In the order of the columns asked for; absent where the list has no such row. */
  left: v.exactOptional(v.array(listCell)),
  right: v.exactOptional(v.array(listCell)),
  /** By column; empty for rows of one list alone. */
  marks: v.array(cellMark),
});
export type ComparedRow = Shape<typeof comparedRow>;

export const compareAnswer = v.object({
  /** Of the two lists as they were compared, left and right. */
  revisions: v.strictTuple([amount, amount]),
  matching,
  /** Keys of the columns that rows were matched by. */
  matchedBy: v.array(v.string()),
  counts: v.object(v.entriesFromList(comparedKind.options, amount)),
  /** All columns of both lists. */
  columns: v.array(comparedColumn),
  /** Rows with this wish for changes only, or all. */
  total: amount,
  from: amount,
  rows: v.array(comparedRow),
});
export type CompareAnswer = Shape<typeof compareAnswer>;

/** Place among the rows; before the first stands -1. */
const rowOrNone = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

export const compareNextQuestion = v.strictObject({
  match,
  onlyChanges: v.boolean(),
  /** The search begins beside it. */
  row: rowOrNone,
  direction,
});
export type CompareNextQuestion = Shape<typeof compareNextQuestion>;

/** -1 where there is no further difference. */
export const compareNextAnswer = v.object({ row: rowOrNone });
export type CompareNextAnswer = Shape<typeof compareNextAnswer>;

const compareFormat = v.picklist(["markdown", "json"]);
export type CompareFormat = Shape<typeof compareFormat>;

export const compareCopyQuestion = v.strictObject({ match, format: compareFormat });
export type CompareCopyQuestion = Shape<typeof compareCopyQuestion>;

/** What a button of the compare tab does with the other side. */
export const compareStep = v.picklist([
  ...(["swap", "reload", "stop", "openRequest", "copyRequestId", "copyTraceId"] as const),
  ...(["keepSnapshot", "openSnapshotFile", "chooseSnapshotFolder", "loadAll"] as const),
]);
export type CompareStep = Shape<typeof compareStep>;

const snapshotItem = v.strictObject({
  /** Of its file, without folders. */
  name: v.string(),
  /** "22 Nov 2026, 01:30 · 37 rows · masked". */
  label: v.string(),
});
export type SnapshotItem = Shape<typeof snapshotItem>;

/** Snapshots of a list, as its compare tab offers them. */
const snapshotsView = v.object({
  /** Newest first. */
  items: v.array(snapshotItem),
  /** Name of the folder that they are in; absent before one was chosen. */
  folder: v.exactOptional(v.string()),
  /** What a reader of the comparison has to know, in words. */
  remarks: v.array(v.string()),
  /** The list shows a part of its pages, where snapshots have all. */
  canLoadAll: v.boolean(),
  /** Another one when values over time have to be asked for anew; absent while nothing is known. */
  courseVersion: v.exactOptional(v.string()),
});
export type SnapshotsView = Shape<typeof snapshotsView>;

const compareOffer = v.object({
  source: compareSource,
  /** Why it cannot be chosen now. */
  refusal: v.exactOptional(v.string()),
});
export type CompareOffer = Shape<typeof compareOffer>;

const comparedSide = v.object({
  title: v.string(),
  /** Which page it is, or of when. */
  place: v.string(),
  connection: v.string(),
  environment: environmentMark,
});
export type ComparedSide = Shape<typeof comparedSide>;

const openedComparison = v.object({
  /** Enough to ask for it again. */
  choice: compareChoice,
  /** Left and right. */
  sides: v.strictTuple([comparedSide, comparedSide]),
  isLoading: v.boolean(),
  /** Of the rows of both sides, another with each change; absent until both are there. */
  version: v.exactOptional(v.string()),
  /** Of the call that brought the other side. */
  status: v.exactOptional(statusFacts),
  error: v.exactOptional(panelNotice),
});
export type OpenedComparison = Shape<typeof openedComparison>;

/** What can be chosen as the other side of a list. */
export const comparisonView = v.object({
  offers: v.array(compareOffer),
  /** Absent before something was chosen. */
  opened: v.exactOptional(openedComparison),
  /** There once they were wanted. */
  snapshots: v.exactOptional(snapshotsView),
});
export type ComparisonView = Shape<typeof comparisonView>;
