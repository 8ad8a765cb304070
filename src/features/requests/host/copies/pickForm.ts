import * as vscode from "vscode";
import type { CopyForm } from "../../common/copyAs/forms";
import type { Dialogs } from "../../../../platform/vscode/dialogs";

interface FormChoice {
  readonly form: CopyForm;
  readonly withSecrets: boolean;
}

interface FormItem extends vscode.QuickPickItem {
  readonly form?: CopyForm;
}

/** Asks for a form in the order given; the way to one with secrets is the last entry. */
export async function pickForm(
  dialogs: Dialogs,
  forms: readonly CopyForm[],
): Promise<FormChoice | undefined> {
  const items = forms.map((form): FormItem => ({ label: formLabel(form), form }));
  const withSecrets: FormItem = {
    label: vscode.l10n.t("With secrets…"),
    iconPath: new vscode.ThemeIcon("lock"),
    description: vscode.l10n.t("access token and subscription key in the text"),
  };
  const chosen = await dialogs.pick(vscode.l10n.t("Copy request as"), [...items, withSecrets]);
  if (chosen !== withSecrets) {
    return chosen?.form && { form: chosen.form, withSecrets: false };
  }
  const again = await dialogs.pick(vscode.l10n.t("Copy request with secrets as"), items);
  return again?.form && { form: again.form, withSecrets: true };
}

/** How a form is called. */
export function formLabel(form: CopyForm): string {
  return {
    bash: vscode.l10n.t("cURL for bash"),
    powershell: vscode.l10n.t("cURL for PowerShell"),
    cmd: vscode.l10n.t("cURL for the Windows command prompt"),
    csharp: vscode.l10n.t("C# with HttpClient"),
    typescript: vscode.l10n.t("TypeScript with fetch"),
    python: vscode.l10n.t("Python with urllib"),
    http: vscode.l10n.t(".http for REST Client and httpYac"),
  }[form];
}
