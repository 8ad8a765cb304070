import { l10n } from "vscode";
import type { Dialogs } from "../../../../platform/vscode/dialogs";

/** Asks before a text goes to the clipboard that cannot be masked, since it is there to be run. */
export async function confirmUnmasked(dialogs: Dialogs): Promise<boolean> {
  return dialogs.confirm({
    message: l10n.t("Copy the request unmasked?"),
    detail: l10n.t(
      "Privacy mode is on, but with pseudonyms this text could not be run: it holds the ids and values of the request, and its body, as they were sent.",
    ),
    button: l10n.t("Copy unmasked"),
  });
}
