import type { OperationId } from "../../../platform/service/client";

/** The lists that the tree shows. */
type ListName = "clients" | "holdings" | "results";

/** The operation that brings each list. */
export const LIST_OPERATIONS: Readonly<Record<ListName, OperationId>> = {
  clients: "listClients",
  holdings: "listHoldings",
  results: "listResults",
};
