import type { Action } from "../../../platform/base/action";

/** Steps of the walkthrough that a recorded call completes. */
type CallStep = "sandbox" | "holdings" | "pension";

/** The step that this call completes: a page of clients, a turned page of holdings, a PUT. */
export function stepOf({ attempts }: Action): CallStep | undefined {
  const last = attempts.at(-1);
  if (last?.status === undefined || last.status >= 300 || last.failure !== undefined) {
    return undefined;
  }
  switch (last.operationId) {
    case "listClients":
      return "sandbox";
    case "listHoldings":
      return /[?&]pageNumber=(?!1(&|$))/.test(last.url) ? "holdings" : undefined;
    case "putPension":
      return "pension";
    default:
      return undefined;
  }
}
