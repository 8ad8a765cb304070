import * as vscode from "vscode";
import type { PensionIdentity } from "../../common/target";
import type { ClientArgument, PensionArgument } from "../../../../manifest";
import { factsMarkdown } from "../../../../platform/vscode/surfaces";
import { describePension } from "../../texts/recordWords";
import { clientName } from "../clientName";
import { existingPayload } from "../payloadFiles";
import type { NamedConnection } from "../targetConnection";
import { pensionWording } from "../wording";
import { findId } from "./namedIds";
import type { EditingServices } from "./services";

type Fact = readonly [name: string, value: string];

/** Says of the ids in a payload whose they are; asks no service. */
export class IdHovers implements vscode.HoverProvider {
  constructor(private readonly services: EditingServices) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const found = findId(this.services, document, position);
    if (found === undefined) {
      return undefined;
    }
    const { range, connection, id } = found;
    const sheet =
      id.kind === "client"
        ? this.ofClient(connection, id.clientId)
        : await this.ofPension(connection, id);
    return new vscode.Hover(sheet, range);
  }

  private ofClient(connection: NamedConnection, clientId: string): vscode.MarkdownString {
    const client: ClientArgument = { connectionId: connection.id, clientId };
    const title = vscode.l10n.t("Client {0}", clientName(this.services, client));
    const hint = vscode.l10n.t("Go to Definition opens the client record.");
    return factsMarkdown(title, [connectionFact(connection)], hint);
  }

  private async ofPension(
    connection: NamedConnection,
    { clientId, pensionId }: PensionIdentity,
  ): Promise<vscode.MarkdownString> {
    const { records, privacy } = this.services;
    const pension: PensionArgument = { connectionId: connection.id, clientId, pensionId };
    const file = await existingPayload({ clientId, pensionId });
    const record = records.of(connection.id, clientId).find((one) => one.pensionId === pensionId);
    const known = describePension(
      { hasFile: false, isChanged: undefined, record },
      Date.now(),
      pensionWording(privacy),
    );
    const facts: Fact[] = [
      [vscode.l10n.t("Client"), clientName(this.services, pension)],
      connectionFact(connection),
      [vscode.l10n.t("Payload file"), file?.path.split("/").at(-1) ?? vscode.l10n.t("none")],
      ...(known === "" ? [] : [[vscode.l10n.t("Known"), known] as const]),
    ];
    const hint = file === undefined ? "" : vscode.l10n.t("Go to Definition opens the payload.");
    return factsMarkdown(vscode.l10n.t("Pension {0}", pensionId), facts, hint);
  }
}

function connectionFact({ name }: NamedConnection): Fact {
  return [vscode.l10n.t("Connection"), name];
}
