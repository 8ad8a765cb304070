import type { PensionIdentity } from "../core/pensions/target";
import type { NodeArgument, PensionArgument } from "../manifest";
import { askClient, newPayload, pickPayload } from "./openCommands";
import type { PensionsServices } from "./register";
import { CompareCommands } from "./writing/compareCommands";
import { deletePension } from "./writing/deleteCommand";
import { payloadOf, payloadPlaceOf, placeOf } from "./writing/places";
import { PutCommand } from "./writing/putCommand";
import { openWrittenPayload } from "./writtenPayload";

/** The commands on payloads, by what they are given: an address, a node of the tree, nothing. */
export class PayloadCommands {
  private readonly comparing: CompareCommands;
  private readonly sender: PutCommand;

  constructor(private readonly services: PensionsServices) {
    this.comparing = new CompareCommands(services);
    this.sender = new PutCommand(services, this.comparing);
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
    await this.sender.put(await payloadPlaceOf(this.services, resource));
  }

  async undo(resource: unknown): Promise<void> {
    await this.sender.undo(await placeOf(this.services, resource));
  }

  async delete(resource: unknown): Promise<void> {
    await deletePension(this.services, await placeOf(this.services, resource));
  }

  async dryRun(resource: unknown): Promise<void> {
    await this.comparing.dryRun(await payloadPlaceOf(this.services, resource));
  }

  async compare(resource: unknown): Promise<void> {
    await this.comparing.compare(await payloadPlaceOf(this.services, resource));
  }

  async show(resource: unknown): Promise<void> {
    await this.comparing.show(await placeOf(this.services, resource));
  }

  async takeOver(resource: unknown): Promise<void> {
    await this.comparing.takeOver(await payloadPlaceOf(this.services, resource));
  }

  /** True when a target was chosen. */
  async changeTarget(resource: unknown): Promise<boolean> {
    const document = await payloadOf(this.services, resource);
    return (await this.services.targets.choose(document.uri)) !== undefined;
  }

  private async client(
    argument: NodeArgument | PensionArgument | undefined,
  ): Promise<PensionArgument> {
    const { pensionOf, defaultConnection } = this.services;
    const found = argument !== undefined && "nodeId" in argument ? pensionOf(argument) : argument;
    return found ?? askClient(this.services, defaultConnection().id);
  }
}
