import { l10n } from "vscode";
import { consentRisk, type WalkFacts } from "../common/estimate";
import type { Session } from "../../../platform/base/session";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { spanWords } from "../../../platform/vscode/words";

interface ConsentServices {
  readonly dialogs: Pick<Dialogs, "confirm">;
  /** What is known of the access in force; undefined where there is none. */
  session(connectionId: string): Session | undefined;
}

/**
 * Before a long walk under a delegation: says where the consent would end before it, and lets the
 * user begin all the same. False when the user declined.
 */
export async function passesConsent(
  services: ConsentServices,
  connectionId: string,
  facts: WalkFacts,
): Promise<boolean> {
  const now = Date.now();
  const risk = consentRisk(facts, services.session(connectionId)?.consentEndsAt, now);
  if (risk === undefined) {
    return true;
  }
  const left = spanWords(risk.left);
  return services.dialogs.confirm({
    message:
      risk.kind === "passes"
        ? l10n.t(
            "All pages would take about {0}; the consent ends in {1}.",
            spanWords(risk.estimate),
            left,
          )
        : l10n.t("The consent ends in {0}; it is not known how long all pages take.", left),
    detail: l10n.t(
      "Rows loaded until then are kept; the rest can be loaded after the consent is renewed.",
    ),
    button: l10n.t("Start Anyway"),
  });
}
