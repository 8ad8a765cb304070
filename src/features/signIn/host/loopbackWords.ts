import { env, l10n } from "vscode";
import type { LoopbackWords } from "../../../platform/http/loopbackDocuments";
import { translate } from "../../../platform/vscode/translate";
import { browserTexts } from "../texts/browserTexts";

/** What the page on this machine says in the browser. */
export function loopbackWords(): LoopbackWords {
  const { otherSignIn, noScript } = browserTexts(translate);
  return {
    language: env.language,
    outcomes: {
      accepted: {
        heading: l10n.t("You are signed in"),
        sentence: l10n.t("You can close this tab and go back to the editor."),
      },
      rejected: {
        heading: l10n.t("This address belongs to no sign-in"),
        sentence: otherSignIn,
      },
      failed: {
        heading: l10n.t("The sign-in did not work"),
        sentence: l10n.t("The editor says why. You can close this tab."),
      },
    },
    working: {
      heading: l10n.t("Finishing the sign-in"),
      sentence: l10n.t("This takes a moment."),
    },
    noScript,
  };
}
