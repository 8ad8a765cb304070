import * as vscode from "vscode";
import type { PayloadTarget } from "../common/target";
import { canUndo, unsettledLine } from "../texts/recordWords";
import type { Wording } from "../texts/wording";
import type { PensionRecord, PensionRecords } from "../common/writing/records";
import { isPayload } from "./payloadPatterns";
import { codeLens } from "../../../platform/vscode/surfaces";
import type { CommandId } from "../../../manifest";
import type { NamedConnection } from "./targetConnection";
import type { PayloadTargets } from "./targets";

interface PayloadLensOptions {
  readonly targets: PayloadTargets;
  readonly records: Pick<PensionRecords, "get">;
  /** Where payloads of a target go; undefined where its connection is gone. */
  readonly connection: (target: PayloadTarget | undefined) => NamedConnection | undefined;
  /** How the client is called, or its id. */
  readonly clientName: (target: PayloadTarget) => string;
  readonly wording: () => Wording;
  readonly onDidChange: vscode.Event<void>;
}

/** The lines above a payload: where a PUT would go, what else can be done, what is not known. */
export class PayloadLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly options: PayloadLensOptions) {
    this.onDidChangeCodeLenses = options.onDidChange;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isPayload(document.uri)) {
      return [];
    }
    const lens = (title: string, command: CommandId): vscode.CodeLens =>
      codeLens(TOP, { title, command, args: [document.uri] });
    const target = this.options.targets.of(document.uri);
    const connection = this.options.connection(target);
    const connectionName = connection?.name ?? vscode.l10n.t("a connection that is gone");
    if (target === undefined) {
      return [
        lens(
          vscode.l10n.t("PUT → {0} · no target yet", connectionName),
          "financialPlanning.pension.put",
        ),
        lens(vscode.l10n.t("Choose target"), "financialPlanning.pension.changeTarget"),
      ];
    }
    const record = this.recordOf(document.uri);
    const unsettled = unsettledLine(record, this.options.wording());
    return [
      lens(this.putTitle(document, connectionName, target), "financialPlanning.pension.put"),
      lens(vscode.l10n.t("Dry run"), "financialPlanning.pension.dryRun"),
      lens(vscode.l10n.t("Compare with service"), "financialPlanning.pension.compare"),
      lens(vscode.l10n.t("Change target"), "financialPlanning.pension.changeTarget"),
      ...(canUndo(record)
        ? [lens(vscode.l10n.t("Undo last PUT"), "financialPlanning.pension.undo")]
        : []),
      ...(unsettled === undefined ? [] : [lens(unsettled, "financialPlanning.pension.compare")]),
    ];
  }

  /** Whether a payload's pension can be put back to what it was before the last PUT. */
  canUndo(uri: vscode.Uri | undefined): boolean {
    return uri !== undefined && isPayload(uri) && canUndo(this.recordOf(uri));
  }

  private recordOf(uri: vscode.Uri): PensionRecord | undefined {
    const target = this.options.targets.of(uri);
    const connection = this.options.connection(target);
    return (
      target && connection && this.options.records.get({ ...target, connectionId: connection.id })
    );
  }

  private putTitle(
    { uri }: vscode.TextDocument,
    connection: string,
    target: PayloadTarget,
  ): string {
    const client = this.options.clientName(target);
    const title = `PUT → ${connection} · ${client} · ${target.pensionId}`;
    return this.options.targets.otherOfPath(uri) === undefined
      ? title
      : `${title} · ${vscode.l10n.t("not what its folder names")}`;
  }
}

const TOP = new vscode.Range(0, 0, 0, 0);
