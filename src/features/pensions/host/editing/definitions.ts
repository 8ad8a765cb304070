import * as vscode from "vscode";
import { RememberedReads } from "../../common/editing/rememberedReads";
import { isAppError } from "../../../../platform/base/errors";
import type { ClientArgument } from "../../../../manifest";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { existingPayload } from "../payloadFiles";
import { findId } from "./namedIds";
import type { EditingServices } from "./services";

/**
 * Where the ids in a payload lead: a pension to its payload file, a client to its record, which is
 * read once, and never where that would sign somebody in: the editor asks while Ctrl is held.
 */
export class IdDefinitions implements vscode.DefinitionProvider, vscode.Disposable {
  private readonly store = new DisposableStore();
  private readonly records: RememberedReads<vscode.Uri>;

  constructor(private readonly services: EditingServices) {
    const { clock, log, onDidReplace, privacy } = services;
    this.records = new RememberedReads(clock, (error) => {
      const code = isAppError(error) ? error.code : "unknown";
      log.warn("Client record not read", { error: code });
    });
    this.store.add(onDidReplace(() => this.records.clear()));
    // The name of a masked copy says so, and it stays masked.
    this.store.add(privacy.onDidChange(() => this.records.clear()));
  }

  async provideDefinition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.DefinitionLink[]> {
    const found = findId(this.services, document, position);
    if (found === undefined) {
      return [];
    }
    const { id, connection, range } = found;
    const uri =
      id.kind === "pension"
        ? await existingPayload(id)
        : await this.recordOf({ connectionId: connection.id, clientId: id.clientId });
    const top = new vscode.Range(0, 0, 0, 0);
    return uri === undefined
      ? []
      : [{ originSelectionRange: range, targetUri: uri, targetRange: top }];
  }

  dispose(): void {
    this.store.dispose();
  }

  private async recordOf(client: ClientArgument): Promise<vscode.Uri | undefined> {
    const id = `${client.connectionId}/${client.clientId.toLowerCase()}`;
    const read = (): Promise<vscode.Uri> => this.read(client);
    if (!this.services.mayCall(client.connectionId)) {
      return undefined;
    }
    const uri = await this.records.get(id, read);
    if (uri === undefined || (await exists(uri))) {
      return uri;
    }
    // Answers are let go when there are many.
    this.records.forget(id);
    return this.records.get(id, read);
  }

  private async read({ connectionId, clientId }: ClientArgument): Promise<vscode.Uri> {
    const { client, privacy, showAnswer } = this.services;
    const service = await client(connectionId);
    const action = service.startAction(vscode.l10n.t("Client record"));
    const call = { operationId: "getClient", path: { clientId } } as const;
    const { body } = await service.send(call, { action });
    const name = privacy.isOn ? "client" : `client-${clientId.slice(0, 8)}`;
    return showAnswer(`${name}.json`, body, { actionId: action.id });
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
