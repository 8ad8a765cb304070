import * as vscode from "vscode";
import type { LabelKind } from "../base/masking";
import type { Dialogs } from "./dialogs";
import type { Privacy } from "./privacy";
import { showBriefly } from "./surfaces";

/** Copies a text that is short enough to be shown, and says so in the status bar. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showBriefly(vscode.l10n.t("Copied {0}", text));
}

export interface PrivateText {
  readonly text: string;
  readonly kind: LabelKind;
}

/** The same for what is private: while privacy mode is on, the mask, and what it is on request. */
export async function copyPrivate(
  { dialogs, privacy }: { readonly dialogs: Dialogs; readonly privacy: Privacy },
  { text, kind }: PrivateText,
): Promise<void> {
  if (!privacy.isOn) {
    return copyText(text);
  }
  const masked = privacy.masking.maskLabel(text, kind);
  await vscode.env.clipboard.writeText(masked);
  const unmasked = vscode.l10n.t("Copy unmasked");
  const message = vscode.l10n.t("Copied {0}, masked as privacy mode wants it.", masked);
  // Not awaited: a message may stay for minutes, and the copy is done.
  void dialogs.notify("information", message, [unmasked]).then(async (picked) => {
    if (picked === unmasked) {
      await vscode.env.clipboard.writeText(text);
    }
  });
}
