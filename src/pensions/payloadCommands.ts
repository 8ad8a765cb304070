import * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { PensionIdentity } from "../core/pensions/target";
import type { NodeArgument, PensionArgument } from "../manifest";
import { chooseTarget } from "./chooseTarget";
import { askClient, newPayload, pickPayload } from "./openCommands";
import { existingPayload } from "./payloadFiles";
import { PutCommand } from "./putCommand";
import type { PensionsServices } from "./register";
import { openWrittenPayload } from "./writtenPayload";

/** The commands on payloads, by what they are given: an address, a node of the tree, nothing. */
export class PayloadCommands {
  private readonly sender: PutCommand;

  constructor(private readonly services: PensionsServices) {
    this.sender = new PutCommand(services);
  }

  async begin(argument: NodeArgument | PensionArgument | undefined): Promise<void> {
    await newPayload(this.services, await this.client(argument));
  }

  async open(argument: NodeArgument | PensionArgument | undefined): Promise<void> {
    await pickPayload(this.services, await this.client(argument));
  }

  async openWritten(identity: PensionIdentity, text: string): Promise<void> {
    await openWrittenPayload(this.services, identity, text);
  }

  async put(resource: unknown): Promise<void> {
    await this.sender.run(await this.document(resource));
  }

  /** True when a target was chosen. */
  async changeTarget(resource: unknown): Promise<boolean> {
    const document = await this.document(resource);
    return (await chooseTarget(this.services, document.uri)) !== undefined;
  }

  private async client(
    argument: NodeArgument | PensionArgument | undefined,
  ): Promise<PensionArgument> {
    const { pensionOf, defaultConnection } = this.services;
    const found = argument !== undefined && "nodeId" in argument ? pensionOf(argument) : argument;
    return found ?? askClient(this.services, defaultConnection().id);
  }

  private async document(resource: unknown): Promise<vscode.TextDocument> {
    const uri = await this.address(resource);
    if (uri === undefined) {
      throw new AppError("input", "input/noPayload");
    }
    return vscode.workspace.openTextDocument(uri);
  }

  private async address(resource: unknown): Promise<vscode.Uri | undefined> {
    if (resource instanceof vscode.Uri) {
      return resource;
    }
    const pension = isNode(resource) ? this.services.pensionOf(resource) : undefined;
    if (pension?.pensionId !== undefined) {
      return existingPayload({ clientId: pension.clientId, pensionId: pension.pensionId });
    }
    return vscode.window.activeTextEditor?.document.uri;
  }
}

function isNode(value: unknown): value is NodeArgument {
  return typeof value === "object" && value !== null && "nodeId" in value;
}
