import { describeError } from "../core/errorText";
import { LIST_OPERATIONS } from "../core/lists/operations";
import { errorActionLabel, errorActions } from "../host/errorMessages";
import { translate } from "../host/translate";
import type { ListName, PanelNotice } from "../shared/listPanel";

/** Why a list did not come, in words, with the button that helps. */
export function describeFailure(error: unknown, list: ListName): PanelNotice {
  const text = describeError(error, translate, { operationId: LIST_OPERATIONS[list] });
  const actions = errorActions(error, text).map((id) => ({ id, label: errorActionLabel(id) }));
  return { what: text.what, advice: text.advice, actions };
}
