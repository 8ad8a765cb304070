import {
  isColumnSummary,
  isCopied,
  isFindAnswer,
  isRowsAnswer,
} from "../../messages/listAnswerChecks";
import { isChartData } from "../../messages/listChartChecks";
import { type CompareCall, isCompareAnswer, isCompareNext } from "../../messages/listCompareChecks";
import type { HostToList, ListToHost } from "../../messages/listMessages";
import type { Rpc } from "../../../../platform/base/rpc";
import { isValueCourse } from "../../messages/valueCourseChecks";

type Asked =
  | "copyMeasurement"
  | "rows"
  | "summary"
  | "find"
  | "copyRows"
  | "openValue"
  | "chart"
  | "saveImage"
  | CompareCall;

/** What the tabs may ask of the host's table. */
export type ListAsk = {
  readonly [K in Asked]: (
    parameters: ListToHost[K]["parameters"],
  ) => Promise<ListToHost[K]["result"]>;
};

/** Answers are checked like all else that comes in; a wrong one is none. */
export function createAsk(rpc: Rpc<ListToHost, HostToList>): ListAsk {
  const asking =
    <K extends Asked>(name: K, isRight: (value: unknown) => boolean) =>
    async (parameters: ListToHost[K]["parameters"]): Promise<ListToHost[K]["result"]> => {
      const answer = await rpc.call(name, parameters);
      if (!isRight(answer)) {
        throw new TypeError(name);
      }
      return answer;
    };
  return {
    rows: asking("rows", isRowsAnswer),
    summary: asking("summary", isColumnSummary),
    find: asking("find", isFindAnswer),
    copyRows: asking("copyRows", isCopied),
    openValue: asking("openValue", isNothing),
    chart: asking("chart", isChartData),
    saveImage: asking("saveImage", isNothing),
    compareWith: asking("compareWith", isNothing),
    compareStep: asking("compareStep", isNothing),
    compareAct: asking("compareAct", isNothing),
    compareRows: asking("compareRows", isCompareAnswer),
    compareNext: asking("compareNext", isCompareNext),
    compareCopy: asking("compareCopy", isCopied),
    openDifference: asking("openDifference", isNothing),
    copyMeasurement: asking("copyMeasurement", isNothing),
    compareValues: asking("compareValues", isValueCourse),
  };
}

function isNothing(answer: unknown): boolean {
  return answer === undefined;
}
