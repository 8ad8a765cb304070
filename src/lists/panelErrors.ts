import { describeError } from "../core/errorText";
import { errorActionLabel, errorActions } from "../host/errorMessages";
import { translate } from "../host/translate";
import type { ListName, PanelNotice } from "../shared/listPanel";

const OPERATIONS = {
  clients: "listClients",
  holdings: "listHoldings",
  results: "listResults",
} as const;

/** Why a list did not come, in words, with the button that helps. */
export function describeFailure(error: unknown, list: ListName): PanelNotice {
  const text = describeError(error, translate, { operationId: OPERATIONS[list] });
  const actions = errorActions(error, text).map((id) => ({ id, label: errorActionLabel(id) }));
  return { what: text.what, advice: text.advice, actions };
}
