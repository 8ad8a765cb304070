import type { CompareChoice, CompareSource } from "./listLayout";
import type { ListCell } from "./listTable";
import type { PanelNotice } from "../../../platform/base/panelNotice";
import type { StatusFacts } from "../../../platform/base/statusLine";

/** How a row of a comparison is: in both lists or in one alone. */
export const COMPARED_KINDS = ["same", "rewritten", "changed", "onlyLeft", "onlyRight"] as const;
/** `rewritten`: the same values, written in another way: 1.0 and 1.00. */
export type ComparedKind = (typeof COMPARED_KINDS)[number];

export const CELL_MARKS = ["same", "rewritten", "changed"] as const;
export type CellMark = (typeof CELL_MARKS)[number];

/** How rows were brought together. */
export const MATCHINGS = ["chosen", "id", "columns", "content"] as const;
export type Matching = (typeof MATCHINGS)[number];

/** What the panel asks about the comparison that its host has opened. */
export interface CompareQuestion {
  /** Keys of the columns that tell which rows belong together; absent: found by shape. */
  readonly match?: readonly string[];
  readonly onlyChanges: boolean;
  readonly from: number;
  readonly count: number;
  /** Keys of the columns that are wanted, in this order. */
  readonly columns: readonly string[];
}

export interface ComparedColumn {
  readonly key: string;
  readonly label: string;
  readonly isNumeric: boolean;
  readonly sides: "both" | "left" | "right";
}

export interface ComparedRow {
  readonly kind: ComparedKind;
  /** In the order of the columns asked for; absent where the list has no such row. */
  readonly left?: readonly ListCell[];
  readonly right?: readonly ListCell[];
  /** By column; empty for rows of one list alone. */
  readonly marks: readonly CellMark[];
}

export interface CompareAnswer {
  /** Of the two lists as they were compared. */
  readonly revisions: readonly [left: number, right: number];
  readonly matching: Matching;
  /** Keys of the columns that rows were matched by. */
  readonly matchedBy: readonly string[];
  readonly counts: Readonly<Record<ComparedKind, number>>;
  /** All columns of both lists. */
  readonly columns: readonly ComparedColumn[];
  /** Rows with this wish for changes only, or all. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly ComparedRow[];
}

export interface CompareNextQuestion {
  readonly match?: readonly string[];
  readonly onlyChanges: boolean;
  /** Place among the rows; the search begins beside it. */
  readonly row: number;
  readonly direction: "forward" | "backward";
}

export interface CompareNextAnswer {
  /** -1 where there is no further difference. */
  readonly row: number;
}

export const COMPARE_FORMATS = ["markdown", "json"] as const;
export type CompareFormat = (typeof COMPARE_FORMATS)[number];

export interface CompareCopyQuestion {
  readonly match?: readonly string[];
  readonly format: CompareFormat;
}

/** What a button of the compare tab does with the other side. */
export const COMPARE_STEPS = [
  ...["swap", "reload", "stop", "openRequest", "copyRequestId", "copyTraceId"],
  ...["keepSnapshot", "openSnapshotFile", "chooseSnapshotFolder", "loadAll"],
] as const;
export type CompareStep = (typeof COMPARE_STEPS)[number];

/** Snapshots of a list, as its compare tab offers them. */
export interface SnapshotsView {
  /** Newest first. */
  readonly items: readonly SnapshotItem[];
  /** Name of the folder that they are in; absent before one was chosen. */
  readonly folder?: string;
  /** What a reader of the comparison has to know, in words. */
  readonly remarks: readonly string[];
  /** The list shows a part of its pages, where snapshots have all. */
  readonly canLoadAll: boolean;
  /** Another one when values over time have to be asked for anew; absent while nothing is known. */
  readonly courseVersion?: string;
}

export interface SnapshotItem {
  /** Of its file, without folders. */
  readonly name: string;
  /** "22 Nov 2026, 01:30 · 37 rows · masked". */
  readonly label: string;
}

/** What can be chosen as the other side of a list. */
export interface ComparisonView {
  readonly offers: readonly CompareOffer[];
  /** Absent before something was chosen. */
  readonly opened?: OpenedComparison;
  /** There once they were wanted. */
  readonly snapshots?: SnapshotsView;
}

export interface CompareOffer {
  readonly source: CompareSource;
  /** Why it cannot be chosen now. */
  readonly refusal?: string;
}

export interface OpenedComparison {
  /** Enough to ask for it again. */
  readonly choice: CompareChoice;
  readonly sides: readonly [left: ComparedSide, right: ComparedSide];
  readonly isLoading: boolean;
  /** Of the rows of both sides, another with each change; absent until both are there. */
  readonly version?: string;
  /** Of the call that brought the other side. */
  readonly status?: StatusFacts;
  readonly error?: PanelNotice;
}

export interface ComparedSide {
  readonly title: string;
  /** Which page it is, or of when. */
  readonly place: string;
  readonly connection: string;
  /** The environment as word and codicon. */
  readonly environment: { readonly word: string; readonly icon: string };
}
