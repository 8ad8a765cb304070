import type { PensionRecord } from "../../pensions/common/writing/records";

/** How many pensions the sandbox holds by our doing: they are lost when it ends. */
export function countWritten(records: readonly PensionRecord[]): number {
  return records.filter(({ write, isAbsent }) => write?.outcome === "landed" && !isAbsent).length;
}
