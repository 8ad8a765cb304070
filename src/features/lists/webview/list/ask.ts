import type { CompareCall, HostToList, ListToHost } from "../../messages/listMessages";
import {
  type ParametersOf,
  type ResultOf,
  type Rpc,
  RpcError,
} from "../../../../platform/base/rpc";
import type { GridAsk } from "./grid/gridHost";
import { readRows } from "./grid/listRows";

type Asked =
  | "copyMeasurement"
  | "summary"
  | "find"
  | "findPath"
  | "copyPath"
  | "copyRows"
  | "openValue"
  | "chart"
  | "saveImage"
  | CompareCall;

/** What the tabs may ask of the host's table. */
export type ListAsk = Pick<GridAsk, "rows"> & {
  readonly [K in Asked]: (
    parameters: ParametersOf<ListToHost[K]>,
  ) => Promise<ResultOf<ListToHost[K]>>;
};

export function createAsk(rpc: Rpc<ListToHost, HostToList>): ListAsk {
  return {
    rows: async (parameters) => {
      const rows = readRows(await rpc.call("rows", parameters));
      if (rows === undefined) {
        throw new RpcError("rpc/refused");
      }
      return rows;
    },
    summary: (parameters) => rpc.call("summary", parameters),
    find: (parameters) => rpc.call("find", parameters),
    findPath: (parameters) => rpc.call("findPath", parameters),
    copyPath: (parameters) => rpc.call("copyPath", parameters),
    copyRows: (parameters) => rpc.call("copyRows", parameters),
    openValue: (parameters) => rpc.call("openValue", parameters),
    chart: (parameters) => rpc.call("chart", parameters),
    saveImage: (parameters) => rpc.call("saveImage", parameters),
    compareWith: (parameters) => rpc.call("compareWith", parameters),
    compareStep: (parameters) => rpc.call("compareStep", parameters),
    compareAct: (parameters) => rpc.call("compareAct", parameters),
    compareRows: (parameters) => rpc.call("compareRows", parameters),
    compareNext: (parameters) => rpc.call("compareNext", parameters),
    compareCopy: (parameters) => rpc.call("compareCopy", parameters),
    openDifference: (parameters) => rpc.call("openDifference", parameters),
    copyMeasurement: (parameters) => rpc.call("copyMeasurement", parameters),
    compareValues: (parameters) => rpc.call("compareValues", parameters),
  };
}
