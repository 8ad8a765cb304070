import { describeError } from "../core/errorText";
import { errorActionLabel } from "../host/errorMessages";
import { translate } from "../host/translate";
import type { ListName, PanelNotice } from "../shared/listPanel";

const OPERATIONS = {
  clients: "listClients",
  holdings: "listHoldings",
  results: "listResults",
} as const;

/** Why a list did not come, in words, with the button that helps. */
export function describeFailure(error: unknown, list: ListName): PanelNotice {
  const { what, advice, action } = describeError(error, translate, {
    operationId: OPERATIONS[list],
  });
  const actions = action === undefined ? [] : [{ id: action, label: errorActionLabel(action) }];
  return { what, advice, actions };
}
