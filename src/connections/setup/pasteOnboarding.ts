import * as vscode from "vscode";
import { draftFieldWord } from "../../core/connections/draftTexts";
import { type OnboardingDetails, readOnboarding } from "../../core/connections/onboardingText";
import { translate } from "../../host/translate";
import type { SecretName } from "../../shared/connectionDraft";
import type { ConnectionSetupServices } from "./services";

/**
 * Recognises onboarding details in the clipboard and says what was found, never a value. What is
 * secret goes to the redaction before anything else is done.
 */
export async function pasteOnboarding({
  dialogs,
  redactor,
}: Pick<ConnectionSetupServices, "dialogs" | "redactor">): Promise<OnboardingDetails | undefined> {
  const text = await vscode.env.clipboard.readText();
  const details = readOnboarding(text);
  const secrets = Object.values(details.secrets);
  secrets.forEach((secret) => redactor.add(secret));
  if (details.recognised.length === 0 && secrets.length === 0) {
    void dialogs.notify(
      "warning",
      vscode.l10n.t(
        "Nothing in the clipboard looks like onboarding details. Copy the mail or the table with your addresses and client ID, then paste again.",
      ),
    );
    return undefined;
  }
  // Not awaited: the form opens beside the message.
  void tell(dialogs, details, text).catch(() => undefined);
  return details;
}

async function tell(
  dialogs: ConnectionSetupServices["dialogs"],
  details: OnboardingDetails,
  text: string,
): Promise<void> {
  const clear = vscode.l10n.t("Clear clipboard");
  const hasSecret = Object.keys(details.secrets).length > 0;
  const message = wordsOf(details).join(" ");
  const picked = await dialogs.notify("information", message, hasSecret ? [clear] : []);
  // Something else may have been copied since.
  if (picked === clear && (await vscode.env.clipboard.readText()) === text) {
    await vscode.env.clipboard.writeText("");
  }
}

function wordsOf({ recognised, secrets, ignoredLines }: OnboardingDetails): readonly string[] {
  const { l10n } = vscode;
  const fields = recognised.map((field) => draftFieldWord(field, translate)).join(", ");
  const names = (Object.keys(secrets) as SecretName[]).map(secretWord).join(", ");
  return [
    ...(fields === "" ? [] : [l10n.t("Recognised: {0}.", fields)]),
    ...(names === ""
      ? []
      : [l10n.t("Found: {0}; kept in the editor's secret storage once you save.", names)]),
    ...(ignoredLines === 0 ? [] : [l10n.t("Lines that told nothing: {0}.", ignoredLines)]),
  ];
}

function secretWord(name: SecretName): string {
  return {
    subscriptionKey: vscode.l10n.t("subscription key"),
    clientSecret: vscode.l10n.t("client secret"),
  }[name];
}
