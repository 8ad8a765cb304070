import { isChartImage, isChartQuestion } from "./listChartChecks";
import { COMPARE_CHECKS } from "./listCompareChecks";
import { FIELDS_CHECKS } from "./listFieldsChecks";
import type { ListLayout } from "./listLayout";
import { decodeLayout, isListLayout } from "./listLayoutChecks";
import type { ListState, ListToHost, PageStep, WalkStep } from "./listMessages";
import type { ParameterValues } from "./listQuery";
import { decodeQuery, isPageNumber, isParameterValues } from "./listQueryChecks";
import { isPageSize, hasExactly, isRecord, isText, oneOf } from "../../../platform/base/shapes";
import {
  isCopyQuestion,
  isFindQuestion,
  isNothing,
  isRowsQuestion,
  isSummaryQuestion,
  isValueQuestion,
} from "./listQuestionChecks";
import type { Checks } from "../../../platform/base/rpc";

const ID_LIMIT = 200;
const STEPS: readonly PageStep[] = ["first", "previous", "next", "last", "reload"];
const WALK_STEPS: readonly WalkStep[] = ["start", "pause", "resume", "stop"];

/** What the host lets in from a list panel. */
export const LIST_CHECKS: Checks<ListToHost> = {
  start: hasLayout,
  keepLayout: hasLayout,
  turn: (value): value is { step: PageStep } =>
    hasExactly(value, { step: (step) => oneOf(step, STEPS) }),
  goTo: (value): value is { pageNumber: number } => hasExactly(value, { pageNumber: isPageNumber }),
  resize: (value): value is { pageSize: number } => hasExactly(value, { pageSize: isPageSize }),
  walk: (value): value is { step: WalkStep } =>
    hasExactly(value, { step: (step) => oneOf(step, WALK_STEPS) }),
  setParameters: (value): value is { values: ParameterValues } =>
    hasExactly(value, { values: isParameterValues }),
  rows: isRowsQuestion,
  summary: isSummaryQuestion,
  find: isFindQuestion,
  chart: isChartQuestion,
  saveImage: isChartImage,
  copyRows: isCopyQuestion,
  ...COMPARE_CHECKS,
  ...FIELDS_CHECKS,
  openValue: isValueQuestion,
  openAsJson: isNothing,
  openRequest: isNothing,
  openToSide: isNothing,
  export: isNothing,
  openListSettings: isNothing,
  act: (value): value is { id: string } => hasExactly(value, { id: isId }),
  copy: (value): value is { what: "requestId" | "traceId" | "address" } =>
    hasExactly(value, { what: (what) => oneOf(what, ["requestId", "traceId", "address"]) }),
};

/**
 * Reads the state that the editor kept of a panel; undefined when it is not ours to read. An
 * earlier version kept no operation and is let go.
 */
export function decodeListState(value: unknown): ListState | undefined {
  if (!isRecord(value) || value["version"] !== 2) {
    return undefined;
  }
  const query = decodeQuery(value["query"]);
  return query && { version: 2, query, layout: decodeLayout(value["layout"]) };
}

function hasLayout(value: unknown): value is { layout: ListLayout } {
  return hasExactly(value, { layout: isListLayout });
}

function isId(value: unknown): boolean {
  return isText(value) && value.length > 0 && value.length <= ID_LIMIT;
}
