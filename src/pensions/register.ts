import * as vscode from "vscode";
import type { Commands } from "../host/commands";
import { DisposableStore } from "../host/disposables";
import type { NodeArgument, PensionArgument } from "../manifest";
import { PayloadLenses } from "./codeLens";
import type { KnownPensions } from "./knownPensions";
import { askClient, newPayload, type OpenServices, pickPayload } from "./openCommands";
import { existingPayload } from "./payloadFiles";
import { payloadDocument, PutCommand, type PutServices } from "./putCommand";
import type { PayloadTargets } from "./targets";

export interface PensionsServices extends PutServices, OpenServices {
  readonly commands: Commands;
  readonly targets: PayloadTargets;
  readonly known: KnownPensions;
  /** The pension or client that a tree node stands for. */
  readonly pensionOf: (node: NodeArgument) => PensionArgument | undefined;
  readonly defaultConnection: () => { readonly id: string; readonly name: string };
  /** Fires when labels or connections changed, so that lines above payloads are made anew. */
  readonly onDidChange: vscode.Event<void>;
}

const PAYLOADS: vscode.DocumentSelector = [
  { pattern: "**/*.pension.json" },
  { scheme: "untitled", pattern: "**/*.pension.json" },
];

/** Payload files: making, opening and sending them, and the line above them. */
export function registerPensions(services: PensionsServices): vscode.Disposable {
  const { commands, targets } = services;
  const store = new DisposableStore();
  const put = new PutCommand(services);
  const lensChanged = store.add(new vscode.EventEmitter<void>());
  store.add(targets.onDidChange(() => lensChanged.fire()));
  store.add(services.onDidChange(() => lensChanged.fire()));
  store.add(
    vscode.languages.registerCodeLensProvider(
      PAYLOADS,
      new PayloadLenses({
        targets,
        connectionName: () => services.defaultConnection().name,
        clientLabel: (clientId) => services.clientLabel(services.defaultConnection().id, clientId),
        onDidChange: lensChanged.event,
      }),
    ),
  );
  store.add(
    commands.register("financialPlanning.pension.new", async (argument) =>
      newPayload(services, await pensionArgument(services, argument)),
    ),
  );
  store.add(
    commands.register("financialPlanning.pension.open", async (argument) =>
      pickPayload(services, await pensionArgument(services, argument)),
    ),
  );
  store.add(
    commands.register("financialPlanning.pension.put", async (resource) =>
      put.run(await payloadDocument(await resourceUri(services, resource))),
    ),
  );
  store.add(
    commands.register("financialPlanning.pension.changeTarget", async (resource) => {
      const document = await payloadDocument(await resourceUri(services, resource));
      await targets.choose(document.uri);
    }),
  );
  return store;
}

async function pensionArgument(
  services: PensionsServices,
  argument: NodeArgument | PensionArgument | undefined,
): Promise<PensionArgument> {
  const found =
    argument !== undefined && "nodeId" in argument ? services.pensionOf(argument) : argument;
  return found ?? askClient(services.dialogs, services.defaultConnection().id);
}

/** Commands come with the address of a file, a node of the tree, or nothing. */
async function resourceUri(
  services: PensionsServices,
  resource: unknown,
): Promise<vscode.Uri | undefined> {
  if (resource instanceof vscode.Uri) {
    return resource;
  }
  const pension = isNode(resource) ? services.pensionOf(resource) : undefined;
  if (pension?.pensionId === undefined) {
    return undefined;
  }
  const { clientId, pensionId } = pension;
  const uri = await existingPayload({ clientId, pensionId });
  if (uri === undefined) {
    // Nothing to send yet: the payload is begun, to be looked at before a PUT.
    await pickPayload(services, pension);
    return vscode.window.activeTextEditor?.document.uri;
  }
  return uri;
}

function isNode(value: unknown): value is NodeArgument {
  return typeof value === "object" && value !== null && "nodeId" in value;
}
