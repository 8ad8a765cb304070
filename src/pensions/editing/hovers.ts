import * as vscode from "vscode";
import type { PensionIdentity } from "../../core/pensions/target";
import type { ClientArgument, CommandId, PensionArgument } from "../../manifest";
import { markdownText } from "../../shared/markdownText";
import { describePension } from "../../core/pensions/words/recordWords";
import { clientName } from "../clientName";
import { existingPayload } from "../payloadFiles";
import { pensionWording } from "../wording";
import { findId } from "./namedIds";
import type { EditingServices } from "./services";

const OPEN_RECORD: CommandId = "financialPlanning.node.openRecord";
const OPEN_PAYLOAD: CommandId = "financialPlanning.pension.open";

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
    const { range, connectionId, id } = found;
    const sheet =
      id.kind === "client"
        ? this.ofClient({ connectionId, clientId: id.clientId })
        : await this.ofPension(connectionId, id);
    return new vscode.Hover(sheet, range);
  }

  private ofClient(client: ClientArgument): vscode.MarkdownString {
    const title = vscode.l10n.t("Client {0}", clientName(this.services, client));
    const link = commandLink(vscode.l10n.t("Open client record"), OPEN_RECORD, client);
    return sheetOf(title, [this.connectionFact()], link);
  }

  private async ofPension(
    connectionId: string,
    { clientId, pensionId }: PensionIdentity,
  ): Promise<vscode.MarkdownString> {
    const { records, privacy } = this.services;
    const pension: PensionArgument = { connectionId, clientId, pensionId };
    const file = await existingPayload({ clientId, pensionId });
    const record = records.of(connectionId, clientId).find((one) => one.pensionId === pensionId);
    const known = describePension(
      { hasFile: false, isChanged: undefined, record },
      Date.now(),
      pensionWording(privacy),
    );
    const facts: Fact[] = [
      [vscode.l10n.t("Client"), clientName(this.services, pension)],
      this.connectionFact(),
      [vscode.l10n.t("Payload file"), file?.path.split("/").at(-1) ?? vscode.l10n.t("none")],
      ...(known === "" ? [] : [[vscode.l10n.t("Known"), known] as const]),
    ];
    const link = commandLink(vscode.l10n.t("Open payload"), OPEN_PAYLOAD, pension);
    return sheetOf(vscode.l10n.t("Pension {0}", pensionId), facts, link);
  }

  private connectionFact(): Fact {
    return [vscode.l10n.t("Connection"), this.services.defaultConnection().name];
  }
}

/** What services and files say is text here; the link is ours, and no other command runs. */
function sheetOf(title: string, facts: readonly Fact[], link: string): vscode.MarkdownString {
  const rows = facts.map(([name, value]) => `**${markdownText(name)}** ${markdownText(value)}`);
  const sheet = new vscode.MarkdownString([markdownText(title), ...rows, link].join("\n\n"));
  sheet.isTrusted = { enabledCommands: [OPEN_RECORD, OPEN_PAYLOAD] };
  return sheet;
}

function commandLink(
  title: string,
  command: CommandId,
  argument: ClientArgument | PensionArgument,
): string {
  const values = encodeURIComponent(JSON.stringify([argument])).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `[${markdownText(title)}](command:${command}?${values})`;
}
