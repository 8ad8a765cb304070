import { env, l10n } from "vscode";
import type { LoopbackWords } from "../../../platform/http/loopbackDocuments";

/** What the page on this machine says in the browser. */
export function loopbackWords(): LoopbackWords {
  return {
    language: env.language,
    outcomes: {
      accepted: {
        heading: l10n.t("You are signed in"),
        sentence: l10n.t("You can close this tab and go back to the editor."),
      },
      rejected: {
        heading: l10n.t("This address belongs to no sign-in"),
        sentence: l10n.t(
          "The editor still waits. Finish the sign-in in its own tab, or begin anew.",
        ),
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
    noScript: l10n.t(
      "Scripts are switched off: copy the whole address of this page and paste it in the editor with 'Paste Callback Address'.",
    ),
  };
}
