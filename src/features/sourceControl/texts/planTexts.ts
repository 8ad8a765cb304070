import type { Translate } from "../../../platform/texts/words";
import type { PlanTexts } from "../messages/planPanel";

/** Words of a plan beside its facts. */
export function planTexts(t: Translate): PlanTexts {
  return {
    effect: t("Effect"),
    pension: t("Pension"),
    target: t("Target"),
    changes: t("Changes"),
    outcome: t("Outcome"),
    request: t("request"),
    trace: t("trace"),
    lines: t("Payloads"),
    acts: t("Open"),
    actions: t("Actions"),
    counts: t("Filter"),
    filter: t("Show only: {0}"),
    shown: t("{0} of {1}"),
    empty: t("There are no payloads in this plan."),
    openPayload: t("Open payload: {0}"),
    openChange: t("Compare: {0}"),
    openRequest: t("Show request: {0}"),
    copyRequestId: t("Copy request id: {0}"),
    copyTraceId: t("Copy trace id"),
  };
}
