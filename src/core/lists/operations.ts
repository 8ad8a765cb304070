import type { ListName } from "../../shared/listPanel";
import type { OperationId } from "../service/client";

/** The operation that brings each list. */
export const LIST_OPERATIONS: Readonly<Record<ListName, OperationId>> = {
  clients: "listClients",
  holdings: "listHoldings",
  results: "listResults",
};
