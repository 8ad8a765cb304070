import { describeError, type Translate } from "../../../platform/texts/errorText";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { PanelNotice } from "../../../platform/base/panelNotice";

export interface FailureWords {
  /** Takes secrets out: a server can send back what it was given. */
  readonly translate: Translate;
  readonly errorActions: ErrorActions;
}

/** Why a list did not come, in words, with the buttons that help. */
export function describeFailure(
  error: unknown,
  operationId: string,
  { translate, errorActions }: FailureWords,
): PanelNotice {
  const text = describeError(error, translate, { operationId });
  const actions = errorActions
    .of(error, text)
    .map((id) => ({ id, label: errorActions.label(id, error) }));
  return { what: text.what, advice: text.advice, actions };
}
