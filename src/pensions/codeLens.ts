import * as vscode from "vscode";
import type { PensionIdentity } from "../core/pensions/target";
import { isPayload } from "../host/payloadPatterns";
import type { CommandId } from "../manifest";
import type { PayloadTargets } from "./targets";

export interface PayloadLensOptions {
  readonly targets: PayloadTargets;
  /** "Sandbox": where payloads go. */
  readonly connectionName: () => string;
  /** How the client is called, or its id. */
  readonly clientName: (clientId: string) => string;
  readonly onDidChange: vscode.Event<void>;
}

/** The line above a payload that always says where a PUT would go. */
export class PayloadLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly options: PayloadLensOptions) {
    this.onDidChangeCodeLenses = options.onDidChange;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isPayload(document.uri)) {
      return [];
    }
    const { targets } = this.options;
    const [put, change] = this.titles(targets.of(document.uri));
    const warning =
      targets.otherOfPath(document.uri) === undefined
        ? ""
        : ` · ${vscode.l10n.t("not what its folder names")}`;
    return [
      lens(document, `${put}${warning}`, "financialPlanning.pension.put"),
      lens(document, change, "financialPlanning.pension.changeTarget"),
    ];
  }

  private titles(target: PensionIdentity | undefined): [put: string, change: string] {
    const connection = this.options.connectionName();
    if (target === undefined) {
      return [
        vscode.l10n.t("PUT → {0} · no target yet", connection),
        vscode.l10n.t("Choose target"),
      ];
    }
    const client = this.options.clientName(target.clientId);
    return [
      `PUT → ${connection} · ${client} · ${target.pensionId}`,
      vscode.l10n.t("Change target"),
    ];
  }
}

function lens(document: vscode.TextDocument, title: string, command: CommandId): vscode.CodeLens {
  const top = new vscode.Range(0, 0, 0, 0);
  return new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
}
