import * as vscode from "vscode";
import { draftFieldWord } from "../../texts/draftTexts";
import { type OnboardingDetails, redactedOnboarding } from "../../common/onboardingText";
import type { Redactor } from "../../../../platform/base/redactor";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { translate } from "../../../../platform/vscode/translate";
import type { SecretName } from "../../messages/connectionDraft";
import { warningText } from "../../../../platform/texts/warnings";
import { CONNECTION_WARNINGS } from "../../texts/warnings";
import { countText } from "../../../../platform/vscode/formats";

interface PasteServices {
  readonly dialogs: Pick<Dialogs, "notify">;
  readonly redactor: Redactor;
}

/** What was recognised in the clipboard, and what a form says of it. */
export interface PastedOnboarding extends OnboardingDetails {
  /** In sentences without any value. */
  readonly told: string;
  /** Empties the clipboard; false when it holds something else by now. */
  readonly clearClipboard: () => Promise<boolean>;
}

/**
 * Recognises onboarding details in the clipboard. What is secret goes to the redaction before
 * anything else is done. Undefined when nothing was recognised, which it says itself.
 */
export async function pasteOnboarding({
  dialogs,
  redactor,
}: PasteServices): Promise<PastedOnboarding | undefined> {
  const { clipboard } = vscode.env;
  const text = await clipboard.readText();
  const details = redactedOnboarding(text, redactor);
  const secrets = Object.values(details.secrets);
  if (details.recognised.length === 0 && secrets.length === 0) {
    void dialogs.notify(
      "warning",
      warningText(CONNECTION_WARNINGS["connections/nothingPasted"], translate),
    );
    return undefined;
  }
  const clearClipboard = async (): Promise<boolean> => {
    const isSame = (await clipboard.readText()) === text;
    await (isSame ? clipboard.writeText("") : undefined);
    return isSame;
  };
  return { ...details, told: wordsOf(details).join(" "), clearClipboard };
}

function wordsOf({ recognised, secrets, ignoredLines }: OnboardingDetails): readonly string[] {
  const l10n = vscode.l10n;
  const fields = recognised.map((field) => draftFieldWord(field, translate)).join(", ");
  const names = (Object.keys(secrets) as SecretName[]).map(secretWord).join(", ");
  return [
    ...(fields === "" ? [] : [l10n.t("Recognised: {0}.", fields)]),
    ...(names === ""
      ? []
      : [l10n.t("Found: {0}; kept in VS Code's secret storage once you save.", names)]),
    ...(ignoredLines === 0
      ? []
      : [l10n.t("Lines that were not recognised: {0}.", countText(ignoredLines))]),
  ];
}

function secretWord(name: SecretName): string {
  return {
    subscriptionKey: vscode.l10n.t("subscription key"),
    clientSecret: vscode.l10n.t("client secret"),
  }[name];
}
