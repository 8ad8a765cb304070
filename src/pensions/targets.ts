import * as vscode from "vscode";
import { isClientId, isPensionId, type PensionIdentity } from "../core/pensions/target";
import type { Dialogs } from "../host/dialogs";
import type { TypedMemento } from "../host/state";
import { targetOfUri } from "./payloadFiles";

/** Which pension a payload document is for: by its path, or as the user chose once. */
export class PayloadTargets implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly state: TypedMemento,
    private readonly dialogs: Dialogs,
  ) {}

  of(uri: vscode.Uri): PensionIdentity | undefined {
    return this.state.get("pensions.targets")[uri.toString()] ?? targetOfUri(uri);
  }

  /** The known target, or one that the user is asked for and that is then remembered. */
  async demand(uri: vscode.Uri): Promise<PensionIdentity | undefined> {
    return this.of(uri) ?? this.choose(uri);
  }

  /** The pension that the path names, where the chosen target is another one. */
  otherOfPath(uri: vscode.Uri): PensionIdentity | undefined {
    const [target, named] = [this.of(uri), targetOfUri(uri)];
    return named === undefined || target === undefined || sameTarget(target, named)
      ? undefined
      : named;
  }

  /** What was chosen for a file that is gone, or is made anew, counts no longer. */
  async forget(uri: vscode.Uri): Promise<void> {
    const targets = Object.entries(this.state.get("pensions.targets")).filter(
      ([file]) => file !== uri.toString(),
    );
    await this.state.set("pensions.targets", Object.fromEntries(targets));
    this.changed.fire();
  }

  async choose(uri: vscode.Uri): Promise<PensionIdentity | undefined> {
    const now = this.of(uri);
    const clientId = await this.dialogs.input({
      title: vscode.l10n.t("Target of the payload (1 of 2)"),
      prompt: vscode.l10n.t("Client id, a UUID"),
      value: now?.clientId ?? "",
      check: checkClientId,
    });
    if (clientId === undefined) {
      return undefined;
    }
    const pensionId = await askPensionId(
      this.dialogs,
      vscode.l10n.t("Target of the payload (2 of 2)"),
      now?.pensionId,
    );
    if (pensionId === undefined) {
      return undefined;
    }
    await this.remember(uri, { clientId, pensionId });
    return { clientId, pensionId };
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async remember(uri: vscode.Uri, target: PensionIdentity): Promise<void> {
    const named = targetOfUri(uri);
    if (named !== undefined && sameTarget(named, target)) {
      return this.forget(uri);
    }
    const targets = { ...this.state.get("pensions.targets"), [uri.toString()]: target };
    await this.state.set("pensions.targets", targets);
    this.changed.fire();
  }
}

function sameTarget(one: PensionIdentity, other: PensionIdentity): boolean {
  return (
    one.pensionId === other.pensionId && one.clientId.toLowerCase() === other.clientId.toLowerCase()
  );
}

/** Asks for a pension id that can be part of a path and of a file name. */
export async function askPensionId(
  dialogs: Dialogs,
  title: string,
  value?: string,
): Promise<string | undefined> {
  return dialogs.input({
    title,
    prompt: vscode.l10n.t("Pension id"),
    placeHolder: "PEN-0001",
    ...(value !== undefined && { value }),
    check: (text) =>
      isPensionId(text)
        ? undefined
        : vscode.l10n.t("Use letters, digits and - . _ ~, beginning with a letter or digit."),
  });
}

function checkClientId(text: string): string | undefined {
  return isClientId(text)
    ? undefined
    : vscode.l10n.t("A client id is a UUID, such as 5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b.");
}
