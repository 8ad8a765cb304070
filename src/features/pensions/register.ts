import * as vscode from "vscode";
import type { PensionIdentity } from "./common/target";
import type { Commands } from "../../platform/vscode/commands";
import { DisposableStore } from "../../platform/vscode/disposables";
import { clientName } from "./host/clientName";
import { PayloadLenses } from "./host/codeLens";
import { targetConnection } from "./host/targetConnection";
import type { PayloadCommands } from "./host/payloadCommands";
import { watchSavedAs } from "./host/savedAs";
import { pensionWording } from "./host/wording";
import type { PensionsServices } from "./host/services";

export interface RegisteredPensions {
  readonly disposable: vscode.Disposable;
  readonly lenses: vscode.CodeLensProvider;
  /** Opens the payload of a pension with what was sent to it once. */
  readonly openWritten: (identity: PensionIdentity, text: string) => Promise<void>;
}

/** Payload files: making, opening and sending them, and the line above them. */
export function registerPensions(services: PensionsServices): RegisteredPensions {
  const { commands, targets } = services;
  const store = new DisposableStore();
  const payloads = lazyCommands(services, store);
  const lensChanged = store.add(new vscode.EventEmitter<void>());
  store.add(watchSavedAs(targets));
  store.add(targets.onDidChange(() => lensChanged.fire()));
  store.add(services.onDidChange(() => lensChanged.fire()));
  const lenses = new PayloadLenses({
    targets,
    records: services.records,
    connection: (target) => targetConnection(services, target),
    wording: () => pensionWording(services.privacy),
    clientName: (target) =>
      clientName(services, {
        clientId: target.clientId,
        connectionId: target.connectionId ?? services.defaultConnection().id,
      }),
    onDidChange: lensChanged.event,
  });
  store.add(registerCommands(commands, payloads));
  services.errorActions.provide("comparePension", async (error) =>
    (await payloads()).compareFailed(error),
  );
  return {
    ...{ disposable: store, lenses },
    openWritten: async (identity, text) => (await payloads()).openWritten(identity, text),
  };
}

function registerCommands(
  commands: Commands,
  payloads: () => Promise<PayloadCommands>,
): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("financialPlanning.pension.new", async (argument) =>
      (await payloads()).begin(argument),
    ),
    commands.register("financialPlanning.pension.open", async (argument) =>
      (await payloads()).open(argument),
    ),
    commands.register("financialPlanning.pension.put", async (resource) =>
      (await payloads()).put(resource),
    ),
    commands.register("financialPlanning.pension.dryRun", async (resource) =>
      (await payloads()).dryRun(resource),
    ),
    commands.register("financialPlanning.pension.compare", async (resource) =>
      (await payloads()).compare(resource),
    ),
    commands.register("financialPlanning.pension.show", async (resource) =>
      (await payloads()).show(resource),
    ),
    commands.register("financialPlanning.pension.takeOver", async (resource) =>
      (await payloads()).takeOver(resource),
    ),
    commands.register("financialPlanning.pension.undo", async (resource) =>
      (await payloads()).undo(resource),
    ),
    commands.register("financialPlanning.pension.delete", async (resource) =>
      (await payloads()).delete(resource),
    ),
    commands.register("financialPlanning.pension.duplicate", async (resource) =>
      (await payloads()).duplicate(resource),
    ),
    commands.register("financialPlanning.pension.changeTarget", async (resource) =>
      (await payloads()).changeTarget(resource),
    ),
  );
}

/** What reads and sends payloads is loaded at its first command. */
function lazyCommands(
  services: PensionsServices,
  store: DisposableStore,
): () => Promise<PayloadCommands> {
  let made: PayloadCommands | undefined;
  return async () => {
    const { PayloadCommands } = await import("./host/payloadCommands");
    made ??= store.add(new PayloadCommands(services));
    return made;
  };
}
